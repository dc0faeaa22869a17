"""A board with one column of words, beside it or below it. Pure: sizes in, rectangles out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pygame import Rect

from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.game_layout import aspect, fit
from wormhole.gui.look.scale import Scale

if TYPE_CHECKING:
    from wormhole import Geometry

LOW_COLUMN_UNITS = 96
"""The width of a column below the board, if the window has it."""


def beside(
    size: tuple[int, int],
    geometry: Geometry,
    width_units: tuple[float, float],
    gap_units: float,
    least_height_units: float,
) -> tuple[Rect, Rect]:
    """The board and the column at its right, from the least to the greatest width.

    The column is as high as the board's frame, or as the window if it were too low.
    """
    scale, (width, height) = Scale.of(size), size
    margin, gap = scale.units(2 if height < 700 else 3), scale.units(gap_units)
    least, most = (scale.units(units) for units in width_units)
    room = width - 2 * margin - gap - least, height - 2 * margin
    board_width, board_height = fit(*room, aspect(geometry))
    column_width = min(most, width - 2 * margin - gap - board_width)
    left = (width - board_width - gap - column_width) // 2
    board = Rect(left, (height - board_height) // 2, board_width, board_height)
    frame = BoardLayout.fit(board, geometry).frame
    column = Rect(board.right + gap, frame.top, column_width, frame.height)
    if column.height < scale.units(least_height_units):
        column = Rect(column.left, margin, column.width, height - 2 * margin)
    return board, column


def below(
    size: tuple[int, int], geometry: Geometry, least_height_units: float, spare_units: float
) -> tuple[Rect, Rect]:
    """The board and the column below it, which may take so much of the height that the board leaves."""
    scale, (width, height) = Scale.of(size), size
    margin, gap = scale.units(2), scale.units(2)
    least = scale.units(least_height_units)
    board_width, board_height = fit(width - 2 * margin, height - 2 * margin - gap - least, aspect(geometry))
    spare = height - 2 * margin - gap - least - board_height
    column_height = least + min(spare, scale.units(spare_units))
    top = (height - board_height - gap - column_height) // 2
    board = Rect((width - board_width) // 2, top, board_width, board_height)
    column_width = min(width - 2 * margin, max(board_width, scale.units(LOW_COLUMN_UNITS)))
    return board, Rect((width - column_width) // 2, board.bottom + gap, column_width, column_height)
