"""Asks the computer player for moves in random games of every kind, and checks its answers.

    python -m benchmarks.soak_player --games 1000 --variant wormhole

In random positions the player searches a few nodes at a random level. Its move must be legal and its line
playable (with dice: the first move of it); the board must not change; there must be no move if the game is
over. Prints the counts, and every fault with its position; with a fault, the exit status is 1.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import os
import random
import sys
from collections import Counter
from dataclasses import replace
from functools import cache

from tqdm import tqdm

import wormhole
from wormhole.base.errors import MoveError
from wormhole.engine.levels import LEVELS, Level, Limit
from wormhole.engine.opponent import ChosenMove, Opponent
from wormhole.engine.search_loops import has_fast_loops

GAMES_A_TASK = 10
LONGEST_GAME_PLIES = 300
ASKED_SHARE = 0.1
"""Positions tested per game."""

MOST_NODES = 2000
SOLVER_SECONDS = (0.0, 0.0, 0.0, 0.002)
TABLE_ENTRIES = 1 << 12

Task = tuple[str, int]
"""A variant's name, and the seed of its first game."""


@cache
def opponent(name: str) -> Opponent:
    """The player for all games of that variant in this process."""
    return Opponent(
        wormhole.variant(name), fast=has_fast_loops(), generator=random.Random(0), table_entries=TABLE_ENTRIES
    )


def play_and_ask(task: Task) -> tuple[Counter[str], list[str]]:
    """Play the games of a task; returns the counts and the faults."""
    name, first_seed = task
    counts: Counter[str] = Counter()
    faults: list[str] = []
    for seed in range(first_seed, first_seed + GAMES_A_TASK):
        dice = random.Random(f"{name} {seed}")
        board = wormhole.Board(name, seed=seed)
        counts["games"] += 1
        while not (is_over := board.is_game_over()) and len(board.move_stack) < LONGEST_GAME_PLIES:
            if dice.random() < ASKED_SHARE:
                faults += asked(board, level(dice), counts, is_over=False)
            board.push(dice.choice(board.legal_moves))
        if is_over:
            faults += asked(board, level(dice), counts, is_over=True)
    return counts, faults


def level(dice: random.Random) -> Level:
    """A random level with a small limit."""
    nodes = int(MOST_NODES ** dice.random())
    return replace(dice.choice(LEVELS), limit=Limit(nodes=nodes), solver_seconds=dice.choice(SOLVER_SECONDS))


def asked(board: wormhole.Board, at: Level, counts: Counter[str], *, is_over: bool) -> list[str]:
    """Ask for a move at a random level; returns the faults of the answer."""
    before = state(board)
    found: str | None
    try:
        choice = opponent(board.variant.name).choose(board, at)
    except Exception as error:
        found = f"failed: {error!r}"
    else:
        found = "changed the board" if state(board) != before else fault(board, choice, is_over)
        counts["answers" if choice else "ends"] += 1
        counts["solved"] += bool(choice and choice.solution)
        counts["plies of lines"] += len(choice.line) if choice else 0
    return [f"{board!r} level {at.number}, {at.limit.nodes} nodes: {found}"] if found else []


def state(board: wormhole.Board) -> tuple[object, ...]:
    """The state of a board, which a request must not change."""
    return board.fen(), board.move_stack, *(array.tobytes() for array in board.position)


def fault(board: wormhole.Board, choice: ChosenMove | None, is_over: bool) -> str | None:
    """The fault of an answer, or None."""
    if is_over:
        return f"played {choice.move} in a game that was over" if choice else None
    if choice is None:
        return "found no move"
    if not board.is_legal(choice.move):
        return f"played {choice.move}, an illegal move"
    if choice.line[:1] != (choice.move.text,):
        return f"played {choice.move} with the line {choice.line}"
    twin = board.copy()
    try:
        for text in choice.line[:1] if board.has_dice else choice.line:
            twin.push_uci(text)
    except MoveError as error:
        return f"line {choice.line}: {error}"
    return None


def main() -> int:
    """Play, count and print; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="games per variant, rounded up to tens")
    parser.add_argument("--variant", choices=wormhole.menu("family"), help="only this variant")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)"
    )
    given = parser.parse_args()
    has_fast_loops()  # compiled here once; the other processes load them
    names = [given.variant] if given.variant else wormhole.menu("family")
    seeds = range(given.seed, given.seed + given.games, GAMES_A_TASK)
    tasks = [(name, seed) for seed, name in itertools.product(seeds, names)]
    counts: Counter[str] = Counter()
    fault_count = 0
    with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
        for counted, faults in tqdm(pool.imap_unordered(play_and_ask, tasks), total=len(tasks), disable=None):
            counts += counted
            fault_count += len(faults)
            for line in faults:
                tqdm.write(line)
    counted = ", ".join(f"{number:,} {what}" for what, number in sorted(counts.items()))
    print(f"{len(names)} variants: {counted}; {fault_count} faults")
    return 1 if fault_count else 0


if __name__ == "__main__":
    sys.exit(main())
