"""Plays random games of the catalogue with another mutator, beside the second reader of files.

``python -m tests.support.mutated_games shogi --mutators fold --games 40`` compares that game, without a name
all games whose squares stay. At the end it tells how often each rule was met.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import cache

from tests.reference.file_game import FileGame
from tests.support import rules_met
from tests.support.file_games import play
from wormhole import Board, WormholeError, variant, variants
from wormhole.rules.game_file import parse
from wormhole.rules.variant import LeftSquare

MUTATORS = ("fold", "vanish", "random")
PLIES = 60


@cache
def games() -> tuple[str, ...]:
    """The names of the games whose squares stay."""
    return tuple(name for name in variants() if variant(name).left_square is LeftSquare.STAYS)


def file_of(name: str, mutator: str) -> str:
    """A file that changes only what becomes of a left square."""
    return f'inherits = "{name}"\ntitle = "Mutated"\nmutator = {{ left_square = "{mutator}" }}\n'


def refusal(name: str, mutator: str) -> str:
    """Why there is no such game; empty if there is."""
    try:
        parse(file_of(name, mutator), name)
    except WormholeError as error:
        return str(error)
    return ""


def compare(
    name: str, mutator: str, seeds: Sequence[int], plies: int = PLIES, met: Counter[str] | None = None
) -> int:
    """Play a random game for each seed; returns how many positions were the same.

    Every other game prefers captures, since many rules are about them. ``met`` counts the rules that are met.
    """
    text = file_of(name, mutator)
    rules = parse(text, name)
    count = 0
    for seed in seeds:
        choose = random.Random(f"{name} {mutator} {seed}")
        where = f"{name} {mutator}, seed {seed}"
        board = Board(rules, seed=seed)
        count += play(board, FileGame(text), choose, plies, where, captures=0.5 * (seed % 2), met=met)
    return count


def told(name: str, mutator: str, seeds: Sequence[int], plies: int, met: Counter[str]) -> tuple[str, bool]:
    """A line about a game with a mutator, and whether something differs."""
    started, refused = time.monotonic(), refusal(name, mutator)
    if refused:
        return f"{name} {mutator}: refused: {refused}", False
    try:
        positions = compare(name, mutator, seeds, plies, met)
    except Exception as error:
        return f"{name} {mutator}: DIFFERS: {type(error).__name__} {error}", True
    seconds = time.monotonic() - started
    return f"{name} {mutator}: {positions} positions, no difference ({seconds:.0f} s)", False


def main() -> None:
    """Compare the games that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="games of the catalogue (by default all)")
    parser.add_argument("--mutators", nargs="+", choices=MUTATORS, default=MUTATORS)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--plies", type=int, default=PLIES)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    differing, met = 0, Counter[str]()
    seeds = range(given.seed, given.seed + given.games)
    for name in given.names or games():
        for mutator in given.mutators:
            line, differs = told(name, mutator, seeds, given.plies, met)
            differing += differs
            print(line, flush=True)
    print(rules_met.told(met))
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
