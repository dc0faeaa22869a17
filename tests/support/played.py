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
