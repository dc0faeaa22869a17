"""The table of a tournament of people: points, tie-breaks, and who met whom.

* Round robin: Sonneborn-Berger, then games won.
* Swiss: Buchholz without the lowest opponent, Buchholz, Sonneborn-Berger.
* Knock-out: no points, but how far somebody came.

In these sums, a round that a player did not play counts as a game against somebody with as many points (FIDE
Handbook, C.07, 16.4). For the opponents of players who have left, the rounds after that count as draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wormhole.arena.people.people_tournament import BYE_HALVES, HALVES, PLAYED, PeopleTournament, System
from wormhole.arena.standings import Score


@dataclass(frozen=True)
class PeopleRow:
    """A line of the table; equal in all are of equal rank. ``ties`` are the values of :func:`tie_breaks`."""

    rank: int
    player: int
    score: Score
    """The games, also those that were won or lost because somebody was absent."""
    points: float
    ties: tuple[float, ...]
    has_left: bool


@dataclass(frozen=True)
class PeopleTable:
    """The table, best player first, and the score of each player against each other one."""

    rows: tuple[PeopleRow, ...]
    cross: Mapping[tuple[int, int], Score]

    @property
    def order(self) -> tuple[int, ...]:
        """The players, the best one first."""
        return tuple(row.player for row in self.rows)


CUT, BUCHHOLZ, BERGER, WINS = "cut", "buchholz", "sonneborn-berger", "wins"


def tie_breaks(system: System) -> tuple[str, ...]:
    """What decides among equal points, in order."""
    if system is System.SWISS:
        return CUT, BUCHHOLZ, BERGER
    return (BERGER, WINS) if system is System.ROUND_ROBIN else ()


@dataclass(frozen=True)
class _Met:
    """A round of a player: half points, and the opponent, if a game was played."""

    halves: int
    other: int | None


def table_of(tournament: PeopleTournament) -> PeopleTable:
    """The table as it is now."""
    players = range(len(tournament.plan.players))
    scores = {player: Score() for player in players}
    cross: dict[tuple[int, int], Score] = {}
    rounds: dict[int, list[_Met]] = {player: [] for player in players}
    uncounted = without_half(tournament)
    for each in tournament.rounds:
        met = {player: _Met(BYE_HALVES if _has_points(tournament) else 0, None) for player in each.byes}
        for white, black, result in each.decided():
            if white in uncounted or black in uncounted:
                continue
            for player, other, gained in zip((white, black), (black, white), HALVES[result], strict=True):
                met[player] = _Met(gained, other if result in PLAYED else None)
                for score in (scores[player], cross.setdefault((player, other), Score())):
                    score.count(gained, is_failure=False, is_late=False)
        for player in players:
            rounds[player].append(met.get(player, _Met(0, None)))
    halves = {player: sum(each.halves for each in rounds[player]) for player in players}
    sums = {player: _sums(tournament, player, rounds, halves) for player in players}
    reached = _reached(tournament)

    def key(player: int) -> tuple[float, ...]:
        ties = [-sums[player][name] for name in tie_breaks(tournament.plan.system)]
        return (player in uncounted, -reached.get(player, 0), -halves[player], *ties)

    order = sorted(players, key=lambda player: (*key(player), player))
    rows: list[PeopleRow] = []
    for place, player in enumerate(order):
        is_equal = place > 0 and key(player) == key(order[place - 1])
        ties = tuple(sums[player][name] for name in tie_breaks(tournament.plan.system))
        rank = rows[-1].rank if is_equal else place + 1
        rows.append(
            PeopleRow(rank, player, scores[player], halves[player] / 2, ties, player in tournament.out)
        )
    return PeopleTable(tuple(rows), cross)


def without_half(tournament: PeopleTournament) -> frozenset[int]:
    """Who left a round robin before half of their games: these do not count (FIDE Handbook, C.05)."""
    if tournament.plan.system is not System.ROUND_ROBIN:
        return frozenset()
    whole = (len(tournament.plan.players) - 1) * tournament.plan.rounds
    played = dict.fromkeys(tournament.out, 0)
    for each in tournament.rounds:
        for white, black, result in each.decided():
            for player in (white, black):
                if player in played and result in PLAYED:
                    played[player] += 1
    return frozenset(player for player, games in played.items() if 2 * games < whole)


def _has_points(tournament: PeopleTournament) -> bool:
    """Whether a bye is a win: not in a round robin, where all are free equally often."""
    return tournament.plan.system is System.SWISS


def _sums(
    tournament: PeopleTournament, player: int, rounds: Mapping[int, list[_Met]], halves: Mapping[int, int]
) -> dict[str, float]:
    is_swiss = tournament.plan.system is System.SWISS
    values: list[float] = []
    berger = 0.0
    wins = 0
    for each in rounds[player]:
        wins += each.halves == 2
        if each.other is not None:
            value = halves[each.other] / 2 + (_rounds_away(tournament, each.other) / 2 if is_swiss else 0)
        elif is_swiss:
            value = halves[player] / 2
        else:
            continue
        values.append(value)
        berger += value * each.halves / 2
    whole = sum(values)
    return {CUT: whole - min(values, default=0.0), BUCHHOLZ: whole, BERGER: berger, WINS: float(wins)}


def _rounds_away(tournament: PeopleTournament, player: int) -> int:
    """The rounds that were paired after a player has left."""
    return max(0, len(tournament.rounds) - tournament.out.get(player, len(tournament.rounds)))


def _reached(tournament: PeopleTournament) -> dict[int, int]:
    """How many stages of a knock-out each player was in; who has won the last one has one more."""
    if tournament.plan.system is not System.KNOCK_OUT:
        return {}
    reached: dict[int, int] = {}
    for number, stage in enumerate(tournament.stages(), 1):
        reached |= {player: number for pair in stage[0].pairs for player in pair}
        reached |= dict.fromkeys(stage[0].byes, number + 1)
        for each in stage:
            for white, black, result in each.decided():
                winner = each.winner(white, black, result)
                if winner is not None:
                    reached[winner] = number + 1
    return reached
