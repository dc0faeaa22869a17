"""Elo ratings of many players from matches among them, by the Bradley-Terry model.

The ratings are those under which the results are most likely; a draw counts as half a win. The errors follow
from how much the pairs of games differ, as in :mod:`wormhole.arena.elo`.
https://www.chessprogramming.org/Match_Statistics
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from wormhole.arena.elo import CONFIDENCE, PRIOR_PAIRS, SCORES, score_of, spread

ELO_SCALE = 400 / math.log(10)

PRIOR_ELO, PRIOR_DEVIATION = 1400.0, 1000.0
"""The prior of a player: it keeps the rating finite if every game was won."""

LARGEST_STEP = 200.0
CLOSE_ENOUGH = 1e-6
MOST_STEPS = 500

Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True)
class PairScores:
    """The pairs of a match that scored 0, ½, 1, 1½ and 2 points for the ``first`` player."""

    first: str
    second: str
    pentanomial: tuple[float, ...]

    @property
    def pairs(self) -> float:
        """The pairs of games."""
        return sum(self.pentanomial)

    @property
    def points(self) -> float:
        """The first player's points."""
        return 2 * math.fsum(count * score for count, score in zip(self.pentanomial, SCORES, strict=True))


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players, with the covariance of those that were not given."""

    elo: Mapping[str, float]
    free: tuple[str, ...]
    covariance: np.ndarray

    def error(self, shares: Mapping[str, float]) -> float:
        """The 95 % error of a sum of ratings, each times its share.

        ``{"a": 1.0}`` is the rating of a, ``{"a": 1.0, "b": -1.0}`` its distance from b.
        """
        weights = np.array([shares.get(name, 0.0) for name in self.free])
        return Z * math.sqrt(max(weights @ self.covariance @ weights, 0.0))


def itself(player: str) -> Mapping[str, float]:
    """A player whose rating is no sum of others."""
    return {player: 1.0}


def rate(
    matches: Sequence[PairScores],
    given: Mapping[str, float],
    parts: Callable[[str], Mapping[str, float]] = itself,
) -> Ratings:
    """Rate the players of ``matches``; the ratings ``given`` stay.

    The rating of a player is the sum of those of its ``parts``, each times its share. The parts are rated.
    """
    players = dict.fromkeys(name for match in matches for name in (match.first, match.second))
    free = tuple(dict.fromkeys(part for name in players if name not in given for part in parts(name)))
    elo = np.full(len(free), PRIOR_ELO)
    sides = [side_of(match.first, match.second, free, parts) for match in matches]

    def expected(match: PairScores, side: np.ndarray) -> float:
        return score_of(float(side @ elo) + given.get(match.first, 0.0) - given.get(match.second, 0.0))

    prior = np.eye(len(free)) * (ELO_SCALE / PRIOR_DEVIATION) ** 2
    for _ in range(MOST_STEPS):
        slope, curvature = prior @ (PRIOR_ELO - elo) / ELO_SCALE, prior.copy()
        for match, side in zip(matches, sides, strict=True):
            chance = expected(match, side)
            slope += side * (match.points - 2 * match.pairs * chance)
            curvature += np.outer(side, side) * 2 * match.pairs * chance * (1 - chance)
        step = ELO_SCALE * np.linalg.solve(curvature, slope)
        largest = float(np.max(np.abs(step), initial=0.0))
        elo += step * min(1.0, LARGEST_STEP / max(largest, CLOSE_ENOUGH))
        if largest < CLOSE_ENOUGH:
            break
    scatter = prior.copy()
    for match, side in zip(matches, sides, strict=True):
        _, variance = spread([count + PRIOR_PAIRS / len(SCORES) for count in match.pentanomial])
        scatter += np.outer(side, side) * 4 * match.pairs * variance
    inverse = np.linalg.inv(curvature)
    covariance = ELO_SCALE**2 * inverse @ scatter @ inverse
    return Ratings({**given, **dict(zip(free, elo.tolist(), strict=True))}, free, covariance)


def side_of(
    first: str, second: str, free: Sequence[str], parts: Callable[[str], Mapping[str, float]] = itself
) -> np.ndarray:
    """The shares of the first player less those of the second; those with a given rating are left out."""
    side = np.zeros(len(free))
    for name, sign in ((first, 1.0), (second, -1.0)):
        for part, share in parts(name).items():
            if part in free:
                side[free.index(part)] += sign * share
    return side
