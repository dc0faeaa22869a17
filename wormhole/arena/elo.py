"""The Elo difference of two players, estimated from a match played in pairs of games.

A match is five counts: pairs that scored 0, ½, 1, 1½ and 2 points. Both games of a pair have the same
opening, so their results are not independent; the variance is therefore that of pairs, not of games.
https://www.chessprogramming.org/Match_Statistics

The sequential probability ratio test on pairs of games, which ends a match early.

https://www.chessprogramming.org/Sequential_Probability_Ratio_Test. The ratio compares the likelihood of the
results if the true difference is ``elo1`` with that if it is ``elo0``. Each is the greatest likelihood over
all distributions of pairs with that mean score (the generalised test; Michel Van den Bergh, "A practical
introduction to the GSPRT").
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


UNSEEN = 1e-3
"""The count of a kind of pair that has not occurred."""


@dataclass(frozen=True)
class Sprt:
    """A test whether the difference is ``elo1`` rather than ``elo0``, the lower."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often ``elo1`` is accepted although ``elo0`` is true."""
    beta: float = 0.05
    """How often ``elo0`` is accepted although ``elo1`` is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which ``elo0`` and ``elo1`` are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pentanomial: Sequence[int]) -> float:
        """The log-likelihood ratio of a match, 0.0 before its first pair."""
        if not sum(pentanomial):
            return 0.0
        counts = [count or UNSEEN for count in pentanomial]
        pairs = math.fsum(counts)
        shares = [count / pairs for count in counts]
        null, other = (likeliest(shares, score_of(elo)) for elo in (self.elo0, self.elo1))
        return math.fsum(count * math.log(b / a) for count, a, b in zip(counts, null, other, strict=True))

    def accepted(self, pentanomial: Sequence[int]) -> float | None:
        """The accepted difference; None while neither is accepted."""
        ratio, (low, high) = self.ratio(pentanomial), self.bounds
        return self.elo0 if ratio <= low else self.elo1 if ratio >= high else None


def likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution over ``SCORES`` with that mean that makes ``shares`` likeliest.

    It is ``share / (1 + t * (score - mean))`` for the ``t`` that gives the mean, found by bisection.
    """
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    t = 0.0
    for _ in range(100):
        t = (low + high) / 2
        excess = math.fsum(
            share * (score - mean) / (1 + t * (score - mean))
            for share, score in zip(shares, SCORES, strict=True)
        )
        low, high = (t, high) if excess > 0 else (low, t)
    return [share / (1 + t * (score - mean)) for share, score in zip(shares, SCORES, strict=True)]
