"""Rectangles with smooth round corners, filled or as a frame, drawn straight onto a surface."""

from __future__ import annotations

from functools import lru_cache

import pygame

from wormhole.gui.look.theme import Colour

FINER = 4
"""The corners are drawn so many times larger, and made smaller."""


def rounded(surface: pygame.Surface, colour: Colour, rect: pygame.Rect, corner: int, width: int = 0) -> None:
    """Draw a rectangle in one opaque colour; with a width, only its frame."""
    corner = min(corner, rect.width // 2, rect.height // 2)
    if corner <= 0:
        pygame.draw.rect(surface, colour, rect, width)
        return
    thick = min(width, corner)
    disc, right, foot = _disc(colour, corner, thick), rect.right - corner, rect.bottom - corner
    for left, top in ((rect.left, rect.top), (right, rect.top), (rect.left, foot), (right, foot)):
        part = (left > rect.left) * corner, (top > rect.top) * corner, corner, corner
        surface.blit(disc, (left, top), part)
    across, down = rect.width - 2 * corner, rect.height - 2 * corner
    side = thick or corner
    surface.fill(colour, (rect.left, rect.top + corner, side, down))
    surface.fill(colour, (rect.right - side, rect.top + corner, side, down))
    if thick:
        surface.fill(colour, (rect.left + corner, rect.top, across, thick))
        surface.fill(colour, (rect.left + corner, rect.bottom - thick, across, thick))
    else:
        surface.fill(colour, (rect.left + corner, rect.top, across, rect.height))


@lru_cache(maxsize=64)
def _disc(colour: Colour, radius: int, width: int) -> pygame.Surface:
    """A disc or, with a width, a ring."""
    fine = FINER * radius
    picture = pygame.Surface((2 * fine, 2 * fine), pygame.SRCALPHA)
    picture.fill((*colour, 0))
    pygame.draw.circle(picture, colour, (fine, fine), fine)
    if 0 < width < radius:
        pygame.draw.circle(picture, (*colour, 0), (fine, fine), fine - FINER * width)
    return pygame.transform.smoothscale(picture, (2 * radius, 2 * radius))
