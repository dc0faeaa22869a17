"""A tournament in a file: its plan in the first line, then a line for each finished game.

The file is a journal (:mod:`wormhole.library.journal`): lines are only appended, and a line that is no game
is passed over. So a tournament can be stopped at any time, also by a crash, and continued. A game that was
not finished is played again. A file starts no program: its plan only names them.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from wormhole.arena.openings import BookOpenings, ListedOpenings, Opening, RandomOpenings, SomeOpenings
from wormhole.arena.pairs import PlayedGame
from wormhole.arena.standings import FinishedGame
from wormhole.arena.terms import Form, Schedule, Terms
from wormhole.arena.tournament_files import LOCK, SUFFIX, begin_file, read_plan
from wormhole.base.errors import WormholeError
from wormhole.base.quoting import printable
from wormhole.base.schema import find
from wormhole.base.text_files import errors_of, files_in
from wormhole.engine.levels import Limit
from wormhole.engine.network import rules_changed
from wormhole.library import journal
from wormhole.library.time_control import parsed
from wormhole.library.window_locks import is_locked_now
from wormhole.players.spec import MOST_NODES, UCI, XBOARD, PlayerSpec, parse
from wormhole.rules.chosen_rules import values_of
from wormhole.rules.game_file import composed
from wormhole.rules.game_file import parse as parse_game
from wormhole.rules.outcome import Termination
from wormhole.rules.variant import Variant

FOLDER = "tournaments"
MOST_PLAYERS = 32
MOST_GAMES = 5000
MOST_ROUNDS = MOST_GAMES // 2
MOST_AT_ONCE = 32
MOST_PLIES = 10_000
LONGEST_NAME = 60
FEWEST = 2

Text = Annotated[str, Meta(max_length=1 << 19)]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Word = Annotated[str, Meta(min_length=1, max_length=4000)]
Seconds = Annotated[float, Meta(ge=0, le=1e9)]
Count = Annotated[int, Meta(ge=0, le=10**9)]


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament: its name there, and its text form (:mod:`wormhole.players.spec`).

    A program has its command, settings and folder, too, since the text form has no room for all of them.
    """

    name: Name
    spec: Word
    command: tuple[Word, ...] = ()
    settings: tuple[tuple[Word, Text], ...] = ()
    depth: Annotated[int, Meta(ge=1, le=1000)] | None = None
    nodes: Annotated[int, Meta(ge=1, le=MOST_NODES)] | None = None
    folder: Text = ""

    @classmethod
    def of(cls, spec: PlayerSpec, name: str) -> Entrant:
        """A player under that name. The seconds of its limit give way to the clock."""
        if not spec.command:
            return cls(name, spec.text)
        depth = None if spec.limit.depth == Limit().depth else spec.limit.depth
        return cls(name, spec.text, spec.command, spec.settings, depth, spec.limit.nodes, spec.folder)

    def parsed(self) -> PlayerSpec:
        """The player. Raises :class:`WormholeError`."""
        if not self.command:
            return parse(self.spec, Limit()).called(self.name)
        kind = XBOARD if self.spec.startswith(XBOARD) else UCI
        limit = Limit(depth=self.depth or Limit().depth, nodes=self.nodes)
        return PlayerSpec(self.spec, kind, self.command, limit, self.settings, self.name, folder=self.folder)


