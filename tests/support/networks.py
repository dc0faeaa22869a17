"""Networks for tests: random ones, for any game."""

from __future__ import annotations

import numpy as np

from wormhole import Variant
from wormhole.engine.loops.workspace import WIDTH
from wormhole.engine.network import Network
from wormhole.engine.network_inputs import NetworkInputs

MOST = 60
"""The largest weight of a feature."""


def random_network(variant: Variant, seed: int = 1) -> Network:
    """A network with random weights."""
    dice = np.random.default_rng(seed)
    types, places = len(variant.piece_types), NetworkInputs(variant).places

    def some(most: int, *shape: int) -> np.ndarray:
        return dice.integers(-most, most, shape, np.int16)

    return Network(
        letters="".join(variant.piece_types),
        rows=some(MOST, 2 * types + 1, places, WIDTH),
        bias=some(MOST, WIDTH),
        own=some(100, WIDTH),
        other=some(100, WIDTH),
        values=some(50, types, places) + np.int16(300),
        steepness=0.004,
        tempo=12.5,
        made="by chance",
        hands=bool(variant.hands),
    )
