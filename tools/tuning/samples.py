"""Positions to tune with, and the results of their games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

PARTS = 10
"""Folds of the cross-validation."""


@dataclass(frozen=True)
class Sample:
    """A quiet position, the number of its game, and White's score in that game: 1, ½ or 0."""

    fen: str
    game: int
    result: float


def parts(games: np.ndarray) -> Iterator[np.ndarray]:
    """The positions of each fold. All positions of a game are in one fold, because they resemble each
    other."""
    for part in range(PARTS):
        yield games % PARTS == part
