"""The moves that were played in an exercise, and what the last one of them did, in words."""

from __future__ import annotations

from wormhole import Board
from wormhole.gui.background import Newest
from wormhole.gui.language import said
from wormhole.gui.look.widgets import Action
from wormhole.gui.match.move_words import Notation, line_words


class LineText:
    """Words about the moves of a board, found in the background. `found` is called when they are there."""

    def __init__(self, notation: Notation, found: Action) -> None:
        self._notation = notation
        self._found = found
        self._newest: Newest[tuple[Board, str]] = Newest(self._take, _ignore)
        self._board: Board | None = None
        """What the words are about."""
        self.words = ""
        """Those about an earlier position, until the new ones are there."""

    def read(self, board: Board) -> None:
        """Find the words about this board, unless they are known."""
        if self._board is not None and _is_same(self._board, board):
            return
        self._board = about = board.copy()
        if about.move_stack:
            self._newest.ask(lambda: (about, line_text(about.copy(), self._notation)))
        else:
            self.words = ""

    def update(self) -> None:
        """Take over what was found."""
        self._newest.update()

    def close(self) -> None:
        """Find nothing more."""
        self._newest.close()

    def _take(self, found: tuple[Board, str]) -> None:
        about, words = found
        if about is self._board:
            self.words = words
            self._found()


def line_text(board: Board, notation: Notation) -> str:
    """The moves since the board began, and a sentence about the last one. It takes some milliseconds."""
    from wormhole.learn.captions import captions
    from wormhole.learn.finding import last_move

    moves = line_words(board.root(), board.move_stack, notation)
    played = last_move(board)
    return moves if played is None else f"{moves}\n\n{said(captions(played, board.variant)[0])}"


def _is_same(board: Board, other: Board) -> bool:
    return board.fen() == other.fen() and board.move_stack == other.move_stack


def _ignore(error: Exception) -> None:
    """The window tells of an error that nobody foresaw."""
