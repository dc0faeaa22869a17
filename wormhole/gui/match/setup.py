"""All that is chosen before a game: who sits where, what is played, from where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole import WHITE, Board, Variant
from wormhole.gui.match.ply import Ply

if TYPE_CHECKING:
    from wormhole.engine.levels import Level


@dataclass(frozen=True)
class Seat:
    """One side's place: the computer at a level, or, without a level, a person."""

    level: Level | None = None

    @property
    def is_person(self) -> bool:
        """No computer sits here."""
        return self.level is None


@dataclass(frozen=True)
class Setup:
    """All that is chosen before a game."""

    white: Seat = Seat()
    black: Seat = Seat()
    variant: Variant | str = "wormhole"
    fen: str | None = None
    board: Board | None = None
    """A game to go on with, moves and all; it says variant, position and seed instead of the two above."""
    plies: tuple[Ply, ...] = ()
    """What was played on that board, as `plies_of` tells it; a match finds it out where it is left empty."""

    def seat(self, color: bool) -> Seat:
        """Who plays this colour."""
        return self.white if color == WHITE else self.black

    @property
    def persons(self) -> tuple[bool, ...]:
        """The colours that persons play."""
        return tuple(color for color in (WHITE, not WHITE) if self.seat(color).is_person)
