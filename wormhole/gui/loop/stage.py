"""The implementation of the `Stage` interface, through which screens use the window."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from wormhole import BLACK, WHITE, Board, Variant
from wormhole.base.errors import Message
from wormhole.compiling.groups import complain
from wormhole.gui.dialogs.notices import Notice
from wormhole.gui.dialogs.player_picker import trouble_words
from wormhole.gui.languages import language
from wormhole.gui.languages.language import _, percent, said
from wormhole.gui.learn.demonstration_stand import Stand
from wormhole.gui.look.chosen_look import FOLDER, changed_look, is_look_changed, motion_of
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.look import Look
from wormhole.gui.look.picture_trials import TRIALS
from wormhole.gui.look.theme import FoundThemes, Motion, Theme, find_themes
from wormhole.gui.look.widgets import Action
from wormhole.gui.loop.screen_stack import ScreenStack
from wormhole.gui.window.background import FAULT, post
from wormhole.gui.window.engines import Engine, Engines
from wormhole.gui.window.keys import Command
from wormhole.gui.window.native_memory import give_back_rest
from wormhole.gui.window.screen import (
    ANALYSED,
    ANSWER,
    TAUGHT,
    TOURNAMENT,
    TROUBLE,
    Origin,
    Overlay,
    Room,
    Said,
    Stage,
)
from wormhole.gui.window.sound import Sounds
from wormhole.gui.window.system_window import Window
from wormhole.library import own_engines
from wormhole.library.autosave import REPEAT_SECONDS, Autosave, KeptGame
from wormhole.library.chosen_game import ChosenGame, restored
from wormhole.library.journal import Journal, Journals
from wormhole.library.own_engines import OwnEngines
from wormhole.library.own_pictures import letter_of
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.library.settings import KeptSettings, Settings, SettingsPage
from wormhole.play.offered_players import analyst_of, player_of
from wormhole.play.seats import OpenedGame, Setup, against_computer, level_of
from wormhole.rules.catalogue_files import variants

if TYPE_CHECKING:
    from wormhole.arena.tournament_run import Tournaments
    from wormhole.engine.analyst import Analyst
    from wormhole.gui.composer.composition import Composition
    from wormhole.learn.game_report import Report
    from wormhole.library.database.game_database import GameDatabase
    from wormhole.players.player import Answer, Player
    from wormhole.players.program_analyst import ProgramAnalyst
    from wormhole.players.spec import PlayerSpec
    from wormhole.training.teacher import Teacher

VOLUME_STEP = 0.1


def perform_everywhere(stage: Stage, command: Command) -> None:
    """Do a command. Opens a dialog or another screen only if no dialog is open."""
    if command in _CHANGES:
        _CHANGES[command](stage)
    elif command in _OPENINGS and not stage.is_covered:
        _OPENINGS[command](stage)


def _mute(stage: Stage) -> None:
    muted = stage.settings.muted
    stage.change_settings(muted=not muted)
    stage.mention(_("Sound on") if muted else _("Sound off"))


def _turn_volume(stage: Stage, step: float) -> None:
    volume = min(1.0, max(0.0, round(stage.settings.volume + step, 2)))
    stage.change_settings(volume=volume, muted=False)
    stage.mention(_("Volume {share}").format(share=percent(volume)))
    stage.play_sound("move")


def _switch_motion(stage: Stage) -> None:
    motion = stage.settings.motion
    stage.change_settings(motion=not motion)
    stage.mention(_("Animation off") if motion else _("Animation on"))


def _open_lessons(stage: Stage) -> None:
    from wormhole.gui.learn.course_screen import open_lessons

    open_lessons(stage)


def _open_puzzles(stage: Stage) -> None:
    from wormhole.gui.learn.puzzles_screen import open_puzzles

    open_puzzles(stage)


def _open_tournaments(stage: Stage) -> None:
    from wormhole.gui.tournament.tournaments_screen import open_tournaments

    open_tournaments(stage)


def _open_keys(stage: Stage) -> None:
    from wormhole.gui.dialogs.keys_dialog import KeysDialog

    stage.open(KeysDialog(stage))


def _open_notices(stage: Stage) -> None:
    from wormhole.gui.dialogs.notices import NoticesDialog

    stage.open(NoticesDialog(stage))


def _open_rules(stage: Stage) -> None:
    from wormhole.gui.rules_pages.rules_dialog import RulesDialog

    stage.open(RulesDialog(stage, stage.variant))


def _open_settings(stage: Stage) -> None:
    stage.open_settings(SettingsPage.THEME)


_CHANGES: Mapping[Command, Callable[[Stage], None]] = {
    Command.QUIT: lambda stage: stage.quit(),
    Command.MUTE: _mute,
    Command.LOUDER: lambda stage: _turn_volume(stage, VOLUME_STEP),
    Command.QUIETER: lambda stage: _turn_volume(stage, -VOLUME_STEP),
    Command.MOTION: _switch_motion,
    Command.FULL_SCREEN: lambda stage: stage.change_settings(full_screen=not stage.settings.full_screen),
}
"""The commands that are done at once, under a dialog, too."""

_OPENINGS: Mapping[Command, Callable[[Stage], None]] = {
    Command.LIBRARY: lambda stage: stage.show_library(),
    Command.DEMONSTRATION: lambda stage: stage.show_demonstration(),
    Command.EDITOR: lambda stage: stage.show_editor(),
    Command.COMPOSE: lambda stage: stage.show_composer(),
    Command.LESSONS: _open_lessons,
    Command.PUZZLES: _open_puzzles,
    Command.TOURNAMENT: _open_tournaments,
    Command.KEYS: _open_keys,
    Command.NOTICES: _open_notices,
    Command.RULES: _open_rules,
    Command.SETTINGS: _open_settings,
}
"""The commands that open a screen or a dialog."""


Clock = Callable[[], float]
MakePlayer = Callable[["PlayerSpec", Callable[["Answer"], None]], "Player"]
"""Makes the player of a seat, from the seat's description and the function that takes its answers."""

