"""A layer with a bar that fills up."""

from __future__ import annotations

import pygame

from wormhole.gui.look.card import rounded
from wormhole.gui.look.layers import Area


class ProgressBar(Area):
    """A bar in a rectangle of the window; empty space until it is known how much is done."""

    def __init__(self) -> None:
        super().__init__()
        self._done: float | None = None
        self._pixels: int | None = None

    def show(self, done: float | None) -> None:
        """Show how much is done, 0 to 1; None if that is not known."""
        self._done = done
        self._measure()

    def _measure(self) -> None:
        done = self._done
        pixels = None if done is None else round(self.rect.width * min(1.0, max(0.0, done)))
        if pixels != self._pixels:
            self._pixels = pixels
            self.is_stale = True

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the groove and what is full of it."""
        if self._pixels is None:
            return
        colour, corner = self._look.theme.colour, self.rect.height // 2
        rounded(surface, colour.raised, self.rect, corner)
        full = pygame.Rect(self.rect.topleft, (max(self.rect.height, self._pixels), self.rect.height))
        rounded(surface, colour.accent, full, corner)
