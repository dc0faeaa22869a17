"""Fits a network to positions with their scores and results.

The network has a hidden layer for each side's view with the same weights, clipped to 0..1 and squared, and
an output that also counts a value of each piece on its square (https://www.chessprogramming.org/NNUE). It
predicts the chance to win: the logistic function of its output.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from wormhole.training.encoding import Encoding
from wormhole.training.loop_groups import FITTING
from wormhole.training.loops.weights import Weights

BATCH = 1024
FIRST_RATE, LAST_RATE = 4e-3, 1e-5
KNOWN_RATE = 1e-3
"""The first rate for weights that are known from another game."""
DECAY, MOST_DECAY = 150_000, 2.0
"""Each step takes a weight back to where it came from (0, the value that a piece had, or what it was in
another game) by its rate times ``DECAY`` / positions (https://arxiv.org/abs/1711.05101). Few positions need
more of it."""
MOST_WEIGHT = 1.98
"""The greatest size of an output weight, which keeps the integers of the search small."""


@dataclass(frozen=True)
class Positions:
    """Training positions: ``features`` uint16[n, squares] and ``targets`` float32[n], chances to win."""

    features: np.ndarray
    targets: np.ndarray

    def __len__(self) -> int:
        return len(self.targets)


class Fit:
    """Fits weights to positions, pass by pass, with Adam (https://arxiv.org/abs/1412.6980).

    ``are_known``: the weights are those of another game, and decay to what they were there.
    """

    def __init__(
        self, encoding: Encoding, weights: Weights, seed: int = 0, *, are_known: bool = False
    ) -> None:
        self.weights = weights
        self._encoding = encoding
        self._generator = np.random.default_rng(seed)
        is_fast = FITTING.use()
        self._add_slopes, self._find_outputs, self._step_down = (
            FITTING.twin(loop) if is_fast else loop for loop in FITTING.loops
        )
        self._hidden = np.zeros(2 * len(weights.bias), np.float32)
        self._seen = np.zeros(encoding.squares, np.int64)
        zeros = Weights(*map(np.zeros_like, weights))
        origins = weights if are_known else zeros._replace(values=weights.values)
        self._origins = Weights(*map(np.copy, origins))
        self._slopes, self._means, self._squares = (Weights(*map(np.zeros_like, weights)) for _ in range(3))
        self._steps = 0

    def one_pass(self, positions: Positions, rate: Callable[[float], float | None]) -> float | None:
        """Go through all positions once; returns the mean cross entropy.

        ``rate`` is the rate of a step by the share of the pass that is done; None ends the pass.
        """
        order = self._generator.permutation(len(positions))
        decay = min(DECAY / len(positions), MOST_DECAY)
        total = 0.0
        for start in range(0, len(order), BATCH):
            chosen = np.sort(order[start : start + BATCH])
            features = self._turned(positions.features[chosen])
            loss = self._add_slopes(
                features,
                positions.targets[chosen],
                self._encoding.other_view,
                self.weights,
                self._slopes,
                self._hidden,
                self._seen,
            )
            total += loss * len(chosen)
            size = rate(start / len(order))
            if size is None:
                return None
            self._step(size, decay)
        return total / len(order)

    def loss(self, positions: Positions) -> float:
        """The mean cross entropy of these positions."""
        return float(cross_entropies(self.outputs(positions.features), positions.targets).mean())

    def outputs(self, features: np.ndarray) -> np.ndarray:
        """float32[n]: the network's outputs for encoded positions; the logistic of one is a chance."""
        outputs = np.zeros(len(features), np.float32)
        self._find_outputs(
            features, self._encoding.other_view, self.weights, self._hidden, self._seen, outputs
        )
        return outputs

    def _turned(self, features: np.ndarray) -> np.ndarray:
        """Features of positions, half of them mirrored sideways where that makes no difference."""
        sides = self._encoding.sideways
        if sides is None:
            return features
        mirrored = self._generator.random(len(features)) < 0.5
        mirrored &= ~self._encoding.one_sided[features].any(axis=1)
        return np.where(mirrored[:, None], sides[features], features)

    def _step(self, rate: float, decay: float) -> None:
        """One step of Adam."""
        self._steps += 1
        sharpness = np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for arrays in zip(self.weights, self._origins, self._slopes, self._means, self._squares, strict=True):
            self._step_down(*map(np.ravel, arrays), rate, sharpness, decay)
        np.clip(self.weights.ahead, -MOST_WEIGHT, MOST_WEIGHT, out=self.weights.ahead)
        np.clip(self.weights.rows, -MOST_WEIGHT, MOST_WEIGHT, out=self.weights.rows)
        self.weights.values[self._encoding.royal] = 0


def cross_entropies(outputs: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """The cross entropy of each target for the logistic of an output."""
    return np.logaddexp(0, outputs) - targets * outputs
