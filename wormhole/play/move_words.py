"""Moves with their numbers, as they are written on the screen. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wormhole import WHITE, Board, Move
from wormhole.library.pgn_text import number_token, signs
from wormhole.library.record import ChildNode, GameNode

Notation = Callable[[Board, Move], str]
"""Writes a move that is legal on a board, in the notation of the settings."""


def number_words(ply: int) -> str:
    """The number before the move of that ply, counted from 0.

    >>> number_words(22), number_words(23)
    ('12.', '12…')
    """
    return number_token(ply).replace("...", "…")


def line_words(start: Board, moves: Iterable[Move], notation: Notation = Board.san) -> str:
    """Moves from a position with their numbers: "24… Wc5 25. Wxc5"."""
    board = start.copy()
    parts: list[str] = []
    for count, move in enumerate(moves, start.ply()):
        number = number_words(count) if board.turn is WHITE or not parts else ""
        parts.append(f"{number} {notation(board, move)}".strip().replace(" ", "\u00a0"))
        board.push(move)
    return " ".join(parts)


def move_words(node: GameNode, notation: Notation | None = None) -> str:
    """A move with its number and signs, such as "12… Nf3?!"; empty for the start of a game."""
    if not isinstance(node, ChildNode):
        return ""
    number = number_words(node.game().start.ply() + node.plies() - 1)
    san = node.san() if notation is None else notation(node.parent.board(), node.move)
    return f"{number} {san}{''.join(sign for _, sign in signs(node.nags))}"
