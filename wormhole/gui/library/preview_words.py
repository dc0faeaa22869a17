"""What the preview says of a game: a heading and lines below it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look


class PreviewWords(Area):
    """A layer with a few lines of text. Long ones are broken if there is room; those that do not fit are left
    out."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        super().__init__(rect, is_stale=True)
        self._look = look
        self._lines: tuple[str, ...] = ()
        self._trouble = ""

    def show(self, lines: Sequence[str], trouble: str = "") -> None:
        """Show these lines or, if there are none, what is wrong."""
        lines = tuple(line for line in lines if line)
        if (lines, trouble) != (self._lines, self._trouble):
            self._lines, self._trouble = lines, trouble
            self.is_stale = True

    def heading_of(self, *forms: str) -> str:
        """The first of these headings that fits, or else the last."""
        words, pixels = self._look.words, self._look.body
        fits = (form for form in forms if words.width(form, pixels, bold=True) <= self.rect.width)
        return next(fits, forms[-1])

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the lines, the last one, which says the move, in the theme's choice colour."""
        look, colour, rect = self._look, self._look.theme.colour, self.rect
        if not rect.colliderect(surface.get_clip()):
            return
        words = look.words
        if not self._lines:
            self._draw_wrapped(surface, self._trouble, colour.alarm)
            return
        top = rect.top
        for index, text in enumerate(self._lines):
            is_heading = index == 0
            pixels = look.body if is_heading else look.small
            below = (len(self._lines) - 1 - index) * words.height(look.small)
            ink = colour.ink if is_heading else colour.muted
            if index == len(self._lines) - 1:
                ink = colour.accent
            if is_heading:
                below = rect.height
            room = max(words.height(pixels), rect.bottom + 2 - top - below)
            for line in words.lines_within(text, pixels, (rect.width, room), bold=is_heading):
                if top + words.height(pixels) > rect.bottom + 2:
                    return
                surface.blit(words.line(line, pixels, ink, bold=is_heading), (rect.left, top))
                top += words.height(pixels)

    def _draw_wrapped(self, surface: pygame.Surface, text: str, ink: tuple[int, int, int]) -> None:
        words, pixels, rect = self._look.words, self._look.small, self.rect
        top = rect.top
        for line in words.lines_within(text, pixels, (rect.width, rect.height + 2)):
            surface.blit(words.line(line, pixels, ink), (rect.left, top))
            top += words.height(pixels)
