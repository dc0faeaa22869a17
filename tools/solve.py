"""Solves a position of a game whose moves remove squares, by default the first one of a small board.

python -m tools.solve docs/examples/small-5x5.toml

Prints who wins, in how many moves, and a best line; Ctrl-C stops with the result proven so far.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import wormhole
from wormhole import Board, side_name
from wormhole.engine.search_loops import SOLVER
from wormhole.engine.solver import Solution, Solver
from wormhole.rules.variant import Variant

ENTRIES_LOG2 = 22
"""The logarithm of the entries of the hash table; 2 ** 22 are 64 MB."""


def variant_of(text: str) -> Variant:
    """A game of the catalogue by its name, or the one of a file."""
    return wormhole.load(Path(text)) if text.endswith(".toml") else wormhole.variant(text)


def solved(solver: Solver, board: Board, nodes: int | None, shortest: bool) -> Solution | None:
    """The result; solves in a thread, so that the waiting one can be interrupted."""
    with ThreadPoolExecutor(1) as pool:
        solving = pool.submit(solver.solve, board, nodes=nodes, shortest=shortest)
        try:
            return solving.result()
        except KeyboardInterrupt:
            solver.stop()
            return solving.result()


def words(solution: Solution | None) -> str:
    """The result in words."""
    if solution is None:
        return "not decided"
    if solution.winner is None:
        return "a draw"
    most = "" if solution.is_shortest else "at most "
    return f"{side_name(solution.winner)} wins in {most}{solution.moves}"


def in_san(board: Board, line: tuple[str, ...]) -> str:
    """A line in SAN."""
    twin, sans = board.copy(), []
    for text in line:
        move = twin.parse_uci(text)
        sans.append(twin.san(move))
        twin.push(move)
    return " ".join(sans)


def main() -> None:
    """Solve and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", help="a game of the catalogue, or a file")
    parser.add_argument("--fen", help="the position (the first one)")
    parser.add_argument("--nodes", type=int, help="the most nodes")
    parser.add_argument("--any", action="store_true", help="any win suffices, it need not be the shortest")
    parser.add_argument(
        "--table", type=int, default=ENTRIES_LOG2, help=f"2 to this power table entries ({ENTRIES_LOG2})"
    )
    given = parser.parse_args()
    board = Board(variant_of(given.game), given.fen)
    solver = Solver(board.variant, fast=SOLVER.use(), table_entries=1 << given.table)
    begun = time.process_time()
    solution = solved(solver, board, given.nodes, not given.any)
    seconds = time.process_time() - begun
    print(f"{board.variant.title}: {words(solution)}")
    print(f"{solver.nodes:,} nodes, {seconds:.1f} s of the processor")
    if solution is not None:
        print(in_san(board, solution.line))


if __name__ == "__main__":
    main()
