"""A tournament of people in a file: its plan in the first line, then pairings, results, who leaves.

The file is a journal (:mod:`wormhole.library.journal`): lines are only appended, each as soon as something
happens. So the tournament goes on after the program was closed, also by a crash. A later result of the same
table replaces an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wormhole.arena.people.dutch import DOWN, UP, Competitor, paired, with_colors
from wormhole.arena.people.schedules import Pair, berger, first_draw
from wormhole.arena.tournament_files import SUFFIX, begin_file, read_plan
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import printable
from wormhole.base.schema import find
from wormhole.base.text_files import errors_of, files_in
from wormhole.library import journal
from wormhole.library.headers import UNDECIDED, person_name
from wormhole.library.time_control import TimeControl, TimeControlError, parsed
from wormhole.rules.chosen_rules import values_of
from wormhole.rules.game_file import composed
from wormhole.rules.game_file import parse as parse_game
from wormhole.rules.variant import Variant

FOLDER = "people"
FEWEST, MOST_PLAYERS, MOST_ROUNDS = 2, 16, 30
LONGEST_NAME, LONGEST_PLAYER = 60, 30
WHITE_WINS, BLACK_WINS, DRAWN = "1-0", "0-1", "1/2-1/2"
BLACK_ABSENT, WHITE_ABSENT, BOTH_ABSENT = "+-", "-+", "--"
"""Results without a game: somebody did not come, or has left the tournament."""
PLAYED = WHITE_WINS, BLACK_WINS, DRAWN
HALVES: Mapping[str, Pair] = {
    WHITE_WINS: (2, 0),
    BLACK_WINS: (0, 2),
    DRAWN: (1, 1),
    BLACK_ABSENT: (2, 0),
    WHITE_ABSENT: (0, 2),
    BOTH_ABSENT: (0, 0),
}
"""The half points of White and of Black."""
BYE_HALVES = 2
GAMES_BEFORE_ARMAGEDDON = 2
_NOBODY_YET = -1

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Place = Annotated[int, Meta(ge=0, lt=MOST_PLAYERS)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Result = Literal["1-0", "0-1", "1/2-1/2", "+-", "-+", "--", "*"]


class System(str, Enum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KNOCK_OUT = "knock-out"


@dataclass(frozen=True)
class PeoplePlan:
    """What is to be played.

    * ``game``, ``definition``, ``rules``: the game by its name and its file, and its changed rules
    * ``players``: their names in the initial order, the strongest first
    * ``rounds``: those of a Swiss tournament; how often all meet in a round robin
    * ``clock``: a time control as in PGN, ``-`` for none
    * ``armageddon``: in a knock-out, two drawn games are followed by one in which a draw counts for Black
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    game: Name
    definition: Annotated[str, Meta(max_length=1 << 19)]
    rules: dict[str, str]
    players: Annotated[tuple[Name, ...], Meta(min_length=FEWEST, max_length=MOST_PLAYERS)]
    system: System
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    clock: Annotated[str, Meta(max_length=40)] = "-"
    armageddon: bool = False
    people: Literal[1] = 1
    """The format."""

    def variant(self) -> Variant:
        """The game. Raises :class:`WormholeError`."""
        return composed(parse_game(self.definition, self.game), *values_of(self.rules))

    @property
    def control(self) -> TimeControl | None:
        """The clock; None for none."""
        try:
            return parsed(self.clock)
        except TimeControlError:
            return None

    @property
    def whole(self) -> int:
        """All rounds; of a knock-out without games that are played again."""
        if self.system is System.SWISS:
            return min(self.rounds, most_rounds(len(self.players)))
        if self.system is System.ROUND_ROBIN:
            return len(berger(len(self.players), self.rounds))
        return (len(self.players) - 1).bit_length()


def most_rounds(players: int) -> int:
    """In so many rounds of a Swiss tournament everybody meets everybody."""
    return players - 1 + players % 2


def usual_rounds(players: int) -> int:
    """The rounds that find a winner among so many players, and one more to be sure of the next ones."""
    return max(1, min(most_rounds(players), (players - 1).bit_length() + 1))


@dataclass(frozen=True)
class _Round:
    """A line with pairings, White first; ``again``: those of the last round that were drawn.

    ``armageddon``: a draw counts for Black, who has less time.
    """

    pairs: tuple[tuple[Place, Place], ...]
    byes: tuple[Place, ...] = ()
    again: bool = False
    armageddon: bool = False


