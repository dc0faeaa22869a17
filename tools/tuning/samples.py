"""Positions of self-play games to tune with, and what the games say of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from wormhole.rules.fen import SIDES, symbol_of, write_cells
from wormhole.rules.tables import FIRST_PIECE
from wormhole.rules.variant import Variant
from wormhole.training.fitting import steepness_of, targets
from wormhole.training.positions import Batch, form_of

TRACE_DECAY = 0.9
"""The share of a chance that is that of the next position of the game, up to the game's result."""

PARTS = 10
"""Folds of the cross-validation."""


@dataclass(frozen=True)
class Sample:
    """A quiet position, the number of its game, and White's chance by the play that followed, 0.0 to 1.0."""

    fen: str
    game: int
    chance: float


def samples_of(variant: Variant, batch: Batch, most: int) -> list[Sample]:
    """At most so many positions of a batch, evenly spaced: neighbours resemble each other.

    The chance of a position is a lambda return, as for a network, but of a longer trace: weights are few, and
    learn no game by heart.
    """
    games, form = np.repeat(np.arange(len(batch.lengths)), batch.lengths), form_of(variant)
    chances = batch.turned(targets(batch, steepness_of(batch), TRACE_DECAY))
    chosen = np.linspace(0, len(batch) - 1, min(most, len(batch))).astype(int)
    return [
        Sample(fen_of(variant, batch.row(form, index)), int(games[index]), float(chances[index]))
        for index in chosen
    ]


def fen_of(variant: Variant, row: np.ndarray) -> str:
    """The FEN of a row of a :class:`Batch`, without castling rights."""
    squares = variant.geometry.squares
    pieces, held, turn = row[:squares].tolist(), row[squares:-1].tolist(), int(row[-1])
    hands = "".join(symbol_of(variant, FIRST_PIECE + kind) * count for kind, count in enumerate(held))
    placement = write_cells(variant, [symbol_of(variant, piece) for piece in pieces])
    return f"{placement}{f'[{hands}]' if variant.hands else ''} {SIDES[turn]}"


def parts(games: np.ndarray) -> Iterator[np.ndarray]:
    """The positions of each fold. All positions of a game are in one fold, because they resemble each
    other."""
    for part in range(PARTS):
        yield games % PARTS == part
