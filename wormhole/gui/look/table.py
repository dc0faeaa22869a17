"""A scrolling list as a layer: rows of text, of which one or several are chosen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, overload

import pygame

from wormhole.base.quoting import clipped
from wormhole.gui.look.card import rounded, well
from wormhole.gui.look.layers import Pointer, Spot, Tip
from wormhole.gui.look.layout import Column, Fill
from wormhole.gui.look.look import Look
from wormhole.gui.look.scroll_area import ENDS, DoublePress, Scrolling, led_to
from wormhole.gui.look.theme import Colour

PADDING_UNITS = 1.5


@dataclass(frozen=True)
class TableColumn:
    """A column: its share of the width, whether it is right-aligned, its heading.

    With `samples`, it is as wide as the widest of them and the heading, and the other columns share the rest.
    """

    share: float = 0.0
    is_right: bool = False
    heading: str = ""
    samples: tuple[str, ...] = ()


def cells(look: Look, columns: Sequence[TableColumn], width: int) -> list[tuple[int, int]]:
    """The left edge and the width of each column in a row that wide."""
    padding = look.scale.units(PADDING_UNITS)
    fixed = [
        max(look.words.width(text, look.small) for text in (*column.samples, column.heading)) + padding
        if column.samples
        else 0
        for column in columns
    ]
    room = width - padding - sum(fixed)
    whole = sum(column.share for column in columns) or 1.0
    found, left = [], padding
    for column, least in zip(columns, fixed, strict=True):
        wide = least or round(room * column.share / whole)
        found.append((left, wide - padding))
        left += wide
    return found


class Selection:
    """The rows chosen; `at` is the one that the keyboard is on."""

    def __init__(self) -> None:
        self.at: int | None = None
        self.rows: Collection[int] = ()
        self._anchor = 0
        """Where a choice by Shift begins."""

    def clear(self) -> None:
        """Choose nothing."""
        self.at, self.rows, self._anchor = None, (), 0

    def choose(self, row: int) -> None:
        """Choose this row only."""
        self.at, self.rows, self._anchor = row, (row,), row

    def extend(self, row: int) -> None:
        """Choose the rows from the last one chosen without Shift to this one."""
        first, last = sorted((self._anchor, row))
        self.at, self.rows = row, range(first, last + 1)

    def switch(self, row: int) -> None:
        """Choose this row in addition or, if it is chosen, no longer."""
        self.at = self._anchor = row
        rows = {*self.rows} ^ {row}
        self.rows = rows or {row}

    def choose_all(self, count: int) -> None:
        """Choose every one of `count` rows."""
        if count:
            self.rows = range(count)
            self.at = 0 if self.at is None else self.at

    def restore(self, at: int, rows: Collection[int]) -> None:
        """Choose these rows again, after the list has changed."""
        self.at, self.rows, self._anchor = at, rows, at


class LazyRows(Sequence[tuple[str, ...]]):
    """Rows of a `Table`. A subclass gives their number, and makes the texts of one."""

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[str, ...]]: ...
    def __getitem__(self, index: int | slice) -> tuple[str, ...] | list[tuple[str, ...]]:
        if isinstance(index, slice):
            return [self.texts_of(each) for each in range(*index.indices(len(self)))]
        return self.texts_of(index)

    @abstractmethod
    def texts_of(self, index: int) -> tuple[str, ...]:
        """The texts of a row, one for each column."""


ROW_UNITS = 3.75
HEADING_UNITS = 3.25
WHEEL_ROWS = 3
LONGEST_WORDS = 200
"""Characters of a cell that are drawn; no cell has space for more."""


class Table(Scrolling):
    """Rows in a rectangle of the window, below the columns' headings if there are any.

    `choose` is called with a row that the user chooses, `take` with a row pressed twice. Rows in `marked`
    are written in the theme's choice colour. Only the rows in sight are read. With `several`, more rows than
    one can be chosen.
    """

    def __init__(
        self,
        columns: Sequence[TableColumn],
        choose: Callable[[int], None],
        take: Callable[[int], None],
        several: bool = False,
        can_focus: bool = False,
    ) -> None:
        super().__init__()
        self.can_focus = can_focus
        self.selection = Selection()
        self._columns = columns
        self._choose = choose
        self._take = take
        self._has_several = several
        self.rows: Sequence[Sequence[str]] = ()
        """What is listed, in sight or not."""
        self.empty = ""
        """What stands there if there are no rows."""
        self._marked: frozenset[int] = frozenset()
        self._headings: pygame.Rect | None = None
        self.rows_seen = 0
        """The number of rows that fit."""
        self._pointed: int | None = None
        self._presses = DoublePress()
        self._cells_kept: dict[int, list[tuple[int, int]]] = {}

    @property
    def heard(self) -> str:
        """The row that was chosen last; without rows, what stands there instead."""
        if not self.rows:
            return self.empty
        return "" if self.chosen is None else ", ".join(text for text in self.rows[self.chosen] if text)

    def _measure(self) -> None:
        look, was_seen = self._look, self._is_seen
        self._inner = self.rect.inflate(-2 * look.scale.pixels(4), -2 * look.scale.pixels(4))
        if any(column.heading for column in self._columns):
            parts = Column({"headings": look.scale.units(HEADING_UNITS), "rows": Fill()})
            self._headings, self._inner = parts.at(self._inner).values()
        self.rows_seen = max(1, self._inner.height // look.scale.units(ROW_UNITS))
        self._row_height = self._inner.height // self.rows_seen
        self._cells_kept = {}
        self._ground = well(look, self.rect.size)
        self._scroll_to(self._top)
        if was_seen:
            self._reveal_chosen()

    @property
    def _is_seen(self) -> bool:
        """Whether the row that was chosen last is in sight, or will be in the first rectangle."""
        at = self.chosen
        return at is not None and (not self.rows_seen or self._top <= at < self._top + self.rows_seen)

    def _reveal_chosen(self) -> None:
        if self.chosen is not None and self.rows_seen:
            self._scroll_to(min(max(self._top, self.chosen - self.rows_seen + 1), self.chosen))

    def show(
        self,
        rows: Sequence[Sequence[str]],
        marked: frozenset[int] = frozenset(),
        chosen: int | None = None,
        empty: str = "",
    ) -> None:
        """Show these rows, or the text `empty` if there are none."""
        self.rows, self._marked, self.empty = rows, marked, empty
        self._pointed = None
        self._presses.forget()
        self.selection.clear()
        self.go_to_top()
        if chosen is not None:
            self.go_to(chosen)

    def show_columns(self, columns: Sequence[TableColumn]) -> None:
        """Have other columns from the next place on."""
        self._columns, self._headings = columns, None

    def close(self) -> None:
        """Release its rows and its owner, so that closing the owner frees both."""
        self.rows = ()
        self._choose = self._take = lambda row: None

    def renew(self, rows: Sequence[Sequence[str]], at: int, chosen: Collection[int], empty: str = "") -> None:
        """Show a list that has changed, from about the same place, with these rows chosen."""
        top = self._top
        self.show(rows, empty=empty)
        if rows:
            self._scroll_to(top)
            self.go_to(at)
            self.selection.restore(at, chosen)

    def grow(self, rows: Sequence[Sequence[str]], added: int, empty: str = "") -> None:
        """Show a list with so many new rows at its top. Other rows that are in sight stay where they are."""
        at, top = self.selection.at, self._top
        self.show(rows, empty=empty)
        if at is not None:
            self.selection.choose(at + added)
        if top:
            self._scroll_to(top + added)

    @property
    def chosen(self) -> int | None:
        """The row that was chosen last."""
        return self.selection.at

    def go_to(self, row: int, extend: bool = False) -> None:
        """Choose a row, or the nearest one, and scroll to it. `extend`: with the rows up to it."""
        if not self.rows:
            return
        row = min(max(row, 0), len(self.rows) - 1)
        if extend and self._has_several:
            self.selection.extend(row)
        else:
            self.selection.choose(row)
        self._reveal_chosen()
        self.is_stale = True

    def choose_all(self) -> None:
        """Choose every row."""
        self.selection.choose_all(len(self.rows))
        self.is_stale = True

    # What happens

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle a mouse event; returns whether the event was used."""
        if super().handle(event, now_seconds):
            return True
        if event.type == pygame.MOUSEMOTION:
            self._point(self.row_at(event.pos))
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            self._press(event.pos, now_seconds)
            return True
        return False

    def step(self, key: int, *, extend: bool = False, ends: bool = True) -> bool:
        """Choose another row by a key, with ``ends`` also by Home or End; returns whether it was used."""
        at = self._top if self.chosen is None else self.chosen
        goal = led_to(key, at, len(self.rows) - 1, self.rows_seen - 1)
        if goal is None or (key in ENDS and not ends):
            return False
        if self.rows:
            self.go_to(at if self.chosen is None and key not in ENDS else goal, extend)
            if self.chosen is not None:
                self._choose(self.chosen)
        return True

    def _press(self, pixel: tuple[int, int], now_seconds: float) -> None:
        row = self.row_at(pixel)
        if row is None:
            return
        held = pygame.key.get_mods() if self._has_several else 0
        is_second = self._presses.is_second(row, now_seconds)
        if held & (pygame.KMOD_CTRL | pygame.KMOD_META):
            is_second = False
            self.selection.switch(row)
            self.is_stale = True
        else:
            self.go_to(row, extend=bool(held & pygame.KMOD_SHIFT))
        if is_second:
            self._take(row)
        else:
            self._choose(row)

    def _point(self, row: int | None) -> None:
        if row != self._pointed:
            self._pointed = row
            self.is_stale = True

    def row_at(self, pixel: tuple[int, int]) -> int | None:
        """The row at a pixel, if any; not on the scroll bar."""
        bar = self._bar()
        if bar is not None and pixel[0] >= bar.left:
            return None
        if not self._inner.collidepoint(pixel):
            return None
        row = self._top + (pixel[1] - self._inner.top) // self._row_height
        return row if row < min(len(self.rows), self._top + self.rows_seen) else None

    def place_of_chosen(self) -> pygame.Rect | None:
        """The rectangle of the row that was chosen last, if it is in sight."""
        at = self.chosen
        return None if at is None or not self._is_seen else self.row_rect(at)

    def row_rect(self, row: int) -> pygame.Rect:
        """The rectangle of a row; it is outside the table's if the row is not in sight."""
        top = self._inner.top + (row - self._top) * self._row_height
        return pygame.Rect(self._inner.left, top, self._inner.width, self._row_height)

    def spot_at(self, pixel: tuple[int, int]) -> Spot | None:
        """A row, or the scroll bar, can be pressed; a text that is cut off is shown in full."""
        if not self.rect.collidepoint(pixel):
            return None
        bar, row = self._bar(), self.row_at(pixel)
        if row is not None and (cut := self._cut_at(row, pixel)) is not None:
            return cut
        can = row is not None or (bar is not None and bar.collidepoint(pixel))
        return Spot(tuple(self.rect), Pointer.HAND if can else Pointer.ARROW)

    def _cut_at(self, row: int, pixel: tuple[int, int]) -> Spot | None:
        """The cell of a row at a pixel, if there is no room for its whole text."""
        look, place = self._look, self.row_rect(row)
        texts = zip(self.rows[row], self._cells(self._row_width), strict=True)
        for text, (left, width) in texts:
            cell = pygame.Rect(place.left + left, place.top, width, place.height)
            if cell.collidepoint(pixel):
                whole = clipped(text, LONGEST_WORDS)
                is_cut = look.words.width(whole, look.small) > width
                return Spot(tuple(cell), Pointer.HAND, Tip(whole)) if is_cut else None
        return None

    @property
    def _row_width(self) -> int:
        """The pixels beside the scroll bar."""
        bar = self._bar()
        return self._inner.width - (0 if bar is None else bar.width + self._look.scale.pixels(4))

    # The picture

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the visible rows, and the scroll bar if there are more, unless the clip cuts off all of it."""
        clip, look = surface.get_clip(), self._look
        if not self.rect.colliderect(clip):
            return
        colour = look.theme.colour
        surface.blit(self._ground, self.rect)
        if not self.rows:
            room = self._inner.inflate(-2 * look.scale.units(3), 0)
            look.words.draw_centred(surface, self.empty, look.small, colour.muted, room)
        width = self._row_width
        if self._headings is not None:
            place = pygame.Rect(self._headings.topleft, (width, self._headings.height))
            self._write(surface, place, [column.heading for column in self._columns], colour.muted)
        place = pygame.Rect(self._inner.left, self._inner.top, width, self._row_height)
        for row in range(self._top, min(len(self.rows), self._top + self.rows_seen)):
            if place.colliderect(clip):
                self._draw_row(surface, place, row)
            place = place.move(0, self._row_height)
        self._draw_scroll_bar(surface)

    def _draw_row(self, surface: pygame.Surface, place: pygame.Rect, row: int) -> None:
        colour = self._look.theme.colour
        fill = None
        if row in self.selection.rows:
            fill = self._look.theme.chosen
        elif row == self._pointed:
            fill = colour.raised
        if fill is not None:
            rounded(surface, fill, place, self._look.scale.pixels(6))
        self._write(surface, place, self.rows[row], colour.accent if row in self._marked else colour.ink)

    def _write(self, surface: pygame.Surface, place: pygame.Rect, texts: Sequence[str], ink: Colour) -> None:
        """Write a text for each column."""
        look = self._look
        for column, text, (left, width) in zip(self._columns, texts, self._cells(place.width), strict=True):
            cell = pygame.Rect(place.left + left, place.top, width, place.height)
            words, edge = clipped(text, LONGEST_WORDS), "midright" if column.is_right else "midleft"
            at: dict[str, Any] = {edge: getattr(cell, edge)}
            look.words.write(surface, words, look.small, ink, width=cell.width, **at)

    def _cells(self, width: int) -> list[tuple[int, int]]:
        """The left edge and the width of each column in a row that wide."""
        if width not in self._cells_kept:
            self._cells_kept[width] = cells(self._look, self._columns, width)
        return self._cells_kept[width]

    # What it counts: rows

    @property
    def _most(self) -> int:
        return max(0, len(self.rows) - self.rows_seen)

    @property
    def _wheel(self) -> int:
        return WHEEL_ROWS

    @property
    def _handle_height(self) -> int:
        return self._inner.height * self.rows_seen // len(self.rows)

    @property
    def _track(self) -> pygame.Rect:
        return self._inner
