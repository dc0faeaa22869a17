"""Positions to tune with and the results of their games, saved to a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

PARTS = 10
"""Folds of the cross-validation."""


@dataclass(frozen=True)
class Sample:
    """A quiet position, the number of its game, and White's score in that game: 1, ½ or 0."""

    fen: str
    game: int
    result: float


def save(path: Path, samples: list[Sample]) -> None:
    """Write ``samples`` to ``path``, an ``.npz`` file."""
    np.savez_compressed(
        path,
        fens=np.array([sample.fen for sample in samples]),
        games=np.array([sample.game for sample in samples]),
        results=np.array([sample.result for sample in samples]),
    )


def load(path: Path) -> list[Sample]:
    """The samples that :func:`save` wrote; none if there is no such file."""
    if not path.exists():
        return []
    with np.load(path) as kept:
        columns = (kept[name].tolist() for name in ("fens", "games", "results"))
        return [Sample(*row) for row in zip(*columns, strict=True)]


def parts(games: np.ndarray) -> Iterator[np.ndarray]:
    """The positions of each fold. All positions of a game are in one fold, because they resemble each
    other."""
    for part in range(PARTS):
        yield games % PARTS == part
