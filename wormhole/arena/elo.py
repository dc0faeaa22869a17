"""How much stronger one player is, by the results of a match played in pairs of games.

A match is five counts: pairs that brought 0, ½, 1, 1½ and 2 points. Both games of a pair begin alike, so
their results hang together, and the spread of pairs tells how sure a score is where that of single games
would not. https://www.chessprogramming.org/Match_Statistics
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The score a game of each kind of pair."""

DOUBT = 1.0
"""Pairs that are added, of all kinds alike, to tell the spread: results that are few, or all alike, are
never quite sure."""

SURE = 0.95
"""How likely the true value lies within the error bars."""


@dataclass(frozen=True)
class Estimate:
    """An Elo difference and its error bars; infinite where every game was won, or lost."""

    elo: float
    low: float
    high: float
    superiority: float
    """How likely the first player is the stronger one, 0.0 to 1.0."""

    @property
    def error(self) -> float:
        """Half the length of the error bars."""
        return (self.high - self.low) / 2


def estimate(pentanomial: Sequence[int]) -> Estimate | None:
    """What a match tells; None before its first pair."""
    pairs = sum(pentanomial)
    if not pairs:
        return None
    mean, _ = spread(pentanomial)
    _, variance = spread([count + DOUBT / len(SCORES) for count in pentanomial])
    deviation = math.sqrt(variance / pairs)
    margin = NormalDist().inv_cdf((1 + SURE) / 2) * deviation
    low, high = (elo_of(min(max(score, 0.0), 1.0)) for score in (mean - margin, mean + margin))
    superiority = NormalDist().cdf((mean - 0.5) / deviation)
    return Estimate(elo_of(mean), low, high, superiority)


def spread(counts: Sequence[float]) -> tuple[float, float]:
    """Mean and variance of what pairs score, a game, by how many there are of the five kinds."""
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
