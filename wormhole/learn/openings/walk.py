"""Goes from one position of a game to another one."""

from __future__ import annotations

from collections.abc import Sequence

from wormhole.rules.board import Board


def go(board: Board, way: Sequence[str]) -> None:
    """Go to the position after these moves from the start, by as few moves as possible.

    Raises :class:`~wormhole.rules.errors.MoveError` at a move that is not legal.
    """
    here = [move.text for move in board.move_stack]
    common = 0
    while common < min(len(here), len(way)) and here[common] == way[common]:
        common += 1
    for _ in here[common:]:
        board.pop()
    for text in way[common:]:
        board.push_uci(text)
