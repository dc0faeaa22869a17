"""The numbers of the search's features, read from ``search.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from wormhole.engine.loops.workspace import FEATURES
from wormhole.rules.toml import packaged
from wormhole.rules.variant import Variant


@cache
def usual_features(variant: Variant) -> Mapping[str, int]:
    """Each feature's number in that game, by its name."""
    numbers = packaged("wormhole.engine", "search.toml")
    return {**numbers["usual"], **(numbers["where_squares_go"] if variant.squares_go else {})}


def features(variant: Variant, changed: Mapping[str, float]) -> np.ndarray:
    """int64[21]: the game's numbers in the order of ``FEATURES``, with those in ``changed`` replaced."""
    usual = usual_features(variant)
    return np.array([changed.get(name, usual[name]) for name in FEATURES], np.int64)
