"""How well a game was played, from the chances to win before and after each move.

All formulas are those of lichess, https://lichess.org/page/accuracy; they are published in
https://github.com/lichess-org/lila, ``modules/analyse``: ``AccuracyPercent.scala`` and ``Advice.scala``.
Chances are from 0.0 to 1.0, where lichess has per cent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from statistics import fmean, harmonic_mean, pstdev

from wormhole.engine.evaluation import Evaluation

SHORTEST_WINDOW, LONGEST_WINDOW, WINDOWS = 2, 8, 10
"""The plies whose spread weighs a move; a game has about so many of these windows."""
LEAST_WEIGHT, GREATEST_WEIGHT = 0.005, 0.12
MOST_CENTIPAWNS = 1000
"""A score beyond this, or a mate, counts as this in the average loss."""


class Judgement(Enum):
    """What a bad move is called, by the chance that it lost."""

    INACCURACY = 0.05
    MISTAKE = 0.10
    BLUNDER = 0.15


def judgement(before: float, after: float) -> Judgement | None:
    """What a move is called, from its mover's chances before and after it; None if it is good enough.

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

    It is the mean of two means of the moves' accuracies: one weighted by how much the chances vary around
    the move, and the harmonic one, which takes blunders seriously.
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
