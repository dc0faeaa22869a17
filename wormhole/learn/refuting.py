"""Finds what is wrong with a move that does not solve a puzzle, with the engine."""

from __future__ import annotations

from collections.abc import Callable

from wormhole.engine.levels import Limit
from wormhole.engine.player import PLAIN_TABLE_ENTRIES
from wormhole.learn.refutation import Refutation
from wormhole.learn.solver_and_search import SolverAndSearch
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

PROOF_SECONDS = 0.3
LIMIT, PLAIN_LIMIT = Limit(nodes=150_000, seconds=0.7), Limit(depth=3, nodes=1200)
"""Of the search, on the compiled loops and on the plain ones."""


class Refuter(SolverAndSearch):
    """Refutes moves of one game, one at a time. Any thread may call :meth:`stop`."""

    def __init__(self, variant: Variant, *, fast: bool) -> None:
        super().__init__(variant, fast=fast, table_entries=PLAIN_TABLE_ENTRIES)
        self._limit = LIMIT if fast else PLAIN_LIMIT

    def refute(self, board: Board, wanted: Callable[[], bool] = lambda: True) -> Refutation | None:
        """The best answer in ``board``, where a wrong move has just been played.

        None if none is found, or if it is no longer ``wanted``. It takes about a second.
        """
        if board.is_game_over():
            return Refutation(None)
        solution = self.solved(board, PROOF_SECONDS, wanted)
        if solution is not None:
            return Refutation(solution.line[0], True, solution.winner, solution.moves)
        move = self._thinker.think(board, self._limit, wanted)
        return None if move is None else Refutation(move.text)
