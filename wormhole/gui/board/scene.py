"""The resting board: pieces, holes, counters and hands of one position, and the move that led to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from wormhole.gui.board.hands import counted
from wormhole.rules.variant import LeftSquare

if TYPE_CHECKING:
    from wormhole import Board, Move, Piece, Route, Variant


class Ground(Enum):
    """What a square of the board looks like underneath its piece."""

    SQUARE = "square"
    CHIP = "chip"
    GONE = "gone"  # vanished: only the sky
    WALL = "wall"  # a piece that has turned to stone
    OPEN = "open"  # changing from one of these to another


_CLOSED = {LeftSquare.VANISHES: Ground.GONE, LeftSquare.STAYS: Ground.WALL}


def closed_ground(variant: Variant) -> Ground:
    """What a removed or blocked square of this game looks like."""
    return _CLOSED.get(variant.left_square, Ground.CHIP)


@dataclass(frozen=True)
class Scene:
    """One position as drawn, with the moves that led to it.

    ``sleepers`` are squares with a counter under a piece, ``hands`` the places of pieces in hand, each with
    their number, ``promoted`` the squares of pieces that become in a hand what they were,
    ``gates`` those where a piece in hand may come in by gating. ``check`` is the square of a king in check.
    ``last_move`` and its ``route`` are None at the start and after a null move.
    """

    pieces: Mapping[int, Piece] = field(default_factory=dict)
    holes: frozenset[int] = frozenset()
    sleepers: frozenset[int] = frozenset()
    hands: Mapping[int, int] = field(default_factory=dict)
    promoted: frozenset[int] = frozenset()
    gates: frozenset[int] = frozenset()
    moves: tuple[str, ...] = ()
    last_move: Move | None = None
    route: Route | None = None
    check: int | None = None

    @classmethod
    def of(cls, board: Board) -> Scene:
        """The scene of a board's position."""
        pieces = board.piece_map()
        sleepers: frozenset[int] = frozenset()
        if board.has_dice:
            sleepers = board.counters.intersection(pieces)
        route = board.last_route()
        return cls(
            pieces,
            frozenset(board.holes),
            sleepers,
            counted(board),
            board.promoted,
            board.gates,
            moves=tuple(map(str, board.move_stack)),
            last_move=None if route is None else board.peek(),
            route=route,
            check=board.checked,
        )

    def without(self, *squares: int | None) -> Scene:
        """The scene without the pieces on these squares."""
        pieces = {square: piece for square, piece in self.pieces.items() if square not in squares}
        return replace(self, pieces=pieces)

    def before_roll(self, rolled: int | None) -> Scene:
        """The scene before the dice put a counter on the square ``rolled`` or removed one from it."""
        if rolled is None:
            return self
        if rolled in self.pieces:
            return replace(self, sleepers=self.sleepers ^ {rolled})
        return replace(self, holes=self.holes ^ {rolled})
