"""How the window is to open, as the command line or a test asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormhole import Board, Variant

PERSON = "person"
COMPUTER = "computer"


@dataclass(frozen=True)
class Options:
    """What is asked for. Without any, the home screen opens."""

    variant: Variant | str | None = None
    """The game, or its name; None for the one chosen last or, where a game starts at once, the usual one."""
    fen: str | None = None
    """Position to start from; None for the game's own. Read only when a game is started."""
    board: Board | None = None
    """A game to go on with, moves and all; it says variant, position and seed instead of the two above."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """The tags of that game: where it is one of ours, they say who plays, and not the two below."""
    white: str = PERSON
    black: str = COMPUTER
    level: int | None = None
    """Number of the computer's level; None for the one chosen last."""
    demo: bool = False
    """Start a demonstration, computer against computer, at once."""
    start_game: bool = False
    """Start a game between `white` and `black` at once, without the home screen."""
    size: tuple[int, int] | None = None
    """The window's size in pixels; None for what suits the desktop."""
    settings_path: Path | None = None
    """Where settings are kept; None for the system's own place."""
    report: bool = False
    """Print 'first picture after N ms' (since the window's code was entered) on standard output."""
