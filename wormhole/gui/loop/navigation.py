"""How each destination is opened: all rooms meet here."""

from __future__ import annotations

from functools import singledispatchmethod
from typing import TYPE_CHECKING

from wormhole.gui.languages.language import _
from wormhole.gui.learn.kiosk import Kiosk
from wormhole.gui.window import destination
from wormhole.gui.window.keys import cap_words
from wormhole.gui.window.open_games import MOST_GAMES
from wormhole.gui.window.screen import Room
from wormhole.gui.window.stage import Stage
from wormhole.play.seats import Setup, against, level_of
from wormhole.players.spec import at_level

if TYPE_CHECKING:
    from wormhole.gui.composer.composition import Composition
    from wormhole.gui.editor.editor_screen import SetUp
    from wormhole.gui.game.running_game import RunningGame


def too_many_games() -> str:
    """Why no other game is opened."""
    words = _("{count} games are open, and no more can be. Close one of them first ({keys}).")
    return words.format(count=MOST_GAMES, keys=cap_words("Ctrl+W"))


class Navigation:
    """Opens rooms and dialogs. They are imported when they are first opened."""

    def __init__(self, stage: Stage, kiosk: Kiosk) -> None:
        self._stage = stage
        self._kiosk = kiosk
        self._composition: Composition | None = None
        """The game that was composed last, with its history."""
        self._set_up: SetUp | None = None
        """The position that was set up last, with its history."""

    @singledispatchmethod
    def open(self, to: destination.Destination) -> None:
        """Go to the room of a destination, or open its dialog."""
        raise NotImplementedError(to)

    @open.register
    def _open_home(self, to: destination.Home) -> None:
        from wormhole.gui.home.home import HomeScreen

        def home() -> Room:
            self._stage.rooms.left_game = None
            return HomeScreen(self._stage)

        self._stage.rooms.show(home)

    @open.register
    def _open_game(self, to: destination.Game) -> None:
        from wormhole.gui.game.running_game import RunningGame

        stage, setup = self._stage, to.setup
        open_already = None if setup.opened is None else stage.games.showing(setup.opened)
        if isinstance(open_already, RunningGame):
            open_already.open_again(setup.text, to.origin)
            self.open(destination.OpenedGame(open_already))
            return
        if stage.games.is_full:
            stage.sounds.play("error")
            stage.notices.show(too_many_games())
            return
        if setup.opened is None:
            setup = setup.with_names(stage.settings.name, stage.settings.other_name)
        stage.preferences.note_as_played(setup.variant)

        def game() -> Room:
            running = RunningGame(stage, setup, stage.engines.players_of(setup), to.origin)
            running.analysis.is_on |= to.is_analysed
            stage.games.add(running)
            return self._room_of(running)

        stage.rooms.show(game)

    @open.register
    def _open_opened(self, to: destination.OpenedGame) -> None:
        from wormhole.gui.game.game_screen import GameScreen
        from wormhole.gui.game.running_game import RunningGame

        stage, game = self._stage, to.game
        if not isinstance(game, RunningGame) or game not in stage.games:
            self.open(destination.Home())
        elif not (isinstance(stage.room, GameScreen) and stage.room.game is game):
            stage.rooms.show(lambda: self._room_of(game))

    def _room_of(self, game: RunningGame) -> Room:
        """The room that shows an open game."""
        from wormhole.gui.game.game_screen import GameScreen

        stage = self._stage
        stage.games.chosen = game
        stage.rooms.left_game = self._show_chosen
        return GameScreen(stage, game)

    def _show_chosen(self) -> None:
        """Go back to the game that was shown last, or the one beside it if it was closed meanwhile."""
        chosen = self._stage.games.chosen
        self.open(destination.Home() if chosen is None else destination.OpenedGame(chosen))

    @open.register
    def _open_library(self, to: destination.Library) -> None:
        from wormhole.gui.library.library_screen import LibraryPage, LibraryScreen

        stage, page = self._stage, LibraryPage.BY_MAIL if to.by_mail else LibraryPage.GAMES
        stage.rooms.show(lambda: LibraryScreen(stage, to.position, to.files, page))

    @open.register
    def _open_mistakes(self, to: destination.Mistakes) -> None:
        from wormhole.gui.library.library_screen import LibraryPage, LibraryScreen

        stage = self._stage
        stage.rooms.show(lambda: LibraryScreen(stage, page=LibraryPage.MISTAKES))

    @open.register
    def _open_studies(self, to: destination.Studies) -> None:
        from wormhole.gui.library.library_screen import LibraryPage, LibraryScreen

        stage = self._stage

        def library() -> Room:
            screen = LibraryScreen(stage, page=LibraryPage.STUDIES)
            screen.studies.choose(to.path, to.index)
            return screen

        stage.rooms.show(library)

    @open.register
    def _open_lessons(self, to: destination.Lessons) -> None:
        from wormhole.gui.learn.course_screen import open_lessons

        open_lessons(self._stage, chosen=to.chosen)

    @open.register
    def _open_guest_lesson(self, to: destination.GuestLesson) -> None:
        from wormhole.gui.learn.course_screen import open_guest_lesson

        open_guest_lesson(self._stage, to.lesson)

    @open.register
    def _open_puzzles(self, to: destination.Puzzles) -> None:
        from wormhole.gui.learn.puzzles_screen import open_puzzles

        open_puzzles(self._stage, theme=to.theme)

    @open.register
    def _open_editor(self, to: destination.Editor) -> None:
        from wormhole.gui.editor.editor_screen import EditorScreen, set_up

        stage = self._stage
        game, fen = stage.preferences.game, None
        if to.position is not None:
            game, fen = stage.preferences.game_of(to.position.variant), to.position.fen()
        players = to.players or self._usual_players()

        def editor() -> Room:
            self._set_up = set_up(self._set_up, game, fen)
            return EditorScreen(stage, self._set_up, players, to.back or stage.rooms.go_back)

        stage.rooms.show(editor)

    @open.register
    def _open_composer(self, to: destination.Composer) -> None:
        from wormhole.gui.composer.composer_screen import ComposerScreen

        stage = self._stage
        begins_with = to.game or stage.preferences.game_of(stage.room.variant)
        players = self._usual_players()

        def composer() -> Room:
            screen = ComposerScreen(stage, begins_with, players, stage.rooms.go_back, self._composition)
            self._composition = screen.composition
            return screen

        stage.rooms.show(composer)

    @open.register
    def _open_balance(self, to: destination.Balance) -> None:
        from wormhole.gui.tournament.balance_dialog import open_balance

        open_balance(self._stage, to.game)

    @open.register
    def _open_demonstration(self, to: destination.Demonstration) -> None:
        if to.first is not None:
            self._kiosk.programme.begin_with(to.first)
        self._kiosk.show()

    @open.register
    def _open_study_exercise(self, to: destination.StudyExercise) -> None:
        from wormhole.gui.learn.study_exercise import ask_exercise

        ask_exercise(self._stage, to.study, to.path, to.index)

    @open.register
    def _open_study_show(self, to: destination.StudyShow) -> None:
        from wormhole.gui.learn.study_show import StudyShowScreen

        stage = self._stage
        stage.rooms.show(lambda: StudyShowScreen(stage, to.study, to.path, to.first, self._kiosk.pace))

    @open.register
    def _open_proof(self, to: destination.Proof) -> None:
        from wormhole.gui.learn.proof_exercise import show_proof

        show_proof(self._stage, to.position, to.flipped, to.back)

    @open.register
    def _open_coach(self, to: destination.Coach) -> None:
        from wormhole.gui.learn.coach_exercise import show_coach

        show_coach(self._stage, to.report, to.sides, to.back)

    @open.register
    def _open_settings(self, to: destination.SettingsDialog) -> None:
        from wormhole.gui.home.settings_dialog import SettingsDialog

        self._stage.open(SettingsDialog(self._stage, to.page))

    @open.register
    def _open_engines(self, to: destination.EnginesDialog) -> None:
        from wormhole.gui.engines.engines_dialog import EnginesDialog

        self._stage.open(EnginesDialog(self._stage))

    def _usual_players(self) -> Setup:
        settings = self._stage.settings
        return against(settings.side, at_level(level_of(settings.level)))
