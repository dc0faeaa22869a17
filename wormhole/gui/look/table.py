"""A scrolling list as a layer: rows of text, of which one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from wormhole.gui.look.card import card
from wormhole.gui.look.theme import mixed
from wormhole.gui.screen import Look
from wormhole.rules.quoting import clipped

ROW_UNITS = 3.75
PADDING_UNITS = 1.5
SCROLL_BAR_UNITS = 0.75
DOUBLE_PRESS_SECONDS = 0.4
WHEEL_ROWS = 3
LONGEST_WORDS = 200
"""Characters of a cell that are drawn; no cell has space for more."""


@dataclass(frozen=True)
class Column:
    """A column: its share of the width, and whether it is right-aligned."""

    share: float
    is_right: bool = False


class Table:
    """Rows in a rectangle of the window.

    `choose` is called with a row that a person chooses, `take` with a row pressed twice. Rows in `marked`
    are written in the theme's choice colour.
    """

    def __init__(
        self,
        look: Look,
        rect: pygame.Rect,
        columns: Sequence[Column],
        choose: Callable[[int], None],
        take: Callable[[int], None],
    ) -> None:
        self.rect = rect
        self.chosen: int | None = None
        self._look = look
        self._columns = columns
        self._choose = choose
        self._take = take
        self._rows: Sequence[Sequence[str]] = ()
        self._marked: frozenset[int] = frozenset()
        self._empty = ""
        self._top = 0
        self._inner = rect.inflate(-2 * look.scale.pixels(4), -2 * look.scale.pixels(4))
        self.rows_seen = max(1, self._inner.height // look.scale.units(ROW_UNITS))
        """The number of rows that fit."""
        self._row_height = self._inner.height // self.rows_seen
        self._pointed: int | None = None
        self._pressed: tuple[int, float] | None = None
        self._grip: int | None = None
        """Where the scroll bar is held, in pixels from the bar's top."""
        self._is_stale = True
        colour = look.theme.colour
        ground = mixed(colour.panel, colour.sky_edge, 0.6)
        line = mixed(colour.panel_line, colour.muted, 0.3)
        self._ground = card(
            look.sprites, rect.size, look.scale.pixels(8), ground, 1.0, line, look.scale.pixels(1)
        )

    def show(
        self,
        rows: Sequence[Sequence[str]],
        marked: frozenset[int] = frozenset(),
        chosen: int | None = None,
        empty: str = "",
    ) -> None:
        """Show these rows, or the text `empty` if there are none."""
        self._rows, self._marked, self._empty = rows, marked, empty
        self._top, self._pointed, self._pressed, self._grip = 0, None, None, None
        self.chosen = None
        if chosen is not None:
            self.go_to(chosen)
        self._is_stale = True

    def go_to(self, row: int) -> None:
        """Choose a row, or the nearest one, and scroll to it."""
        if not self._rows:
            return
        self.chosen = min(max(row, 0), len(self._rows) - 1)
        self._scroll_to(min(max(self._top, self.chosen - self.rows_seen + 1), self.chosen))
        self._is_stale = True

    # What happens

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle a mouse event; returns whether the event was used."""
        if event.type == pygame.MOUSEWHEEL:
            self._scroll_to(self._top - event.y * WHEEL_ROWS)
            return True
        if event.type == pygame.MOUSEMOTION:
            if self._grip is not None:
                self._drag(event.pos[1])
                return True
            self._point(self._row_at(event.pos))
            return False
        if event.type == pygame.MOUSEBUTTONUP and self._grip is not None:
            self._grip = None
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.rect.collidepoint(event.pos):
            self._press(event.pos, now_seconds)
            return True
        return False

    def step(self, key: int) -> bool:
        """Choose another row by a key; returns whether the key was used."""
        page = self.rows_seen - 1
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -page, pygame.K_PAGEDOWN: page}
        if key not in steps:
            return False
        if self._rows:
            self.go_to(self._top if self.chosen is None else self.chosen + steps[key])
            self._choose(self.chosen)
        return True

    def _press(self, pixel: tuple[int, int], now_seconds: float) -> None:
        bar = self._bar()
        if bar is not None and pixel[0] >= bar.left:
            self._grip = pixel[1] - bar.top if bar.collidepoint(pixel) else bar.height // 2
            self._drag(pixel[1])
            return
        row = self._row_at(pixel)
        if row is None:
            return
        before, self._pressed = self._pressed, (row, now_seconds)
        self.go_to(row)
        if before is not None and before[0] == row and now_seconds - before[1] <= DOUBLE_PRESS_SECONDS:
            self._pressed = None
            self._take(row)
        else:
            self._choose(row)

    def _drag(self, y: int) -> None:
        bar, room = self._bar(), self._inner
        if bar is not None and self._grip is not None and room.height > bar.height:
            share = (y - self._grip - room.top) / (room.height - bar.height)
            self._scroll_to(round(share * (len(self._rows) - self.rows_seen)))

    def _scroll_to(self, top: int) -> None:
        top = max(0, min(top, len(self._rows) - self.rows_seen))
        if top != self._top:
            self._top = top
            self._is_stale = True

    def _point(self, row: int | None) -> None:
        if row != self._pointed:
            self._pointed = row
            self._is_stale = True

    def _row_at(self, pixel: tuple[int, int]) -> int | None:
        if not self._inner.collidepoint(pixel):
            return None
        row = self._top + (pixel[1] - self._inner.top) // self._row_height
        return row if row < min(len(self._rows), self._top + self.rows_seen) else None

    # The picture

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The whole rectangle, if anything changed."""
        if self._is_stale:
            self._is_stale = False
            return (self.rect,)
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the visible rows, and the scroll bar if there are more."""
        look = self._look
        colour = look.theme.colour
        surface.blit(self._ground, self.rect)
        if not self._rows and self._empty:
            line = look.words.line(self._empty, look.small, colour.muted)
            surface.blit(line, line.get_rect(center=self.rect.center))
        bar = self._bar()
        width = self._inner.width - (0 if bar is None else bar.width + look.scale.pixels(4))
        place = pygame.Rect(self._inner.left, self._inner.top, width, self._row_height)
        for row in range(self._top, min(len(self._rows), self._top + self.rows_seen)):
            self._draw_row(surface, place, row)
            place = place.move(0, self._row_height)
        if bar is not None:
            fill = mixed(colour.panel_line, colour.muted, 0.3)
            pygame.draw.rect(surface, fill, bar, border_radius=bar.width // 2)

    def _draw_row(self, surface: pygame.Surface, place: pygame.Rect, row: int) -> None:
        look = self._look
        colour = look.theme.colour
        fill = None
        if row == self.chosen:
            fill = mixed(colour.panel, colour.choice, 0.28)
        elif row == self._pointed:
            fill = colour.panel_line
        if fill is not None:
            pygame.draw.rect(surface, fill, place, border_radius=look.scale.pixels(6))
        ink = colour.choice if row in self._marked else colour.ink
        padding = look.scale.units(PADDING_UNITS)
        left, room = place.left + padding, place.width - padding
        whole = sum(column.share for column in self._columns)
        for column, text in zip(self._columns, self._rows[row], strict=True):
            cell = pygame.Rect(left, place.top, round(room * column.share / whole) - padding, place.height)
            fitted = look.words.fitted(clipped(text, LONGEST_WORDS), look.small, cell.width)
            line = look.words.line(fitted, look.small, ink)
            at = (
                line.get_rect(midright=cell.midright)
                if column.is_right
                else line.get_rect(midleft=cell.midleft)
            )
            surface.blit(line, at)
            left = cell.right + padding

    def _bar(self) -> pygame.Rect | None:
        """The handle of the scroll bar; None if all rows are visible."""
        if len(self._rows) <= self.rows_seen:
            return None
        room = self._inner
        height = max(room.height * self.rows_seen // len(self._rows), self._look.scale.units(4))
        hidden = len(self._rows) - self.rows_seen
        width = self._look.scale.units(SCROLL_BAR_UNITS)
        top = room.top + (room.height - height) * self._top // hidden
        return pygame.Rect(room.right - width, top, width, height)
