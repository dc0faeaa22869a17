"""The evaluation of a position for White: centipawns, or the number of moves to a forced end."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.solver import Solution
from wormhole.rules.piece import WHITE


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
