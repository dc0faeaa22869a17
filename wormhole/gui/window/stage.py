"""The window as its screens use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pygame import Rect

from wormhole import Variant
from wormhole.compiling.groups import complain
from wormhole.gui.languages.language import said
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import Motion
from wormhole.gui.window.analysts import Analysts
from wormhole.gui.window.engines import Engines, MakePlayer
from wormhole.gui.window.keys import Command
from wormhole.gui.window.library import Library
from wormhole.gui.window.notices import Notices
from wormhole.gui.window.open_games import OpenGame, OpenGames
from wormhole.gui.window.preferences import Preferences
from wormhole.gui.window.rooms import Rooms
from wormhole.gui.window.screen import Overlay
from wormhole.gui.window.screen_stack import ScreenStack
from wormhole.gui.window.sound import Sounds
from wormhole.gui.window.speech import Speech
from wormhole.gui.window.system_window import Window
from wormhole.gui.window.voice import Voice
from wormhole.library import own_engines, own_games
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.settings import KeptSettings, Settings
from wormhole.play.move_words import Notation

Clock = Callable[[], float]


class Stage(ScreenStack):
    """The open screens, and the parts of the window that they share.

    `perform_everywhere` does a command that no open screen does.
    """

    def __init__(
        self,
        window: Window,
        settings: KeptSettings,
        game: ChosenGame,
        look: Look,
        sounds: Sounds,
        library: Path,
        clock: Clock,
        make_player: MakePlayer | None,
        voice: Voice | None,
        perform_everywhere: Callable[[Stage, Command], None],
    ) -> None:
        super().__init__()
        self.is_open = True
        """False once the window is about to be closed."""
        self._window = window
        self._kept_settings = settings
        self._clock = clock
        self._perform_everywhere = perform_everywhere
        self._quit_question: Overlay | None = None
        """The dialog that asks before the window is closed."""
        self.sounds = sounds
        self.notices = Notices(self, lambda: self.look, clock, lambda: window.visible)
        self.speech = Speech(lambda: self.settings, voice)
        self.preferences = Preferences(
            settings, game, look, window, sounds, clock, self.lay_out, self.notices.show
        )
        self.library = Library(library, self, self.notices, clock, self._games_not_in_catalogue)
        self.engines = Engines(settings.folder / own_engines.FILE_NAME, library, make_player)
        self.analysts = Analysts(self.engines, self.preferences, self.notices)
        self.rooms = Rooms(self, self.lay_out)
        self.games = OpenGames()

    @property
    def look(self) -> Look:
        """The look for the window's present size."""
        return self.preferences.look

    @property
    def settings(self) -> Settings:
        """The settings in use."""
        return self.preferences.now

    @property
    def visible(self) -> Rect:
        """The rectangle of the window's canvas that is seen."""
        return self._window.visible

    @property
    def motion(self) -> Motion:
        """The durations of animations."""
        return self.preferences.motion

    def _games_not_in_catalogue(self) -> Sequence[Variant]:
        """The chosen game, and the user's own ones; called in a thread."""
        return self.preferences.game.variant, *own_games.variants(self.settings.own_games)

    def lay_out(self) -> None:
        """Lay everything out for the window's size."""
        self.preferences.fit(self._window.size)
        self.place(self._window.size)

    def command(self, command: Command) -> None:
        """Do a command as if its key had been pressed."""
        if not self.perform(command, self._clock()):
            self._perform_everywhere(self, command)

    def quit(self) -> None:
        """Close the window, if room and games let themselves be left; the second time in any case."""
        if self._quit_question in self.dialogs:
            self.quit_at_once()
        else:
            self.rooms.leave(lambda: self._quit_after(tuple(self.games)))
            self._quit_question = self.dialog

    def _quit_after(self, games: Sequence[OpenGame]) -> None:
        """Close the window, if these games let themselves be left."""
        if games:
            games[0].let_go(lambda: self._quit_after(games[1:]))
        else:
            self.quit_at_once()

    def quit_at_once(self) -> None:
        """Close the window in any case."""
        self.is_open = False

    def close(self) -> None:
        """Close the screens, stop players and analysts, write everything, end sound and voice."""
        self.is_open = False
        try:
            self.close_screens()
            self.games.leave()
        finally:  # an error there must not cost the last move or a setting
            self.analysts.close()
            self.engines.close()
            troubles = [*self.library.close(), self._kept_settings.save()]
            for trouble in troubles:  # stderr reports it: the window is about to go
                if trouble is not None:
                    complain(said(trouble))
            self.sounds.close()
            self.speech.close()


def notation_of(stage: Stage) -> Notation:
    """Writes moves as the settings say, also after a change of them."""
    return lambda board, move: stage.look.notation(board.san(move), board.variant.piece_types)
