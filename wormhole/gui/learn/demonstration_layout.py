"""The layout of the demonstration in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from wormhole.gui.board.layout import BoardLayout
from wormhole.gui.game_layout import aspect, fit
from wormhole.gui.look.scale import Scale

if TYPE_CHECKING:
    from wormhole import Geometry

COLUMN_UNITS = (28, 76)
"""The least and the greatest width of the words beside the board."""
HEADING_UNITS, FOOT_UNITS = 10, 7
LEAST_CAPTION_UNITS, LEAST_STORY_UNITS = 20, 12
CAPTION_SHARE = 0.5
"""Of the room between heading and foot; the rest is for what was said before."""


@dataclass(frozen=True)
class DemonstrationLayout:
    """The rectangles of the demonstration: the board, and the words beside or below it."""

    board: Rect
    heading: Rect
    caption: Rect
    story: Rect
    """What was said before; its height is 0 if there is no room."""
    foot: Rect
    """How to take over."""

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles, for tests of overlaps."""
        story = (self.story,) if self.story.height else ()
        return (self.board, self.heading, self.caption, *story, self.foot)


def demonstration_layout(size: tuple[int, int], geometry: Geometry) -> DemonstrationLayout:
    """The demonstration on this board; the words are where the board is larger."""
    beside, below = _beside(size, geometry), _below(size, geometry)
    return beside if beside.board.width >= below.board.width else below


def _beside(size: tuple[int, int], geometry: Geometry) -> DemonstrationLayout:
    scale, (width, height) = Scale.of(size), size
    margin, gap = scale.units(2 if height < 700 else 3), scale.units(3)
    least, most = (scale.units(units) for units in COLUMN_UNITS)
    room = width - 2 * margin - gap - least, height - 2 * margin
    board_width, board_height = fit(*room, aspect(geometry))
    column_width = min(most, width - 2 * margin - gap - board_width)
    left = (width - board_width - gap - column_width) // 2
    board = Rect(left, (height - board_height) // 2, board_width, board_height)
    frame = BoardLayout.fit(board, geometry).frame
    column = Rect(board.right + gap, frame.top, column_width, frame.height)
    if column.height < scale.units(60):
        column = Rect(column.left, margin, column.width, height - 2 * margin)
    return _column(board, column, scale)


def _below(size: tuple[int, int], geometry: Geometry) -> DemonstrationLayout:
    scale, (width, height) = Scale.of(size), size
    margin, gap = scale.units(2), scale.units(2)
    least = scale.units(HEADING_UNITS + LEAST_CAPTION_UNITS + FOOT_UNITS + 2)
    board_width, board_height = fit(width - 2 * margin, height - 2 * margin - gap - least, aspect(geometry))
    spare = height - 2 * margin - gap - least - board_height
    column_height = least + min(spare, scale.units(50))
    top = (height - board_height - gap - column_height) // 2
    board = Rect((width - board_width) // 2, top, board_width, board_height)
    column_width = min(width - 2 * margin, max(board_width, scale.units(96)))
    column = Rect((width - column_width) // 2, board.bottom + gap, column_width, column_height)
    return _column(board, column, scale)


def _column(board: Rect, column: Rect, scale: Scale) -> DemonstrationLayout:
    """Heading and foot at the ends of the column, the caption and the story between them."""
    gap = scale.unit
    heading = Rect(column.topleft, (column.width, scale.units(HEADING_UNITS)))
    foot = Rect(column.left, column.bottom - scale.units(FOOT_UNITS), column.width, scale.units(FOOT_UNITS))
    between = Rect(column.left, heading.bottom + gap, column.width, foot.top - heading.bottom - 2 * gap)
    caption = between.copy()
    caption.height = max(scale.units(LEAST_CAPTION_UNITS), round(CAPTION_SHARE * between.height))
    story = Rect(between.left, caption.bottom + gap, between.width, between.bottom - caption.bottom - gap)
    if story.height < scale.units(LEAST_STORY_UNITS):
        caption, story = between, Rect(between.bottomleft, (between.width, 0))
    return DemonstrationLayout(board, heading, caption, story, foot)
