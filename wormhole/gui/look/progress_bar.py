"""A layer with a bar that fills up."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.screen import Look


class ProgressBar:
    """A bar in a rectangle of the window; empty space until it is known how much is done."""

    def __init__(self, look: Look, rect: pygame.Rect) -> None:
        self._look = look
        self._rect = rect
        self._pixels: int | None = None
        self._is_stale = False

    def show(self, done: float | None) -> None:
        """Show how much is done, 0 to 1; None if that is not known."""
        pixels = None if done is None else round(self._rect.width * min(1.0, max(0.0, done)))
        if pixels != self._pixels:
            self._pixels = pixels
            self._is_stale = True

    def changed(self, now_seconds: float) -> Sequence[pygame.Rect]:
        """The whole bar, if it changed."""
        if self._is_stale:
            self._is_stale = False
            return (self._rect,)
        return ()

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the groove and what is full of it."""
        if self._pixels is None:
            return
        colour, corner = self._look.theme.colour, self._rect.height // 2
        pygame.draw.rect(surface, colour.panel_line, self._rect, border_radius=corner)
        full = pygame.Rect(self._rect.topleft, (max(self._rect.height, self._pixels), self._rect.height))
        pygame.draw.rect(surface, colour.choice, full, border_radius=corner)
