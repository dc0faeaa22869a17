"""The review of a whole game: every position of its main line is judged, the last one first.

Backwards, because what is found at the end helps to judge what led to it: the positions share the
transposition table.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from wormhole.engine.evaluation import Evaluation, evaluation_of, evaluation_of_solution
from wormhole.engine.levels import Limit
from wormhole.engine.player import LOOK_AGAIN_SECONDS, PLAIN_TABLE_ENTRIES, spare_threads
from wormhole.engine.readiness import Readiness
from wormhole.engine.solver import Solution, Solver, is_solvable
from wormhole.engine.thinker import Thinker
from wormhole.engine.turn import Rank, Turn
from wormhole.engine.win_chance import win_chance
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE

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


class Review:
    """Judges the positions of one game. Any thread may call :meth:`stop`."""

    def __init__(self, start: Board, moves: Sequence[Move], quality: Quality) -> None:
        self._variant = start.variant
        self._start = start.copy()
        self._quality = quality
        self._moves = tuple(moves)
        self._after: Verdict | None = None
        """The verdict on the position that was judged last, which is the next one of the game."""
        self._is_stopped = threading.Event()
        self._thinker: Thinker | None = None
        self._solver: Solver | None = None

    @property
    def count(self) -> int:
        """The number of positions."""
        return len(self._moves) + 1

    def run(self, readiness: Readiness, turn: Turn, told: Callable[[int, Verdict | None], None]) -> None:
        """Judge all positions; ``told`` is called with the number of moves before each, and what was found.

        That is None where the game is over. It gives way to the player, and returns early if stopped.
        """
        while not self._is_stopped.is_set() and not readiness.wait(LOOK_AGAIN_SECONDS):
            pass
        self._make(fast=readiness.is_fast)
        try:
            self._judge_all(readiness, turn, told)
        finally:
            for searching in self._searches:
                searching.close()

    def _judge_all(
        self, readiness: Readiness, turn: Turn, told: Callable[[int, Verdict | None], None]
    ) -> None:
        left = self.count
        board = self._start
        for move in self._moves:
            board.push(move)

        def may_go_on() -> bool:
            return not self._is_stopped.is_set() and not turn.is_awaited(Rank.REVIEW)

        while left and not self._is_stopped.is_set():
            with turn.taken(Rank.REVIEW, self._stop_search):
                while left and may_go_on():
                    verdict = self._judge(board, readiness.is_fast, may_go_on)
                    if not may_go_on():
                        break
                    left -= 1
                    self._after = self._corrected(left, board.turn, verdict)
                    told(left, self._after)
                    if left:
                        board.pop()

    def stop(self) -> None:
        """End the review; within 50 ms nothing more is told."""
        self._is_stopped.set()
        self._stop_search()

    def _make(self, *, fast: bool) -> None:
        threads, entries = (spare_threads(), TABLE_ENTRIES) if fast else (1, PLAIN_TABLE_ENTRIES)
        self._solver = Solver(self._variant, fast=fast) if fast and is_solvable(self._variant) else None
        self._thinker = Thinker(self._variant, fast=fast, threads=threads, table_entries=entries)

    @property
    def _searches(self) -> Sequence[Thinker | Solver]:
        return [searching for searching in (self._thinker, self._solver) if searching is not None]

    def _stop_search(self) -> None:
        for searching in self._searches:
            searching.stop()

    def _judge(self, board: Board, is_fast: bool, may_go_on: Callable[[], bool]) -> Verdict | None:
        solution = self._solved(board, may_go_on)
        if solution is not None:
            return Verdict(evaluation_of_solution(solution), len(solution.line), solution.line)
        limit = self._quality.limit if is_fast else PLAIN_LIMIT
        if self._thinker.think(board, limit, may_go_on) is None:
            return None
        thought = self._thinker.thought()
        return Verdict(evaluation_of(thought.score_centipawns, board.turn), thought.depth, thought.line)

    def _corrected(self, ply: int, mover: bool, verdict: Verdict | None) -> Verdict | None:
        """The verdict, in which the move that was played counts for what it is known to lead to.

        A position is worth at least as much to its mover as what follows the move, which was judged one ply
        deeper.
        """
        after = self._after
        if verdict is None or after is None or verdict.evaluation.is_proven:
            return verdict
        played = self._moves[ply].text
        known = one_ply_before(after.evaluation, mover)
        is_better = mover is (win_chance(known) > win_chance(verdict.evaluation))
        if verdict.line[:1] != (played,) and not is_better:
            return verdict
        return Verdict(known, after.depth + 1, (played, *after.line))

    def _solved(self, board: Board, may_go_on: Callable[[], bool]) -> Solution | None:
        if self._solver is None:
            return None
        return self._solver.solve(board, seconds=self._quality.solver_seconds, wanted=may_go_on)


def one_ply_before(evaluation: Evaluation, mover: bool) -> Evaluation:
    """The evaluation before a move of ``mover`` that led to this one."""
    if evaluation.winner is not mover:
        return evaluation
    return replace(evaluation, moves_to_win=evaluation.moves_to_win + (1 if mover is WHITE else -1))
