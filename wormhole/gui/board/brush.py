"""Puts pictures on a surface and remembers where, so that they can be mended away."""

from __future__ import annotations

import pygame

from wormhole.gui.board.layout import Pixel


def faded(picture: pygame.Surface, opacity: float) -> pygame.Surface:
    """The picture with what lies below it seen through; itself, if nothing is."""
    if opacity < 1:
        picture = picture.copy()
        picture.set_alpha(round(255 * opacity))
    return picture


class Brush:
    """One drawing on one surface."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self.touched: list[pygame.Rect] = []

    def put(self, picture: pygame.Surface, centre: Pixel, opacity: float = 1.0) -> None:
        """The picture with its middle at a pixel."""
        picture = faded(picture, opacity)
        rect = picture.get_rect()
        rect.topleft = round(centre[0] - rect.width / 2), round(centre[1] - rect.height / 2)
        self.put_in(picture, rect)

    def put_in(self, picture: pygame.Surface, rect: pygame.Rect) -> None:
        """The picture with its top left corner at the rectangle's."""
        self.touched.append(self._surface.blit(picture, rect))

    def tint(self, rect: pygame.Rect, colour: pygame.typing.ColorLike, opacity: float) -> None:
        """A veil of one colour over the rectangle."""
        veil = pygame.Surface(rect.size)
        veil.fill(colour)
        veil.set_alpha(round(255 * opacity))
        self.put_in(veil, rect)
