"""A fitted network in the whole numbers of the search."""

from __future__ import annotations

import numpy as np

from wormhole.engine.loops.workspace import MOST_HIDDEN
from wormhole.engine.network import MOST_SUM, OUTPUT_SCALE, Network
from wormhole.training.encoding import Encoding
from wormhole.training.fitting import Weights


def rounded(encoding: Encoding, weights: Weights, steepness: float, made: str) -> Network:
    """The network in whole numbers. Rows that could overflow 16 bits are scaled down."""
    variant, squares = encoding.variant, encoding.squares
    types = len(variant.piece_types)
    rows = weights.rows.reshape(encoding.planes, squares, -1)
    most = np.abs(rows).max(axis=0).sum(axis=0) + np.abs(weights.bias)
    shrunk = np.minimum(1.0, MOST_SUM / np.maximum(most, 1e-9))
    values = (weights.values - weights.values[encoding.other_view]) / 2
    return Network(
        "".join(variant.piece_types),
        np.round(rows * shrunk * MOST_HIDDEN).astype(np.int16),
        np.round(weights.bias * shrunk * MOST_HIDDEN).astype(np.int16),
        np.round(weights.own * OUTPUT_SCALE).astype(np.int16),
        np.round(weights.other * OUTPUT_SCALE).astype(np.int16),
        np.round(values.reshape(encoding.planes, squares)[:types] / steepness).astype(np.int16),
        float(steepness),
        float(weights.tempo[0] / steepness),
        made,
    )
