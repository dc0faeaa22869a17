"""Evaluation weights of pieces, places and terms: one TOML file for each tuned game.

``usual.toml`` is for any game; a file with a game's name overrides what it names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from wormhole.base.toml import packaged
from wormhole.engine.loops.workspace import TERMS, WEIGHT_SCALE
from wormhole.rules.game_file import catalogue_name
from wormhole.rules.variant import Variant

PLACES = ("centre", "advance", "goal")
"""Piece-square weights; see ``usual.toml``."""


@dataclass(frozen=True)
class Weights:
    """Weights of pieces by letter, of places, and of terms, in centipawns.

    The value of a piece without a weight is derived from its moves.
    """

    pieces: Mapping[str, float]
    places: Mapping[str, float]
    terms: Mapping[str, float]

    def of_terms(self) -> np.ndarray:
        """int64[8]: the weights in sixteenths of a centipawn, in the order of ``TERMS``."""
        return np.array([round(self.terms[name] * WEIGHT_SCALE) for name in TERMS], np.int64)

    def changed(self, changes: Mapping[str, float]) -> Weights:
        """A copy with some terms and places changed."""
        return Weights(
            self.pieces,
            {name: changes.get(name, value) for name, value in self.places.items()},
            {name: changes.get(name, value) for name, value in self.terms.items()},
        )


@cache
def weights(game: Variant, *, tuned: bool = True) -> Weights:
    """A catalogue game's own weights on top of the usual ones; the usual ones if not ``tuned``."""
    usual = _read("usual")
    own: Mapping[str, Any] = {}
    if tuned and catalogue_name(game) == game.name:
        own = _read(game.name)
    return Weights(
        own.get("pieces", {}),
        {**usual["places"], **own.get("places", {})},
        {**usual["terms"], **own.get("terms", {})},
    )


def _read(name: str) -> Mapping[str, Any]:
    file = f"{name}.toml"
    return packaged(__name__, file) if resources.files(__name__).joinpath(file).is_file() else {}
