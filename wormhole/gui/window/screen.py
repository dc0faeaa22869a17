"""The interfaces between the window and its screens: Screen, Room and Stage."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pygame

from wormhole import Board, Variant
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import FoundThemes, Motion
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.engines import Engine
from wormhole.gui.window.keys import Command
from wormhole.library.autosave import KeptGame
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.journal import Journal
from wormhole.library.own_engines import OwnEngines
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.library.settings import Settings, SettingsPage
from wormhole.play.move_words import Notation
from wormhole.play.seats import Setup

if TYPE_CHECKING:
    from wormhole.arena.tournament_run import Tournaments
    from wormhole.engine.analyst import Analyst
    from wormhole.learn.game_report import Report
    from wormhole.library.database.game_database import GameDatabase
    from wormhole.play.seats import OpenedGame
    from wormhole.players.player import Player
    from wormhole.players.program_analyst import ProgramAnalyst
    from wormhole.players.spec import PlayerSpec
    from wormhole.training.teacher import Teacher

ANSWER = pygame.event.custom_type()
"""The event that brings the computer player's `answer` to the window's thread."""

ANALYSED = pygame.event.custom_type()
"""The event after the analyst has found something."""

TAUGHT = pygame.event.custom_type()
"""The event after the training of the computer has news."""

TOURNAMENT = pygame.event.custom_type()
"""The event after something has happened in the tournament that is played."""

TRIED = pygame.event.custom_type()
"""The event after pictures of pieces were tried: from now on they are drawn."""

TROUBLE = pygame.event.custom_type()
"""The event that brings a message of the computer player, `text`, to the window's thread."""

KEPT = pygame.event.custom_type()
"""The event after a game was kept in the library: a move that waited for it may be shown."""


class Screen(Protocol):
    """Something on the window: a room, a message or a dialog.

    The window gives it events, calls `update` as time passes, and draws its layers where they changed.
    """

    @property
    def layers(self) -> Sequence[Layer]:
        """Its picture, lowest layer first. New after every `place`."""
        ...

    def place(self, size: tuple[int, int]) -> None:
        """Lay it out for a window of this size. Called before all else."""
        ...

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle one event; returns whether it was used."""
        ...

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do a command; returns whether it was used."""
        ...

    def update(self, now_seconds: float) -> float:
        """Advance to the time `now_seconds`; returns when it is due next (wormhole.gui.look.schedule).

        It is also called after every event.
        """
        ...

    def close(self) -> None:
        """Release everything; the screen is not used again."""
        ...


class Opener(Protocol):
    """Opens what is dropped on a room or a dialog."""

    def open_text(self, text: str) -> None:
        """Open a text."""
        ...

    def open_files(self, paths: Sequence[Path]) -> None:
        """Open files."""
        ...


class Overlay(Screen, Protocol):
    """A screen over the others that gets all keys and the mouse: a dialog or a menu."""

    @property
    def dims(self) -> bool:
        """Whether what lies below is darkened."""
        ...

    @property
    def pauses(self) -> bool:
        """Whether the user's clock waits while it is open."""
        ...

    @property
    def is_alone(self) -> bool:
        """Whether what lies below is neither drawn nor updated."""
        ...

    @property
    def is_part(self) -> bool:
        """Whether the dialog below is shown, too."""
        ...

    @property
    def opener(self) -> Opener | None:
        """Opens what is dropped on it, if it takes anything."""
        ...


class Room(Screen, Protocol):
    """A screen that fills the window: the home screen or a game."""

    @property
    def notice_area(self) -> pygame.Rect:
        """The rectangle for messages, where they hide nothing important. New after every `place`."""
        ...

    @property
    def title(self) -> str:
        """The game played here, for the window's title; empty if none is."""
        ...

    @property
    def variant(self) -> Variant:
        """The game on its board, which its rules and the composer begin with; else the chosen one."""
        ...

    @property
    def opener(self) -> Opener:
        """Opens text and files that are dropped on the window."""
        ...

    def played(self) -> str:
        """The game that is shown, for the report of an error: its position and PGN. Empty if none is."""
        ...

    def leave(self, go: Action) -> None:
        """Call `go`, which leaves this screen; if something would be lost, ask the user first."""
        ...


@dataclass(frozen=True)
class Said:
    """A message that was shown, and when."""

    at: datetime
    text: str


@dataclass(frozen=True)
class Origin:
    """The room from which a game was opened that others have played; it must not hold the room."""

    command: Command
    """The command that leads to such rooms. In the game it leads back to this one."""
    name: str
    """The text of a button for the way back, to be translated."""
    words: str
    """The same in a menu and as a tooltip."""
    go: Action


