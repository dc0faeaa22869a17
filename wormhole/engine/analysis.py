"""The analysis of a position: the best lines in notation, their evaluations, a proven result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from wormhole.base.errors import MoveError
from wormhole.engine.evaluation import Evaluation, evaluation_of, evaluation_of_solution
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import Thought
from wormhole.rules.board import Board

MOST_PLIES = 16
"""The plies of a line that are kept."""


@dataclass(frozen=True)
class AnalysedLine:
    """A line: its evaluation, the depth of the search in plies, its moves in UCI notation and in SAN."""

    evaluation: Evaluation
    depth: int
    moves: tuple[str, ...]
    sans: tuple[str, ...]


@dataclass(frozen=True)
class Analysis:
    """The best lines of a position, best first; before the first depth there are none."""

    lines: tuple[AnalysedLine, ...] = ()
    depth: int = 0
    nodes: int = 0
    preparing: float | None = None
    """The finished share of the compilation, 0.0 to 1.0, while the loops are compiled."""
    is_shallow: bool = False
    """Whether only the plain loops searched, so that the depth is small."""
    is_final: bool = False
    """Whether there is nothing more to find."""
    by: str = ""
    """The name of another program that analyses; empty: this one."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the position: that of the best line."""
        return self.lines[0].evaluation if self.lines else None


def analysed_lines(
    board: Board, thoughts: Sequence[Thought], solution: Solution | None, line_count: int
) -> tuple[AnalysedLine, ...]:
    """The lines of a search of ``board``, best first; a proven result comes first.

    If the search has found a shorter win than a proven one, that line comes first.
    """
    if solution is not None and thoughts and _is_outdone(solution, thoughts[0], board.turn):
        solution = None
    lines = [
        _line(board, evaluation_of(thought.score_centipawns, board.turn), thought.depth, thought.line)
        for thought in thoughts
        if thought.line and (solution is None or thought.line[0] != solution.line[0])
    ]
    if solution is not None:
        lines.insert(0, _line(board, evaluation_of_solution(solution), len(solution.line), solution.line))
    return tuple(lines[:line_count])


def _is_outdone(solution: Solution, thought: Thought, turn: bool) -> bool:
    """Whether the search has found a shorter way to the proven win."""
    found = evaluation_of(thought.score_centipawns, turn)
    is_same = solution.winner is not None and found.winner is solution.winner
    return is_same and not solution.is_shortest and abs(found.moves_to_win or 0) < solution.moves


def _line(board: Board, evaluation: Evaluation, depth: int, texts: Sequence[str]) -> AnalysedLine:
    """The line in notation; in a game with dice only its first move, since what follows is not known."""
    twin, moves, sans = board.copy(), [], []
    for text in texts[: 1 if board.has_dice else MOST_PLIES]:
        try:
            move = twin.parse_uci(text)
        except MoveError:
            break
        moves.append(text)
        sans.append(twin.san(move))
        if not board.has_dice:
            twin.push(move)
    return AnalysedLine(evaluation, depth, tuple(moves), tuple(sans))
