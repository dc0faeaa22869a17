"""A person's strength, estimated from games against players of known strength.

The score expected at a difference of ratings is that of Elo, 1 / (1 + 10^(-d/400)), so the likelihood is that
of the model of Bradley and Terry (Biometrika 39, 1952). A normal prior keeps the estimate finite when every
game was won or lost, as in Glickman, "Parameter estimation in large dynamic paired comparison experiments"
(Applied Statistics 48, 1999), from where the deviation of an unknown player, 350, is taken.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

RECENT_GAMES = 30
"""A person learns, so only the last games count."""
PRIOR_ELO, PRIOR_DEVIATION = 1000.0, 350.0
"""The strength of an unknown person, about the middle of the levels."""
CONFIDENCE = 0.95
"""The confidence of the error bar."""

_SCALE = math.log(10) / 400
_STEPS = 50
_CLOSE_ENOUGH = 0.01


@dataclass(frozen=True)
class Strength:
    """An Elo rating, and half the length of its error bar."""

    elo: float
    error: float


def estimate(games: Sequence[tuple[float, float]]) -> Strength:
    """The most likely strength after games, each the opponent's Elo rating and the points made.

    >>> estimate([(1000.0, 1.0), (1000.0, 0.0)]).elo
    1000.0
    """
    elo = PRIOR_ELO
    information = PRIOR_DEVIATION**-2
    for _ in range(_STEPS):
        slope = (PRIOR_ELO - elo) / PRIOR_DEVIATION**2
        information = PRIOR_DEVIATION**-2
        for other, points in games:
            expected = 1 / (1 + 10 ** ((other - elo) / 400))
            slope += _SCALE * (points - expected)
            information += _SCALE**2 * expected * (1 - expected)
        # The logarithm of the likelihood is concave; a bounded step of Newton's method cannot leave it.
        step = max(-PRIOR_DEVIATION, min(PRIOR_DEVIATION, slope / information))
        elo += step
        if abs(step) < _CLOSE_ENOUGH:
            break
    margin = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) / math.sqrt(information)
    return Strength(elo, margin)
