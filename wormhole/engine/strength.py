"""Playing no stronger than an Elo number asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wormhole.engine.levels import Level, Limit

WEAKEST_ELO, STRONGEST_ELO = 600, 2000
"""Elo of the first level and of the last; those between stand at even distances."""


def level_for_elo(elo: int, levels: Sequence[Level]) -> Level:
    """The level whose Elo is nearest; ``levels`` are the weakest first."""
    share = (elo - WEAKEST_ELO) / (STRONGEST_ELO - WEAKEST_ELO)
    return levels[round(min(max(share, 0.0), 1.0) * (len(levels) - 1))]


def narrowed(limit: Limit, other: Limit) -> Limit:
    """What both limits allow; the time to aim at stays that of the first."""
    return replace(
        limit,
        depth=min(limit.depth, other.depth),
        seconds=_lesser(limit.seconds, other.seconds),
        nodes=_lesser(limit.nodes, other.nodes),
    )


def _lesser(one: float | None, other: float | None) -> float | None:
    """The smaller of two bounds, where None is no bound."""
    return min((bound for bound in (one, other) if bound is not None), default=None)
