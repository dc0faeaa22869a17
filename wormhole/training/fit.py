"""Fits the weights of a network to positions, step by step, by compiled loops.

:mod:`.gpu_fit` does the same on a graphics processor.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from wormhole.training.encoding import EncodedPositions, Encoding
from wormhole.training.loops.descent import NetworkWeights
from wormhole.training.training_loops import DESCENT, FITTING

DECAY, MOST_DECAY = 150_000, 2.0
"""Each step moves a weight back towards its origin (0, the value of the piece, or its weight in a known
network) by its rate times ``DECAY`` / positions (https://arxiv.org/abs/1711.05101). The fewer the positions,
the more of it they need."""
MOST_WEIGHT, MOST_HAND_WEIGHT = 1.98, 0.4
"""The greatest size of a weight, which keeps the integers of the search small; many pieces may be in hand."""

OF_ZONES = np.array([1, 1, 0], np.uint8)
"""What mirroring a board sideways changes of its banks: the last bit of both zones."""


@dataclass(frozen=True)
class Positions:
    """Encoded positions with ``targets`` float32[n], chances to win."""

    encoded: EncodedPositions
    targets: np.ndarray

    def __len__(self) -> int:
        return len(self.targets)

    def first(self, count: int) -> Positions:
        """So many of them."""
        few = EncodedPositions(self.encoded.features[:count], self.encoded.banks[:count])
        return Positions(few, self.targets[:count])


class Fit:
    """Fits weights to positions, epoch by epoch, with Adam (https://arxiv.org/abs/1412.6980).

    ``are_known``: the weights are those of a network, and decay towards them. ``batch``: the positions
    of a step; ``most_epochs``: more of them would gain nothing.
    """

    batch = 1024
    most_epochs = 8

    def __init__(
        self, encoding: Encoding, weights: NetworkWeights, seed: int = 0, *, are_known: bool = False
    ) -> None:
        self._weights = weights
        self._encoding = encoding
        self._generator = np.random.default_rng(seed)
        most = np.where(encoding.in_hand, MOST_HAND_WEIGHT, MOST_WEIGHT).astype(np.float32)
        self._most = np.tile(most, encoding.banks)[:, None]
        zeros = NetworkWeights(*map(np.zeros_like, weights))
        origins = weights if are_known else zeros._replace(values=weights.values)
        self._origins = NetworkWeights(*map(np.copy, origins))
        self._steps = 0
        self._prepare()

    @property
    def weights(self) -> NetworkWeights:
        """The weights so far."""
        return self._weights

    def run_epoch(self, positions: Positions, rate: Callable[[float], float | None]) -> float | None:
        """Go through all positions once; returns the mean cross entropy.

        ``rate`` is the rate of a step by the share of the pass that is done; None ends the pass.
        """
        order = self._generator.permutation(len(positions))
        decay = min(DECAY / len(positions), MOST_DECAY)
        total = 0.0
        for start in range(0, len(order), self.batch):
            chosen = np.sort(order[start : start + self.batch])
            mirrored = np.zeros(len(chosen), bool)
            if self._encoding.sideways is not None:
                mirrored = self._generator.random(len(chosen)) < 0.5
            total += self._add_gradients_of(positions, chosen, mirrored) * len(chosen)
            size = rate(start / len(order))
            if size is None:
                return None
            self._steps += 1
            self._step(size, math.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps), decay)
        return float(total) / len(order)

    def loss(self, positions: Positions) -> float:
        """The mean cross entropy of these positions."""
        return float(cross_entropies(self.outputs(positions.encoded), positions.targets).mean())

    def outputs(self, encoded: EncodedPositions) -> np.ndarray:
        """float32[n]: the network's outputs for encoded positions; the logistic of one is a chance."""
        outputs = np.zeros(len(encoded.features), np.float32)
        self._run_forward(
            encoded.features,
            encoded.banks,
            self._encoding.faces,
            self._weights,
            self._hidden,
            self._active,
            outputs,
        )
        return outputs

    def _prepare(self) -> None:
        is_fast = FITTING.use()
        loops: list[Callable[..., Any]] = [FITTING.twin(loop) if is_fast else loop for loop in DESCENT]
        self._add_gradients, self._run_forward, self._adam_step = loops
        self._hidden = np.zeros(2 * len(self._weights.bias), np.float32)
        self._active = np.zeros((3, self._encoding.most_active), np.int64)
        self._gradients, self._means, self._squares = (
            NetworkWeights(*map(np.zeros_like, self._weights)) for _ in range(3)
        )

    def _add_gradients_of(self, positions: Positions, chosen: np.ndarray, mirrored: np.ndarray) -> Any:
        """Compute the gradients of the chosen positions; returns their mean cross entropy.

        Those of ``mirrored`` are mirrored sideways where that makes no difference. Of a position that is seen
        mirrored for its king, the mirror image is not.
        """
        encoding, features = self._encoding, positions.encoded.features[chosen]
        banks, sides = positions.encoded.banks[chosen], encoding.sideways
        if sides is not None:
            mirrored &= ~encoding.one_sided[features].any(axis=1)
            features = np.where(mirrored[:, None], sides[features], features)
            if encoding.banks > 1:
                banks ^= mirrored[:, None] * OF_ZONES
        return self._add_gradients(
            features,
            banks,
            positions.targets[chosen],
            encoding.faces,
            self._weights,
            self._gradients,
            self._hidden,
            self._active,
        )

    def _step(self, rate: float, correction: float, decay: float) -> None:
        """One step of Adam."""
        for arrays in zip(
            self._weights, self._origins, self._gradients, self._means, self._squares, strict=True
        ):
            self._adam_step(*map(np.ravel, arrays), rate, correction, decay)
        np.clip(self._weights.output, -MOST_WEIGHT, MOST_WEIGHT, out=self._weights.output)
        np.clip(self._weights.rows, -self._most, self._most, out=self._weights.rows)
        self._weights.values[self._encoding.royal] = 0


def cross_entropies(outputs: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """The cross entropy of each target for the logistic of an output."""
    return np.logaddexp(0, outputs) - targets * outputs
