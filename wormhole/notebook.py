"""Boards in a notebook: the picture that the window makes of a position, as SVG.

Jupyter displays a :class:`wormhole.Board` that is the last line of a cell, with its holes and the way of the
last move. :func:`svg` draws it in another size or another theme.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wormhole.base.quoting import quoted
from wormhole.rules.board import Board

if TYPE_CHECKING:
    from wormhole.gui.look.theme import Theme

SIZE, THEME = 400, "paper"


def svg(board: Board, size: int = SIZE, theme: str = THEME, *, flipped: bool = False) -> str:
    """A position as SVG, ``size`` pixels wide or high, from 120 to 4000. With ``flipped``, Black is below.

    Raises :class:`ValueError` for another size.

    >>> board = Board()
    >>> _ = board.push_uci("b1c3")
    >>> svg(board).startswith("<svg")
    True
    """
    from wormhole.gui.look.sprites import Art
    from wormhole.gui.pictures.board_svg import svg_of
    from wormhole.gui.pictures.reel import LEAST_SIZE, MOST_SIZE, PictureStyle, Reel

    if not LEAST_SIZE <= size <= MOST_SIZE:
        raise ValueError(f"size is {quoted(size)}; it must be from {LEAST_SIZE} to {MOST_SIZE}")
    state = Reel.of_position(board).last_state(flipped, False)
    style = PictureStyle(size, flipped, shapes=False)
    title = f"{board.variant.title}: {board.fen()}"
    return svg_of(_theme(theme), Art(), state, style, title, has_route=True)


@lru_cache(maxsize=4)
def _theme(name: str) -> Theme:
    from wormhole.gui.look.theme import Theme

    return Theme.load(name)
