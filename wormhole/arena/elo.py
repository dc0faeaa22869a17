"""The Elo difference of two players, estimated from a match played in pairs of games.

A match is five counts: pairs that scored 0, ½, 1, 1½ and 2 points. Both games of a pair have the same
opening, so their results are not independent; the variance is therefore that of pairs, not of games.
https://www.chessprogramming.org/Match_Statistics
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score per game of each kind of pair."""

PRIOR_PAIRS = 1.0
"""Pairs of all kinds alike that are added for the variance: few or equal results must not look certain."""

CONFIDENCE = 0.95
"""The confidence of the error bars."""


@dataclass(frozen=True)
class Estimate:
    """An Elo difference and its error bars; infinite if every game was won, or lost."""

    elo: float
    low: float
    high: float
    superiority: float
    """The likelihood that the first player is stronger, 0.0 to 1.0."""

    @property
    def error(self) -> float:
        """Half the length of the error bars."""
        return (self.high - self.low) / 2


def estimate(pentanomial: Sequence[int]) -> Estimate | None:
    """The estimate from a match; None before its first pair."""
    pairs = sum(pentanomial)
    if not pairs:
        return None
    mean, _ = spread(pentanomial)
    _, variance = spread([count + PRIOR_PAIRS / len(SCORES) for count in pentanomial])
    deviation = math.sqrt(variance / pairs)
    margin = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * deviation
    low, high = (elo_of(min(max(score, 0.0), 1.0)) for score in (mean - margin, mean + margin))
    superiority = NormalDist().cdf((mean - 0.5) / deviation)
    return Estimate(elo_of(mean), low, high, superiority)


def spread(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of the score per game of pairs, from the counts of the five kinds."""
    pairs = math.fsum(counts)
    mean = math.fsum(count * score for count, score in zip(counts, SCORES, strict=True)) / pairs
    squares = (count * (score - mean) ** 2 for count, score in zip(counts, SCORES, strict=True))
    return mean, math.fsum(squares) / pairs


def elo_of(score: float) -> float:
    """The Elo difference at which ``score``, 0.0 to 1.0, is expected.

    >>> round(elo_of(0.64))
    100
    """
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def score_of(elo: float) -> float:
    """The score expected at an Elo difference.

    >>> score_of(0.0)
    0.5
    """
    return 1 / (1 + 10 ** (-elo / 400))
