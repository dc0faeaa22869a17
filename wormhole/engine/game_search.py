"""The search of a game with its solver: one finds the best moves, the other proves results."""

from __future__ import annotations

from collections.abc import Callable

from wormhole.engine.solver import Solution, Solver, is_solvable
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board


class GameSearch:
    """Both for one game, asked one question at a time. Any thread may call :meth:`stop`.

    ``fast`` selects the compiled loops of the solver, which is made when it is first needed.
    """

    def __init__(self, thinker: Thinker, *, fast: bool) -> None:
        self.thinker = thinker
        self._fast = fast
        self._solver: Solver | None = None

    def solved(self, board: Board, seconds: float, wanted: Callable[[], bool]) -> Solution | None:
        """The solver's result within so many seconds; None without seconds, or if no proof is possible."""
        if not seconds or not is_solvable(board.variant):
            return None
        if self._solver is None:
            self._solver = Solver(board.variant, fast=self._fast)
        return self._solver.solve(board, seconds=seconds, wanted=wanted)

    def stop(self) -> None:
        """Stop the request in progress within 50 ms; its result is the best so far, or None."""
        self.thinker.stop()
        if self._solver is not None:
            self._solver.stop()

    def close(self) -> None:
        """End all threads; not while at work."""
        self.thinker.close()
        if self._solver is not None:
            self._solver.close()
