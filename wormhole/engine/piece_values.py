"""The values of pieces, derived from how they move, so that every game has values from its first day."""

from __future__ import annotations

from functools import cache

import numpy as np

from wormhole.engine.weights import Weights
from wormhole.rules.betza import Path
from wormhole.rules.geometry import OFF, ROW, Geometry
from wormhole.rules.tables import FIRST_PIECE, PIECE_NUMBERS, piece_number
from wormhole.rules.variant import PieceType, Variant

CENTIPAWNS_A_SQUARE = 60
"""Value of one square that a piece may both move to and capture on, on the average of the board.

Gives a knight of the 8x8 board 315; compare https://www.chessprogramming.org/Point_Value.
"""

ROYAL_CENTIPAWNS = 20_000
"""More than all other pieces: both sides have one, so it only tells that its capture is to be tried first."""

TASTE_CENTIPAWNS = 6
"""How far a player's liking for a piece on a square may stray, so that no two games need be alike."""


@cache
def piece_value(geometry: Geometry, piece_type: PieceType) -> int:
    """The value of a piece: the squares it reaches on an empty board, averaged over where it may stand.

    What it may only move to, or only capture on, counts half. The royal piece is beyond price.
    """
    if piece_type.royal:
        return ROYAL_CENTIPAWNS
    return round(CENTIPAWNS_A_SQUARE * sum(_reach(geometry, piece_type)) / geometry.squares)


def piece_square_table(
    variant: Variant, weights: Weights, taste: np.random.Generator | None = None
) -> np.ndarray:
    """int64[64 * 256]: centipawns of piece ``m`` on a square, at ``m << 8 | square``."""
    geometry = variant.geometry
    table = np.zeros((PIECE_NUMBERS, ROW), np.int64)
    for piece_type in variant.piece_types.values():
        value = weights.pieces.get(piece_type.letter, piece_value(geometry, piece_type))
        places = np.zeros(ROW)
        places[: geometry.squares] = _places(geometry, piece_type, weights)
        for side in (0, 1):
            seen = [square if side == 0 else geometry.mirrored(square) for square in range(geometry.squares)]
            row = table[piece_number(variant, piece_type.letter, side)]
            row[:] = round(value)
            row[: geometry.squares] = np.round(value + places[seen])
    if taste is not None:
        liking = taste.integers(-TASTE_CENTIPAWNS, TASTE_CENTIPAWNS, table.shape, endpoint=True)
        # Kings must be worth the same everywhere, or else taking one could be judged a bad exchange.
        liking[[piece_number(variant, variant.royal.letter, side) for side in (0, 1)]] = 0
        table[FIRST_PIECE:] += liking[FIRST_PIECE:]
    return table.ravel()


def _places(geometry: Geometry, piece_type: PieceType, weights: Weights) -> list[float]:
    """How much more than usual White's piece is worth on each square."""
    if piece_type.royal:
        return [0.0] * geometry.squares
    reach = _reach(geometry, piece_type)
    usual = sum(reach) / len(reach)
    return [
        weights.places["centre"] * (reach[square] - usual)
        + weights.places["advance"] * _way_gone(geometry, piece_type, square) ** 2
        for square in range(geometry.squares)
    ]


def _way_gone(geometry: Geometry, piece_type: PieceType, square: int) -> float:
    """How much of its way White's piece has gone to where it promotes, 0.0 to 1.0; 0.0 if it never does."""
    rows = [geometry.place[target][1] for target in piece_type.promotion_squares]
    if not rows or min(rows) == 0:
        return 0.0
    return min(geometry.place[square][1] / min(rows), 1.0)


@cache
def _reach(geometry: Geometry, piece_type: PieceType) -> tuple[float, ...]:
    """What White's piece reaches from each square of the empty board, see :func:`_reached`."""
    return tuple(
        sum(_reached(geometry, path, square) for path in piece_type.paths)
        for square in range(geometry.squares)
    )


def _reached(geometry: Geometry, path: Path, square: int) -> float:
    """Squares that a path leads to from ``square`` on the whole board, halved for what serves one purpose."""
    weight = (path.moves + path.captures) / 2
    if path.from_home:
        return 0
    if not path.ride:
        for direction in path.steps:
            square = geometry.step(square, direction)
            if square == OFF:
                return 0
        return weight
    count = 0
    while (square := geometry.step(square, path.steps[0])) != OFF:
        count += 1
    # Pieces in the way shorten rides: about six squares in ten are reached in a middle game.
    return 0.6 * weight * count
