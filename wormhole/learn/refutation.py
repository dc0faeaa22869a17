"""Refutes moves that do not solve a puzzle, and proves results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wormhole.engine.game_search import GameSearch
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.opponent import PLAIN_TABLE_ENTRIES
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import Thinker
from wormhole.learn.reasons import Reason, why_bad
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

PROOF_SECONDS = 0.3
LIMIT, PLAIN_LIMIT = Limit(nodes=150_000, seconds=0.7), Limit(depth=3, nodes=1200)
"""Of the search, on the compiled loops and on the plain ones."""

ROUNDS = ((0.1, 10_000), (1.0, 200_000), (8.0, 2_000_000))
"""Seconds of the solver and then nodes of the search, in turns."""
PLAIN_ROUNDS = ((1.0, 1500), (8.0, 3000))
"""On the plain loops."""
ENOUGH_SECONDS = 1.0
"""From a round of this length on, a win is accepted even if a shorter one may exist."""
TABLE_ENTRIES = 1 << 18


@dataclass(frozen=True)
class Refutation:
    """The best reply to a move, and the winner after it, if it is proven.

    ``winner`` is None if nothing is proven or it is a draw; ``is_proven`` distinguishes them.
    """

    reply: str | None
    """In UCI notation; None if the game is over."""
    is_proven: bool = False
    winner: bool | None = None
    moves: int = 0
    """The winner's moves to the end, counted from the reply."""
    reasons: tuple[Reason, ...] = ()
    """Why the move fails, see :func:`.reasons.why_bad`; perhaps none."""


class Refuter(GameSearch):
    """Refutes moves of one game, one at a time. Any thread may call :meth:`stop`."""

    def __init__(self, variant: Variant, *, fast: bool) -> None:
        super().__init__(Thinker(variant, fast=fast, table_entries=PLAIN_TABLE_ENTRIES), fast=fast)
        self._limit = LIMIT if fast else PLAIN_LIMIT

    def refute(self, board: Board, wanted: Callable[[], bool] = lambda: True) -> Refutation | None:
        """The best reply in ``board``, where a wrong move has just been played.

        None if none is found, or if it is no longer ``wanted``. It takes about a second.
        """
        if board.is_game_over():
            return Refutation(None)
        solution = self.solved(board, PROOF_SECONDS, wanted)
        if solution is not None:
            reasons = () if solution.winner is not board.turn else why_bad(board, solution.line)
            return Refutation(solution.line[0], True, solution.winner, solution.moves, reasons)
        move = self.thinker.think(board, self._limit, wanted)
        if move is None:
            return None
        return Refutation(move.text, reasons=why_bad(board, self.thinker.thought().line))


class Prover(GameSearch):
    """Proves results of positions of one game, one at a time. Any thread may call :meth:`stop`.

    In games in which every move removes a square, the solver searches all lines to their ends. In every game
    without dice the search proves forced mates.
    """

    def __init__(self, variant: Variant, *, fast: bool) -> None:
        super().__init__(Thinker(variant, fast=fast, table_entries=TABLE_ENTRIES), fast=fast)
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
        if board.has_dice or self.thinker.think(board, Limit(nodes=nodes), wanted) is None:
            return None
        thought = self.thinker.thought()
        if abs(thought.score_centipawns) <= MATE_BOUND:
            return None
        plies = MATE - abs(thought.score_centipawns)
        winner = board.turn if thought.score_centipawns > 0 else not board.turn
        return Solution(winner, (plies + (winner is board.turn)) // 2, thought.line)
