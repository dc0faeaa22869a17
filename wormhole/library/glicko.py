"""Glicko-2 ratings, after Mark Glickman's "Example of the Glicko-2 system".

The paper is at https://www.glicko.net/glicko/glicko2.pdf. The names are those of the paper: mu and phi are
rating and deviation on its inner scale, sigma is the volatility.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
CENTRE = 1500.0
TAU = 0.5
"""How much the volatility may change; the paper proposes 0.3 to 1.2."""
PRECISION = 1e-6
LEAST, MOST = 0.0, 4000.0
"""Bounds of ratings and volatilities, so that every result can be computed."""
MOST_VOLATILITY = 0.1
MOST_DEVIATION = 350.0
"""The deviation of a player about whom nothing is known."""


@dataclass(frozen=True)
class Rating:
    """A rating, its deviation (the strength is within two of them with 95 %), and its volatility."""

    value: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def _mu(self) -> float:
        return (self.value - CENTRE) / SCALE

    @property
    def _phi(self) -> float:
        return self.deviation / SCALE


FIRST_RATING = Rating(1000.0)
"""Of a new player and of a new solver: about that of a beginner; the puzzles begin below."""


def expected(rating: Rating, opponent: Rating) -> float:
    """The score to expect against an opponent, 0 to 1."""
    return 1 / (1 + exp(-_g(opponent._phi) * (rating._mu - opponent._mu)))


def rated(rating: Rating, games: Sequence[tuple[Rating, float]]) -> Rating:
    """The rating after a rating period with these opponents and scores: 1 won, 0.5 drawn, 0 lost."""
    if not games:
        return rested(rating, 1)
    information = sum(
        _g(opponent._phi) ** 2 * expected(rating, opponent) * (1 - expected(rating, opponent))
        for opponent, _score in games
    )
    surprise = sum(_g(opponent._phi) * (score - expected(rating, opponent)) for opponent, score in games)
    v = 1 / information
    sigma = min(MOST_VOLATILITY, _volatility(rating, v, v * surprise))
    phi = 1 / sqrt(1 / (rating._phi**2 + sigma**2) + information)
    value = CENTRE + SCALE * (rating._mu + phi**2 * surprise)
    return Rating(max(LEAST, min(value, MOST)), min(MOST_DEVIATION, SCALE * phi), sigma)


def rested(rating: Rating, periods: float) -> Rating:
    """The rating after periods without a game: it becomes less certain."""
    phi = sqrt(rating._phi**2 + rating.volatility**2 * max(0.0, periods))
    return Rating(rating.value, min(MOST_DEVIATION, SCALE * phi), rating.volatility)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(rating: Rating, v: float, delta: float) -> float:
    """The new volatility: the paper's step 5, the Illinois algorithm."""
    phi, a = rating._phi, log(rating.volatility**2)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        steps = 1
        while f(a - steps * TAU) < 0:
            steps += 1
        high = a - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