@dataclass(frozen=True)
class _Result:
    """A line with a result; ``round`` and ``table`` count from 0. ``*`` takes it back.

    ``game``: the number in the library of the game that was played at this screen.
    """

    round: Count
    table: Count
    result: Result
    game: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None


@dataclass(frozen=True)
class _Out:
    """A line about a player who leaves or, with ``back``, has come back."""

    out: Place
    back: bool = False


@dataclass(frozen=True)
class _Unpaired:
    """A line that takes back the pairings of a round."""

    unpaired: Count


@dataclass
class Round:
    """The tables of a round, White first, the byes, and the results so far, by table."""

    pairs: tuple[Pair, ...]
    byes: tuple[int, ...] = ()
    is_again: bool = False
    is_armageddon: bool = False
    results: dict[int, str] = field(default_factory=dict)
    games: list[tuple[int, int]] = field(default_factory=list)
    """The games that were played at this screen: the table, and the number in the library."""

    @property
    def is_complete(self) -> bool:
        """Whether all results are known."""
        return len(self.results) == len(self.pairs)

    def winner(self, white: int, black: int, result: str) -> int | None:
        """Who has won a table of this round; None for nobody."""
        halves = HALVES[result]
        if halves[0] == halves[1]:
            return black if self.is_armageddon and result == DRAWN else None
        return white if halves[0] > halves[1] else black

    def decided(self) -> Iterator[tuple[int, int, str]]:
        """White, Black and result of each table that has one."""
        for table, result in sorted(self.results.items()):
            yield (*self.pairs[table], result)


