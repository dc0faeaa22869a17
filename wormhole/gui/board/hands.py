"""The pieces in hand on screen: where each kind has its slot beside the board. Pure arithmetic.

A piece in hand has the number that the rules give it, beyond those of the squares. A *place* is a square or
such a number, so that the piece of either can be pointed at, chosen and dragged. Lengths are in pitches, the
distance from one square's centre to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wormhole import BLACK, WHITE, Piece
from wormhole.rules.tables import HAND, piece_letter, piece_number

if TYPE_CHECKING:
    from wormhole import Board, Geometry, Move, Variant

Places = tuple[int, ...]
"""The places of White's pieces in hand, one for each kind; Black's have the next numbers."""

LARGEST_SLOT, LEAST_SLOT = 0.84, 0.45
LOW_SLOT = 0.66
"""Above and below the board, where the window is low."""
MOST_LANES = 4
PADDING = 0.08
"""Around the slots of a tray."""
AWAY = 0.14
"""From the board's frame to a tray, and the least distance between two trays."""


def is_in_hand(geometry: Geometry, place: int | None) -> bool:
    """Whether this is the place of a piece in hand, on a board with these squares."""
    return place is not None and place >= geometry.squares


def places_in_hand(variant: Variant) -> Places:
    """The places of the pieces that White may have in hand in this game; none without hands."""
    return tuple(HAND + piece_number(variant, letter, 0) for letter in variant.held)


def place_of(variant: Variant, piece: Piece) -> int:
    """The place of a piece in hand."""
    return HAND + piece_number(variant, piece.letter, 0 if piece.color is WHITE else 1)


def piece_of(variant: Variant, place: int) -> Piece:
    """The piece that has this place in hand."""
    number = place - HAND
    return Piece(piece_letter(variant, number), BLACK if number % 2 else WHITE)


def origin_of(variant: Variant, move: Move, color: bool) -> int:
    """The square or the place in hand that a move of this side comes from."""
    return move.from_square if move.drop is None else place_of(variant, Piece(move.drop, color))


def counted(board: Board) -> Mapping[int, int]:
    """The places of the pieces in hand, each with their number."""
    if not board.variant.hands:
        return {}
    return {
        place_of(board.variant, Piece(letter, color)): count
        for color, hand in board.pockets.items()
        for letter, count in hand.items()
    }


@dataclass(frozen=True)
class Trays:
    """Two trays for `count` kinds of pieces: beside the board or, if not `are_beside`, above and below it.

    They have `lanes` columns or rows of slots.
    """

    count: int
    are_beside: bool
    lanes: int
    slot: float

    @classmethod
    def choices(cls, geometry: Geometry, count: int, frame: float) -> Iterator[Trays]:
        """The ways to place so many kinds around a board with a frame of that thickness."""
        half, whole = (geometry.rows + 2 * frame - AWAY) / 2, geometry.columns + 2 * frame
        for length, are_beside, most in (
            (half, True, LARGEST_SLOT),
            (whole, False, LARGEST_SLOT),
            (whole, False, LOW_SLOT),
        ):
            for lanes in range(1, MOST_LANES + 1):
                slot = min(most, (length - 2 * PADDING) / -(-count // lanes))
                if slot >= LEAST_SLOT or lanes == MOST_LANES:
                    yield cls(count, are_beside, lanes, slot)
                    break

    @property
    def thickness(self) -> float:
        """Of a tray, across its lanes."""
        return self.lanes * self.slot + 2 * PADDING

    @property
    def steps(self) -> int:
        """The slots along a lane."""
        return -(-self.count // self.lanes)

    @property
    def across(self) -> float:
        """The width that the trays take beside the board."""
        return AWAY + self.thickness if self.are_beside else 0.0

    @property
    def down(self) -> float:
        """The height that they take above and below it."""
        return 0.0 if self.are_beside else 2 * (AWAY + self.thickness)

    def slots(self, is_lower: bool) -> Iterator[tuple[int, int]]:
        """The lane of each slot, and its step along the tray from the left or the top.

        Beside the board both hands begin at the middle of the window.
        """
        for index in range(self.count):
            step, lane = divmod(index, self.lanes)
            yield lane, step if is_lower or not self.are_beside else self.steps - 1 - step
