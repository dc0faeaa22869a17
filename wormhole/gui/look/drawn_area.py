"""A layer that draws its picture once and keeps it until something else is to be shown."""

from __future__ import annotations

from typing import Generic, TypeVar

import pygame

from wormhole.gui.look.layers import Area
from wormhole.gui.look.look import Look


class DrawnArea(Area):
    """The base of cards and other layers whose picture is worth keeping.

    A subclass has `drawn`, and calls `redraw` when it is to show something else.
    """

    def __init__(
        self, look: Look | None = None, rect: pygame.Rect | None = None, is_stale: bool = False
    ) -> None:
        super().__init__(rect, is_stale)
        if look is not None:
            self._look = look
        self._picture: pygame.Surface | None = None

    @property
    def picture_rect(self) -> pygame.Rect | None:
        """Where the picture stands within the rectangle, all of it by default; None while there is none."""
        return self.rect

    def _measure(self) -> None:
        self._picture = None

    def drawn(self) -> pygame.Surface:
        """The picture, as large as its place. Called only while it has a place."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Drop the picture; it is redrawn when it is in sight."""
        self._picture = None
        self.is_stale = True

    def draw(self, surface: pygame.Surface, now_seconds: float) -> None:
        """Draw the picture, unless it has no place or is out of sight."""
        place = self.picture_rect
        if place is None or not place.colliderect(surface.get_clip()):
            return
        if self._picture is None:
            self._picture = self.drawn()
        surface.blit(self._picture, place)


Content = TypeVar("Content")


class ContentCard(DrawnArea, Generic[Content]):
    """A card whose picture depends on its content alone, without which it is empty."""

    def __init__(self, look: Look | None = None, rect: pygame.Rect | None = None) -> None:
        super().__init__(look, rect)
        self.content: Content | None = None

    def show(self, content: Content | None) -> None:
        """Show this; None empties the card."""
        if content != self.content:
            self.content = content
            self.redraw()

    @property
    def shown(self) -> Content:
        """The content, of a card that has some."""
        assert self.content is not None, "only then it is drawn"
        return self.content

    @property
    def picture_rect(self) -> pygame.Rect | None:
        """All of the rectangle, once there is content."""
        return None if self.content is None else self.rect