@dataclass
class PeopleTournament:
    """A tournament of people. Its players are named by their places in the plan."""

    path: Path
    plan: PeoplePlan
    rounds: list[Round] = field(default_factory=list)
    out: dict[int, int] = field(default_factory=dict)
    """Who has left, each with the number of rounds that were paired before."""
    lines: int = 1
    """How many lines of the file are known."""

    @classmethod
    def read(cls, path: Path) -> PeopleTournament:
        """The tournament in a file. Raises :class:`WormholeError`."""
        plan, entries = read_plan(path, _plan_of)
        tournament = cls(path, plan)
        tournament._take_all(entries)
        return tournament

    # What is known

    @property
    def now(self) -> Round | None:
        """The round that is played; None before the first one."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_over(self) -> bool:
        """Whether all was played."""
        return self._is_at_pause and self._next() is None

    @property
    def can_pair(self) -> bool:
        """Whether another round can be paired now."""
        return self._is_at_pause and self._next() is not None

    @property
    def _is_at_pause(self) -> bool:
        return self.now is None or self.now.is_complete

    def may_change(self, number: int) -> bool:
        """Whether results of a round can be entered: in a knock-out only until the next one is paired."""
        return self.plan.system is not System.KNOCK_OUT or number == len(self.rounds) - 1

    def was_entered(self, number: int, table: int, game: int) -> bool:
        """Whether the result of a game of the library was entered once, even if it was taken back since."""
        return (table, game) in self.rounds[number].games

    def games(self) -> list[int]:
        """The numbers in the library of all games that were played at this screen."""
        return [game for each in self.rounds for _table, game in sorted(each.games)]

    def event_tag(self, number: int, table: int) -> str:
        """What identifies a game of this tournament in its headers."""
        return f"{self.path.stem} {number + 1}.{table + 1}"

    # What happens

    def begin_round(self) -> None:
        """Pair the next round. Raises :class:`WormholeError` if it cannot be written."""
        self._catch_up()
        found = self._next() if self._is_at_pause else None
        if found is None:
            raise WormholeError("There is no further round.")
        self._add(found)
        self._forfeit()

    def unpair(self) -> None:
        """Take back the last pairing, of which nothing was played. Raises :class:`WormholeError`."""
        self._add(_Unpaired(len(self.rounds) - 1))

    @property
    def can_unpair(self) -> bool:
        """Whether the last pairing can be taken back."""
        return self.now is not None and not any(each in PLAYED for each in self.now.results.values())

    def enter(self, number: int, table: int, result: str, game: int | None = None) -> None:
        """Enter the result of a table, that of a game of the library or by hand, or take it back.

        Raises :class:`WormholeError`.
        """
        self._add(_Result(number, table, result, game))  # type: ignore[arg-type]

    def withdraw(self, player: int) -> None:
        """Let a player leave; the opponent wins the games that are not played.

        Raises :class:`WormholeError`.
        """
        self._add(_Out(player))
        self._forfeit()

    def take_back(self, player: int) -> None:
        """Let a player who has left play again. Raises :class:`WormholeError`."""
        self._add(_Out(player, back=True))

    def _forfeit(self) -> None:
        """Enter the results of the round that nobody can play."""
        now = self.now
        for table, (white, black) in enumerate(now.pairs if now is not None else ()):
            absent = white in self.out, black in self.out
            if now is not None and table not in now.results and any(absent):
                result = BOTH_ABSENT if all(absent) else WHITE_ABSENT if absent[0] else BLACK_ABSENT
                self.enter(len(self.rounds) - 1, table, result)

    # The next round

    def _next(self) -> _Round | None:
        """The pairings that follow; None if there are none."""
        if len(self.plan.players) - len(self.out) < FEWEST:
            return None
        if self.plan.system is System.KNOCK_OUT:
            return self._next_of_tree()
        number = len(self.rounds)
        if number >= self.plan.whole:
            return None
        if self.plan.system is System.ROUND_ROBIN:
            pairs = tuple(berger(len(self.plan.players), self.plan.rounds)[number])
            free = {*range(len(self.plan.players))} - {each for pair in pairs for each in pair}
            return _Round(pairs, tuple(sorted(free)))
        found = paired([each for each in self.competitors() if each.number not in self.out])
        if found is None:
            return None
        pairs_found, bye = found
        return _Round(tuple(pairs_found), () if bye is None else (bye,))

    def competitors(self) -> list[Competitor]:
        """All players, with what a pairing must know of them."""
        competitors = [Competitor(player) for player in range(len(self.plan.players))]
        for each in self.rounds:
            scores = [player.score for player in competitors]
            floats = [DOWN] * len(competitors)
            for white, black, result in each.decided():
                for player, other, halves in zip((white, black), (black, white), HALVES[result], strict=True):
                    one = replace(competitors[player], score=competitors[player].score + halves)
                    if result in PLAYED:
                        one = replace(
                            one,
                            opponents=one.opponents | {other},
                            colors=(*one.colors, player == white),
                        )
                        gap = scores[player] - scores[other]
                        floats[player] = DOWN if gap > 0 else UP if gap < 0 else 0
                    elif halves:
                        one = replace(one, had_bye=True)
                    competitors[player] = one
            for player in each.byes:
                one = competitors[player]
                competitors[player] = replace(one, score=one.score + BYE_HALVES, had_bye=True)
            competitors = [replace(one, floats=(*one.floats, floats[one.number])) for one in competitors]
        if len(self.rounds) == self.plan.whole - 1:
            half = len(self.rounds)
            competitors = [replace(one, is_topscorer=one.score > half) for one in competitors]
        return competitors

    def _next_of_tree(self) -> _Round | None:
        slots: list[tuple[int, ...]] = [*first_draw(len(self.plan.players))]
        for stage in self.stages():
            winners = [self._winner(slot, stage) for slot in slots]
            drawn = [slot for slot, winner in zip(slots, winners, strict=True) if winner == _NOBODY_YET]
            if drawn:
                pairs_again = tuple(_reversed(pair, stage) for pair in drawn)
                is_last = self.plan.armageddon and len(stage) >= GAMES_BEFORE_ARMAGEDDON
                return _Round(pairs_again, again=True, armageddon=is_last)
            if len(winners) == 1:
                return None
            pairs = zip(winners[::2], winners[1::2], strict=True)
            slots = [tuple(each for each in pair if each is not None) for pair in pairs]
        competitors = self.competitors()
        games = [sorted(slot) for slot in slots if len(slot) == 2]
        byes = tuple(slot[0] for slot in slots if len(slot) == 1)
        return _Round(tuple(with_colors(competitors[a], competitors[b]) for a, b in games), byes)

    def stages(self) -> list[list[Round]]:
        """The rounds of a knock-out, each with those in which its drawn games were played again."""
        stages: list[list[Round]] = []
        for each in self.rounds:
            if each.is_again and stages:
                stages[-1].append(each)
            else:
                stages.append([each])
        return stages

    def _winner(self, slot: Sequence[int], stage: Sequence[Round]) -> int | None:
        """Who goes on; None if nobody does, ``_NOBODY_YET`` if it is open."""
        if len(slot) < 2:
            return slot[0] if slot else None
        last = [
            (each.winner(white, black, result), result)
            for each in stage
            for white, black, result in each.decided()
            if {white, black} == {*slot}
        ]
        if not last:
            return _NOBODY_YET
        winner, result = last[-1]
        return _NOBODY_YET if winner is None and result == DRAWN else winner

    # Lines of the file

    def _add(self, entry: _Round | _Result | _Out | _Unpaired) -> None:
        self._catch_up()
        line = msgspec.to_builtins(entry)
        journal.append_entry(self.path, line)
        self._take(line)
        self.lines += 1

    def _catch_up(self) -> None:
        """Take what another window has written meanwhile."""
        with errors_of(self.path):
            self._take_all(journal.read(self.path))

    def _take_all(self, entries: Sequence[journal.Entry]) -> None:
        """Take the lines that are not known yet."""
        for entry in entries[self.lines :]:
            self._take(entry)
        self.lines = max(self.lines, len(entries))

    def _take(self, entry: journal.Entry) -> None:
        """Do what a line says; a line that makes no sense is passed over."""
        count = len(self.plan.players)
        if (paired_ := find(_Round, entry)) is not None:
            named = [each for pair in paired_.pairs for each in pair] + [*paired_.byes]
            if len({*named}) == len(named) and max(named, default=0) < count and len(self.rounds) < 200:
                self.rounds.append(Round(paired_.pairs, paired_.byes, paired_.again, paired_.armageddon))
        elif (entered := find(_Result, entry)) is not None:
            if entered.round < len(self.rounds):
                found = self.rounds[entered.round]
                if entered.game is not None:
                    found.games.append((entered.table, entered.game))
                if entered.result == UNDECIDED:
                    found.results.pop(entered.table, None)
                elif entered.table < len(found.pairs):
                    found.results[entered.table] = entered.result
        elif (left := find(_Out, entry)) is not None and left.out < count:
            if left.back:
                self.out.pop(left.out, None)
            else:
                self.out.setdefault(left.out, len(self.rounds))
        elif (unpaired := find(_Unpaired, entry)) is not None and (
            self.rounds and unpaired.unpaired == len(self.rounds) - 1
        ):
            self.rounds.pop()


def _reversed(pair: Sequence[int], stage: Sequence[Round]) -> Pair:
    """The two of a drawn game with the other colours; as they are if no line of the file pairs them."""
    white, black = next((each for each in reversed(stage[-1].pairs) if {*each} == {*pair}), (*pair,)[::-1])
    return black, white


def _plan_of(entry: journal.Entry) -> PeoplePlan | None:
    """The plan in a line, with names that can be drawn; None if it is none."""
    plan = find(PeoplePlan, entry)
    if plan is None:
        return None
    players = tuple(printable(name) for name in plan.players)
    return replace(plan, name=printable(plan.name), players=players)


def create(folder: Path, plan: PeoplePlan) -> PeopleTournament:
    """Write a new tournament. Raises :class:`WormholeError`."""
    return PeopleTournament(begin_file(folder, msgspec.to_builtins(plan)), plan)


def tournaments(folder: Path) -> list[PeopleTournament | Path]:
    """All tournaments in a folder, the newest first; a file that cannot be read is its path."""
    return [_read(path) for path in reversed(files_in(folder, SUFFIX))]


def _read(path: Path) -> PeopleTournament | Path:
    try:
        return PeopleTournament.read(path)
    except WormholeError:
        return path


def names_in(text: str, known: Sequence[str] = ()) -> list[str]:
    """The names in what was typed or pasted, by lines or commas. Raises :class:`WormholeError`.

    >>> names_in("Ada, Bob; Cleo")
    ['Ada', 'Bob', 'Cleo']
    """
    parts = text.replace(";", ",").replace("\n", ",").split(",")
    names = [printable(" ".join(part.split())) for part in parts if part.strip()]
    taken = {name.casefold() for name in known}
    for name in names:
        if len(name) > LONGEST_PLAYER:
            raise WormholeError("A name has at most {most} letters.", most=LONGEST_PLAYER)
        if not person_name(name):
            raise WormholeError("{name} is no name of a player.", name=name)
        if name.casefold() in taken:
            raise WormholeError("{name} is in the list already.", name=name)
        taken.add(name.casefold())
    return names
