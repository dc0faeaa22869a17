"""The card with the moves so far, two to a line, the last one marked. It can be scrolled."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.look.card import card
from wormhole.gui.look.theme import Colour, mixed
from wormhole.gui.screen import Look


class MoveList:
    """A layer with the move list; before the first move it shows the game's title and description."""

    def __init__(self, rect: pygame.Rect, look: Look, title: str, about: str) -> None:
        self._title, self._about = title, about
        self.rect = rect
        self._look = look
        self._sans: tuple[str, ...] = ()
        self._blacks_first = False
        self._number = 1
        self._reserved = 0
        self._top = 0
        self._card: pygame.Surface | None = None
        self._is_stale = True

    def show(self, sans: tuple[str, ...], first_number: int, blacks_first: bool) -> None:
        """Show a game's moves and scroll to the last one; `first_number` is the first move's number."""
        if (sans, first_number, blacks_first) != (self._sans, self._number, self._blacks_first):
            self._sans, self._number, self._blacks_first = sans, first_number, blacks_first
            self._top = self._last_top()
            self._is_stale = True

    def reserve(self, pixels: int) -> None:
        """Leave this many pixels at the card's bottom free."""
        if pixels != self._reserved:
            self._reserved = pixels
            self._top = self._last_top()
            self._is_stale = True

    def scroll(self, lines: int) -> None:
        """Scroll by this many lines, forward or, if negative, back."""
        top = min(max(0, self._top + lines), self._last_top())
        if top != self._top:
            self._top = top
            self._is_stale = True

    @property
    def lines_seen(self) -> int:
        """The number of lines that fit."""
        room = self.rect.height - self._reserved - self._padding
        return max(1, (room - self._header_height) // self._line_height)

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The whole card, if anything on it changed."""
        if self._is_stale:
            self._is_stale = False
            return (self.rect,)
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the card with its lines."""
        if not self.rect.colliderect(surface.get_clip()):
            return
        if self._card is None:
            self._card = self._drawn_card()
        surface.blit(self._card, self.rect)
        if self._sans:
            self._draw_header(surface)
            self._draw_lines(surface)
            self._draw_thumb(surface)
        else:
            self._draw_hint(surface)

    @property
    def _padding(self) -> int:
        return self._look.scale.units(1.5)

    @property
    def _header_height(self) -> int:
        """The height of the padding at the top and the title."""
        return self._padding + self._look.words.height(self._look.small) + self._look.scale.units(0.5)

    @property
    def _line_height(self) -> int:
        return round(self._look.body * 1.8)

    def _lines(self) -> int:
        return (len(self._sans) + self._blacks_first + 1) // 2

    def _last_top(self) -> int:
        return max(0, self._lines() - self.lines_seen)

    def _drawn_card(self) -> pygame.Surface:
        look, colour = self._look, self._look.theme.colour
        return card(
            look.sprites,
            self.rect.size,
            look.corner,
            colour.panel,
            look.theme.panel_opacity,
            colour.panel_line,
            look.scale.pixels(1),
        )

    def _draw_header(self, surface: pygame.Surface) -> None:
        look = self._look
        left = self.rect.left + self._padding + look.scale.unit
        text = look.words.fitted(self._title, look.small, self.rect.right - self._padding - left)
        line = look.words.line(text, look.small, look.theme.colour.muted)
        surface.blit(line, (left, self.rect.top + self._padding))

    def _draw_lines(self, surface: pygame.Surface) -> None:
        """Draw number, White's move, Black's move; an ellipsis stands for White's if Black begins."""
        look = self._look
        inside = self.rect.inflate(-2 * self._padding, -2 * self._padding)
        numbers = min(look.scale.units(6), inside.width // 6)
        column = (inside.width - numbers - look.scale.unit) // 2
        faint = mixed(look.theme.colour.muted, look.theme.colour.panel, 0.25)
        first = 2 * self._top - self._blacks_first
        for index in range(max(0, first), min(len(self._sans), first + 2 * self.lines_seen)):
            line, is_second = divmod(index + self._blacks_first, 2)
            cell = pygame.Rect(
                inside.left + numbers + is_second * column,
                self.rect.top + self._header_height + (line - self._top) * self._line_height,
                column - look.scale.unit,
                self._line_height,
            )
            if not is_second or index == 0:
                self._write(surface, f"{self._number + line}.", inside.left, cell, faint)
            if is_second and index == 0:
                self._write(surface, "…", cell.left - column, cell, faint)
            if index == len(self._sans) - 1:
                surface.blit(self._pill(cell), cell.inflate(0, -look.scale.pixels(4)))
            self._write(surface, self._sans[index], cell.left, cell, look.theme.colour.ink)

    def _write(
        self, surface: pygame.Surface, text: str, left: int, cell: pygame.Rect, colour: Colour
    ) -> None:
        look = self._look
        fitted = look.words.fitted(text, look.body, cell.width - look.scale.unit)
        line = look.words.line(fitted, look.body, colour)
        surface.blit(line, line.get_rect(midleft=(left + look.scale.unit, cell.centery)))

    def _pill(self, cell: pygame.Rect) -> pygame.Surface:
        look, colour = self._look, self._look.theme.colour
        size = (cell.width, cell.height - look.scale.pixels(4))
        fill = mixed(colour.panel_line, colour.muted, 0.12)
        return card(look.sprites, size, look.scale.pixels(6), fill, 1.0, fill)

    def _draw_thumb(self, surface: pygame.Surface) -> None:
        """Draw the scroll bar's handle if the list does not fit."""
        lines, seen = self._lines(), self.lines_seen
        if lines <= seen:
            return
        scale, colour = self._look.scale, self._look.theme.colour
        track = pygame.Rect(0, self.rect.top + self._header_height, scale.pixels(4), seen * self._line_height)
        track.right = self.rect.right - scale.pixels(6)
        height = max(scale.units(3), round(track.height * seen / lines))
        top = track.top + round((track.height - height) * self._top / (lines - seen))
        thumb = pygame.Rect(track.left, top, track.width, height)
        fill = mixed(colour.panel_line, colour.muted, 0.35)
        pygame.draw.rect(surface, fill, thumb, border_radius=track.width // 2)

    def _draw_hint(self, surface: pygame.Surface) -> None:
        look, colour = self._look, self._look.theme.colour
        room = self.rect.inflate(-2 * (self._padding + look.scale.unit), -2 * self._padding)
        top = room.top
        for text in look.words.wrapped(self._title, look.body, room.width):
            surface.blit(look.words.line(text, look.body, colour.ink), (room.left, top))
            top += look.words.height(look.body)
        top += look.scale.units(0.5)
        for text in look.words.wrapped(self._about, look.small, room.width):
            if top + look.words.height(look.small) <= room.bottom - self._reserved:
                surface.blit(look.words.line(text, look.small, colour.muted), (room.left, top))
            top += look.words.height(look.small)
