"""Measures how the characters of the computer player differ from the plain level, and how strong they are.

    python -m benchmarks.characters --games 200 --levels 5 8

Each character plays so many games against its level, in pairs of games from random openings. Printed is a
table in Markdown for each level: of the moves of each character after the opening the share that captures,
gives check and so on, the mean time that a move takes at the board, and the Elo difference. The first row has
the moves of the plain level in the same games. ``--keep`` appends each result to a file as a line of JSON.
"""

from __future__ import annotations

import argparse
import contextlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from wormhole.arena.elo import Estimate, estimate
from wormhole.arena.game import play
from wormhole.arena.terms import Terms
from wormhole.base.atomic_files import append_text
from wormhole.engine.characters import CHARACTERS, Traits, facts_of
from wormhole.engine.levels import LEVELS, played_by
from wormhole.engine.search_loops import has_fast_loops
from wormhole.players.player import Answer, MoveRequest, Player
from wormhole.players.spec import at_level
from wormhole.rules.board import Board
from wormhole.rules.game_file import variant
from wormhole.rules.piece import BLACK, WHITE
from wormhole.work.crew import Crew, add_crew_options, crew_of, progress_bar

COLUMNS = {
    "capture": "captures",
    "trade": "trades",
    "offer": "offers",
    "threat": "threats",
    "check": "checks",
    "king": "king moves",
    "leave": "leaves its king",
    "approach": "nearer to the other king",
    "back": "backward",
    "hole": "through holes",
    "remove_near_enemy": "removes near the other king",
    "remove_near_own": "removes near its king",
    "remove_middle": "removes in the middle",
    "long": "long",
}
"""The traits that are counted, and the heads of their columns."""

MIDDLE = 0.5
"""A square that is nearer to the middle than to the edge."""

PLAIN = "the level"


@dataclass(frozen=True)
class Job:
    """The pair of that number between a character and its level."""

    character: str
    level: int
    number: int


@dataclass
class Counts:
    """Counted moves, and their time at the board."""

    moves: int = 0
    due_seconds: float = 0.0
    traits: Counter[str] = field(default_factory=Counter)

    def add(self, facts: Traits, due_seconds: float) -> None:
        """Count a move."""
        self.moves += 1
        self.due_seconds += due_seconds
        for name, value in facts.nonzero().items():
            self.traits[name] += value > (MIDDLE if name == "remove_middle" else 0)

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(
            self.moves + other.moves, self.due_seconds + other.due_seconds, self.traits + other.traits
        )

    def share(self, trait: str) -> float:
        """The share of the moves with a trait, in percent."""
        return 100 * self.traits[trait] / max(self.moves, 1)

    def mean_seconds(self) -> float:
        """The mean time of a move."""
        return self.due_seconds / max(self.moves, 1)


@dataclass(frozen=True)
class Result:
    """A pair: the half points of the character, and the counted moves of both."""

    half_points: int
    character: Counts
    plain: Counts


class Observed(Player):
    """A player whose moves are counted."""

    def __init__(self, player: Player, counts: Counts) -> None:
        super().__init__()
        self._player, self._counts = player, counts

    @property
    def name(self) -> str:
        """The player's."""
        return self._player.name

    def new_game(self, board: Board) -> None:
        """Begin a game."""
        self._player.new_game(board)

    def _answer(self, asked: MoveRequest) -> Answer:
        answer = self._player.play(asked.board)
        if answer.move is not None:
            facts = facts_of(asked.board, [answer.move])[answer.move]
            self._counts.add(facts, answer.due_seconds)
        return answer

    def _release(self) -> None:
        self._player.close()


class CharacterWorker:
    """Plays pairs by their jobs."""

    def __init__(self, game: str, seed: int) -> None:
        has_fast_loops()
        self._variant, self._seed = variant(game), seed
        self._is_wanted = True

    def do(self, job: Job) -> Result | None:
        """The result of a pair; None if it was stopped."""
        level = LEVELS[job.level - 1]
        specs = at_level(played_by(level, CHARACTERS[job.character])), at_level(level)
        terms = Terms(specs, self._variant, rounds=1, seed=self._seed)
        game = terms.schedule.game_of(job.number, is_reversed=False)
        counts = Counts(), Counts()
        half_points = 0
        players = [Observed(spec.player(), each) for spec, each in zip(specs, counts, strict=True)]
        try:
            for color in (WHITE, BLACK):
                board = terms.opening(job.number).board(self._variant, terms.dice_seed(game))
                white, black = players if color is WHITE else players[::-1]
                played = play(white, black, board, terms.most_plies, lambda: self._is_wanted)
                if played is None:
                    return None
                points = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}[played.result]
                half_points += points if color is WHITE else 2 - points
        finally:
            for player in players:
                player.close()
        return Result(half_points, *counts)

    def stop(self) -> None:
        """Stop after the running move."""
        self._is_wanted = False

    def close(self) -> None:
        """Nothing is kept between pairs."""


