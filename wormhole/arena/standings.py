"""The table of a tournament: points, ratings with their errors, and who met whom with which results.

The ratings are those of the Bradley-Terry model (:mod:`wormhole.arena.ratings`); their mean is 0. Two players
have the Elo difference that ``match`` prints. If the results leave a rating without limit, as of a player who
has won every game, a few drawn games are added to the fit.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

from wormhole.arena.elo import SCORES
from wormhole.arena.pairs import POINTS
from wormhole.arena.ratings import PairScores, Ratings, Z, rate

PRIOR_DRAWN_PAIRS = 1.0
"""The drawn pairs that are added for each player where the results leave a rating without limit."""


class FinishedGame(NamedTuple):
    """What the table needs of a finished game; players are named by their places in the list."""

    number: int
    white: int
    black: int
    result: str
    failed: bool | None = None
    late: bool | None = None


@dataclass
class Score:
    """The games of a player, or against one opponent."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    failures: int = 0
    """Games lost because it could not continue."""
    late: int = 0
    """Games lost on time."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A draw is half a point."""
        return self.wins + self.draws / 2

    @property
    def is_all_won(self) -> bool:
        """Whether every game was won: the rating has no upper limit."""
        return 0 < self.games == self.wins

    @property
    def is_all_lost(self) -> bool:
        """Whether every game was lost: the rating has no lower limit."""
        return 0 < self.games == self.losses

    def count(self, half_points: int, *, is_failure: bool, is_late: bool) -> None:
        """Add a game with this result: 2 half points won, 1 drawn, 0 lost."""
        self.wins += half_points == 2
        self.draws += half_points == 1
        self.losses += half_points == 0
        self.failures += is_failure
        self.late += is_late


@dataclass(frozen=True)
class Row:
    """A line of the table. ``elo`` and ``error`` are None before the first game.

    ``superiority`` is the likelihood that the player is stronger than the next one, 0.0 to 1.0.
    """

    rank: int
    player: int
    score: Score
    elo: float | None
    error: float | None
    superiority: float | None


@dataclass(frozen=True)
class Standings:
    """The table, best player first, and the cross table: the score of each player against each other one."""

    rows: tuple[Row, ...]
    cross: Mapping[tuple[int, int], Score]
    games: int

    @property
    def order(self) -> tuple[int, ...]:
        """The players, the best one first."""
        return tuple(row.player for row in self.rows)


def standings(players: int, games: Iterable[FinishedGame]) -> Standings:
    """The table after these games of so many players."""
    scores = [Score() for _ in range(players)]
    cross: dict[tuple[int, int], Score] = {}
    halves: dict[int, FinishedGame] = {}
    matches: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0] * len(SCORES))
    count = 0
    for game in games:
        count += 1
        for color, player, other in ((True, game.white, game.black), (False, game.black, game.white)):
            half_points = POINTS[game.result] if color else 2 - POINTS[game.result]
            for score in (scores[player], cross.setdefault((player, other), Score())):
                score.count(half_points, is_failure=game.failed is color, is_late=game.late is color)
        other_half = halves.pop(game.number ^ 1, None)
        if other_half is None:
            halves[game.number] = game
        else:
            _count_pair(matches, game, other_half)
    for game in halves.values():
        _count_single(matches, game)
    rated = [player for player in range(players) if scores[player].games]
    if not _has_limits(rated, cross):
        _add_draws(matches)
    ratings = rate([PairScores(str(a), str(b), tuple(counts)) for (a, b), counts in matches.items()], {})
    mean = math.fsum(ratings.elo[str(player)] for player in rated) / len(rated) if rated else 0.0

    def key(player: int) -> tuple[float, float, int]:
        elo = ratings.elo.get(str(player), -math.inf)
        return -elo if scores[player].games else math.inf, -scores[player].points, player

    order = sorted(range(players), key=key)
    rows = [_row(rank, order, scores[player], ratings, mean, rated) for rank, player in enumerate(order, 1)]
    return Standings(tuple(rows), cross, count)


def _has_limits(rated: Sequence[int], cross: Mapping[tuple[int, int], Score]) -> bool:
    """Whether the results limit all ratings: each player has scored against each other one, directly or by a
    chain of players who have scored against the next one (L. R. Ford, 1957)."""

    def reached(first: int, is_scorer: bool) -> set[int]:
        found, coming = {first}, [first]
        while coming:
            player = coming.pop()
            for other in rated:
                score = cross.get((player, other) if is_scorer else (other, player))
                if other not in found and score is not None and score.points:
                    found.add(other)
                    coming.append(other)
        return found

    return not rated or all(len(reached(rated[0], side)) == len(rated) for side in (True, False))


def _add_draws(matches: Mapping[tuple[int, int], list[float]]) -> None:
    """Add drawn pairs for each player, shared among the opponents by the pairs played."""
    pairs: dict[int, float] = defaultdict(float)
    for players, counts in matches.items():
        for player in players:
            pairs[player] += sum(counts)
    for (one, other), counts in matches.items():
        counts[SCORES.index(0.5)] += PRIOR_DRAWN_PAIRS * 2 * sum(counts) / (pairs[one] + pairs[other])


def _count_pair(matches: dict[tuple[int, int], list[float]], one: FinishedGame, other: FinishedGame) -> None:
    first, second = min(one.white, one.black), max(one.white, one.black)
    half_points = sum(
        POINTS[game.result] if game.white == first else 2 - POINTS[game.result] for game in (one, other)
    )
    matches[first, second][half_points] += 1


def _count_single(matches: dict[tuple[int, int], list[float]], game: FinishedGame) -> None:
    """A game without its other half counts as a pair of which the other half was drawn."""
    first, second = min(game.white, game.black), max(game.white, game.black)
    points = POINTS[game.result] if game.white == first else 2 - POINTS[game.result]
    matches[first, second][points + 1] += 1


def _row(
    rank: int, order: Sequence[int], score: Score, ratings: Ratings, mean: float, rated: Sequence[int]
) -> Row:
    player = order[rank - 1]
    if not score.games:
        return Row(rank, player, score, None, None, None)
    share = 1 / len(rated)
    shares = {str(other): -share for other in rated}
    shares[str(player)] += 1
    following = order[rank] if rank < len(order) else None
    likely = None if following is None or following not in rated else _superiority(ratings, player, following)
    return Row(rank, player, score, ratings.elo[str(player)] - mean, ratings.error(shares), likely)


def _superiority(ratings: Ratings, player: int, other: int) -> float:
    """The likelihood that one is stronger than the other."""
    difference = ratings.elo[str(player)] - ratings.elo[str(other)]
    error = ratings.error({str(player): 1.0, str(other): -1.0})
    return NormalDist().cdf(Z * difference / error) if error else 0.5


def points_text(points: float) -> str:
    """Points with a half as in tables of chess.

    >>> points_text(2.5), points_text(0.5), points_text(3)
    ('2½', '½', '3')
    """
    whole = int(points)
    half = "½" if points != whole else ""
    return f"{whole}{half}" if whole or not half else half
