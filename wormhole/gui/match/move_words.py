"""A move with its number, as it is written on the screen. Pure."""

from __future__ import annotations

from wormhole import WHITE, Board
from wormhole.library.movetext import number_token
from wormhole.library.nags import signs
from wormhole.library.record import ChildNode, GameNode


def number_words(ply: int) -> str:
    """The number before the move of that ply, counted from 0.

    >>> number_words(22), number_words(23)
    ('12.', '12…')
    """
    return number_token(ply).replace("...", "…")


def line_words(board: Board) -> str:
    """The moves that led to a position from where its board began: "24... Wc5 25. Wxc5"."""
    twin, words = board.root(), []
    for move in board.move_stack:
        if twin.turn is WHITE or not words:
            words.append(number_words(twin.ply()))
        words.append(twin.san(move))
        twin.push(move)
    return " ".join(words)


def move_words(node: GameNode) -> str:
    """A move with its number and signs, such as "12… Nf3?!"; empty for the start of a game."""
    if not isinstance(node, ChildNode):
        return ""
    number = number_words(node.game().start.ply() + node.plies() - 1)
    return f"{number} {node.san()}{''.join(sign for _, sign in signs(node.nags))}"
