"""What men are worth, derived from how they move, so that every game has values from its first day."""

from __future__ import annotations

from functools import cache

import numpy as np

from wormhole.rules.betza import Path
from wormhole.rules.geometry import OFF, Geometry
from wormhole.rules.tables import MAN_NUMBERS, man_number
from wormhole.rules.variant import Man, Variant

CENTIPAWNS_A_SQUARE = 60
"""Worth of one square that a man may both move to and capture on, on the average of the board.

Gives a knight of the 8x8 board 315; compare https://www.chessprogramming.org/Point_Value.
"""

ROYAL_CENTIPAWNS = 20_000
"""More than all other men: both sides have one, so it only tells that its capture is to be tried first."""

TASTE_CENTIPAWNS = 6
"""How far a player's liking for a man on a square may stray, so that no two games need be alike."""


@cache
def man_centipawns(geometry: Geometry, man: Man) -> int:
    """The worth of a man: the squares it reaches on an empty board, averaged over where it may stand.

    What it may only move to, or only capture on, counts half. The royal man is beyond price.
    """
    if man.royal:
        return ROYAL_CENTIPAWNS
    everywhere = range(geometry.squares)
    reached = sum(_reached(geometry, path, square) for path in man.paths for square in everywhere)
    return round(CENTIPAWNS_A_SQUARE * reached / geometry.squares)


def worths(variant: Variant, taste: np.random.Generator | None = None) -> np.ndarray:
    """int64[64 * 256]: centipawns of man ``m`` on a square, at ``m << 8 | square``."""
    table = np.zeros((MAN_NUMBERS, 256), np.int64)
    for man in variant.men.values():
        for side in (0, 1):
            table[man_number(variant, man.letter, side)] = man_centipawns(variant.geometry, man)
    if taste is not None:
        table += taste.integers(-TASTE_CENTIPAWNS, TASTE_CENTIPAWNS, table.shape, endpoint=True)
    return table.ravel()


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
    # Men in the way shorten rides: about six squares in ten are reached in a middle game.
    return 0.6 * weight * count
