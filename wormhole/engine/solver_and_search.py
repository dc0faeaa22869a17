"""The solver and the search of a game together: one proves results, the other finds the best moves."""

from __future__ import annotations

from collections.abc import Callable

from wormhole.engine.solver import Solution, Solver, is_solvable
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant


class SolverAndSearch:
    """Both for one game, asked one question at a time. Any thread may call :meth:`stop`.

    With ``solves=False``, or in a game that cannot be solved, there is only the search.
    """

    def __init__(
        self, variant: Variant, *, fast: bool, table_entries: int, threads: int = 1, solves: bool = True
    ) -> None:
        self.solver = Solver(variant, fast=fast) if solves and is_solvable(variant) else None
        self.thinker = Thinker(variant, fast=fast, threads=threads, table_entries=table_entries)

    def solved(self, board: Board, seconds: float, wanted: Callable[[], bool]) -> Solution | None:
        """What the solver proves within so many seconds; None if there is no solver."""
        return None if self.solver is None else self.solver.solve(board, seconds=seconds, wanted=wanted)

    def stop(self) -> None:
        """Stop what is in progress; its result is that of the moment, or None."""
        if self.solver is not None:
            self.solver.stop()
        self.thinker.stop()

    def close(self) -> None:
        """End all threads; not while at work."""
        if self.solver is not None:
            self.solver.close()
        self.thinker.close()
