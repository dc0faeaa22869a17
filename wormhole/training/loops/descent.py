"""The loss of a network in training, its gradients, and the steps of Adam.

A position has a few dozen of some hundred features, so adding the rows of those takes a sixth of the time of
a product of matrices.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from wormhole.engine.loops.workspace import MOST_OUTPUTS
from wormhole.training.loops.packing import OTHER_ZONE, OUTPUT, OWN_ZONE

ZERO, HALF, ONE, TWO = np.float32(0), np.float32(0.5), np.float32(1), np.float32(2)
"""Numbers of 32 bits: with wider ones the compiler would widen all others."""

MEAN_SHARE, SQUARE_SHARE, LEAST_SPREAD = np.float32(0.1), np.float32(0.001), np.float32(1e-8)
"""Adam's 1 - beta 1, 1 - beta 2 and epsilon."""


class NetworkWeights(NamedTuple):
    """The weights of a network in training, or another number for each of them, float32.

    * ``rows`` [kings * features, width], ``bias`` [width]: the hidden layer
    * ``output`` [outputs * 2 * width]: each output's weights, those of the view of the side to move first
    * ``values`` [features]: the value of each feature; the other side's are the same with the opposite sign
    * ``tempo`` [1]: the value of being to move
    """

    rows: np.ndarray
    bias: np.ndarray
    output: np.ndarray
    values: np.ndarray
    tempo: np.ndarray

    @staticmethod
    def random(values: np.ndarray, width: int, seed: int, kings: int = 1) -> NetworkWeights:
        """Small random weights, the same in all banks and for all outputs; ``values`` float32[features]."""
        features = len(values)
        generator = np.random.default_rng(seed)

        def some(*shape: int, spread: float) -> np.ndarray:
            return (spread * generator.standard_normal(shape)).astype(np.float32)

        return NetworkWeights(
            np.tile(some(features, width, spread=0.08), (kings, 1)),
            np.full(width, 0.25, np.float32),
            np.tile(some(2 * width, spread=0.02), MOST_OUTPUTS),
            values.astype(np.float32),
            np.zeros(1, np.float32),
        )


def add_gradients(
    features: np.ndarray,
    banks: np.ndarray,
    targets: np.ndarray,
    faces: np.ndarray,
    weights: NetworkWeights,
    gradients: NetworkWeights,
    hidden: np.ndarray,
    active: np.ndarray,
) -> float:
    """Add the gradients of the loss of some positions, their mean cross entropy; returns the loss.

    ``features`` uint16[n, most], ``banks`` uint8[n, 3] and ``targets`` float32[n] are as in
    :class:`~wormhole.training.fitting.Positions`, ``faces`` int64[4, features + 1] as in
    :class:`~wormhole.training.encoding.Encoding`. ``hidden`` float32[2 * width] and ``active`` int64[3, most]
    are working memory.
    """
    width, positions = len(weights.bias), len(targets)
    loss = 0.0
    for position in range(positions):
        count = forward_hidden(features, banks, position, faces, weights, hidden, active)
        first = int(banks[position, OUTPUT]) * 2 * width
        output = forward_output(count, first, faces, weights, hidden, active)
        error = np.float32((1 / (1 + math.exp(-output)) - targets[position]) / positions)
        loss += max(output, 0.0) + math.log1p(math.exp(-abs(output))) - targets[position] * output
        gradients.tempo[0] += error
        for index in range(2 * width):
            clipped = hidden[index]
            gradients.output[first + index] += clipped * clipped * error
            inside = TWO * clipped if clipped < ONE else ZERO
            hidden[index] = inside * weights.output[first + index] * error
        for index in range(width):
            gradients.bias[index] += hidden[index] + hidden[width + index]
        for place in range(count):
            feature, own, other = active[0, place], active[1, place], active[2, place]
            gradients.values[feature] += HALF * error
            gradients.values[faces[2, feature]] -= HALF * error
            for index in range(width):
                gradients.rows[own, index] += hidden[index]
            for index in range(width):
                gradients.rows[other, index] += hidden[width + index]
    return loss / positions


def run_forward(
    features: np.ndarray,
    banks: np.ndarray,
    faces: np.ndarray,
    weights: NetworkWeights,
    hidden: np.ndarray,
    active: np.ndarray,
    outputs: np.ndarray,
) -> None:
    """Write the network's outputs to float32[n] ``outputs``; the other arguments as :func:`add_gradients`."""
    for position in range(len(outputs)):
        count = forward_hidden(features, banks, position, faces, weights, hidden, active)
        first = int(banks[position, OUTPUT]) * 2 * len(weights.bias)
        outputs[position] = forward_output(count, first, faces, weights, hidden, active)


def forward_hidden(
    features: np.ndarray,
    banks: np.ndarray,
    position: int,
    faces: np.ndarray,
    weights: NetworkWeights,
    hidden: np.ndarray,
    active: np.ndarray,
) -> int:
    """Write the clipped hidden layer of a position, and the features that it has; returns their number.

    ``active`` gets each feature, and its rows for both views.
    """
    width, none = len(weights.bias), len(weights.values)
    own_zone, other_zone = int(banks[position, OWN_ZONE]), int(banks[position, OTHER_ZONE])
    own_face, other_face = own_zone & 1, 2 + (other_zone & 1)
    own_first, other_first = (own_zone >> 1) * none, (other_zone >> 1) * none
    for index in range(width):
        hidden[index] = weights.bias[index]
        hidden[width + index] = weights.bias[index]
    count = 0
    for place in range(features.shape[1]):
        feature = features[position, place]
        if feature == none:
            continue
        own, other = own_first + faces[own_face, feature], other_first + faces[other_face, feature]
        active[0, count], active[1, count], active[2, count] = feature, own, other
        count += 1
        for index in range(width):
            hidden[index] += weights.rows[own, index]
        for index in range(width):
            hidden[width + index] += weights.rows[other, index]
    for index in range(2 * width):
        hidden[index] = min(max(hidden[index], ZERO), ONE)
    return count


def forward_output(
    count: int,
    first: int,
    faces: np.ndarray,
    weights: NetworkWeights,
    hidden: np.ndarray,
    active: np.ndarray,
) -> float:
    """The output for the hidden layer that :func:`forward_hidden` has written, by the weights from ``first``
    on."""
    output = weights.tempo[0]
    for place in range(count):
        feature = active[0, place]
        output += HALF * (weights.values[feature] - weights.values[faces[2, feature]])
    for index in range(len(hidden)):
        output += hidden[index] * hidden[index] * weights.output[first + index]
    return float(output)


def adam_step(
    weights: np.ndarray,
    origins: np.ndarray,
    gradients: np.ndarray,
    means: np.ndarray,
    squares: np.ndarray,
    rate: float,
    correction: float,
    decay: float,
) -> None:
    """A step of Adam (https://arxiv.org/abs/1412.6980) of float32[n] ``weights``, and of the decay to their
    ``origins``; clears the gradients.

    ``means`` and ``squares`` are those of the gradients so far, ``correction`` the factor that corrects both.
    """
    step, scale, decline = np.float32(rate), np.float32(correction), np.float32(decay)
    for index in range(len(weights)):
        gradient = gradients[index]
        gradients[index] = ZERO
        means[index] += MEAN_SHARE * (gradient - means[index])
        squares[index] += SQUARE_SHARE * (gradient * gradient - squares[index])
        change = scale * means[index] / (np.sqrt(squares[index]) + LEAST_SPREAD)
        weights[index] -= step * (change + decline * (weights[index] - origins[index]))
