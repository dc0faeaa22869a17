"""The review of a whole game: every position of its main line is judged, the last one first.

Backwards, because what is found at the end helps to judge what led to it: the positions share the
transposition table.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from wormhole.engine.evaluation import Evaluation
from wormhole.engine.judge import Judge, Quality, Verdict
from wormhole.engine.player import LOOK_AGAIN_SECONDS
from wormhole.engine.readiness import Readiness
from wormhole.engine.turn import Rank, Turn
from wormhole.engine.win_chance import win_chance
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE


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
        self._judge: Judge | None = None

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
        self._judge = judge = Judge(self._variant, self._quality, fast=readiness.is_fast)
        try:
            self._judge_all(judge, turn, told)
        finally:
            judge.close()

    def _judge_all(self, judge: Judge, turn: Turn, told: Callable[[int, Verdict | None], None]) -> None:
        left = self.count
        board = self._start
        for move in self._moves:
            board.push(move)

        def may_go_on() -> bool:
            return not self._is_stopped.is_set() and not turn.is_awaited(Rank.REVIEW)

        while left and not self._is_stopped.is_set():
            with turn.taken(Rank.REVIEW, self._stop_search):
                while left and may_go_on():
                    verdict = judge.judge(board, may_go_on)
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

    def _stop_search(self) -> None:
        if self._judge is not None:
            self._judge.stop()

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


def one_ply_before(evaluation: Evaluation, mover: bool) -> Evaluation:
    """The evaluation before a move of ``mover`` that led to this one."""
    if evaluation.winner is not mover or evaluation.moves_to_win is None:
        return evaluation
    return replace(evaluation, moves_to_win=evaluation.moves_to_win + (1 if mover is WHITE else -1))
