"""The solver and the search of one game, of which one goes on where the other has found nothing."""

from __future__ import annotations

from collections.abc import Callable

from wormhole.engine.solver import Solution, Solver, is_solvable
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant


class SolverAndSearch:
    """Base of what asks both, one question at a time. Any thread may call :meth:`stop`."""

    def __init__(self, variant: Variant, *, fast: bool, table_entries: int) -> None:
        self._solver = Solver(variant, fast=fast) if is_solvable(variant) else None
        self._thinker = Thinker(variant, fast=fast, table_entries=table_entries)

    def solved(self, board: Board, seconds: float, wanted: Callable[[], bool]) -> Solution | None:
        """What the solver proves within so many seconds; None if the game cannot be solved."""
        return None if self._solver is None else self._solver.solve(board, seconds=seconds, wanted=wanted)

    def stop(self) -> None:
        """Stop what is in progress; it returns None."""
        if self._solver is not None:
            self._solver.stop()
        self._thinker.stop()

    def close(self) -> None:
        """End all threads; not while at work."""
        if self._solver is not None:
            self._solver.close()
        self._thinker.close()
