"""A fitted network in the whole numbers of the search, and back."""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.workspace import MOST_HIDDEN
from wormhole.engine.network import MOST_SUM, OUTPUT_SCALE, Network
from wormhole.training.encoding import Encoding
from wormhole.training.loops.weights import Weights


def rounded(encoding: Encoding, weights: Weights, steepness: float, made: str) -> Network:
    """The network in whole numbers. Rows that could overflow 16 bits are scaled down."""
    variant, squares = encoding.variant, encoding.squares
    types = len(variant.piece_types)
    rows = weights.rows.reshape(encoding.planes, squares, -1)
    most = np.abs(rows).max(axis=0).sum(axis=0) + np.abs(weights.bias)
    shrunk = np.minimum(1.0, MOST_SUM / np.maximum(most, 1e-9))
    own, other = np.split(np.round(weights.ahead * OUTPUT_SCALE).astype(np.int16), 2)
    values = (weights.values - weights.values[encoding.other_view]) / 2
    return Network(
        "".join(variant.piece_types),
        np.round(rows * shrunk * MOST_HIDDEN).astype(np.int16),
        np.round(weights.bias * shrunk * MOST_HIDDEN).astype(np.int16),
        own,
        other,
        np.round(values.reshape(encoding.planes, squares)[:types] / steepness).astype(np.int16),
        float(steepness),
        float(weights.tempo[0] / steepness),
        made,
    )


def taken_over(encoding: Encoding, network: Network, steepness: float, fresh: Weights) -> Weights:
    """The weights of another game's network, whose board has as many squares.

    Piece types go by their letters; those that the other game does not have keep the ``fresh`` weights.
    """
    types, squares, known = len(encoding.variant.piece_types), encoding.squares, len(network.letters)
    rows = fresh.rows.reshape(encoding.planes, squares, -1).copy()
    values = fresh.values.reshape(encoding.planes, squares).copy()
    rows[2 * types] = network.rows[2 * known] / MOST_HIDDEN
    for index, letter in enumerate(encoding.variant.piece_types):
        place = network.letters.find(letter)
        if place >= 0:
            rows[index] = network.rows[place] / MOST_HIDDEN
            rows[types + index] = network.rows[known + place] / MOST_HIDDEN
            values[index] = steepness * network.values[place]
            values[types + index] = -steepness * network.values[place, encoding.mirror]
    ahead = steepness / network.steepness / OUTPUT_SCALE
    return Weights(
        rows.reshape(encoding.features, -1),
        (network.bias / MOST_HIDDEN).astype(np.float32),
        (np.concatenate([network.own, network.other]) * ahead).astype(np.float32),
        values.ravel(),
        np.array([steepness * network.tempo], np.float32),
    )
