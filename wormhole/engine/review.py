"""The review of a whole game: the evaluation of every position, and how well both sides played.

The last position is evaluated first. Its results help to evaluate the positions before it, since all share
the transposition table. The formulas for accuracy, inaccuracies, mistakes and blunders are those of lichess,
https://lichess.org/page/accuracy; they are published in https://github.com/lichess-org/lila,
``modules/analyse``: ``AccuracyPercent.scala`` and ``Advice.scala``. Chances are from 0.0 to 1.0, where
lichess has per cent.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from statistics import fmean, harmonic_mean, pstdev

from wormhole.engine.evaluation import Evaluation, evaluation_of, evaluation_of_solution, win_chance
from wormhole.engine.game_search import GameSearch
from wormhole.engine.levels import Limit
from wormhole.engine.opponent import LOOK_AGAIN_SECONDS, PLAIN_TABLE_ENTRIES, spare_threads
from wormhole.engine.readiness import Readiness
from wormhole.engine.search_lock import SearchLock, SearchPriority
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE
from wormhole.rules.variant import Variant

TABLE_ENTRIES = 1 << 19
PLAIN_LIMIT = Limit(depth=3, nodes=1500)
"""The search of a position on the plain loops."""

SHORTEST_WINDOW, LONGEST_WINDOW, WINDOWS = 2, 8, 10
"""The plies whose spread weighs a move; a game is divided into about so many windows."""
LEAST_WEIGHT, GREATEST_WEIGHT = 0.005, 0.12
MOST_CENTIPAWNS = 1000
"""A score beyond this, or a mate, counts as this in the average loss."""


class Quality(Enum):
    """The thoroughness of a review: nodes of the search and seconds for a proof in each position."""

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
class PositionVerdict:
    """The result for a position: its evaluation, the depth in plies, the best line in UCI notation."""

    evaluation: Evaluation
    depth: int
    line: tuple[str, ...]


class PositionEvaluator(GameSearch):
    """Evaluates positions of one game, one at a time. Any thread may call :meth:`stop`."""

    def __init__(self, variant: Variant, quality: Quality, *, fast: bool) -> None:
        self._solver_seconds = quality.solver_seconds if fast else 0.0
        self._limit = quality.limit if fast else PLAIN_LIMIT
        threads, entries = (spare_threads(), TABLE_ENTRIES) if fast else (1, PLAIN_TABLE_ENTRIES)
        super().__init__(Thinker(variant, fast=fast, table_entries=entries, threads=threads), fast=fast)

    def evaluate(self, board: Board, wanted: Callable[[], bool] = lambda: True) -> PositionVerdict | None:
        """The result for a position; None if the game is over, or the search is not ``wanted``."""
        solution = self.solved(board, self._solver_seconds, wanted)
        if solution is not None:
            return PositionVerdict(evaluation_of_solution(solution), len(solution.line), solution.line)
        if self.thinker.think(board, self._limit, wanted) is None:
            return None
        thought = self.thinker.thought()
        return PositionVerdict(
            evaluation_of(thought.score_centipawns, board.turn), thought.depth, thought.line
        )


class Judgement(Enum):
    """The judgement of a bad move, by the chance that it lost."""

    INACCURACY = 0.05
    MISTAKE = 0.10
    BLUNDER = 0.15


def judgement(before: float, after: float) -> Judgement | None:
    """The judgement of a move, from its mover's chances before and after it; None if it is good enough.

    >>> judgement(0.6, 0.56), judgement(0.6, 0.45)
    (None, <Judgement.BLUNDER: 0.15>)
    """
    lost = before - after
    return next((found for found in reversed(Judgement) if lost >= found.value - 1e-9), None)


def move_accuracy(before: float, after: float) -> float:
    """The accuracy of a move, 0.0 to 1.0, from its mover's chances before and after it.

    >>> [round(move_accuracy(0.9, after), 2) for after in (0.9, 0.8, 0.1)]
    [1.0, 0.65, 0.01]
    """
    if after >= before:
        return 1.0
    percent = 103.1668100711649 * math.exp(-0.04354415386753951 * 100 * (before - after)) - 3.166924740191411
    return min(1.0, max(0.0, (percent + 1) / 100))


def game_accuracy(chances: Sequence[float], first_turn: bool) -> dict[bool, float | None]:
    """Each side's accuracy from White's chances at the start and after each move; None without a move.

    It is the mean of two means of the moves' accuracies: one weighted by the spread of the chances around the
    move, and the harmonic one, in which blunders weigh more.
    """
    weights = _weights(chances)
    accuracies: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for ply, weight in enumerate(weights):
        side = first_turn if ply % 2 == 0 else not first_turn
        before, after = chances[ply], chances[ply + 1]
        accuracy = move_accuracy(before, after) if side else move_accuracy(1 - before, 1 - after)
        accuracies[side].append((accuracy, weight))
    return {side: _mean(found) if found else None for side, found in accuracies.items()}


def centipawn_loss(before: Evaluation, after: Evaluation, mover: bool) -> int:
    """The centipawns that a move lost, 0 or more."""
    sign = 1 if mover else -1
    return max(0, sign * (_bounded(before) - _bounded(after)))


def _mean(accuracies: Sequence[tuple[float, float]]) -> float:
    values = [accuracy for accuracy, _ in accuracies]
    return (fmean(values, [weight for _, weight in accuracies]) + harmonic_mean(values)) / 2


def _weights(chances: Sequence[float]) -> list[float]:
    """The weight of each move: the spread of the chances in a window of plies that ends with it."""
    moves = len(chances) - 1
    size = min(LONGEST_WINDOW, max(SHORTEST_WINDOW, moves // WINDOWS))
    first = [chances[:size]] * (min(size, len(chances)) - 2)
    windows = first + [chances[start : start + size] for start in range(len(chances) - size + 1)]
    return [min(GREATEST_WEIGHT, max(LEAST_WEIGHT, pstdev(window))) for window in windows[:moves]]


def _bounded(evaluation: Evaluation) -> int:
    if evaluation.winner is not None:
        return MOST_CENTIPAWNS if evaluation.winner else -MOST_CENTIPAWNS
    return min(MOST_CENTIPAWNS, max(-MOST_CENTIPAWNS, evaluation.centipawns or 0))


class Review:
    """Reviews one game: evaluates its positions. Any thread may call :meth:`stop`."""

    def __init__(self, start: Board, moves: Sequence[Move], quality: Quality) -> None:
        self._variant = start.variant
        self._start = start.copy()
        self._quality = quality
        self.moves = tuple(moves)
        self._after: PositionVerdict | None = None
        """The verdict on the position that was evaluated last, the next one of the game."""
        self._stopped = threading.Event()
        self._evaluator: PositionEvaluator | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether it was told to end."""
        return self._stopped.is_set()

    @property
    def count(self) -> int:
        """The number of positions."""
        return len(self.moves) + 1

    def run(
        self,
        readiness: Readiness,
        search_lock: SearchLock,
        report: Callable[[int, PositionVerdict | None], None],
    ) -> None:
        """Evaluate all positions; ``report`` gets the number of moves before each, and its verdict.

        That is None where the game is over. The review gives way to the player, and returns early if stopped.
        """
        while not self.is_stopped and not readiness.wait(LOOK_AGAIN_SECONDS):
            pass
        self._evaluator = evaluator = PositionEvaluator(self._variant, self._quality, fast=readiness.is_fast)
        try:
            self._evaluate_all(evaluator, search_lock, report)
        finally:
            evaluator.close()

    def _evaluate_all(
        self,
        evaluator: PositionEvaluator,
        search_lock: SearchLock,
        report: Callable[[int, PositionVerdict | None], None],
    ) -> None:
        left = self.count
        board = self._start
        for move in self.moves:
            board.push(move)

        def may_go_on() -> bool:
            return not self.is_stopped and not search_lock.is_awaited(SearchPriority.REVIEW)

        while left and not self.is_stopped:
            with search_lock.hold(SearchPriority.REVIEW, self._stop_search):
                while left and may_go_on():
                    verdict = evaluator.evaluate(board, may_go_on)
                    if not may_go_on():
                        break
                    left -= 1
                    self._after = self._corrected(left, board.turn, verdict)
                    report(left, self._after)
                    if left:
                        board.pop()

    def stop(self) -> None:
        """End the review; nothing more is reported after 50 ms."""
        self._stopped.set()
        self._stop_search()

    def _stop_search(self) -> None:
        if self._evaluator is not None:
            self._evaluator.stop()

    def _corrected(self, ply: int, mover: bool, verdict: PositionVerdict | None) -> PositionVerdict | None:
        """The verdict, improved by what is known about the move that was played.

        A position is worth at least as much to its mover as the next one, which was searched one ply deeper.
        """
        after = self._after
        if verdict is None or after is None or verdict.evaluation.is_proven:
            return verdict
        played = self.moves[ply].text
        known = one_ply_before(after.evaluation, mover)
        is_better = mover is (win_chance(known) > win_chance(verdict.evaluation))
        if verdict.line[:1] != (played,) and not is_better:
            return verdict
        return PositionVerdict(known, after.depth + 1, (played, *after.line))


def one_ply_before(evaluation: Evaluation, mover: bool) -> Evaluation:
    """The evaluation before a move of ``mover`` that led to this one."""
    if evaluation.winner is not mover or evaluation.moves_to_win is None:
        return evaluation
    return replace(evaluation, moves_to_win=evaluation.moves_to_win + (1 if mover is WHITE else -1))
