"""What the command line or a test can request of the window."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from wormhole.library.chosen_game import ChosenGame
from wormhole.library.time_control import NO_CLOCKS, TimeControls

if TYPE_CHECKING:
    from wormhole import Variant
    from wormhole.library.record import Game
    from wormhole.players.spec import PlayerSpec

PERSON = "person"
COMPUTER = "computer"


@dataclass(frozen=True)
class StartOptions:
    """The requests. The defaults open the home screen."""

    variant: Variant | str | None = None
    """The game or its name; None for the one selected last or, if a game starts at once, Wormhole Chess."""
    chosen: ChosenGame | None = None
    """That game with its file, if it comes from one."""
    fen: str | None = None
    """The position to start from; None for the game's own. Used only if a game starts at once."""
    game: Game | None = None
    """A game to continue; it replaces the two fields above."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """The headers of that game. If this program saved it, they replace the two fields below."""
    white: str | PlayerSpec = PERSON
    """A user, the computer at a level, or any player."""
    black: str | PlayerSpec = COMPUTER
    level: int | None = None
    """The number of the computer's level; None for the one selected last."""
    language: str | None = None
    """The code of a language; None for the one in the settings."""
    clocks: TimeControls = NO_CLOCKS
    """The clocks of a game that starts at once; without any, a continued game has its own."""
    demo: bool = False
    """Show the demonstration at once, and again after a minute without any input."""
    pace: float = 1.0
    """The pace of the demonstration; 2 is twice as quick as usual."""
    start_game: bool = False
    """Start a game between `white` and `black` at once, without the home screen."""
    size: tuple[int, int] | None = None
    """The window's size in pixels; None for one that suits the desktop."""
    settings_path: Path | None = None
    """The settings file; None for the system's usual place."""
    library_path: Path | None = None
    """The database of games; None for the system's usual place."""
    files: tuple[Path, ...] = ()
    """Files to open at the home screen, as if they were dropped there."""
    report: bool = False
    """Print 'first picture after N ms' (from the import of gui.loop.app) on standard output."""
    speech_log: Path | None = None
    """The file that gets what is spoken, a line for each text, instead of a voice of the system."""
