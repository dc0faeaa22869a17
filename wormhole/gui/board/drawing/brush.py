"""Draws pictures on a surface and records where, so that the next frame can erase them."""

from __future__ import annotations

import pygame

from wormhole.gui.board.board_layout import Pixel


def faded(picture: pygame.Surface, opacity: float) -> pygame.Surface:
    """A copy of the picture with this opacity; the picture itself if it is 1."""
    if opacity < 1:
        picture = picture.copy()
        picture.set_alpha(round(255 * opacity))
    return picture


class Brush:
    """Draws one frame on one surface; ``touched`` lists the rectangles drawn on."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._surface = surface
        self.touched: list[pygame.Rect] = []

    def put(self, picture: pygame.Surface, centre: Pixel, opacity: float = 1.0) -> None:
        """Draw the picture with its centre at a pixel."""
        picture = faded(picture, opacity)
        rect = picture.get_rect()
        rect.topleft = round(centre[0] - rect.width / 2), round(centre[1] - rect.height / 2)
        self.put_in(picture, rect)

    def put_in(self, picture: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the picture with its top left corner at the rectangle's."""
        self.touched.append(self._surface.blit(picture, rect))

    def tint(self, rect: pygame.Rect, colour: pygame.typing.ColorLike, opacity: float) -> None:
        """Lay a translucent colour over the rectangle."""
        veil = pygame.Surface(rect.size)
        veil.fill(colour)
        veil.set_alpha(round(255 * opacity))
        self.put_in(veil, rect)
