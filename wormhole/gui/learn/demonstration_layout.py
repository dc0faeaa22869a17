"""The layout of the demonstration in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pygame import Rect

from wormhole.gui.learn.board_and_column import below, beside
from wormhole.gui.look.scale import Scale

if TYPE_CHECKING:
    from wormhole import Geometry

COLUMN_UNITS = (28, 76)
"""The least and the greatest width of the words beside the board."""
LEAST_COLUMN_UNITS = 60
"""The least height of the words beside the board, if the window has it."""
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
    scale = Scale.of(size)
    at_right = beside(size, geometry, COLUMN_UNITS, 3, LEAST_COLUMN_UNITS)
    at_foot = below(size, geometry, HEADING_UNITS + LEAST_CAPTION_UNITS + FOOT_UNITS + 2, 50)
    places = at_right if at_right[0].width >= at_foot[0].width else at_foot
    return _column(*places, scale)


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
