"""Measures the levels of a game in Elo, and sets them in equal steps.

python -m tools.ruler chess --minutes 30

Each turn plays the match that reduces the errors of the strengths most in its time: between skills that are
neighbours on the ladder of the game, and in chess against Stockfish, which must be on the PATH. Its result
is added to docs/matches/ladder_GAME.jsonl after each turn, so the next call continues where this one ended.
At the end the ladders of wormhole/engine/ladders.toml and the tables of docs/strength.md are written anew;
``--minutes 0`` does only that.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tools import ladder_fit, stockfish, strength_tables
from tools.kept_matches import Line, added, file_of, kept, specs
from tools.ladder_fit import (
    CHESS,
    KNOTS,
    PREFIX,
    UNKNOWN_ERROR,
    contestant,
    is_whole,
    match_of,
    parts_of,
    skill_of,
)
from wormhole.arena.elo import score_of
from wormhole.arena.engine_match import introduced, json_line, played_games
from wormhole.arena.pairs import Tally, whole_pairs
from wormhole.arena.ratings import ELO_SCALE, PairScores, rate, side_of
from wormhole.arena.terms import GAMES_A_PAIR, Terms
from wormhole.base.atomic_files import write_parts
from wormhole.engine.ladders import LADDERS, ladder_named
from wormhole.engine.levels import Limit, at_skill
from wormhole.engine.search_loops import has_fast_loops
from wormhole.players.spec import parse
from wormhole.rules.game_file import variant
from wormhole.work.crew import Crew, add_crew_options, crew_of

ANCHORS = range(1350, 2701, 150)
"""The ``UCI_Elo`` at which Stockfish plays."""

ANCHORED_SKILL = 5.0
"""Those from this skill on are strong enough for Stockfish."""

TURN_SECONDS, LEAST_PAIRS, MOST_PAIRS = 40.0, 3, 50
GAME_PLIES, START_SECONDS = 90, 4.0
MOVE_SECONDS, NODES_A_SECOND = 0.006, 400_000
"""Assumed, to choose the next match: of the rest of a move beside its nodes."""

NOT_YET = (0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Plan:
    """A pairing, how many pairs of games are played, and by how much a second reduces the errors."""

    first: str
    second: str
    pairs: int = 1
    gain: float = 0.0


def skills_of(game: str, lines: Sequence[Line]) -> Sequence[float]:
    """The skills of a game's levels as they are known now, in order."""
    scale = ladder_fit.fitted({CHESS: list(kept(f"{PREFIX}{CHESS}")), game: lines}).get(game)
    if scale is not None and is_whole(scale):
        return scale.ladder().skills
    return LADDERS[game].skills if game in LADDERS else KNOTS


def pairings(game: str, skills: Sequence[float]) -> Iterator[tuple[str, str]]:
    """All matches that may be played: neighbours among levels, neighbours among all, Stockfish in chess."""
    steps = [skill for skill in skills if skill <= KNOTS[-1]]
    both = sorted({*steps, *KNOTS})
    for pair in dict.fromkeys([*zip(steps[1:], steps, strict=False), *zip(both[1:], both, strict=False)]):
        yield contestant(pair[0]), contestant(pair[1])
    if game == CHESS:
        for skill in both:
            for elo in ANCHORS if skill >= ANCHORED_SKILL else ():
                yield contestant(skill), stockfish.contestant(elo)


def best_plan(game: str, lines: Sequence[Line], skills: Sequence[float]) -> Plan:
    """The match whose games reduce the errors of the strengths most in their time."""
    plans = list(pairings(game, skills))
    matches = [*map(match_of, lines), *(PairScores(*pairing, NOT_YET) for pairing in plans)]
    names = {name for match in matches for name in (match.first, match.second)}
    given = {name: elo for name in names if (elo := stockfish.given_elo(name)) is not None}
    ratings, ladder = rate(matches, given, parts_of), ladder_named(game)
    free = ratings.free

    def fitted(name: str) -> float:
        return sum(share * ratings.elo[part] for part, share in parts_of(name).items())

    def believed(name: str) -> float:
        return given.get(name, ladder.elo_at(skill_of(name) or 1.0))

    def plan(first: str, second: str) -> Plan:
        seconds = GAMES_A_PAIR * GAME_PLIES * (_seconds(first) + _seconds(second)) / 2
        pairs = min(max(round(TURN_SECONDS / seconds), LEAST_PAIRS), MOST_PAIRS)
        side = side_of(first, second, free, parts_of)
        is_known = ratings.error(dict(zip(free, side, strict=True))) <= UNKNOWN_ERROR
        elo = fitted if is_known else believed
        chance = score_of(elo(first) - elo(second))
        knowledge = 2 * pairs * chance * (1 - chance) / ELO_SCALE**2
        moved = ratings.covariance @ side
        gain = float(knowledge * (moved @ moved) / (1 + knowledge * (side @ moved)))
        return Plan(first, second, pairs, gain / (START_SECONDS + pairs * seconds))

    return max((plan(*pairing) for pairing in plans), key=lambda plan: plan.gain)


def _seconds(player: str) -> float:
    """About how long a player thinks about a move."""
    skill = skill_of(player)
    nodes = 0 if skill is None else at_skill(skill).limit.nodes or 0
    return MOVE_SECONDS + nodes / NODES_A_SECOND


def played(game: str, plan: Plan, crew: Crew, first_pair: int) -> Line | None:
    """The result of some pairs of a match, counted from ``first_pair``; None if none was finished."""
    limit = Limit(seconds=1.0)
    sides = (parse(plan.first, limit), parse(plan.second, limit))
    terms = introduced(Terms(sides, variant(game), first_pair + plan.pairs))
    tally = Tally()
    numbers = range(GAMES_A_PAIR * first_pair, GAMES_A_PAIR * (first_pair + plan.pairs))
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


def play(game: str, minutes: float, crew: Crew) -> None:
    """Play one match after the other until the time is over."""
    has_fast_loops()
    file = file_of(f"{PREFIX}{game}")
    file.touch()
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        lines = list(kept(file.stem))
        plan = best_plan(game, lines, skills_of(game, lines))
        more = played(game, plan, crew, pairs_of(lines, plan))
        if more is None:
            return
        lines = with_more(lines, more)
        write_parts(file, (json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
        print(
            f"{plan.first} against {plan.second}: +{more['wins']} ={more['draws']} -{more['losses']}",
            flush=True,
        )


def write() -> None:
    """Write the ladders and the tables from the matches that are kept."""
    scales = ladder_fit.measured()
    file = ladder_fit.LADDERS_FILE
    file.write_text(ladder_fit.written(file.read_text("utf-8"), scales), "utf-8")
    page = strength_tables.PAGE
    page.write_text(strength_tables.written(page.read_text("utf-8")), "utf-8")
    print(ladder_fit.table(scales))


def main() -> None:
    """Read the arguments, play and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--minutes", type=float, default=0.0, help="how long to play (0: only write)")
    add_crew_options(parser, int)
    args = parser.parse_args()
    if args.minutes:
        play(args.game, args.minutes, crew_of(args))
    write()


if __name__ == "__main__":
    main()
