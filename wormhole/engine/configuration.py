"""A search's workspace with a game's piece-square values, weights and features."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from wormhole.engine.features import features
from wormhole.engine.loops.workspace import FEATURES, TERMS, Workspace, new_workspace
from wormhole.engine.piece_values import piece_square_table
from wormhole.engine.weights import PLACES, weights
from wormhole.rules.errors import WormholeError
from wormhole.rules.quoting import quoted
from wormhole.rules.variant import Variant

AS_USUAL: Mapping[str, float] = MappingProxyType({})
"""Nothing changed."""


def workspace_for(
    variant: Variant, taste: int | None = None, overrides: Mapping[str, float] = AS_USUAL
) -> Workspace:
    """A workspace for a search of that game.

    ``taste`` seeds small random changes of the piece-square values. ``overrides`` replaces the numbers of
    search features, terms and places by name; ``tuned=0`` leaves out the game's own weights. Raises
    :class:`WormholeError` for an unknown name.
    """
    known = {*FEATURES, *TERMS, *PLACES, "tuned"}
    for name in overrides:
        if name not in known:
            raise WormholeError(
                "{name} is not a setting; the settings are {words}",
                name=quoted(name),
                words=", ".join(sorted(known)),
            )
    generator = None if taste is None else np.random.default_rng(taste)
    valued = weights(variant, tuned=bool(overrides.get("tuned", 1))).changed(overrides)
    return new_workspace(
        piece_square_table(variant, valued, generator), valued.of_terms(), features(variant, overrides)
    )
