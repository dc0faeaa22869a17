"""What is printed on the squares of a game's board: goals, the lines of palaces, a river."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from wormhole.rules.betza import DIRECTIONS
from wormhole.rules.piece import BLACK, WHITE

if TYPE_CHECKING:
    from wormhole import Variant

GAMES_KEPT = 32
PALACE = 3
"""Files and ranks of a palace."""
NORTH, SOUTH = 0, 4
DIAGONALS = (1, 3, 5, 7)


@dataclass(frozen=True)
class SquarePrint:
    """What is printed on one square.

    ``goal_of`` are the sides that win there. In ``lines`` bit d is set where a line leads from the middle in
    direction d, in ``river`` where the river flows along the side in direction d.
    """

    goal_of: frozenset[bool] = frozenset()
    lines: int = 0
    river: int = 0

    def seen(self, flipped: bool) -> SquarePrint:
        """The same with directions as seen from the other side of the board, if it is ``flipped``."""
        return SquarePrint(self.goal_of, _turned(self.lines), _turned(self.river)) if flipped else self


@lru_cache(maxsize=GAMES_KEPT)
def printed_on(variant: Variant) -> Mapping[int, SquarePrint]:
    """The squares with something printed on them."""
    goals, lines, river = _goals(variant), _lines(variant), _river(variant)
    return {
        square: SquarePrint(goals.get(square, frozenset()), lines.get(square, 0), river.get(square, 0))
        for square in sorted({*goals, *lines, *river})
    }


def _goals(variant: Variant) -> dict[int, frozenset[bool]]:
    """The goal squares with the sides that may win there."""
    found: dict[int, frozenset[bool]] = {}
    for color, squares in zip((WHITE, BLACK), variant.goals, strict=True):
        own = {letter if color is WHITE else letter.lower() for letter in variant.endings.goal_pieces}
        if own.intersection(variant.start.split()[0] + variant.hands.start):
            found |= {square: found.get(square, frozenset()) | {color} for square in squares}
    return found


def _lines(variant: Variant) -> dict[int, int]:
    """The squares of palaces, and where pieces promote in place, with the directions of their lines."""
    place, lines = variant.geometry.place, variant.lines or _palaces(variant) | _places_of_promotion(variant)
    places = {place[square] for square in lines}
    return {
        square: sum(1 << direction for direction in DIAGONALS if _beside(place[square], direction) in places)
        for square in lines
    }


def _palaces(variant: Variant) -> frozenset[int]:
    """The middle and the corners of the squares that royal pieces may not leave, if they are palaces."""
    geometry, standing = variant.geometry, variant.royal.standing
    columns = sorted({geometry.place[square][0] for square in standing or ()})
    rows = sorted({geometry.place[square][1] for square in standing or ()})
    if standing is None or not len(columns) == len(rows) == PALACE or len(standing) != PALACE * PALACE:
        return frozenset()
    own = [
        square
        for square in standing
        if (columns.index(geometry.place[square][0]) + rows.index(geometry.place[square][1])) % 2 == 0
    ]
    return frozenset([*own, *map(geometry.turned, own)])


def _places_of_promotion(variant: Variant) -> frozenset[int]:
    """Where pieces promote instead of moving."""
    own = [
        square
        for piece in variant.piece_types.values()
        if piece.promotes_in_place
        for square in piece.promotion_squares
    ]
    return frozenset([*own, *map(variant.geometry.turned, own)])


def _river(variant: Variant) -> dict[int, int]:
    """The squares on both banks, where a piece may not leave its half of the board, or gains powers there."""
    geometry = variant.geometry
    half, odd = divmod(geometry.rows, 2)
    banks = (_row(variant, half - 1), _row(variant, half))
    own = frozenset(square for row in range(half) for square in _row(variant, row))
    far = frozenset(square for row in range(half, geometry.rows) for square in _row(variant, row))
    has_river = not odd and any(
        piece.standing == own or piece.home_squares == far for piece in variant.piece_types.values()
    )
    if not has_river:
        return {}
    return dict.fromkeys(banks[0], 1 << NORTH) | dict.fromkeys(banks[1], 1 << SOUTH)


def _row(variant: Variant, row: int) -> Iterator[int]:
    geometry = variant.geometry
    return (square for square in range(geometry.squares) if geometry.place[square][1] == row)


def _beside(place: tuple[int, int], direction: int) -> tuple[int, int]:
    files, ranks = DIRECTIONS[direction]
    return place[0] + files, place[1] + ranks


def _turned(directions: int) -> int:
    return (directions << 4 | directions >> 4) & 255
