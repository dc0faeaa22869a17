"""What rests on the board: pieces, and what has become of squares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormhole import Board, Piece


class Ground(Enum):
    """What a place is made of."""

    SQUARE = "square"
    CHIP = "chip"
    GONE = "gone"  # vanished: nothing but the sky
    OPEN = "open"  # between two of these


@dataclass(frozen=True)
class Scene:
    """One position, as it is seen. ``sleepers`` are squares where a counter sleeps under a piece."""

    pieces: Mapping[int, Piece] = field(default_factory=dict)
    holes: frozenset[int] = frozenset()
    sleepers: frozenset[int] = frozenset()

    @classmethod
    def of(cls, board: Board) -> Scene:
        """The position of a board."""
        pieces = board.piece_map()
        sleepers: frozenset[int] = frozenset()
        if board.has_dice:
            sleepers = board.counters.intersection(pieces)
        return cls(pieces, frozenset(board.holes), sleepers)

    def before_roll(self, rolled: int | None) -> Scene:
        """The scene before the dice named a square, where a counter was then put or taken away."""
        if rolled is None:
            return self
        if rolled in self.pieces:
            return Scene(self.pieces, self.holes, self.sleepers ^ {rolled})
        return Scene(self.pieces, self.holes ^ {rolled}, self.sleepers)
