"""Judges single positions thoroughly: by a proof if there is one, or else by a search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from wormhole.engine.evaluation import Evaluation, evaluation_of, evaluation_of_solution
from wormhole.engine.levels import Limit
from wormhole.engine.player import PLAIN_TABLE_ENTRIES, spare_threads
from wormhole.engine.solver import Solver, is_solvable
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

TABLE_ENTRIES = 1 << 19
PLAIN_LIMIT = Limit(depth=3, nodes=1500)
"""The search of a position on the plain loops."""


class Quality(Enum):
    """How thoroughly each position is judged: nodes of the search, seconds for a proof."""

    FAST = (30_000, 0.02)
    NORMAL = (200_000, 0.1)
    DEEP = (1_500_000, 0.5)

    @property
    def limit(self) -> Limit:
        """The limit of the search. It has no clock, so that a judgement does not depend on the machine."""
        return Limit(nodes=self.value[0])

    @property
    def solver_seconds(self) -> float:
        """The time for a proof."""
        return self.value[1]


@dataclass(frozen=True)
class Verdict:
    """What was found about a position: its evaluation, the depth in plies, the best line in UCI notation."""

    evaluation: Evaluation
    depth: int
    line: tuple[str, ...]


class Judge:
    """Judges positions of one game, one at a time. Any thread may call :meth:`stop`."""

    def __init__(self, variant: Variant, quality: Quality, *, fast: bool) -> None:
        self._quality = quality
        self._limit = quality.limit if fast else PLAIN_LIMIT
        threads, entries = (spare_threads(), TABLE_ENTRIES) if fast else (1, PLAIN_TABLE_ENTRIES)
        self._solver = Solver(variant, fast=fast) if fast and is_solvable(variant) else None
        self._thinker = Thinker(variant, fast=fast, threads=threads, table_entries=entries)

    def judge(self, board: Board, wanted: Callable[[], bool] = lambda: True) -> Verdict | None:
        """What is found about a position; None if the game is over, or the search is not ``wanted``."""
        if self._solver is not None:
            solution = self._solver.solve(board, seconds=self._quality.solver_seconds, wanted=wanted)
            if solution is not None:
                return Verdict(evaluation_of_solution(solution), len(solution.line), solution.line)
        if self._thinker.think(board, self._limit, wanted) is None:
            return None
        thought = self._thinker.thought()
        return Verdict(evaluation_of(thought.score_centipawns, board.turn), thought.depth, thought.line)

    def stop(self) -> None:
        """Stop what is in progress; its verdict is that of the moment, or None."""
        for searching in (self._thinker, self._solver):
            if searching is not None:
                searching.stop()

    def close(self) -> None:
        """End all threads; not while judging."""
        for searching in (self._thinker, self._solver):
            if searching is not None:
                searching.close()
