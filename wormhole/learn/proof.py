"""Proves results: that one side wins against every defence, or that nobody can win."""

from __future__ import annotations

from collections.abc import Callable

from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.solver import Solution
from wormhole.learn.solver_and_search import SolverAndSearch
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

ROUNDS = ((0.1, 10_000), (1.0, 200_000), (8.0, 2_000_000))
"""Seconds of the solver and then nodes of the search, in turns."""
PLAIN_ROUNDS = ((1.0, 1500), (8.0, 3000))
"""On the plain loops."""
ENOUGH_SECONDS = 1.0
"""From a round of this length on, a win is shown though a shorter one may exist."""
TABLE_ENTRIES = 1 << 18


class Prover(SolverAndSearch):
    """Proves results of positions of one game, one at a time. Any thread may call :meth:`stop`.

    Where every move removes a square, the solver searches all lines to their ends. In every game the search
    proves forced mates, except in games with dice, where a roll can change everything.
    """

    def __init__(self, variant: Variant, *, fast: bool) -> None:
        super().__init__(variant, fast=fast, table_entries=TABLE_ENTRIES)
        self._rounds = ROUNDS if fast else PLAIN_ROUNDS

    def prove(self, board: Board, wanted: Callable[[], bool] = lambda: True) -> Solution | None:
        """The result of ``board`` with a best line; None if it is not found, or no longer ``wanted``."""
        for seconds, nodes in self._rounds:
            solution = self.solved(board, seconds, wanted) or self._mate(board, nodes, wanted)
            is_enough = solution is not None and (solution.is_shortest or seconds >= ENOUGH_SECONDS)
            if is_enough or not wanted():
                return solution
        return None

    def _mate(self, board: Board, nodes: int, wanted: Callable[[], bool]) -> Solution | None:
        """A mate that the search finds. Its length is the longest that it can take."""
        if board.has_dice or self._thinker.think(board, Limit(nodes=nodes), wanted) is None:
            return None
        thought = self._thinker.thought()
        if abs(thought.score_centipawns) <= MATE_BOUND:
            return None
        plies = MATE - abs(thought.score_centipawns)
        winner = board.turn if thought.score_centipawns > 0 else not board.turn
        return Solution(winner, (plies + (winner is board.turn)) // 2, thought.line)
