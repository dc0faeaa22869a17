"""Measures the levels in Elo: plays chess against Stockfish and among the levels, and writes the results.

python -m tools.ruler --minutes 30

Each turn plays the match that reduces the errors of the strengths most. Its result is added to
docs/matches/ruler.jsonl after each turn, so the next call continues where this one ended. At the end the
strengths in wormhole/engine/levels.toml and the tables of docs/strength.md are written anew; ``--minutes 0``
does only that. Stockfish must be on the PATH.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tools import level_strengths, stockfish, strength_tables
from tools.kept_matches import Line, added, file_of, kept, specs
from tools.level_strengths import CHESS, FILES, UNKNOWN_ERROR, level_of, match_of
from wormhole.arena.elo import score_of
from wormhole.arena.engine_match import introduced, json_line, played_games
from wormhole.arena.pairs import Tally, whole_pairs
from wormhole.arena.ratings import ELO_SCALE, PairScores, rate
from wormhole.arena.terms import GAMES_A_PAIR, Terms
from wormhole.engine.levels import LEVELS, Limit
from wormhole.engine.search_loops import has_fast_loops
from wormhole.players.spec import parse
from wormhole.rules.game_file import variant
from wormhole.work.crew import Crew, add_crew_options, crew_of

ANCHORS = range(1350, 2701, 150)
"""The ``UCI_Elo`` at which Stockfish plays."""

NOT_YET = (0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Plan:
    """A pairing, and by how much its games would reduce the errors."""

    first: str
    second: str
    gain: float


def pairings(levels: Collection[int]) -> Iterator[tuple[str, str]]:
    """All matches that may be played: the levels against their neighbours and against Stockfish."""
    for number in sorted(levels):
        if number - 1 in levels:
            yield f"ours:level={number}", f"ours:level={number - 1}"
        for elo in ANCHORS:
            yield f"ours:level={number}", stockfish.contestant(elo)


def best_plan(lines: Sequence[Line], levels: Collection[int], pairs: int) -> Plan:
    """The match of that many pairs after which the errors of the strengths are smallest."""
    plans = list(pairings(levels))
    matches = [*map(match_of, lines), *(PairScores(*pairing, NOT_YET) for pairing in plans)]
    names = {name for match in matches for name in (match.first, match.second)}
    given = {name: elo for name in names if (elo := stockfish.given_elo(name)) is not None}
    ratings = rate(matches, given)

    def believed(name: str) -> float:
        number = level_of(name)
        if number is None or ratings.error({name: 1.0}) <= UNKNOWN_ERROR:
            return ratings.elo[name]
        return float(LEVELS[number - 1].chess_elo)

    def gain(first: str, second: str) -> float:
        side = np.array([(name == first) - (name == second) for name in ratings.free], float)
        chance = score_of(believed(first) - believed(second))
        knowledge = 2 * pairs * chance * (1 - chance) / ELO_SCALE**2
        moved = ratings.covariance @ side
        return float(knowledge * (moved @ moved) / (1 + knowledge * (side @ moved)))

    return max((Plan(*pairing, gain(*pairing)) for pairing in plans), key=lambda plan: plan.gain)


def played(plan: Plan, crew: Crew, first_pair: int, pairs: int) -> Line | None:
    """The result of some pairs of a match, counted from ``first_pair``; None if none was finished."""
    limit = Limit(seconds=1.0)
    sides = (parse(plan.first, limit), parse(plan.second, limit))
    terms = introduced(Terms(sides, variant(CHESS), first_pair + pairs))
    tally = Tally()
    numbers = range(GAMES_A_PAIR * first_pair, GAMES_A_PAIR * (first_pair + pairs))
    with (
        contextlib.closing(played_games(crew, terms, numbers)) as games,
        contextlib.suppress(KeyboardInterrupt),
    ):
        for pair, _ in whole_pairs(games):
            tally = tally.with_pair(pair)
    return json.loads(json_line(terms, tally, None)) if tally.games else None


def with_more(lines: Sequence[Line], more: Line) -> list[Line]:
    """The kept matches with one more; matches of the same players are one line."""
    same = [line for line in lines if specs(line) == specs(more)]
    if not same:
        return [*lines, more]
    return [added(line, more) if line is same[0] else line for line in lines]


def pairs_of(lines: Sequence[Line], plan: Plan) -> int:
    """The pairs that were played of a match."""
    return sum(sum(line["pentanomial"]) for line in lines if specs(line) == (plan.first, plan.second))


def keep(path: Path, lines: Sequence[Line]) -> None:
    """Write the matches, so that the file is whole at any time."""
    new = path.with_suffix(".new")
    new.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    new.replace(path)


def play(minutes: float, levels: Collection[int], pairs: int, crew: Crew) -> None:
    """Play one match after the other until the time is over."""
    has_fast_loops()
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        lines = list(kept(FILES[CHESS]))
        plan = best_plan(lines, levels, pairs)
        more = played(plan, crew, pairs_of(lines, plan), pairs)
        if more is None:
            return
        keep(file_of(FILES[CHESS]), with_more(lines, more))
        print(f"{plan.first} against {plan.second}: +{more['wins']} ={more['draws']} -{more['losses']}")


def write() -> None:
    """Write the strengths and the tables from the matches that are kept."""
    strengths = level_strengths.measured()
    file = level_strengths.LEVELS_FILE
    file.write_text(level_strengths.written(file.read_text("utf-8"), strengths), "utf-8")
    page = strength_tables.PAGE
    page.write_text(strength_tables.written(page.read_text("utf-8")), "utf-8")
    print(level_strengths.table(strengths))


def main() -> None:
    """Read the arguments, play and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=0.0, help="how long to play (0: only write)")
    parser.add_argument("--games", type=int, default=20, help="games a turn (20)")
    parser.add_argument("--levels", type=int, nargs=2, default=(1, 9), metavar=("FROM", "TO"))
    add_crew_options(parser, int)
    args = parser.parse_args()
    low, high = args.levels
    play(args.minutes, range(low, high + 1), max(args.games // 2, 1), crew_of(args))
    write()


if __name__ == "__main__":
    main()
