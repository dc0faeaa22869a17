"""Finds what is wrong with a move that does not solve a puzzle, with the engine."""

from __future__ import annotations

from collections.abc import Callable

from wormhole.engine.levels import Limit
from wormhole.engine.player import PLAIN_TABLE_ENTRIES
from wormhole.engine.solver import Solver, is_solvable
from wormhole.engine.thinker import Thinker
from wormhole.learn.refutation import Refutation
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

PROOF_SECONDS = 0.3
LIMIT = Limit(nodes=150_000, seconds=0.7)
PLAIN_LIMIT = Limit(depth=3, nodes=1200)
"""On the plain loops."""


class Refuter:
    """Refutes moves of one game, one at a time. Any thread may call :meth:`stop`."""

    def __init__(self, variant: Variant, *, fast: bool) -> None:
        self._limit = LIMIT if fast else PLAIN_LIMIT
        self._solver = Solver(variant, fast=True) if fast and is_solvable(variant) else None
        self._thinker = Thinker(variant, fast=fast, table_entries=PLAIN_TABLE_ENTRIES)

    def refute(self, board: Board, wanted: Callable[[], bool] = lambda: True) -> Refutation | None:
        """The best answer in ``board``, where a wrong move has just been played.

        None if none is found, or if it is no longer ``wanted``. It takes about a second.
        """
        if board.is_game_over():
            return Refutation(None)
        if self._solver is not None:
            solution = self._solver.solve(board, seconds=PROOF_SECONDS, wanted=wanted)
            if solution is not None:
                return Refutation(solution.line[0], True, solution.winner, solution.moves)
        move = self._thinker.think(board, self._limit, wanted)
        return None if move is None else Refutation(move.text)

    def stop(self) -> None:
        """Stop the search in progress."""
        if self._solver is not None:
            self._solver.stop()
        self._thinker.stop()

    def close(self) -> None:
        """End all threads; not while searching."""
        if self._solver is not None:
            self._solver.close()
        self._thinker.close()
