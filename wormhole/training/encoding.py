"""Positions as inputs of a network in training, as the side to move sees them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import numpy as np

from wormhole.engine.network_inputs import NetworkInputs
from wormhole.own_program import cores
from wormhole.training.loops.packing import encode
from wormhole.training.positions import form_of, most_pieces
from wormhole.training.training_loops import FITTING

ROWS_AT_ONCE = 1 << 18
"""Positions that a thread encodes at a time."""


class Encoding(NetworkInputs):
    """The inputs of a game, and the positions that have them."""

    @cached_property
    def form(self) -> np.ndarray:
        """The form of the game's records."""
        return form_of(self.variant)

    @property
    def most_active(self) -> int:
        """The most inputs of a position of a game from the start."""
        pieces, checks = most_pieces(self.variant), 2 * bool(self.variant.endings.checks)
        if self.variant.has_holes:
            return self.squares + (pieces if self.variant.hands else 0) + checks
        return pieces + checks

    @cached_property
    def royal(self) -> np.ndarray:
        """bool[features]: those of both royal pieces."""
        types = list(self.variant.piece_types.values())
        planes = [piece_type.royal for piece_type in types * 2] + [False]
        return np.repeat(planes, self.places)

    @cached_property
    def in_hand(self) -> np.ndarray:
        """bool[features]: those of pieces in hand."""
        return np.tile(np.arange(self.places) >= self.squares, self.planes)

    def of_records(self, records: np.ndarray) -> np.ndarray:
        """uint16[n, most_active]: the inputs of each position, then ``features`` for none.

        ``records`` are those of a :class:`~wormhole.training.positions.Batch`.
        """
        found = np.full((len(records), self.most_active), self.features, np.uint16)
        parts = [slice(start, start + ROWS_AT_ONCE) for start in range(0, len(records), ROWS_AT_ONCE)]
        if FITTING.use():
            loop = FITTING.twin(encode)

            def fill(part: slice) -> None:
                loop(np.ascontiguousarray(records[part]).ravel(), self.form, self.seen, found[part])

            with ThreadPoolExecutor(cores()) as pool:
                list(pool.map(fill, parts))
        else:
            for part in parts:
                flat = np.ascontiguousarray(records[part]).ravel()
                encode(*map(memoryview, (flat, self.form, self.seen, found[part])))  # type: ignore[arg-type]
        return found
