"""Plays games of the computer player against itself, and counts what is played in their openings.

python -m tools.openings wormhole

The games begin with moves that are drawn among the good ones, the better the likelier, so that they differ.
The counts are written to ``wormhole/learn/openings/``. The same numbers give the same games.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import random
from collections.abc import Iterator
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tqdm import tqdm

import wormhole
from wormhole.engine.levels import Limit
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.engine.loops.workspace import MATE_BOUND
from wormhole.engine.thinker import Thinker
from wormhole.learn.openings import shipped
from wormhole.learn.openings.counts import Counts, Openings
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant

FOLDER = Path(shipped.__file__).resolve().parent

COUNTED_PLIES = 16
"""Of each game."""

DRAWN_PLIES = 12
"""The moves that are drawn among the good ones."""

CANDIDATES = 6
TEMPERATURE_CENTIPAWNS = 15
"""A move that is worse by so much is played about a third as often."""

DRAWING_EFFORT = 6
"""The search for several moves takes so many times the nodes of the search for one."""

MOST_PLIES = 300
"""A longer game is a draw."""

TABLE_ENTRIES = 1 << 16


def play_game(variant: Variant, nodes: int, seed: int, number: int) -> tuple[list[Move], Counts]:
    """The first moves of a game, with its result."""
    generator = random.Random(f"{seed} {number}")
    board = Board(variant, seed=(seed << 20) + number)
    thinker = Thinker(variant, fast=has_fast_loops(), taste=number, table_entries=TABLE_ENTRIES)
    winner: bool | None = None
    while (outcome := board.outcome()) is None and len(board.move_stack) < MOST_PLIES:
        is_drawn = len(board.move_stack) < DRAWN_PLIES
        if is_drawn:
            best = thinker.think(board, Limit(nodes=nodes * DRAWING_EFFORT), line_count=CANDIDATES)
        else:
            best = thinker.think(board, Limit(nodes=nodes))
        score = thinker.thought().score_centipawns
        # A mate that was found is played, unless dice prevent it.
        if abs(score) > MATE_BOUND and not board.has_dice:
            winner = board.turn if score > 0 else not board.turn
            break
        board.push(_drawn(thinker, board, generator) if is_drawn else best)
    else:
        winner = None if outcome is None else outcome.winner
    thinker.close()
    return list(board.move_stack)[:COUNTED_PLIES], Counts.of(winner)


def _drawn(thinker: Thinker, board: Board, generator: random.Random) -> Move:
    """One of the moves that were found, the better the likelier."""
    thoughts = [thought for thought in thinker.thoughts() if thought.line]
    best = thoughts[0].score_centipawns
    weights = [math.exp((each.score_centipawns - best) / TEMPERATURE_CENTIPAWNS) for each in thoughts]
    return board.parse_uci(generator.choices(thoughts, weights)[0].line[0])


def games(
    variant: Variant, count: int, nodes: int, seed: int, workers: int
) -> Iterator[tuple[list[Move], Counts]]:
    """The games, in their order."""
    play = partial(play_game, variant, nodes, seed)
    if workers == 1:
        yield from map(play, range(count))
        return
    has_fast_loops()  # compiles missing loops once, not in each worker
    with get_context("spawn").Pool(workers) as pool:
        yield from pool.imap(play, range(count), chunksize=4)


def main() -> None:
    """Play, count, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=wormhole.variants())
    parser.add_argument("--games", type=int, default=1000, help="games to play (default: %(default)s)")
    parser.add_argument("--nodes", type=int, default=1000, help="of each search (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the games (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: %(default)s)")
    given = parser.parse_args()
    variant = wormhole.variant(given.game)
    openings = Openings()
    played = 0
    with contextlib.suppress(KeyboardInterrupt):
        for moves, counts in tqdm(
            games(variant, given.games, given.nodes, given.seed, given.workers),
            total=given.games,
            unit="game",
            disable=None,
        ):
            openings.add(Board(variant, seed=0), moves, counts, COUNTED_PLIES)
            played += 1
    command = f"python -m tools.openings {given.game} --games {played} --nodes {given.nodes}"
    made = {
        "game": given.game,
        "games": played,
        "nodes": given.nodes,
        "made": f"{command} --seed {given.seed}",
    }
    path = FOLDER / shipped.name_of(given.game)
    path.write_text("".join(f"{line}\n" for line in shipped.lines(openings, made)), "utf-8")
    print(f"{path.name}: {played} games, {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
