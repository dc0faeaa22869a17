"""Limited strength: the level for an Elo number, and the stricter of two limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wormhole.engine.levels import LEVELS, Level, Limit

WEAKEST_ELO, STRONGEST_ELO = LEVELS[0].elo, LEVELS[-1].elo


def level_for_elo(elo: int, levels: Sequence[Level] = LEVELS) -> Level:
    """The level with the nearest Elo."""
    return min(levels, key=lambda level: abs(level.elo - elo))


def narrowed(limit: Limit, other: Limit) -> Limit:
    """The stricter of both limits in each respect; the time to aim at is that of the first."""
    return replace(
        limit,
        depth=min(limit.depth, other.depth),
        seconds=_lesser(limit.seconds, other.seconds),
        nodes=_lesser(limit.nodes, other.nodes),
    )


def _lesser(one: float | None, other: float | None) -> float | None:
    """The smaller of two bounds, where None is no bound."""
    return min((bound for bound in (one, other) if bound is not None), default=None)
