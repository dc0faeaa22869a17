"""What the search does. The numbers are data: ``search.toml``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import resources

import numpy as np

from wormhole.engine.loops.workspace import FEATURES
from wormhole.rules.variant import LeftSquare, Variant

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@cache
def usual_features(variant: Variant) -> Mapping[str, int]:
    """Each feature's number in that game, by its name."""
    told = tomllib.loads(resources.files("wormhole.engine").joinpath("search.toml").read_text("utf-8"))
    squares_go = variant.left_square in (LeftSquare.FOLDS, LeftSquare.VANISHES)
    return {**told["usual"], **(told["where_squares_go"] if squares_go else {})}


def features(variant: Variant, changed: Mapping[str, float]) -> np.ndarray:
    """int64[15]: the usual numbers of a game in the order of ``FEATURES``, but those that are ``changed``."""
    usual = usual_features(variant)
    return np.array([changed.get(name, usual[name]) for name in FEATURES], np.int64)
