"""A layer with a short text that can change."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.look.layers import Area, Pixel, Pointer, Spot, Tip
from wormhole.gui.look.look import TextSize


class Hint(Area):
    """Small text in a rectangle of the window, broken into lines; a tooltip has what does not fit.

    It is smaller if one of the `sentences` would not fit on a line.
    """

    def __init__(self, size: TextSize = "note", text: str = "", sentences: Sequence[str] = ()) -> None:
        super().__init__()
        self._size: TextSize = size
        self._sentences = sentences
        self.text = text
        self._is_trouble = False

    @property
    def heard(self) -> str:
        """The text."""
        return self.text

    def _measure(self) -> None:
        pixels = self._look.text(self._size)
        self._pixels = self._look.words.largest(self._sentences, pixels, self.rect.width)

    def show(self, text: str, is_trouble: bool = False) -> None:
        """Show this text; an error is shown in the warning colour."""
        if (text, is_trouble) != (self.text, self._is_trouble):
            self.text, self._is_trouble = text, is_trouble
            self.is_stale = True

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the text, unless the clip cuts it off."""
        if not self.rect.colliderect(surface.get_clip()):
            return
        words, colour = self._look.words, self._look.theme.colour
        pixels, lines = self._size_of_text(), self._lines()
        top = max(self.rect.top, self.rect.centery - len(lines) * words.height(pixels) // 2)
        ink = colour.alarm if self._is_trouble else colour.muted
        words.draw(surface, lines, pixels, ink, (self.rect.left, top))

    def spot_at(self, pixel: Pixel) -> Spot | None:
        """The whole text, if there is no room for it."""
        if not self.text or not self.rect.collidepoint(pixel):
            return None
        is_whole = self._lines() == self._look.words.wrapped(self.text, self._size_of_text(), self.rect.width)
        return None if is_whole else Spot(tuple(self.rect), Pointer.ARROW, Tip(self.text))

    def _lines(self) -> list[str]:
        room = (self.rect.width, self.rect.height + 1)
        return self._look.words.lines_within(self.text, self._size_of_text(), room)

    def _size_of_text(self) -> int:
        """The size of a text that fits on a line, or nearly."""
        return self._look.words.nearly(self.text, self._pixels, self.rect.width)
