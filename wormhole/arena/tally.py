"""The results of a match so far, from the first contestant's side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from wormhole.arena.pairs import Pair

Number = TypeVar("Number", int, float)


@dataclass(frozen=True)
class Tally:
    """Results; in tuples of two, the first contestant comes first."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pentanomial: tuple[int, ...] = (0, 0, 0, 0, 0)
    """Pairs that scored 0, ½, 1, 1½ and 2 points."""
    seconds: tuple[float, float] = (0.0, 0.0)
    moves: tuple[int, int] = (0, 0)
    failures: tuple[int, int] = (0, 0)
    """Games lost because an engine could not go on."""

    @property
    def games(self) -> int:
        """Games played."""
        return self.wins + self.draws + self.losses

    @property
    def seconds_a_move(self) -> tuple[float, float]:
        """The average time per move of each contestant."""
        first, second = (
            seconds / max(moves, 1) for seconds, moves in zip(self.seconds, self.moves, strict=True)
        )
        return first, second

    def with_pair(self, pair: Pair) -> Tally:
        """The tally with one more pair."""
        points = [game.half_points for game in pair.games]
        bins = list(self.pentanomial)
        bins[pair.half_points] += 1
        return replace(
            self,
            wins=self.wins + points.count(2),
            draws=self.draws + points.count(1),
            losses=self.losses + points.count(0),
            pentanomial=tuple(bins),
            seconds=_added(self.seconds, (game.seconds for game in pair.games)),
            moves=_added(self.moves, (game.moves for game in pair.games)),
            failures=_added(self.failures, (game.is_failure for game in pair.games)),
        )


def _added(sums: tuple[Number, Number], more: Iterable[tuple[Number, Number]]) -> tuple[Number, Number]:
    first, second = map(sum, zip(sums, *more, strict=True))
    return first, second
