"""What the search does. The numbers are data: ``search.toml``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import resources

import numpy as np

from wormhole.engine.loops.workspace import FEATURES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@cache
def usual_features() -> Mapping[str, int]:
    """Each feature's number, by its name."""
    return tomllib.loads(resources.files("wormhole.engine").joinpath("search.toml").read_text("utf-8"))


def features(changed: Mapping[str, int]) -> np.ndarray:
    """int64[15]: the usual numbers in the order of ``FEATURES``, but those that are ``changed``."""
    return np.array([changed.get(name, usual_features()[name]) for name in FEATURES], np.int64)
