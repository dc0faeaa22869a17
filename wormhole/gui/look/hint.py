"""A layer with a short text that can change."""

from __future__ import annotations

import pygame

from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look


class Hint(Area):
    """Small text in a rectangle of the window, broken into lines; what does not fit is left out."""

    def __init__(self, look: Look, rect: pygame.Rect, pixels: int | None = None) -> None:
        super().__init__(rect)
        self._look = look
        self._pixels = pixels or look.scale.text(13)
        self.text = ""
        self._is_trouble = False

    def show(self, text: str, is_trouble: bool = False) -> None:
        """Show this text; an error is shown in the warning colour."""
        if (text, is_trouble) != (self.text, self._is_trouble):
            self.text, self._is_trouble = text, is_trouble
            self.is_stale = True

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the text."""
        words, colour = self._look.words, self._look.theme.colour
        pixels = self._pixels
        lines = words.lines_within(self.text, pixels, (self.rect.width, self.rect.height + 1))
        top = max(self.rect.top, self.rect.centery - len(lines) * words.height(pixels) // 2)
        for text in lines:
            line = words.line(text, pixels, colour.alarm if self._is_trouble else colour.muted)
            surface.blit(line, (self.rect.left, top))
            top += words.height(pixels)
