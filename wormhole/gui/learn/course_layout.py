"""The layout of the list of lessons in a window of a given size. Pure: sizes in, rectangles out."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from wormhole.gui.look.scale import Scale
from wormhole.gui.page_layout import page_layout

CARD_UNITS = (32, 60)
"""The least and the greatest width of the card beside the list."""
CARD_SHARE = 0.4
WORDS_UNITS = 15
BUTTON_UNITS = 7


@dataclass(frozen=True)
class CourseLayout:
    """The list of lessons, and beside or below it the card of the chosen one."""

    title: Rect
    home: Rect
    lessons: Rect
    card: Rect
    board: Rect
    words: Rect
    open: Rect

    @property
    def parts(self) -> tuple[Rect, ...]:
        """All rectangles that lie side by side, for tests of overlaps."""
        return (self.title, self.home, self.lessons, self.board, self.words, self.open)


def course_layout(size: tuple[int, int]) -> CourseLayout:
    """The list for a window of this size. In a window higher than wide, the card is below the list."""
    scale = Scale.of(size)
    gap = scale.units(2)
    title, home, body = page_layout(size)
    if size[1] > size[0]:
        height = min(scale.units(46), round(0.4 * body.height))
        card = Rect(body.left, body.bottom - height, body.width, height)
        lessons = Rect(body.left, body.top, body.width, card.top - gap - body.top)
        return CourseLayout(title, home, lessons, card, *_across(card, scale))
    least, most = (scale.units(units) for units in CARD_UNITS)
    width = max(least, min(most, round(CARD_SHARE * body.width)))
    card = Rect(body.right - width, body.top, width, body.height)
    lessons = Rect(body.left, body.top, card.left - gap - body.left, body.height)
    return CourseLayout(title, home, lessons, card, *_down(card, scale))


def _down(card: Rect, scale: Scale) -> tuple[Rect, Rect, Rect]:
    """The board above the words and the button."""
    inner = card.inflate(-2 * scale.units(2), -2 * scale.units(2))
    start = Rect(inner.left, 0, inner.width, scale.units(BUTTON_UNITS))
    start.bottom = inner.bottom
    room = start.top - inner.top - scale.units(WORDS_UNITS) - 2 * scale.unit
    side = min(inner.width, room)
    board = Rect(inner.centerx - side // 2, inner.top, side, side)
    words = Rect(inner.left, board.bottom + scale.unit, inner.width, 0)
    words.height = start.top - scale.unit - words.top
    return board, words, start


def _across(card: Rect, scale: Scale) -> tuple[Rect, Rect, Rect]:
    """The board beside the words and the button."""
    inner = card.inflate(-2 * scale.units(2), -2 * scale.units(2))
    side = min(inner.height, inner.width // 2)
    board = Rect(inner.left, inner.top, side, side)
    left = board.right + scale.units(2)
    start = Rect(left, 0, inner.right - left, scale.units(BUTTON_UNITS))
    start.bottom = inner.bottom
    return board, Rect(left, inner.top, start.width, start.top - scale.unit - inner.top), start
