"""The search of a game with its solver: one finds the best moves, the other proves results."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wormhole.engine.configuration import AS_USUAL
from wormhole.engine.network import Network
from wormhole.engine.solver import Solution, Solver, is_solvable
from wormhole.engine.thinker import TABLE_ENTRIES, Thinker
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant


class GameSearch:
    """Both for one game, asked one question at a time. Any thread may call :meth:`stop`.

    The arguments are those of :class:`~wormhole.engine.thinker.Thinker`. The solver is made when it is first
    needed.
    """

    def __init__(
        self,
        variant: Variant,
        *,
        fast: bool,
        taste: int | None = None,
        table_entries: int = TABLE_ENTRIES,
        threads: int = 1,
        overrides: Mapping[str, float] = AS_USUAL,
        network: Network | None = None,
    ) -> None:
        self.thinker = Thinker(
            variant,
            fast=fast,
            taste=taste,
            table_entries=table_entries,
            threads=threads,
            overrides=overrides,
            network=network,
        )
        self._variant, self._fast = variant, fast
        self._solver: Solver | None = None

    def solved(self, board: Board, seconds: float, wanted: Callable[[], bool]) -> Solution | None:
        """The solver's result within so many seconds; None without seconds, or if no proof is possible."""
        if not seconds or not is_solvable(self._variant):
            return None
        if self._solver is None:
            self._solver = Solver(self._variant, fast=self._fast)
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
