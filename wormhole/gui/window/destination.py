"""Where a screen can lead: a room or a dialog that it does not import, and what that begins with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole import Board, Variant
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.keys import Command
from wormhole.gui.window.open_games import OpenGame
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.settings import SettingsPage
from wormhole.play.seats import Setup

if TYPE_CHECKING:
    from wormhole.learn.game_report import Report
    from wormhole.learn.lesson import Lesson
    from wormhole.library.study import Study


class Destination:
    """Where the user can go: a room, or a dialog over the present one."""


@dataclass(frozen=True)
class Home(Destination):
    """The home screen."""


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


@dataclass(frozen=True)
class Game(Destination):
    """A game that starts; from there a way leads back to ``origin``."""

    setup: Setup
    origin: Origin | None = None
    is_analysed: bool = False
    """Whether the analysis is on at first, whatever the settings say."""


@dataclass(frozen=True)
class OpenedGame(Destination):
    """A game that is open in the window; the home screen if it is not any more."""

    game: OpenGame


@dataclass(frozen=True)
class Library(Destination):
    """The library."""

    position: Board | None = None
    """It can be searched for."""
    files: Sequence[Path] = ()
    """Their games are read into the library."""
    by_mail: bool = False
    """Whether the games by mail are shown first."""


@dataclass(frozen=True)
class Mistakes(Destination):
    """The page of the library about the user's mistakes."""


@dataclass(frozen=True)
class Studies(Destination):
    """The page of the library with the studies."""

    path: Path | None = None
    """The file of the study that is shown first; None for the one that was shown last."""
    index: int = 0
    """The chapter that is chosen."""


@dataclass(frozen=True)
class StudyExercise(Destination):
    """An exercise of a study, which has a move to find."""

    study: Study
    path: Path
    """Its file."""
    index: int
    """The chapter."""


@dataclass(frozen=True)
class StudyShow(Destination):
    """A study, shown chapter by chapter as a demonstration."""

    study: Study
    path: Path
    """Its file."""
    first: int
    """The chapter with which it begins."""


@dataclass(frozen=True)
class Lessons(Destination):
    """The list of lessons, with one of them chosen."""

    chosen: str
    """The name of its file."""


@dataclass(frozen=True)
class GuestLesson(Destination):
    """A lesson that is not of the course, such as that of a page."""

    lesson: Lesson


@dataclass(frozen=True)
class Puzzles(Destination):
    """The start page of puzzles."""

    theme: str
    """The theme that is chosen there, if the game has such puzzles; empty: all."""


@dataclass(frozen=True)
class Editor(Destination):
    """The set-up editor."""

    position: Board | None = None
    players: Setup | None = None
    """The players of a game from there."""
    back: Action | None = None
    """Leads to where the user came from."""


@dataclass(frozen=True)
class Composer(Destination):
    """The composer of games."""

    game: ChosenGame | None = None
    """What it begins with, else the game of the room."""


@dataclass(frozen=True)
class Balance(Destination):
    """The balance of a game, measured or to be measured, over any open dialog."""

    game: Variant


@dataclass(frozen=True)
class Demonstration(Destination):
    """The demonstration."""

    first: Variant | None = None
    """The next game."""


@dataclass(frozen=True)
class Proof(Destination):
    """Play against the proof of a result."""

    position: Board
    flipped: bool
    back: Action
    """Leads to where the user came from."""


@dataclass(frozen=True)
class Coach(Destination):
    """The moments that decided a game that is wholly analysed, for these sides."""

    report: Report
    sides: Collection[bool]
    back: Action
    """Leads to where the user came from."""


@dataclass(frozen=True)
class SettingsDialog(Destination):
    """The settings, over any open dialog."""

    page: SettingsPage


@dataclass(frozen=True)
class EnginesDialog(Destination):
    """The list of the programs that the user has added as players, over any open dialog."""
