"""Boards with a few pieces only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wormhole import WHITE, Board, Piece, Variant, WormholeError
from wormhole.rules.variant import Goal

SEED = 7
"""Of the dice, so that they fall the same each time."""


def board_with(
    variant: Variant, pieces: Mapping[int, Piece], turn: bool = WHITE, castling: str = "-"
) -> Board | None:
    """The position with these pieces only; None if it is not allowed."""
    try:
        board = Board(
            variant, f"{_placement(variant, pieces)} {'w' if turn is WHITE else 'b'} {castling} -", seed=SEED
        )
    except WormholeError:
        return None
    is_over = not board.legal_moves
    return None if is_over or (board.is_check() and variant.endings.goal is Goal.CHECKMATE) else board


def square_at(variant: Variant, column: int, row: int) -> int | None:
    """The square at this place of the grid; None if there is none, or a void."""
    square = variant.geometry.square_at.get((column, row))
    return None if square is None or square >= variant.geometry.squares else square


def _placement(variant: Variant, pieces: Mapping[int, Piece]) -> str:
    """The first field of a FEN."""
    geometry = variant.geometry
    rows = []
    for row in reversed(range(geometry.rows)):
        cells = []
        for column in range(geometry.columns):
            square = square_at(variant, column, row)
            piece = None if square is None else pieces.get(square)
            cells.append("*" if square is None else "1" if piece is None else piece.symbol())
        rows.append(_joined(cells))
    return "/".join(rows)


def _joined(cells: Sequence[str]) -> str:
    text, empty = "", 0
    for cell in (*cells, ""):
        if cell == "1":
            empty += 1
            continue
        text += (str(empty) if empty else "") + cell
        empty = 0
    return text