@dataclass
class Row:
    """The results of a character at a level so far."""

    pentanomial: list[int] = field(default_factory=lambda: [0] * 5)
    counts: Counts = field(default_factory=Counts)
    plain: Counts = field(default_factory=Counts)

    def add(self, result: Result) -> None:
        """Count a pair."""
        self.pentanomial[result.half_points] += 1
        self.counts, self.plain = self.counts.plus(result.character), self.plain.plus(result.plain)

    @property
    def elo(self) -> str:
        """The Elo difference with its error bars."""
        found = estimate(self.pentanomial)
        return "" if found is None else _elo(found)


def table(rows: dict[str, Row]) -> Iterator[str]:
    """The lines of the table of a level."""
    heads = ["character", *COLUMNS.values(), "seconds", "Elo"]
    yield f"| {' | '.join(heads)} |"
    yield f"|---|{'---:|' * (len(heads) - 1)}"
    plain = Counts()
    for row in rows.values():
        plain = plain.plus(row.plain)
    yield _line(PLAIN, plain, "", "0")
    for key, row in rows.items():
        yield _line(CHARACTERS[key].name, row.counts, f"{row.counts.mean_seconds():.1f}", row.elo)


def _line(name: str, counts: Counts, seconds: str, elo: str) -> str:
    shares = [f"{counts.share(trait):.1f}" for trait in COLUMNS]
    return f"| {' | '.join([name, *shares, seconds, elo])} |"


def _elo(found: Estimate) -> str:
    return f"{found.elo:+.0f} ± {found.error:.0f}"


def measured(
    crew: Crew, game: str, keys: Sequence[str], levels: Sequence[int], pairs: int, seed: int
) -> dict[int, dict[str, Row]]:
    """The results of the characters at each level; as far as they are known at Ctrl-C."""
    rows = {level: {key: Row() for key in keys} for level in levels}
    jobs = [Job(key, level, number) for number in range(pairs) for level in levels for key in keys]
    bar = progress_bar(2 * len(jobs), "game")
    results = crew.results(partial(CharacterWorker, game, seed), jobs)
    with bar, contextlib.closing(results), contextlib.suppress(KeyboardInterrupt):
        for job, result in results:
            rows[job.level][job.character].add(result)
            bar.update(2)
    return rows


def main() -> None:
    """Measure, print the tables, and keep the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games of each character at each level")
    parser.add_argument("--levels", type=int, nargs="+", default=[5, 8])
    parser.add_argument("--characters", nargs="+", default=list(CHARACTERS), choices=CHARACTERS)
    parser.add_argument("--variant", default="wormhole", help="the game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="a file for the results as lines of JSON")
    add_crew_options(parser, int)
    args = parser.parse_args()
    has_fast_loops()  # compiles missing loops once, not in each worker
    pairs = max(args.games // 2, 1)
    rows = measured(crew_of(args), args.variant, args.characters, args.levels, pairs, args.seed)
    for level, of_level in rows.items():
        print(f"\n{variant(args.variant).title}, level {level}, {2 * pairs} games a character\n")
        print("\n".join(table(of_level)))
        if args.keep:
            append_text(args.keep, "".join(map(_kept, of_level, of_level.values(), [level] * len(of_level))))


def _kept(key: str, row: Row, level: int) -> str:
    data = {
        "character": key,
        "level": level,
        "pentanomial": row.pentanomial,
        "moves": row.counts.moves,
        "seconds": round(row.counts.mean_seconds(), 2),
        "shares": {trait: round(row.counts.share(trait), 1) for trait in COLUMNS},
        "plain": {trait: round(row.plain.share(trait), 1) for trait in COLUMNS},
    }
    return json.dumps(data) + "\n"


if __name__ == "__main__":
    main()
