"""Finds what is wrong with a move that does not solve a puzzle, with the engine."""

from __future__ import annotations

from wormhole.engine.levels import Limit
from wormhole.engine.player import PLAIN_TABLE_ENTRIES
from wormhole.engine.readiness import Readiness
from wormhole.engine.solver import Solver, is_solvable
from wormhole.engine.thinker import Thinker
from wormhole.engine.turn import Rank, Turn
from wormhole.learn.refutation import Refutation
from wormhole.rules.board import Board

PROOF_SECONDS = 0.3
LIMIT = Limit(nodes=150_000, seconds=0.7)
PLAIN_LIMIT = Limit(depth=3, nodes=1200)
"""On the plain loops, while the others are not ready."""


def refute(board: Board, readiness: Readiness, turn: Turn) -> Refutation | None:
    """The best answer in ``board``, where a wrong move has just been played; None if none is found.

    It takes about a second, and does not wait for the compiled loops. Called in a thread of its own.
    """
    if board.is_game_over():
        return Refutation(None)
    fast = readiness.is_done and readiness.is_fast
    solver = Solver(board.variant, fast=True) if fast and is_solvable(board.variant) else None
    thinker = Thinker(board.variant, fast=fast, table_entries=PLAIN_TABLE_ENTRIES)
    searches = [search for search in (solver, thinker) if search is not None]

    def give_way() -> None:
        for search in searches:
            search.stop()

    try:
        with turn.taken(Rank.ANSWER, give_way):
            solution = None if solver is None else solver.solve(board, seconds=PROOF_SECONDS)
            if solution is not None:
                return Refutation(solution.line[0], True, solution.winner, solution.moves)
            move = thinker.think(board, LIMIT if fast else PLAIN_LIMIT)
            return None if move is None else Refutation(move.text)
    finally:
        for search in searches:
            search.close()
