"""Limited strength: the level for an Elo number, and the stricter of two limits."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from wormhole.engine.levels import LEVELS, Level, Limit

Number = TypeVar("Number", int, float)

STRENGTHS = [strength for level in LEVELS for strength in (level.elo, level.chess_elo)]
WEAKEST_ELO, STRONGEST_ELO = min(STRENGTHS), max(STRENGTHS)


def level_for_elo(elo: int, chance: float, *, in_chess: bool, levels: Sequence[Level] = LEVELS) -> Level:
    """The level to play a move at, to be about as strong as ``elo``; ``chance`` is a random number below 1.

    Between the strengths of two levels, the stronger one plays the more of the moves the nearer it is.
    """

    def strength(level: Level) -> int:
        return level.chess_elo if in_chess else level.elo

    ranked = sorted(levels, key=strength)
    for weaker, stronger in itertools.pairwise(ranked):
        low, high = strength(weaker), strength(stronger)
        if elo < high:
            return stronger if chance * (high - low) < elo - low else weaker
    return ranked[-1]


def narrowed(limit: Limit, other: Limit) -> Limit:
    """The stricter of both limits in each respect; the time to aim at is that of the first."""
    return replace(
        limit,
        depth=min(limit.depth, other.depth),
        seconds=_lesser(limit.seconds, other.seconds),
        nodes=_lesser(limit.nodes, other.nodes),
    )


def _lesser(one: Number | None, other: Number | None) -> Number | None:
    """The smaller of two bounds, where None is no bound."""
    return min((bound for bound in (one, other) if bound is not None), default=None)
