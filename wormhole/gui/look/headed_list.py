"""A list with headings, of which one row is chosen. It draws the rows in sight."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Generic, TypeVar

import pygame

from wormhole.gui.look.card import well
from wormhole.gui.look.layers import Pixel
from wormhole.gui.look.scroll_area import ENDS, DoublePress, Scroller, led_to

PADDING_UNITS = 1.25


@dataclass(frozen=True)
class HeadedRow:
    """A row of the list."""

    text: str

    @property
    def is_heading(self) -> bool:
        """Whether it stands above other rows, and cannot be chosen."""
        raise NotImplementedError

    @property
    def can(self) -> bool:
        """Whether it can be chosen."""
        return not self.is_heading


AnyRow = TypeVar("AnyRow", bound=HeadedRow)


class HeadedList(Scroller, Generic[AnyRow]):
    """Scrolls, and chooses one row. Headings and other rows have two heights, in grid units.

    A subclass draws a row that is no heading, and says what a press of it does.
    """

    def __init__(self, heading_units: float, row_units: float) -> None:
        super().__init__()
        self._heading_units, self._row_units = heading_units, row_units
        self._heading_height = self._row_height = 0
        self.rows: Sequence[AnyRow] = ()
        self._tops: list[int] = [0]
        """The top of each row, and the end of the last one."""
        self.chosen: int | None = None
        """The number of the chosen row."""
        self._pointed: int | None = None
        self._presses = DoublePress()

    @property
    def heard(self) -> str:
        """The chosen row."""
        return "" if self.chosen is None else self.rows[self.chosen].text

    def _measure(self) -> None:
        look, first = self._look, self._first_seen if self._row_height else 0
        self._outer = self.rect
        self.rect = self._outer.inflate(-2 * look.scale.pixels(4), -2 * look.scale.pixels(4))
        self._ground = well(look, self._outer.size)
        self._heading_height = look.scale.units(self._heading_units)
        self._row_height = look.scale.units(self._row_units)
        self._tops = self._made_tops()
        self._scroll_to(self._tops[first])
        self._reveal_chosen()

    @property
    def _first_seen(self) -> int:
        """The number of the first row in sight."""
        return max(0, bisect_right(self._tops, self.offset) - 1)

    def _made_tops(self) -> list[int]:
        heights = (self._heading_height if each.is_heading else self._row_height for each in self.rows)
        return list(accumulate(heights, initial=0))

    def _reveal_chosen(self) -> None:
        number = self.chosen
        if number is not None and self._row_height:
            first = number - 1 if number and self.rows[number - 1].is_heading else number
            self.reveal(self._tops[first], self._tops[number + 1])

    def show_rows(self, rows: Sequence[AnyRow]) -> None:
        """Show these rows from the first one; none is chosen yet."""
        self.rows = rows
        self._tops = self._made_tops()
        self.chosen, self._pointed = None, None
        self._presses.forget()
        self.go_to_top()

    def go_to(self, number: int | None) -> None:
        """Choose this row, and scroll to it, and to the heading right above it."""
        self.chosen, self.is_stale = number, True
        self._reveal_chosen()

    def step(self, key: int, *, ends: bool = True) -> bool:
        """Choose another row by a key, with ``ends`` also by Home or End; returns whether it was used."""
        can = self._can
        at = -1 if self.chosen is None else can.index(self.chosen)
        goal = led_to(key, at, len(can) - 1, max(1, self.rect.height // self._row_height - 1))
        if goal is None or (key in ENDS and not ends):
            return False
        if can:
            self._choose_row(can[goal])
        return True

    def handle_key(self, event: pygame.Event, is_writing: bool) -> bool:
        """As `step`; in a text field, Home and End are for the list with Ctrl only."""
        has_control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        return self.step(event.key, ends=has_control or not is_writing)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle a mouse event; returns whether it was used. The wheel scrolls the list from anywhere."""
        if event.type == pygame.MOUSEMOTION:
            self._point(self.row_at(event.pos))
        is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        number = self.row_at(event.pos) if is_press else None
        if super().handle(event, now_seconds):
            self._point(self.row_at(self._look.pointer()))
            return True
        if number is None or not self.rows[number].can:
            return False
        if self._press_part(number, event.pos):
            return True
        if self._presses.is_second(number, now_seconds):
            self._take_row(number)
        else:
            self._choose_row(number)
        return True

    def row_at(self, pixel: Pixel) -> int | None:
        """The row at a pixel of the window, if any."""
        if not self.rect.collidepoint(pixel) or pixel[0] >= self.rect.left + self.width:
            return None
        number = bisect_right(self._tops, pixel[1] - self.rect.top + self.offset) - 1
        return number if number < len(self.rows) else None

    def place_of(self, number: int) -> pygame.Rect:
        """The rectangle of a row in the window, in sight or not."""
        top, end = self._tops[number : number + 2]
        return pygame.Rect(self.rect.left, self.rect.top + top - self.offset, self.width, end - top)

    @property
    def content_height(self) -> int:
        """The height of all rows."""
        return self._tops[-1]

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the ground, and the rows in sight."""
        surface.blit(self._ground, self._outer)
        super().draw(surface, now_seconds)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw the rows in sight."""
        if not self.rows and self._empty_words:
            look = self._look
            room = self.rect.inflate(-2 * look.scale.units(2), 0)
            look.words.draw_centred(surface, self._empty_words, look.small, look.theme.colour.muted, room)
        for number in range(self._first_seen, len(self.rows)):
            place = self.place_of(number)
            if place.top >= self.rect.bottom:
                break
            if self.rows[number].is_heading:
                self._draw_heading(surface, place, self.rows[number].text)
            else:
                self._draw_row(surface, place, number)

    # What a subclass adds

    @property
    def _empty_words(self) -> str:
        """What is written if there are no rows."""
        return ""

    def _draw_row(self, surface: pygame.Surface, place: pygame.Rect, number: int) -> None:
        """Draw a row that is no heading."""
        raise NotImplementedError

    def _choose_row(self, number: int) -> None:
        """The user chooses a row."""
        self.go_to(number)

    def _take_row(self, number: int) -> None:
        """The user presses a row twice."""

    def _press_part(self, number: int, pixel: Pixel) -> bool:
        """The user presses a row; returns whether that meant a part of it, so that it is not chosen."""
        return False

    # --- private ---

    @property
    def _can(self) -> list[int]:
        return [number for number, row in enumerate(self.rows) if row.can]

    def _point(self, number: int | None) -> None:
        if number != self._pointed:
            self._pointed = number
            self.is_stale = True

    def _draw_heading(self, surface: pygame.Surface, place: pygame.Rect, text: str) -> None:
        look = self._look
        padding = look.scale.units(PADDING_UNITS)
        at, width = (place.left + padding, place.bottom - look.scale.pixels(4)), place.width - 2 * padding
        ink = look.theme.colour.accent
        look.words.write(surface, text, look.small, ink, width=width, bold=True, bottomleft=at)
