"""Networks for tests: random ones, for any game."""

from __future__ import annotations

import numpy as np

from wormhole import Variant
from wormhole.engine.loops.workspace import MOST_OUTPUTS, WIDTH
from wormhole.engine.network import Network
from wormhole.engine.network_inputs import NetworkInputs

MOST = 60
"""The largest weight of a feature."""


def random_network(variant: Variant, seed: int = 1, *, banked: bool = False) -> Network:
    """A network with random weights; ``banked``: that has all the inputs and outputs that it may have."""
    dice = np.random.default_rng(seed)
    inputs = NetworkInputs(variant, banked and bool(variant.endings.checks))
    types, places = len(variant.piece_types), inputs.places
    kings, outputs = (inputs.kings, MOST_OUTPUTS) if banked else (1, 1)

    def some(most: int, *shape: int) -> np.ndarray:
        return dice.integers(-most, most, shape, np.int16)

    return Network(
        letters="".join(variant.piece_types),
        rows=some(MOST, kings * inputs.planes, places, WIDTH),
        bias=some(MOST, WIDTH),
        own=some(100, outputs * WIDTH),
        other=some(100, outputs * WIDTH),
        values=some(50, types, places) + np.int16(300),
        steepness=0.004,
        tempo=12.5,
        made="by chance",
        hands=bool(variant.hands),
        counts_checks=inputs.counts_checks,
        kings=kings,
        outputs=outputs,
    )
