"""The user's results against the computer, and the strength over time: estimated, or rated.

The score expected at a difference of ratings is that of Elo, 1 / (1 + 10^(-d/400)), so the likelihood is that
of the model of Bradley and Terry (Biometrika 39, 1952). A normal prior keeps the estimate finite when every
game was won or lost, as in Glickman, "Parameter estimation in large dynamic paired comparison experiments"
(Applied Statistics 48, 1999), from where the deviation of an unknown player, 350, is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from wormhole.library.database.game_index import Listing
from wormhole.library.database.game_rows import AGAINST_COMPUTER
from wormhole.library.database.segments import KINDS, NO_LEVEL, RESULTS, SIDES, code_of
from wormhole.library.rated_games import RatedRecord, error_of, records

RECENT_GAMES = 30
"""Players improve, so only the last games count."""
LEAST_GAMES = 5
"""Fewer games say too little about a strength; the window names the number, too."""
PRIOR_ELO, PRIOR_DEVIATION = 1000.0, 350.0
"""The strength of an unknown player, about the middle of the levels."""
CONFIDENCE = 0.95
"""The confidence of the error bar."""

_SCALE = math.log(10) / 400
_STEPS = 50
_CLOSE_ENOUGH = 0.01

MOST_POINTS = 200
"""Points of a curve over time."""

_DRAWN = RESULTS.index("1/2-1/2")
"""Behind it is the result of a game that is not decided; before it are those won by White and by Black."""


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


@dataclass
class Results:
    """Games won, drawn and lost by the user."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    def count(self, points: float, games: int = 1) -> None:
        """Add games with these points each."""
        self.won += games * (points == 1.0)
        self.drawn += games * (points == 0.5)
        self.lost += games * (points == 0.0)


@dataclass(frozen=True)
class StrengthPoint:
    """A point of the curve: the number of games, the day, and the strength after them."""

    games: int
    day: date | None
    strength: Strength


@dataclass(frozen=True)
class Statistics:
    """The results of finished games. ``strength`` is None before enough of them against rated levels."""

    all: Results = field(default_factory=Results)
    by_title: dict[str, Results] = field(default_factory=dict)
    """By the game's title."""
    by_level: dict[int, Results] = field(default_factory=dict)
    by_side: dict[str, Results] = field(default_factory=dict)
    """By ``white`` and ``black``, the user's side."""
    strength: Strength | None = None
    progress: tuple[StrengthPoint, ...] = ()

    def count(self, title: str, level: int, side: str, points: float, games: int = 1) -> None:
        """Add games with these points each."""
        for results in (
            self.all,
            self.by_title.setdefault(title, Results()),
            self.by_level.setdefault(level, Results()),
            self.by_side.setdefault(side, Results()),
        ):
            results.count(points, games)

    def with_progress(self, progress: tuple[StrengthPoint, ...]) -> Statistics:
        """The same results, with the levels in order, and the strength over time."""
        strength = progress[-1].strength if progress else None
        return replace(
            self, by_level=dict(sorted(self.by_level.items())), strength=strength, progress=progress
        )


def statistics_of(
    games: Listing, elo_of_level: Mapping[int, float], variant: str | None = None
) -> Statistics:
    """Count the results in all games or in one; ``elo_of_level`` are the ratings of the computer's levels."""
    is_counted = games.kind == code_of(KINDS, AGAINST_COMPUTER)
    is_counted &= (games.level != NO_LEVEL) & (games.side < len(SIDES)) & (games.result <= _DRAWN)
    if variant is not None:
        is_counted &= games.variant == code_of(games.variants, variant)
    oldest_first = np.flatnonzero(is_counted)[::-1]
    level, side = games.level[oldest_first], games.side[oldest_first]
    title, result = games.title[oldest_first], games.result[oldest_first]
    points = np.where(result == _DRAWN, 0.5, result == side)
    found = Statistics()
    # A number for each combination, and how often it occurs.
    combined = ((title.astype(np.int64) << 8 | level) << 2 | side) << 2 | (points * 2).astype(np.int64)
    for one, count in zip(*np.unique(combined, return_counts=True), strict=True):
        code = int(one)
        found.count(
            games.titles[code >> 12], code >> 4 & 0xFF, SIDES[code >> 2 & 3], (code & 3) / 2, int(count)
        )
    is_rated = np.isin(level, [*elo_of_level])
    rated = GamesForRating(level[is_rated], points[is_rated], games.day[oldest_first[is_rated]])
    return found.with_progress(_progress(rated, elo_of_level))


def points_of(games: int) -> range:
    """After how many games a point of the curve is drawn: after each one or, with many, after some."""
    step = max(1, -(-games // MOST_POINTS))
    return range((games - 1) % step + 1, games + 1, step)


@dataclass(frozen=True)
class GamesForRating:
    """The games against levels with a rating, the oldest first."""

    level: npt.NDArray[np.int8]
    points: npt.NDArray[np.float64]
    day: npt.NDArray[np.int32]


def _progress(rated: GamesForRating, elo_of_level: Mapping[int, float]) -> tuple[StrengthPoint, ...]:
    """The strength over the last RECENT_GAMES, from LEAST_GAMES on."""
    points = []
    for count in points_of(len(rated.level)):
        if count < LEAST_GAMES:
            continue
        recent = slice(max(0, count - RECENT_GAMES), count)
        elos = (elo_of_level[level] for level in rated.level[recent].tolist())
        games = [*zip(elos, rated.points[recent].tolist(), strict=True)]
        points.append(StrengthPoint(count, _day_of(int(rated.day[count - 1])), estimate(games)))
    return tuple(points)


def _day_of(number: int) -> date | None:
    """The day of a column, the first possible one if only the year or month is known; None if none is."""
    year, month, day = number // 10_000, number // 100 % 100, number % 100
    try:
        return date(year, month or 1, day or 1)
    except ValueError:
        return None


def rated_statistics(entries: Iterable[Mapping[str, Any]], name: str | None = None) -> Statistics:
    """The results of the rated games, in all games or in one.

    A rating is that in one game; of all games it is the one with most rated games.
    """
    found = records(entries)
    wanted = found if name is None else {name: found[name]} if name in found else {}
    counted = Statistics()
    for record in wanted.values():
        for game in record.games:
            counted.count(game.title, game.level, game.side, game.score)
    most = max(wanted.values(), key=lambda record: len(record.games), default=RatedRecord())
    return counted.with_progress(_rated_progress(most))


def _rated_progress(record: RatedRecord) -> tuple[StrengthPoint, ...]:
    return tuple(
        StrengthPoint(
            number,
            date.fromtimestamp(record.games[number - 1].at),
            Strength(record.ratings[number - 1].value, error_of(record.ratings[number - 1])),
        )
        for number in points_of(len(record.games))
    )
