"""Fits a network to positions with their scores and results, with NumPy alone.

The network has a hidden layer for each side's view with the same weights, clipped to 0..1 and squared, and
an output that also counts a value of each piece on its square (https://www.chessprogramming.org/NNUE). It
predicts the chance to win: the logistic function of its output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from wormhole.training.encoding import Encoding

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


@dataclass
class Weights:
    """The weights of a network in training, float32.

    * ``rows`` [features, width], ``bias`` [width]: the hidden layer
    * ``own``, ``other`` [width]: the output weights of the views of the side to move and of the other
    * ``values`` [features]: the value of each feature; the other side's are the same with the opposite sign
    * ``tempo`` [1]: the value of being to move
    """

    rows: np.ndarray
    bias: np.ndarray
    own: np.ndarray
    other: np.ndarray
    values: np.ndarray
    tempo: np.ndarray

    @staticmethod
    def random(values: np.ndarray, width: int, seed: int) -> Weights:
        """Small random weights; float32[features] ``values`` to begin with."""
        features = len(values)
        generator = np.random.default_rng(seed)

        def some(*shape: int, spread: float) -> np.ndarray:
            return (spread * generator.standard_normal(shape)).astype(np.float32)

        return Weights(
            some(features, width, spread=0.08),
            np.full(width, 0.25, np.float32),
            some(width, spread=0.02),
            some(width, spread=0.02),
            values.astype(np.float32),
            np.zeros(1, np.float32),
        )

    def arrays(self) -> tuple[np.ndarray, ...]:
        """All arrays, to be changed in place."""
        return (self.rows, self.bias, self.own, self.other, self.values, self.tempo)


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
        zeros = Weights(*map(np.zeros_like, weights.arrays()))
        origins = weights if are_known else replace(zeros, values=weights.values)
        self._origins = [array.copy() for array in origins.arrays()]
        self._means = [np.zeros_like(array) for array in weights.arrays()]
        self._squares = [np.zeros_like(array) for array in weights.arrays()]
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
            loss, slopes = self._slopes(self._seen(positions.features[chosen]), positions.targets[chosen])
            total += loss * len(chosen)
            size = rate(start / len(order))
            if size is None:
                return None
            self._step(slopes, size, decay)
        return total / len(order)

    def loss(self, positions: Positions) -> float:
        """The mean cross entropy of these positions."""
        total = 0.0
        for features, targets in _batches(positions):
            total += float(cross_entropies(self.outputs(features), targets).sum())
        return total / len(positions)

    def outputs(self, features: np.ndarray) -> np.ndarray:
        """float32[n]: the network's outputs for encoded positions; the logistic of one is a chance."""
        return self._forward(_one_hot(features, self._encoding.features))[0]

    def _seen(self, features: np.ndarray) -> np.ndarray:
        """Features of positions, half of them mirrored sideways where the rules are the same there."""
        sides = self._encoding.sideways
        if sides is None:
            return features
        mirrored = self._generator.random(len(features)) < 0.5
        return np.where(mirrored[:, None], sides[features], features)

    def _forward(self, seen: np.ndarray) -> tuple[np.ndarray, ...]:
        weights, over = self.weights, self._encoding.other_view
        width = weights.rows.shape[1]
        valued = (weights.values - weights.values[over]) / 2
        layer = np.concatenate([weights.rows, weights.rows[over], valued[:, None]], axis=1)
        raw = seen @ layer
        hidden = raw[:, : 2 * width] + np.tile(weights.bias, 2)
        clipped = np.clip(hidden, 0, 1)
        ahead = np.concatenate([weights.own, weights.other])
        return (clipped * clipped) @ ahead + raw[:, -1] + weights.tempo, hidden, clipped, ahead

    def _slopes(self, features: np.ndarray, targets: np.ndarray) -> tuple[float, list[np.ndarray]]:
        """The mean cross entropy, and its slope for each array of weights."""
        over, width = self._encoding.other_view, self.weights.rows.shape[1]
        seen = _one_hot(features, self._encoding.features)
        output, hidden, clipped, ahead = self._forward(seen)
        chance = 1 / (1 + np.exp(-output))
        pull = ((chance - targets) / len(targets)).astype(np.float32)
        inside = np.where((hidden > 0) & (hidden < 1), 2 * clipped, 0)
        back = pull[:, None] * ahead * inside
        ahead_slope = (clipped * clipped).T @ pull
        layer = seen.T @ np.concatenate([back, pull[:, None]], axis=1)
        rows = layer[:, :width] + layer[over, width : 2 * width]
        bias = back.sum(axis=0)
        values = (layer[:, -1] - layer[over, -1]) / 2
        return float(cross_entropies(output, targets).mean()), [
            rows,
            bias[:width] + bias[width:],
            ahead_slope[:width],
            ahead_slope[width:],
            values,
            pull.sum(keepdims=True),
        ]

    def _step(self, slopes: list[np.ndarray], rate: float, decay: float) -> None:
        """One step of Adam."""
        self._steps += 1
        bent = np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for index, (array, slope) in enumerate(zip(self.weights.arrays(), slopes, strict=True)):
            mean, square = self._means[index], self._squares[index]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            change = bent * mean / (np.sqrt(square) + 1e-8) + decay * (array - self._origins[index])
            np.subtract(array, rate * change, out=array)
        for array in (self.weights.own, self.weights.other):
            np.clip(array, -MOST_WEIGHT, MOST_WEIGHT, out=array)
        np.clip(self.weights.rows, -MOST_WEIGHT, MOST_WEIGHT, out=self.weights.rows)
        self.weights.values[self._encoding.royal] = 0


def cross_entropies(outputs: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """The cross entropy of each target for the logistic of an output."""
    return np.logaddexp(0, outputs) - targets * outputs


def _one_hot(features: np.ndarray, count: int) -> np.ndarray:
    """float32[n, count]: 1 for the features of each position."""
    seen = np.zeros((len(features), count + 1), np.float32)
    np.put_along_axis(seen, features.astype(np.intp), 1.0, axis=1)
    return seen[:, :count]


def _batches(positions: Positions) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    for start in range(0, len(positions), BATCH):
        yield positions.features[start : start + BATCH], positions.targets[start : start + BATCH]
