"""Positions as inputs of a network in training, as the side to move sees them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from wormhole.engine.loops.workspace import MOST_OUTPUTS
from wormhole.engine.network_inputs import NetworkInputs
from wormhole.own_program import cores
from wormhole.rules.tables import piece_number
from wormhole.rules.variant import Variant
from wormhole.training.loops.packing import encode
from wormhole.training.positions import form_of, most_pieces
from wormhole.training.training_loops import FITTING

ROWS_AT_ONCE = 1 << 18
"""Positions that a thread encodes at a time."""


@dataclass(frozen=True)
class EncodedPositions:
    """Encoded positions.

    * ``features`` uint16[n, most_active]: the inputs of each, then the number of all inputs for none
    * ``banks`` uint8[n, 3]: which weights are for it, see :mod:`.loops.packing`
    """

    features: np.ndarray
    banks: np.ndarray


@dataclass(frozen=True)
class Encoding(NetworkInputs):
    """The inputs of a game, and the positions that have them.

    ``banked``: whether the weights depend on the zones of the kings. Which output is used always depends on
    what is left on the board.
    """

    banked: bool = False

    @staticmethod
    def of(variant: Variant, *, banked: bool = False) -> Encoding:
        """The inputs of networks that are fitted now."""
        return Encoding(variant, bool(variant.endings.checks), banked)

    @property
    def banks(self) -> int:
        """The number of banks of rows."""
        return self.kings if self.banked else 1

    @cached_property
    def faces(self) -> np.ndarray:
        """int64[4, features + 1]: White's inputs in the four faces of ``seen``."""
        own = np.arange(self.features + 1)
        sideways = own if self.sideways is None else self.sideways.astype(np.int64)
        other = np.append(self.other_view, self.features)
        return np.stack([own, sideways, other, sideways[other]])

    @cached_property
    def _selects(self) -> np.ndarray:
        """What selects the weights, see :mod:`.loops.packing`."""
        royal = piece_number(self.variant, self.variant.royal.letter, 0) if self.banks > 1 else 0
        return np.array([royal, MOST_OUTPUTS, self.outputs_from, self.variant.squares_go], np.int64)

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
        planes = [piece_type.royal for piece_type in types * 2]
        return np.repeat([*planes, *[False] * (self.planes - len(planes))], self.places)

    @cached_property
    def in_hand(self) -> np.ndarray:
        """bool[features]: those of pieces in hand."""
        return np.tile(np.arange(self.places) >= self.squares, self.planes)

    def of_records(self, records: np.ndarray) -> EncodedPositions:
        """The records of a :class:`~wormhole.training.positions.Batch`, encoded."""
        features = np.full((len(records), self.most_active), self.features, np.uint16)
        banks = np.zeros((len(records), 3), np.uint8)
        given = (
            self.form,
            self.seen,
            self.zones if self.banks > 1 else np.zeros_like(self.zones),
            self._selects,
        )
        parts = [slice(start, start + ROWS_AT_ONCE) for start in range(0, len(records), ROWS_AT_ONCE)]
        if FITTING.use():
            loop = FITTING.twin(encode)

            def fill(part: slice) -> None:
                flat = np.ascontiguousarray(records[part]).ravel()
                loop(flat, *given, features[part], banks[part])

            with ThreadPoolExecutor(cores()) as pool:
                list(pool.map(fill, parts))
        else:
            for part in parts:
                flat = np.ascontiguousarray(records[part]).ravel()
                encode(*map(memoryview, (flat, *given, features[part], banks[part])))  # type: ignore[arg-type]
        return EncodedPositions(features, banks)
