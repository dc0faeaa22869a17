"""The arrows of the analysis: the best moves of a position, and what should have been played. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wormhole import Board
from wormhole.gui.board.annotations import Advice, Suggestion
from wormhole.library.record import GameNode

if TYPE_CHECKING:
    from wormhole.engine.analysis import Analysis

ARROW_CHANCE = 0.08
"""A move is drawn if its chance to win is at most this much below that of the best move."""


def best_moves(board: Board, analysis: Analysis, most: int, advice: Advice) -> tuple[Suggestion, ...]:
    """The first moves of the lines from a board that are about as good as the best one."""
    from wormhole.engine.win_chance import win_chance

    lines = analysis.lines[:most]
    best = win_chance(lines[0].evaluation) if lines else 0.0
    good = (line for line in lines if abs(win_chance(line.evaluation) - best) <= ARROW_CHANCE)
    moves = (board.legal_move(line.moves[0]) for line in good)
    legal = [move for move in moves if move is not None]
    return tuple(
        Suggestion(move.from_square, move.to_square, rank, advice) for rank, move in enumerate(legal)
    )


def missed_move(node: GameNode) -> tuple[Suggestion, ...]:
    """What should have been played instead of the move that led here, if the game was reviewed."""
    if "[%eval" not in node.comment:
        return ()
    from wormhole.learn.report import better_move

    better = better_move(node)
    if better is None:
        return ()
    return (Suggestion(better.move.from_square, better.move.to_square, advice=Advice.BETTER),)