class Stage(Protocol):
    """The interface of the window for its screens: settings, sounds, messages, other screens."""

    @property
    def look(self) -> Look:
        """The look for the window's present size."""
        ...

    @property
    def settings(self) -> Settings:
        """The settings in use."""
        ...

    @property
    def motion(self) -> Motion:
        """The theme's durations at the pace of the settings; all zero if motion is off."""
        ...

    @property
    def is_covered(self) -> bool:
        """Whether a dialog is open."""
        ...

    @property
    def is_paused(self) -> bool:
        """Whether a dialog is open that keeps the user from playing."""
        ...

    @property
    def variant(self) -> Variant:
        """The game of the open room."""
        ...

    @property
    def game(self) -> ChosenGame:
        """The game chosen last."""
        ...

    @property
    def own_engines(self) -> OwnEngines:
        """The programs that the user has added as players."""
        ...

    def game_of(self, variant: Variant) -> ChosenGame:
        """This game as a choice: the chosen one, with its file, if it is that."""
        ...

    def choose_game(self, game: ChosenGame) -> None:
        """Set the chosen game and save it in the settings."""
        ...

    def change_settings(self, **changes: object) -> None:
        """Change some settings by name; they take effect at once and are saved."""
        ...

    def find_themes(self) -> FoundThemes:
        """The user's own themes. Their files are read."""
        ...

    def play_sound(self, name: str) -> None:
        """Play a sound, if sound is on."""
        ...

    def engine(self) -> Engine:
        """The resources that all searching players share."""
        ...

    def analyst(self, game: Variant) -> Analyst | ProgramAnalyst:
        """Who analyses a game: this program or another one that the settings name, if it knows the game.

        ANALYSED tells the room when it has found something.
        """
        ...

    def make_player(self, spec: PlayerSpec) -> Player:
        """A player for a seat; ANSWER brings its answers to the room."""
        ...

    def teacher(self) -> Teacher:
        """Trains the computer in the background; TAUGHT reports news."""
        ...

    def tournaments(self) -> Tournaments:
        """The tournaments of this library, played in the background; TOURNAMENT reports news."""
        ...

    @property
    def notices(self) -> Sequence[Said]:
        """The latest messages, the oldest first."""
        ...

    def say(
        self,
        text: str,
        button: str | None = None,
        action: Action | None = None,
        otherwise: str = "",
        also: tuple[str, Action] | None = None,
    ) -> None:
        """Show a message until it is closed, perhaps with a button for an action, and ``also`` another one.

        ``otherwise`` is written on the button that closes it, if that is an answer, too.
        """
        ...

    def report(self, error: Exception) -> None:
        """Report an unexpected error, with a report to copy."""
        ...

    def mention(self, text: str) -> None:
        """Show a message for a moment."""
        ...

    def hush(self) -> None:
        """Remove the message."""
        ...

    def show_room(self, make: Callable[[], Room]) -> None:
        """Go to the room that `make` makes, if the open screen lets itself be left."""
        ...

    def show_home(self) -> None:
        """Go to the home screen, if the open screen lets itself be left."""
        ...

    @property
    def came_from_game(self) -> bool:
        """Whether `go_back` leads to a game."""
        ...

    def go_back(self) -> None:
        """Go back to the game that was left for other rooms; without one, to the home screen."""
        ...

    def show_demonstration(self, first: Variant | None = None) -> None:
        """Go to the demonstration, if the open screen lets itself be left; `first` is the next game."""
        ...

    def show_proof(self, position: Board, flipped: bool, back: Action) -> None:
        """Let the user play against the proof of a result; `back` leads to where they came from."""
        ...

    def show_coach(self, report: Report, sides: Collection[bool], back: Action) -> None:
        """Show the moments that decided a game that is wholly analysed, for these sides."""
        ...

    def show_library(
        self, position: Board | None = None, files: Sequence[Path] = (), by_mail: bool = False
    ) -> None:
        """Go to the library, if the open screen lets itself be left; `position` can be searched for there.

        The games of `files` are read into it; `by_mail`: the games by mail are shown first.
        """
        ...

    def show_editor(
        self, position: Board | None = None, players: Setup | None = None, back: Action | None = None
    ) -> None:
        """Go to the set-up editor with a position, if the open screen lets itself be left.

        A game from there is offered between the players of `players`; `back` leads from there to where the
        user came from.
        """
        ...

    def show_composer(self, game: ChosenGame | None = None, back: Action | None = None) -> None:
        """Go to the composer of games, if the open screen lets itself be left.

        It begins with `game`, else with that of the room; `back` leads to where the user came from.
        """
        ...

    def start(self, setup: Setup, origin: Origin | None = None) -> None:
        """Start a game, if the open screen lets itself be left; from there a way leads back to `origin`."""
        ...

    @property
    def library_path(self) -> Path:
        """The file of the library."""
        ...

    def journal(self, name: str) -> Journal:
        """The journal of that name beside the library: what the user has learned of one kind."""
        ...

    def wait_until_kept(self) -> None:
        """Wait until all changes of games are in the library. Called in a job."""
        ...

    def open_library(self) -> GameDatabase:
        """The library, with all changes of games so far. Called in a job, which closes it.

        Raises LibraryError.
        """
        ...

    def keep(self, game: Game, play: PlayState, opened: OpenedGame | None) -> KeptGame:
        """Keep a game in the library from now on; one that was read from a file or a text at once."""
        ...

    def open(self, dialog: Overlay) -> None:
        """Open a dialog over the screen and any open dialog."""
        ...

    def open_engines(self) -> None:
        """Open the list of the programs that the user has added as players, over any open dialog."""
        ...

    def open_settings(self, page: SettingsPage) -> None:
        """Open the settings at a page, over any open dialog."""
        ...

    def refresh_dialog(self) -> None:
        """Lay out the open dialog again, after its content changed."""
        ...

    def close_dialog(self) -> None:
        """Close the dialog on top; the one below it is shown again."""
        ...

    def command(self, command: Command) -> None:
        """Do a command as if its key had been pressed."""
        ...

    def quit(self) -> None:
        """Close the window, if the open screen lets itself be left; the second time in any case."""
        ...

    def quit_at_once(self) -> None:
        """Close the window in any case."""
        ...


def notation_of(stage: Stage) -> Notation:
    """Writes moves as the settings say, also after a change of them."""
    return lambda board, move: stage.look.notation(board.san(move), board.variant.piece_types)
