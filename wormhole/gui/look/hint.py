"""A layer with a short text that can change."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.screen import Look


class Hint:
    """Small text in a rectangle of the window, broken into lines; lines that do not fit are left out."""

    def __init__(self, look: Look, rect: pygame.Rect, pixels: int | None = None) -> None:
        self._look = look
        self._rect = rect
        self._pixels = pixels or look.scale.text(13)
        self._text = ""
        self._is_trouble = False
        self._is_stale = False

    def show(self, text: str, is_trouble: bool = False) -> None:
        """Show this text; trouble is shown in the warning colour."""
        if (text, is_trouble) != (self._text, self._is_trouble):
            self._text, self._is_trouble = text, is_trouble
            self._is_stale = True

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The whole rectangle, if the text changed."""
        if self._is_stale:
            self._is_stale = False
            return (self._rect,)
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the text."""
        words, colour = self._look.words, self._look.theme.colour
        pixels = self._pixels
        lines = words.wrapped(self._text, pixels, self._rect.width)
        top = max(self._rect.top, self._rect.centery - len(lines) * words.height(pixels) // 2)
        for text in lines:
            if top + words.height(pixels) > self._rect.bottom + 1:
                break
            line = words.line(text, pixels, colour.warning if self._is_trouble else colour.muted)
            surface.blit(line, (self._rect.left, top))
            top += words.height(pixels)
