"""The loss of a network in training, its slopes, and the steps down them.

A position has a few dozen of some hundred features, so adding the rows of those takes a sixth of the time of
a product of matrices.
"""

from __future__ import annotations

import math

import numpy as np

from wormhole.training.loops.weights import NetworkWeights

ZERO, HALF, ONE, TWO = np.float32(0), np.float32(0.5), np.float32(1), np.float32(2)
"""Numbers of 32 bits, so that the compiler need not widen the others."""

MEAN_SHARE, SQUARE_SHARE, LEAST_SPREAD = np.float32(0.1), np.float32(0.001), np.float32(1e-8)
"""Adam's 1 - beta 1, 1 - beta 2 and epsilon."""


def add_slopes(
    features: np.ndarray,
    targets: np.ndarray,
    other_view: np.ndarray,
    weights: NetworkWeights,
    slopes: NetworkWeights,
    hidden: np.ndarray,
    seen: np.ndarray,
) -> float:
    """Add the slopes of the loss of some positions, their mean cross entropy; returns the loss.

    ``features`` uint16[n, squares] and ``targets`` float32[n] are as in
    :class:`~wormhole.training.fitting.Positions`, ``other_view`` int64[features] as in
    :class:`~wormhole.training.encoding.Encoding`. ``hidden`` float32[2 * width] and ``seen`` int64[squares]
    are working memory.
    """
    width, positions = len(weights.bias), len(targets)
    loss = 0.0
    for position in range(positions):
        count = look(features, position, other_view, weights, hidden, seen)
        output = conclude(count, other_view, weights, hidden, seen)
        pull = np.float32((1 / (1 + math.exp(-output)) - targets[position]) / positions)
        loss += max(output, 0.0) + math.log1p(math.exp(-abs(output))) - targets[position] * output
        slopes.tempo[0] += pull
        for index in range(2 * width):
            clipped = hidden[index]
            slopes.ahead[index] += clipped * clipped * pull
            inside = TWO * clipped if clipped < ONE else ZERO
            hidden[index] = inside * weights.ahead[index] * pull
        for index in range(width):
            slopes.bias[index] += hidden[index] + hidden[width + index]
        for place in range(count):
            feature = seen[place]
            mirrored = other_view[feature]
            slopes.values[feature] += HALF * pull
            slopes.values[mirrored] -= HALF * pull
            for index in range(width):
                slopes.rows[feature, index] += hidden[index]
            for index in range(width):
                slopes.rows[mirrored, index] += hidden[width + index]
    return loss / positions


def find_outputs(
    features: np.ndarray,
    other_view: np.ndarray,
    weights: NetworkWeights,
    hidden: np.ndarray,
    seen: np.ndarray,
    outputs: np.ndarray,
) -> None:
    """Write the network's output for each position to float32[n] ``outputs``; else as :func:`add_slopes`."""
    for position in range(len(outputs)):
        count = look(features, position, other_view, weights, hidden, seen)
        outputs[position] = conclude(count, other_view, weights, hidden, seen)


def look(
    features: np.ndarray,
    position: int,
    other_view: np.ndarray,
    weights: NetworkWeights,
    hidden: np.ndarray,
    seen: np.ndarray,
) -> int:
    """Write the clipped hidden layer of a position, and the features that it has; returns their number."""
    width, none = len(weights.bias), len(other_view)
    for index in range(width):
        hidden[index] = weights.bias[index]
        hidden[width + index] = weights.bias[index]
    count = 0
    for square in range(len(seen)):
        feature = features[position, square]
        if feature == none:
            continue
        seen[count] = feature
        count += 1
        mirrored = other_view[feature]
        for index in range(width):
            hidden[index] += weights.rows[feature, index]
        for index in range(width):
            hidden[width + index] += weights.rows[mirrored, index]
    for index in range(2 * width):
        hidden[index] = min(max(hidden[index], ZERO), ONE)
    return count


def conclude(
    count: int,
    other_view: np.ndarray,
    weights: NetworkWeights,
    hidden: np.ndarray,
    seen: np.ndarray,
) -> float:
    """The output for what :func:`look` has written."""
    output = weights.tempo[0]
    for place in range(count):
        output += HALF * (weights.values[seen[place]] - weights.values[other_view[seen[place]]])
    for index in range(len(weights.ahead)):
        output += hidden[index] * hidden[index] * weights.ahead[index]
    return float(output)


def step_down(
    weights: np.ndarray,
    origins: np.ndarray,
    slopes: np.ndarray,
    means: np.ndarray,
    squares: np.ndarray,
    rate: float,
    sharpness: float,
    decay: float,
) -> None:
    """A step of Adam (https://arxiv.org/abs/1412.6980) of float32[n] ``weights``, and of the decay to their
    ``origins``; clears the slopes.

    ``means`` and ``squares`` are those of the slopes so far, ``sharpness`` the factor that corrects both.
    """
    size, bent, pulled = np.float32(rate), np.float32(sharpness), np.float32(decay)
    for index in range(len(weights)):
        slope = slopes[index]
        slopes[index] = ZERO
        means[index] += MEAN_SHARE * (slope - means[index])
        squares[index] += SQUARE_SHARE * (slope * slope - squares[index])
        change = bent * means[index] / (np.sqrt(squares[index]) + LEAST_SPREAD)
        weights[index] -= size * (change + pulled * (weights[index] - origins[index]))
