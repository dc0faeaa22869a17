"""What a person is about to do: the piece that is held, and the promotion that is asked about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole.gui.board.layout import Point

if TYPE_CHECKING:
    from wormhole import Move


@dataclass(frozen=True)
class Drag:
    """A piece held by the pointer, at a point of the board."""

    square: int
    at: Point


@dataclass(frozen=True)
class Question:
    """Which piece a pawn promotes to: the moves to choose from, and the index of the marked one.

    ``way``: the squares of the move, which stay in sight.
    """

    moves: tuple[Move, ...]
    marked: int = 0
    way: tuple[int, ...] = ()

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the pieces to choose from."""
        return tuple(move.promotion or "" for move in self.moves)

    @property
    def to_square(self) -> int:
        """The promotion square."""
        return self.moves[0].to_square
