"""The chance that an evaluation stands for, from 0.0 to 1.0."""

from __future__ import annotations

import math

from wormhole.engine.evaluation import Evaluation

STEEPNESS = 0.00368208
"""Of the logistic curve, for each centipawn: lichess' value (https://lichess.org/page/accuracy).

In games of this engine against itself, the results follow 0.0021 if both sides look at 300 to 3000 nodes
and play every seventeenth move at random, and 0.0070 if they look at 8000 to 15000 nodes. This value lies
between them.
"""

WON, DRAWN, LOST = 1.0, 0.5, 0.0


def win_chance(evaluation: Evaluation) -> float:
    """White's chance to win, a draw counted as half a win.

    >>> win_chance(Evaluation(0)), round(win_chance(Evaluation(100)), 2)
    (0.5, 0.59)
    """
    if evaluation.winner is not None:
        return WON if evaluation.winner else LOST
    return chance_of_centipawns(evaluation.centipawns or 0)


def chance_of_centipawns(centipawns: int, steepness: float = STEEPNESS) -> float:
    """The logistic curve: https://en.wikipedia.org/wiki/Logistic_function."""
    return 1 / (1 + math.exp(-steepness * centipawns))
