"""The moves that were played in an exercise, and what the last one of them did, in words."""

from __future__ import annotations

from wormhole import Board
from wormhole.gui.language import said
from wormhole.gui.match.move_words import Notation, line_words
from wormhole.gui.screen import Stage


def line_text(board: Board, notation: Notation) -> str:
    """The moves since the board began, and a sentence about the last one; empty without a move."""
    if not board.move_stack:
        return ""
    from wormhole.learn.captions import captions
    from wormhole.learn.finding import last_move

    moves = line_words(board.root(), board.move_stack, notation)
    return f"{moves}\n\n{said(captions(last_move(board), board.variant)[0])}"


def notation_of(stage: Stage) -> Notation:
    """Writes moves with letters or with pictures of the pieces, as the person has chosen."""
    return lambda board, move: stage.look.notation(board.san(move), board.variant.piece_types)
