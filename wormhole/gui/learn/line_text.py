"""The moves that were played in an exercise, and what the last one of them did, in words."""

from __future__ import annotations

from wormhole import Board
from wormhole.gui.language import said
from wormhole.gui.match.move_words import line_words


def line_text(board: Board) -> str:
    """The moves since the board began, and a sentence about the last one; empty without a move."""
    if not board.move_stack:
        return ""
    from wormhole.learn.captions import captions
    from wormhole.learn.finding import last_move

    return f"{line_words(board)}\n\n{said(captions(last_move(board), board.variant)[0])}"
