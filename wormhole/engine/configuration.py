"""A search's workspace with a game's piece-square values, weights and features."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import numpy as np

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import quoted
from wormhole.base.toml import packaged
from wormhole.engine.loops.workspace import (
    FEATURES,
    TEMPO,
    TERMS,
    WEIGHT_SCALE,
    Workspace,
    new_workspace,
    no_network,
)
from wormhole.engine.network import Network, network_of
from wormhole.engine.piece_values import learned_table, piece_square_table, tasted
from wormhole.engine.weights import PLACES, Weights, weights
from wormhole.rules.variant import Variant

AS_USUAL: Mapping[str, float] = MappingProxyType({})
"""Nothing changed."""

BESIDE_A_NETWORK = ("scarcity",)
"""The terms that a network, which sees no moves, does not replace."""


@cache
def usual_features(variant: Variant) -> Mapping[str, int]:
    """Each feature's number in that game, by its name."""
    numbers = packaged("wormhole.engine", "search.toml")
    return {
        **numbers["usual"],
        **(numbers["where_squares_go"] if variant.squares_go else {}),
        **(numbers["where_checks_count"] if variant.endings.checks else {}),
        **(numbers["where_captures_are_forced"] if variant.endings.must_capture else {}),
    }


def features(variant: Variant, changed: Mapping[str, float]) -> np.ndarray:
    """int64: the game's numbers in the order of ``FEATURES``, with those in ``changed`` replaced."""
    usual = usual_features(variant)
    return np.array([changed.get(name, usual[name]) for name in FEATURES], np.int64)


def workspace_for(
    variant: Variant,
    taste: int | None = None,
    overrides: Mapping[str, float] = AS_USUAL,
    network: Network | None = None,
    valued: Weights | None = None,
) -> Workspace:
    """A workspace for a search of that game, with its learned evaluation if it has one.

    ``taste`` seeds small random changes of the piece-square values. ``overrides`` replaces the numbers of
    search features, terms and places by name; ``tuned=0`` leaves out the game's own weights, ``network=0``
    the learned evaluation. ``network`` is the learned evaluation instead of the one that ships, ``valued``
    the weights, which then take the place of both. Raises :class:`WormholeError` for an unknown name.
    """
    known = {*FEATURES, *TERMS, *PLACES, "tuned", "network"}
    for name in overrides:
        if name not in known:
            raise WormholeError(
                "{name} is not a setting; the settings are {words}",
                name=quoted(name),
                words=", ".join(sorted(known)),
            )
    numbers = features(variant, overrides)
    uses_network = valued is None and overrides.get("network", 1) != 0
    learned = (network or network_of(variant)) if uses_network else None
    valued = (valued or weights(variant, tuned=bool(overrides.get("tuned", 1)))).changed(overrides)
    if learned is not None:
        terms = valued.of_terms() * np.isin(TERMS, BESIDE_A_NETWORK)
        terms[TEMPO] = round(learned.tempo * WEIGHT_SCALE)
        return new_workspace(
            tasted(variant, learned_table(variant, learned), taste), terms, numbers, learned.arrays(variant)
        )
    return new_workspace(
        tasted(variant, piece_square_table(variant, valued), taste), valued.of_terms(), numbers, no_network()
    )