MENTION_SECONDS, READ_A_SECOND, LONGEST_MENTION_SECONDS = 1.8, 20, 6.0
"""How long a passing message is shown: the least, characters that are read meanwhile, and the most."""

NOTICES_KEPT = 100
KEEPING_SECONDS = 5.0
MOST_PLAYED = 6
"""Games that are listed as played last."""


class WindowStage:
    """Implements `wormhole.gui.window.screen.Stage`."""

    def __init__(
        self,
        window: Window,
        stack: ScreenStack,
        look: Look,
        settings: KeptSettings,
        game: ChosenGame,
        sounds: Sounds,
        clock: Clock,
        make_player: MakePlayer,
        engines: Engines,
        autosave: Autosave,
    ) -> None:
        self.look = look
        self.game = game
        self.is_open = True
        """False once the window is about to be closed."""
        self._motion: tuple[tuple[Theme, Settings], Motion] | None = None
        """The durations of animations, and what they were made of."""
        self._window = window
        self._stack = stack
        self._settings = settings
        self._sounds = sounds
        self._clock = clock
        self._make_player = make_player
        self._engines = engines
        self._analyst: Analyst | None = None
        self._program_analyst: tuple[str, ProgramAnalyst] | None = None
        """Another program that analyses, with its key."""
        self._refused_analysts: set[tuple[str, str]] = set()
        """The keys of programs, each with a game, of which was said why they do not analyse it."""
        self._teacher: Teacher | None = None
        self._tournaments: Tournaments | None = None
        self._kept_networks = 0
        """How many of the teacher's networks our search knows."""
        self._autosave = autosave
        self._journals = Journals(autosave.path.parent, lambda text: post(TROUBLE, text=text))
        self.stand = Stand(self, lambda: self._stack.room)
        """Shows the demonstration."""
        self.own_engines = OwnEngines(
            settings.folder / own_engines.FILE_NAME, lambda text: post(TROUBLE, text=text)
        )
        """The programs that the user has added as players."""
        self._notices: deque[Said] = deque(maxlen=NOTICES_KEPT)
        self._unkept_notice: Notice | None = None
        """The message that a game could not be kept."""
        self._unkept_at = 0.0
        """When that was seen last."""
        self._composition: Composition | None = None
        """The game that was composed last, with its history."""
        self._left_game: Action | None = None
        """Returns to the game, since the home screen was shown last."""
        self._quit_question: Overlay | None = None
        """The dialog that asks before the window is closed."""

    def lay_out(self) -> None:
        """Lay everything out for the window's size."""
        size = self._window.size
        self.look = replace(self.look, scale=Scale.of(size))
        self._stack.place(size)

    def close(self) -> None:
        """Close the screens, stop players and analyst, save settings, close the sound device."""
        self.is_open = False
        try:
            self._stack.close()
        finally:  # an error there must not cost the last move or a setting
            if self._analyst is not None:
                self._analyst.close()
            if self._program_analyst is not None:
                self._program_analyst[1].close()
                self._program_analyst[1].join()
            if self._teacher is not None:
                self._teacher.stop()
            if self._tournaments is not None:
                self._tournaments.close()
            self._engines.close()
            self._keep_all()
            self._sounds.close()

    def _keep_all(self) -> None:
        """Write what is not yet written; stderr reports what cannot be: the window is about to go."""
        for trouble in (self._autosave.close(), self._settings.save(), *self._journals.close()):
            if trouble is not None:
                complain(said(trouble))

    # State

    @property
    def settings(self) -> Settings:
        """The settings in use."""
        return self._settings.now

    @property
    def motion(self) -> Motion:
        """The theme's durations at the pace of the settings; all zero if motion is off."""
        made_of = self.look.theme, self.settings
        if self._motion is None or self._motion[0] != made_of:
            self._motion = made_of, motion_of(*made_of)
        return self._motion[1]

    @property
    def is_covered(self) -> bool:
        """Whether a dialog is open."""
        return self._stack.dialog is not None

    @property
    def is_paused(self) -> bool:
        """Whether a dialog is open that keeps the user from playing."""
        return any(dialog.pauses for dialog in self._stack.dialogs)

    @property
    def variant(self) -> Variant:
        """The game of the open room."""
        return self._stack.room.variant

    # Settings and sounds

    def game_of(self, variant: Variant) -> ChosenGame:
        """This game as a choice: the chosen one, with its file, if it is that."""
        return self.game if self.game.variant == variant else ChosenGame(variant)

    def choose_game(self, game: ChosenGame) -> None:
        """Set the chosen game and save it in the settings."""
        self.game = game
        self.change_settings(**game.as_settings())

    def use_again(self) -> None:
        """Use the game and the theme that this start left out."""
        from wormhole.gui.home.home import HomeScreen

        self.hush()
        self._settings.use_again()
        self.game, trouble = restored(self.settings)
        self.look, theme_trouble = changed_look(self.look, self.settings, self._settings.folder)
        if isinstance(self._stack.room, HomeScreen):
            self.show_home()
        else:
            self.lay_out()
        if complaint := trouble or theme_trouble:
            self.say(complaint)

    def change_settings(self, **changes: object) -> None:
        """Change some settings by name; they take effect at once and are saved."""
        before = self._settings.change(self._clock(), **changes)
        self._sounds.set_loudness(self.settings.volume, self.settings.muted)
        if self.settings.full_screen != before.full_screen:
            self._window.set_full_screen(self.settings.full_screen)
        if is_look_changed(before, self.settings):
            self.look, trouble = changed_look(self.look, self.settings, self._settings.folder)
            self.lay_out()
            if trouble is not None:
                self.say(trouble)
        if self.settings.language != before.language:
            language.use(self.settings.language)
            self.lay_out()

    def show_pictures(self) -> None:
        """Redraw everything with the pictures that were tried, and say which of them cannot be drawn."""
        self.look, _complaint = changed_look(self.look, self.settings, self._settings.folder)
        self.lay_out()
        refused = sorted({letter for svg in TRIALS.take_refused() if (letter := letter_of(svg))})
        if refused:
            message = Message(
                "These pictures are not shown because they take too much time or memory to draw: {letters}.",
                letters=", ".join(refused),
            )
            notice = self._stack.notice
            self.say(message if notice is None else f"{notice.text} {said(message)}")

    def forget_gone_players(self) -> Message | None:
        """Let the computer play instead of chosen players who are no longer there; returns what to tell."""
        keys = {name: getattr(self.settings, name) for name in ("opponent", "white_player", "black_player")}
        gone = {
            name: key for name, key in keys.items() if key and player_of(key, self.own_engines.now) is None
        }
        if not gone:
            return None
        self.change_settings(**dict.fromkeys(gone, ""))
        name = next(iter(gone.values())).partition(":")[2]
        return Message("The opponent {name} is no longer there. The computer plays instead.", name=name)

    def find_themes(self) -> FoundThemes:
        """All themes, the program's and the user's own. Their files are read."""
        return find_themes(self._settings.folder / FOLDER)

    def play_sound(self, name: str) -> None:
        """Play a sound, if sound is on."""
        self._sounds.play(name)

    # The library

    @property
    def library_path(self) -> Path:
        """The file of the library."""
        return self._autosave.path

    def journal(self, name: str) -> Journal:
        """The journal of that name beside the library."""
        return self._journals.named(name)

    def wait_until_kept(self) -> None:
        """Wait until all changes of games are in the library, as far as they can be kept soon."""
        self._autosave.wait(KEEPING_SECONDS)

    def open_library(self) -> GameDatabase:
        """The library, with all changes of games so far."""
        from wormhole.library.database.game_database import GameDatabase  # not needed for the first picture

        self.wait_until_kept()
        return GameDatabase(self._autosave.path)

    def keep(self, game: Game, play: PlayState, opened: OpenedGame | None) -> KeptGame:
        """Keep a game in the library from now on; one that was read elsewhere at once."""
        number, revision = (None, None) if opened is None else opened.place
        is_found = opened is not None and opened.is_found
        return self._autosave.keep(game, play, number, revision, is_found)

    # Messages

    def say(
        self,
        text: str,
        button: str | None = None,
        action: Action | None = None,
        otherwise: str = "",
        also: tuple[str, Action] | None = None,
    ) -> None:
        """Show a message, in the language in use if it is one of ours, until it is closed."""
        text = self._remembered(said(text))
        notice = Notice(self, text, self._notice_area, button, action, otherwise=otherwise, also=also)
        self._stack.put_up(notice)

    def report(self, error: Exception) -> None:
        """Report an unexpected error, with a report to copy."""
        post(FAULT, error=error)

    def mention(self, text: str) -> None:
        """Show a message until it can be read."""
        text = self._remembered(said(text))
        gone_at = self._clock() + min(MENTION_SECONDS + len(text) / READ_A_SECOND, LONGEST_MENTION_SECONDS)
        self._stack.put_up(Notice(self, text, self._notice_area, gone_at=gone_at))

    @property
    def notices(self) -> Sequence[Said]:
        """The latest messages, the oldest first."""
        return tuple(self._notices)

    def _remembered(self, text: str) -> str:
        """The text, which can be read again from now on."""
        if self._notices and self._notices[-1].text == text:
            self._notices.pop()
        self._notices.append(Said(datetime.now(), text))
        return text

    def tell_of_trouble(self, text: str) -> None:
        """Show a message of a thread. That a game could not be kept is shown until it is."""
        self.say(text)
        if text == self._autosave.trouble:
            self._unkept_notice = self._stack.notice

    def watch_library(self) -> None:
        """Remove the message that a game could not be kept some seconds after all were. For each frame."""
        notice = self._unkept_notice
        if notice is None:
            return
        if self._autosave.trouble is not None:
            self._unkept_at = self._clock()
        elif self._clock() >= self._unkept_at + REPEAT_SECONDS:
            self._unkept_notice = None
            if self._stack.notice is notice:
                self.hush()

    def hush(self) -> None:
        """Remove the message."""
        self._stack.put_up(None)

    def _notice_area(self) -> pygame.Rect:
        return self._stack.room.notice_area

    # Screens and dialogs

    def show_room(self, make: Callable[[], Room]) -> None:
        """Go to the room that `make` makes, if the open screen lets itself be left."""
        self._leave(lambda: self._show(make()))

    def show_home(self) -> None:
        """Go to the home screen, if the open screen lets itself be left."""
        from wormhole.gui.home.home import HomeScreen

        def home() -> Room:
            self._left_game = None
            return HomeScreen(self)

        self.show_room(home)

    @property
    def came_from_game(self) -> bool:
        """Whether `go_back` leads to a game."""
        return self._left_game is not None

    def go_back(self) -> None:
        """Go back to the game that was left for other rooms; without one, to the home screen."""
        game, self._left_game = self._left_game, None
        if game is None:
            self.show_home()
        else:
            game()

    def show_demonstration(self, first: Variant | None = None) -> None:
        """Go to the demonstration, if the open screen lets itself be left."""
        if first is not None:
            self.stand.programme.begin_with(first)
        self.stand.show()

    def show_proof(self, position: Board, flipped: bool, back: Action) -> None:
        """Let the user play against the proof of a result; `back` leads to where they came from."""
        from wormhole.gui.learn.proof_exercise import show_proof

        show_proof(self, position, flipped, back)

    def show_coach(self, report: Report, sides: Collection[bool], back: Action) -> None:
        """Show the moments that decided a game that is wholly analysed, for these sides."""
        from wormhole.gui.learn.coach_exercise import show_coach

        show_coach(self, report, sides, back)

    def show_library(
        self, position: Board | None = None, files: Sequence[Path] = (), by_mail: bool = False
    ) -> None:
        """Go to the library, if the open screen lets itself be left."""
        from wormhole.gui.library.library_screen import LibraryScreen

        self.show_room(lambda: LibraryScreen(self, position, files, by_mail))

    def show_editor(
        self, position: Board | None = None, players: Setup | None = None, back: Action | None = None
    ) -> None:
        """Go to the set-up editor, if the open screen lets itself be left."""
        from wormhole.gui.editor.editor_screen import EditorScreen

        game, fen = self.game, None
        if position is not None:
            game, fen = self.game_of(position.variant), position.fen()
        settings = self.settings
        players = players or against_computer(settings.side, level_of(settings.level))
        room = EditorScreen(self, game, fen, players, back or self.go_back)
        self.show_room(lambda: room)

    def show_composer(self, game: ChosenGame | None = None, back: Action | None = None) -> None:
        """Go to the composer, if the open screen lets itself be left; it begins with `game` or the room's."""
        from wormhole.gui.composer.composer_screen import ComposerScreen

        settings = self.settings
        players = against_computer(settings.side, level_of(settings.level))
        begins_with = game or self.game_of(self.variant)

        def composer() -> Room:
            screen = ComposerScreen(self, begins_with, players, back or self.go_back, self._composition)
            self._composition = screen.composition
            return screen

        self.show_room(composer)

    def start(self, setup: Setup, origin: Origin | None = None) -> None:
        """Start a game, if the open screen lets itself be left; from there a way leads back to `origin`."""
        from wormhole.gui.game.game_screen import GameScreen

        if setup.opened is None:
            setup = setup.with_names(self.settings.name, self.settings.other_name)
        self._use_what_was_learned()
        self._note_as_played(setup.variant)

        def game() -> Room:
            screen = GameScreen(self, setup, self._players_of(setup), origin)
            self._left_game = screen.game.keeping.way_back()
            return screen

        self.show_room(game)

    def _note_as_played(self, game: Variant | str) -> None:
        """Put a game that starts at the head of those played last, if the settings can name it."""
        name = game if isinstance(game, str) else game.name
        key = self.game.key if game == self.game.variant else name if name in variants() else None
        if key is not None:
            others = (each for each in self.settings.played_games if each != key)
            self.change_settings(played_games=(key, *others)[:MOST_PLAYED])

    def open(self, dialog: Overlay) -> None:
        """Open a dialog over the screen and any open dialog."""
        self._stack.open(dialog)

    def open_engines(self) -> None:
        """Open the list of the programs that the user has added as players."""
        from wormhole.gui.engines.engines_dialog import EnginesDialog

        self.open(EnginesDialog(self))

    def open_settings(self, page: SettingsPage) -> None:
        """Open the settings at a page."""
        from wormhole.gui.home.settings_dialog import SettingsDialog

        self.open(SettingsDialog(self, page))

    def refresh_dialog(self) -> None:
        """Lay out the open dialog again."""
        self._stack.refresh_dialog()

    def close_dialog(self) -> None:
        """Close the dialog on top."""
        self._stack.close_dialog()

    def command(self, command: Command) -> None:
        """Do a command."""
        if not self._stack.perform(command, self._clock()):
            perform_everywhere(self, command)

    def quit(self) -> None:
        """Close the window, if the open screen lets itself be left; the second time in any case."""
        if self._quit_question in self._stack.dialogs:
            self.quit_at_once()
        else:
            self._leave(self.quit_at_once)
            self._quit_question = self._stack.dialog

    def quit_at_once(self) -> None:
        """Close the window in any case."""
        self.is_open = False

    def _leave(self, go: Action) -> None:
        """Call `go`, if the open screen lets itself be left."""
        if self._stack.is_empty:
            go()
        else:
            self._stack.room.leave(go)

    def _show(self, room: Room) -> None:
        self._stack.show(room)
        self.lay_out()
        give_back_rest()

    def analyst(self, game: Variant) -> Analyst | ProgramAnalyst:
        """Who analyses a game, made when first needed."""
        return self._other_analyst(game) or self._own_analyst()

    def _other_analyst(self, game: Variant) -> ProgramAnalyst | None:
        """The program that the settings name, unless it does not know the game or has failed."""
        key = self.settings.analysed_by
        if self._program_analyst is not None and self._program_analyst[0] != key:
            self._program_analyst[1].close()
            self._program_analyst = None
        if not key:
            return None
        player = analyst_of(key, self.own_engines.now, game)
        if player is None or player.trouble is not None:
            self._mention_once(key, game, None if player is None else trouble_words(player))
            return None
        if self._program_analyst is None:
            analyst = self._engines.program_analyst(player.spec, lambda: post(ANALYSED))
            self._program_analyst = key, analyst
        analyst = self._program_analyst[1]
        if analyst.trouble is not None:
            fault = _("{name} {fault}").format(name=player.name, fault=said(analyst.trouble))
            self._mention_once(key, game, f"{fault}.")
            return None
        return analyst

    def _mention_once(self, key: str, game: Variant, trouble: str | None) -> None:
        """Say why a program does not analyse a game, the first time."""
        if (key, game.name) not in self._refused_analysts:
            self._refused_analysts.add((key, game.name))
            words = trouble or _("The engine that analyses is no longer there.")
            instead = _("This program analyses instead.")
            self.say(f"{words} {instead}")

    def _own_analyst(self) -> Analyst:
        """The analyst of this program, made when first needed."""
        if self._analyst is None:
            self._analyst = self._engines.analyst(lambda: post(ANALYSED))
        return self._analyst

    def teacher(self) -> Teacher:
        """The trainer of the computer, made when first needed."""
        from wormhole.training.teacher import Teacher

        if self._teacher is None:
            self._teacher = Teacher(lambda: post(TAUGHT))
        return self._teacher

    def tournaments(self) -> Tournaments:
        """The tournaments of this library, made when first needed."""
        from wormhole.arena.tournament_run import Tournaments

        if self._tournaments is None:
            self._tournaments = Tournaments(self._autosave.path, lambda: post(TOURNAMENT))
        return self._tournaments

    def tell_of_tournaments(self) -> None:
        """Say what has happened in the tournament that is played, if it matters in any room."""
        for message in self.tournaments().take_news():
            self.say(message)

    def show_teaching(self) -> None:
        """Show the sign during a training, and report the error that has ended it."""
        from wormhole.gui.dialogs.teach_dialog import TeachingSign

        teacher = self.teacher()
        self._stack.show_sign(None if teacher.now is None else TeachingSign(self))
        trouble = teacher.take_trouble()
        if trouble is not None:
            self.say(trouble)

    def _use_what_was_learned(self) -> None:
        """From the next game on, let the computer play with the new network."""
        kept = 0 if self._teacher is None else self._teacher.kept
        if kept != self._kept_networks:
            self._kept_networks = kept
            self._engines.renew()

    def engine(self) -> Engine:
        """The resources that all searching players share."""
        return self._engines.engine

    def make_player(self, spec: PlayerSpec) -> Player:
        """A player for a seat; ANSWER brings its answers to the room."""
        return self._make_player(spec, _post_answer)

    def _players_of(self, setup: Setup) -> Mapping[bool, Player]:
        """The players of the seats that no user has."""
        specs = {WHITE: setup.white.player, BLACK: setup.black.player}
        return {color: self.make_player(spec) for color, spec in specs.items() if spec is not None}


def _post_answer(answer: Answer) -> None:
    """Post an answer from a player's thread to the window's."""
    post(ANSWER, answer=answer)
