"""Positions to learn from, with the results of their games; kept in a file, so that games are played once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

HELD_OUT = 10
"""One game of so many is kept from the fit, to tell what the fit is worth."""


@dataclass(frozen=True)
class Sample:
    """A quiet position, the number of its game, and what that brought White: 1, ½ or 0."""

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
    """What :func:`save` wrote; nothing if there is no such file."""
    if not path.exists():
        return []
    with np.load(path) as kept:
        columns = (kept[name].tolist() for name in ("fens", "games", "results"))
        return [Sample(*row) for row in zip(*columns, strict=True)]


def held_out(games: np.ndarray) -> np.ndarray:
    """Which positions are kept from the fit. A game is kept whole: its positions resemble each other."""
    return games % HELD_OUT == 0
