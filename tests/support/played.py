"""Boards after some moves, and the texts of their legal moves."""

from __future__ import annotations

from wormhole import Board


def played(text: str, game: str) -> Board:
    """A game after these moves in UCI notation, with spaces between them."""
    board = Board(game)
    for move in text.split():
        board.push_uci(move)
    return board


def texts(board: Board) -> set[str]:
    """The legal moves in UCI notation."""
    return {move.text for move in board.legal_moves}


def targets(board: Board, square: str) -> set[str]:
    """Where the piece on a square may go, with what it becomes."""
    return {move.text[2:] for move in board.legal_moves if move.text[:2] == square}