@dataclass(frozen=True)
class Plan:
    """What is to be played.

    * ``game``, ``definition``, ``rules``: the game by its name and its file, and its changed rules
    * ``rounds``: the pairs of games of each pairing
    * ``openings``: random ones, those of the book, or the ``listed`` ones, each a FEN and moves
    * ``clock``: a time control as in PGN, ``-`` for none
    * ``at_once``: the games that are played at the same time
    * ``is_balance``: it measures the game, not its players, and its games stay out of the library
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    game: Name
    definition: Text
    rules: dict[str, str]
    players: Annotated[tuple[Entrant, ...], Meta(min_length=FEWEST, max_length=MOST_PLAYERS)]
    form: Form
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    openings: Literal["random", "book", "listed"] = "random"
    listed: tuple[tuple[Text | None, tuple[Text, ...]], ...] = ()
    seed: Annotated[int, Meta(ge=0, le=2**31)] = 0
    clock: Annotated[str, Meta(max_length=40)] = "-"
    most_plies: Annotated[int, Meta(ge=1, le=MOST_PLIES)] = 600
    at_once: Annotated[int, Meta(ge=1, le=MOST_AT_ONCE)] = 1
    is_balance: bool = False
    format: Literal[1] = 1

    @property
    def schedule(self) -> Schedule:
        """All games."""
        return Schedule(self.form, len(self.players), self.rounds)

    @property
    def names(self) -> Sequence[str]:
        """The names of the players."""
        return [player.name for player in self.players]

    def variant(self) -> Variant:
        """The game. Raises :class:`WormholeError`."""
        return composed(parse_game(self.definition, self.game), *values_of(self.rules))

    def terms(self) -> Terms:
        """What the workers play. Raises :class:`WormholeError`."""
        return Terms(
            players=tuple(player.parsed() for player in self.players),
            variant=self.variant(),
            rounds=self.rounds,
            form=self.form,
            openings=self._openings(),
            seed=self.seed,
            most_plies=self.most_plies,
            control=parsed(self.clock),
            event=self.name,
            pairs_share_chance=not self.is_balance,
        )

    def programs(self) -> list[PlayerSpec]:
        """The players that are other programs. Raises :class:`WormholeError`."""
        return [spec for each in self.players if (spec := each.parsed()).command]

    def _openings(self) -> SomeOpenings:
        if self.openings == "book":
            return BookOpenings()
        if self.openings == "listed" and self.listed:
            return ListedOpenings(tuple(Opening(fen, moves) for fen, moves in self.listed))
        return RandomOpenings()


def game_fields(variant: Variant) -> dict[str, object]:
    """The fields of a plan that describe a game."""
    return {"game": variant.name, "definition": variant.definition, "rules": rules_changed(variant)}


def listed(openings: Iterable[Opening], most: int) -> tuple[tuple[str | None, tuple[str, ...]], ...]:
    """The first of these openings for a plan."""
    return tuple((opening.fen, opening.moves) for opening, _ in zip(openings, range(most), strict=False))


@dataclass(frozen=True)
class GameLine:
    """A finished game, as its line has it; in tuples of two, White comes first."""

    game: Count
    result: Literal["1-0", "0-1", "1/2-1/2"]
    reason: Text
    how: Text | None
    """The value of a Termination; None if a player could not continue."""
    plies: Count
    seconds: tuple[Seconds, Seconds]
    moves: tuple[Count, Count]
    failed: bool | None
    late: bool | None
    captures: Count = 0
    through_holes: Count = 0
    """The captures on whose way squares were missing."""
    pgn: Text = ""

    @classmethod
    def of(cls, game: PlayedGame) -> GameLine:
        """A game that was played."""
        how = None if game.termination is None else game.termination.value
        return cls(
            game.number,
            game.result,  # type: ignore[arg-type]
            game.reason,
            how,
            game.plies,
            game.seconds,
            game.moves,
            game.failed,
            game.late,
            game.captures,
            game.through_holes,
            game.pgn,
        )

    @property
    def termination(self) -> Termination | None:
        """How it ended; None if a player could not continue."""
        with contextlib.suppress(ValueError):
            return None if self.how is None else Termination(self.how)
        return Termination.RECORDED

    def finished(self, schedule: Schedule) -> FinishedGame:
        """What the table needs."""
        place = schedule[self.game]
        return FinishedGame(self.game, place.white, place.black, self.result, self.failed, self.late)


@dataclass(frozen=True)
class _Marked:
    """A line that says how many games, in the order of the file, are in the library."""

    kept: Count


@dataclass
class Tournament:
    """A tournament and its finished games, by their numbers, in the order in which they ended."""

    path: Path
    plan: Plan
    games: dict[int, GameLine] = field(default_factory=dict)
    kept: int = 0
    """How many of the games are in the library."""

    @classmethod
    def read(cls, path: Path) -> Tournament:
        """The tournament in a file. Raises :class:`WormholeError`."""
        plan, entries = read_plan(path, _plan_of)
        games: dict[int, GameLine] = {}
        kept = 0
        count = len(plan.schedule)
        for entry in entries[1:]:
            game = find(GameLine, entry)
            if game is not None and game.game < count:
                games.setdefault(game.game, game)
            elif (marked := find(_Marked, entry)) is not None:
                kept = max(kept, marked.kept)
        return cls(path, plan, games, min(kept, len(games)))

    @property
    def is_finished(self) -> bool:
        """Whether all games were played."""
        return len(self.games) == len(self.plan.schedule)

    def add(self, game: GameLine) -> None:
        """Write a game that has just ended. Raises :class:`WormholeError`."""
        journal.append_entry(self.path, msgspec.to_builtins(game))
        self.games.setdefault(game.game, game)

    def mark_kept(self, count: int) -> None:
        """So many of the games are in the library. Raises :class:`WormholeError`."""
        journal.append_entry(self.path, {"kept": count})
        self.kept = count

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """A context in which no other process plays it. Raises :class:`WormholeError` if one does."""
        with errors_of(self.path):
            descriptor = os.open(self.path.with_suffix(LOCK), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if not is_locked_now(descriptor):
                raise WormholeError("Another window plays this tournament.")
            yield
        finally:
            os.close(descriptor)


def _plan_of(entry: journal.Entry) -> Plan | None:
    """The plan in a line, with names that can be drawn; None if it is none."""
    plan = find(Plan, entry)
    if plan is None:
        return None
    players = tuple(replace(player, name=printable(player.name)) for player in plan.players)
    return replace(plan, name=printable(plan.name), players=players)


def create(folder: Path, plan: Plan) -> Tournament:
    """Write a new tournament. Raises :class:`WormholeError`."""
    entry = json.loads(json.dumps(msgspec.to_builtins(plan)))
    if len(json.dumps(entry)) > journal.LONGEST_LINE // 2:
        raise WormholeError("The openings are too long for one tournament.")
    return Tournament(begin_file(folder, entry), plan)


@dataclass(frozen=True)
class ListedTournament:
    """A tournament of a folder; ``plan`` is None for a file that is none."""

    path: Path
    plan: Plan | None
    finished: int = 0


_GAME = re.compile(rb'^\{"game":(\d{1,9}),', re.MULTILINE)


def tournaments(folder: Path) -> list[ListedTournament]:
    """All tournaments in a folder, the newest first. Their games are only counted."""
    return [_listed(path) for path in reversed(files_in(folder, SUFFIX))]


def _listed(path: Path) -> ListedTournament:
    try:
        with path.open("rb") as file:
            entry = journal.parse(file.readline(journal.LONGEST_LINE))
            games = set(_GAME.findall(file.read(journal.MOST_BYTES)))
    except OSError:
        return ListedTournament(path, None)
    plan = None if entry is None else _plan_of(entry)
    return ListedTournament(path, plan, len(games))
