"""Counts the endings that the solver decides in a given time, by their distance from the end.

    python -m benchmarks.endings --seconds 1

The positions are those of ``endings.jsonl`` beside this file: one of each game of quick self-play for each
number of squares, with the plies that the game lasted from there. The time is that of the processor, so that
other running programs do not matter much. With ``--make GAME`` positions of this game are written to stdout
instead.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tqdm import tqdm

import wormhole
from wormhole import Board
from wormhole.arena.openings import random_opening
from wormhole.engine.levels import Limit
from wormhole.engine.search_loops import SOLVER, has_fast_loops
from wormhole.engine.solver import Solution, Solver
from wormhole.engine.thinker import Thinker

POSITIONS = Path(__file__).with_name("endings.jsonl")

PLAYED = Limit(nodes=1000)
"""The search for a move of self-play."""
SEED = 7
MOST_PLIES = 200
TABLE_ENTRIES = 1 << 14

WATCH_SECONDS = 0.002


@dataclass(frozen=True)
class Ending:
    """A late position, and the plies that its game lasted from there."""

    game: str
    fen: str
    plies: int

    @property
    def board(self) -> Board:
        """The position."""
        return Board(self.game, self.fen)

    @property
    def squares(self) -> int:
        """The squares that are left."""
        return squares_of(self.board)

    @property
    def pieces(self) -> int:
        """The pieces that are left."""
        return len(self.board.piece_map())


@dataclass(frozen=True)
class Attempt:
    """The solver's result within its time."""

    ending: Ending
    solution: Solution | None
    seconds: float
    nodes: int


def squares_of(board: Board) -> int:
    """The squares of a board that are left."""
    return board.variant.geometry.squares - len(board.holes)


def endings(path: Path, only: str | None) -> list[Ending]:
    """The positions of a file, all or those of one game."""
    found = [Ending(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
    return [ending for ending in found if only in (None, ending.game)]


# --- solving ---


@cache
def solver_of(game: str) -> Solver:
    """The solver for all positions of a game."""
    return Solver(wormhole.variant(game), fast=SOLVER.use())


def attempt(ending: Ending, seconds: float) -> Attempt:
    """Solve an ending within so many seconds of the processor."""
    solver, begun = solver_of(ending.game), time.process_time()
    with stopped_after(seconds, solver.stop):
        solution = solver.solve(ending.board)
    return Attempt(ending, solution, time.process_time() - begun, solver.nodes)


@contextlib.contextmanager
def stopped_after(seconds: float, stop: Callable[[], None]) -> Iterator[None]:
    """A context whose body is stopped after so many seconds of the processor."""
    ended, begun = threading.Event(), time.process_time()

    def watch() -> None:
        while not ended.wait(WATCH_SECONDS):
            if time.process_time() - begun >= seconds:
                stop()
                return

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield
    finally:
        ended.set()
        watching.join()


def report(attempts: Iterable[Attempt], of: Callable[[Attempt], object]) -> Iterator[str]:
    """Lines of a table: the positions of each kind, how many are decided, and with the shortest win."""
    groups = defaultdict(list)
    for each in attempts:
        groups[of(each)].append(each)
    for kind in sorted(groups, key=lambda kind: (isinstance(kind, str), kind)):
        solutions = [each.solution for each in groups[kind] if each.solution is not None]
        shortest = sum(getattr(solution, "is_shortest", True) for solution in solutions)
        yield f"{kind:>16} {len(groups[kind]):>10} {len(solutions):>8} {shortest:>9}"


def print_report(attempts: list[Attempt]) -> None:
    """Print all tables."""
    kinds: dict[str, Callable[[Attempt], object]] = {
        "squares left": lambda each: each.ending.squares,
        "pieces left": lambda each: each.ending.pieces // 2 * 2,
        "plies of the game": lambda each: each.ending.plies // 4 * 4,
        "game": lambda each: each.ending.game,
    }
    for title, of in kinds.items():
        print(f"\n{title:>16} {'positions':>10} {'decided':>8} {'shortest':>9}")
        print(*report(attempts, of), sep="\n")
    nodes, seconds = sum(each.nodes for each in attempts), sum(each.seconds for each in attempts)
    print(f"\n{nodes:,} nodes in {seconds:.1f} s, {nodes / seconds:,.0f} a second")


# --- making the positions ---


def self_play(game: str, number: int) -> list[str]:
    """The positions of a game of quick self-play, as FENs; empty if it does not end."""
    variant = wormhole.variant(game)
    board = random_opening(variant, SEED, number).board(variant, dice_seed=0)
    thinker = Thinker(variant, fast=has_fast_loops(), taste=number, table_entries=TABLE_ENTRIES)
    fens: list[str] = []
    while not board.is_game_over() and len(fens) < MOST_PLIES:
        fens.append(board.fen())
        move = thinker.think(board, PLAYED)
        assert move is not None, "the game is not over"
        board.push(move)
    thinker.close()
    return fens if board.is_game_over() else []


def made(game: str, grades: Iterable[int], count: int, games: int) -> Iterator[Ending]:
    """``count`` positions for each number of squares, each one of another game."""
    found: dict[int, list[Ending]] = {grade: [] for grade in grades}
    for number in tqdm(range(games), disable=None):
        fens = self_play(game, number)
        for index, fen in enumerate(fens):
            squares = squares_of(Board(game, fen))
            if squares in found:
                found[squares].append(Ending(game, fen, len(fens) - index))
    for grade, some in found.items():
        random.Random(grade).shuffle(some)
        yield from some[:count]


def main() -> None:
    """Solve and print, or make the positions."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position")
    parser.add_argument("--variant", choices=wormhole.menu("family"), help="only this variant")
    parser.add_argument("--make", choices=wormhole.menu("family"), metavar="GAME", help="make positions")
    parser.add_argument("--games", type=int, default=400, help="games of self-play")
    parser.add_argument("--count", type=int, default=16, help="positions for each number of squares")
    parser.add_argument("--squares", type=int, nargs=3, default=(22, 47, 2), help="first, last + 1, step")
    given = parser.parse_args()
    if given.make:
        for ending in made(given.make, range(*given.squares), given.count, given.games):
            print(json.dumps(vars(ending)))
        return
    chosen = endings(POSITIONS, given.variant)
    SOLVER.use()
    print_report([attempt(ending, given.seconds) for ending in tqdm(chosen, disable=None)])


if __name__ == "__main__":
    main()
