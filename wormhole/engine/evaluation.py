"""The evaluation of a position for White: centipawns, or the number of moves to a forced end."""

from __future__ import annotations

import math
from dataclasses import dataclass

from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.solver import Solution
from wormhole.rules.piece import WHITE

STEEPNESS = 0.00368208
"""Of the logistic curve, for each centipawn: lichess' value (https://lichess.org/page/accuracy).

In games of this engine against itself, the results follow 0.0021 if both sides search 300 to 3000 nodes and
play every seventeenth move at random, and 0.0070 if they search 8000 to 15000 nodes. This value lies between
them.
"""

WON, DRAWN, LOST = 1.0, 0.5, 0.0

NOT_BETTER_CENTIPAWNS = 20
"""The computer accepts a draw if its own score is at most this."""
WORSE_CENTIPAWNS = -150
"""In the opening, its score must be at most this."""
FIRST_PLIES = 20
"""The plies before which the computer does not agree to a draw in an even game."""


@dataclass(frozen=True)
class Evaluation:
    """Either ``centipawns`` for White, or the winner's moves to the end, negative if Black wins.

    ``is_proven``: the result is certain, because the position was solved; 0 centipawns are then a draw.
    """

    centipawns: int | None = None
    moves_to_win: int | None = None
    is_proven: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether the result is known: one side can force it, or neither can win."""
        return self.is_proven or self.moves_to_win is not None

    @property
    def winner(self) -> bool | None:
        """The side that wins by force; None if there is none or it is not known."""
        return None if self.moves_to_win is None else self.moves_to_win > 0


def evaluation_of(score_centipawns: int, turn: bool) -> Evaluation:
    """The evaluation of a search's score for the side to move.

    >>> evaluation_of(-130, False), evaluation_of(MATE - 5, False)
    (Evaluation(centipawns=130, moves_to_win=None, is_proven=False), Evaluation(centipawns=None, \
moves_to_win=-3, is_proven=False))
    """
    score = score_centipawns if turn is WHITE else -score_centipawns
    if abs(score) <= MATE_BOUND:
        return Evaluation(score)
    moves = max(1, (MATE - abs(score) + 1) // 2)
    return Evaluation(moves_to_win=moves if score > 0 else -moves)


def evaluation_of_solution(solution: Solution) -> Evaluation:
    """The evaluation of a proven result."""
    if solution.winner is None:
        return Evaluation(0, is_proven=True)
    moves = max(1, solution.moves)
    return Evaluation(moves_to_win=moves if solution.winner is WHITE else -moves, is_proven=True)


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
    return 0.5 + 0.5 * math.tanh(steepness * centipawns / 2)  # unlike exp, it cannot overflow


def agrees(score_centipawns: int | None, plies: int) -> bool:
    """Whether the computer agrees to a draw after so many plies, with this score of its last move."""
    if score_centipawns is None:
        return False
    return score_centipawns <= (WORSE_CENTIPAWNS if plies < FIRST_PLIES else NOT_BETTER_CENTIPAWNS)
