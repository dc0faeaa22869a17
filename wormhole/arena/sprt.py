"""The sequential probability ratio test on pairs of games, which ends a match early.

https://www.chessprogramming.org/Sequential_Probability_Ratio_Test. The ratio compares the likelihood of the
results if the true difference is ``elo1`` with that if it is ``elo0``. Each is the greatest likelihood over
all distributions of pairs with that mean score (the generalised test; Michel Van den Bergh, "A practical
introduction to the GSPRT").
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wormhole.arena.elo import SCORES, score_of

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
