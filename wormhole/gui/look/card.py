"""Rounded, bordered cards of any size, stretched from one small drawing with smooth corners."""

from __future__ import annotations

import pygame

from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, hexed

SHADOW_OPACITY = 0.75


def card(
    sprites: Sprites,
    size: tuple[int, int],
    corner: int,
    fill: Colour,
    opacity: float,
    line: Colour,
    line_pixels: int = 1,
) -> pygame.Surface:
    """A card of ``size`` pixels with rounded corners and a border inside its edge."""
    corner = max(line_pixels + 1, min(corner, size[0] // 2, size[1] // 2))
    edge = corner + 1
    small = sprites.drawing(card_svg((2 * edge + 2,) * 2, corner, fill, opacity, line, line_pixels))
    return nine_sliced(small, edge, size)


def shadow(
    sprites: Sprites, size: tuple[int, int], corner: int, spread: int, colour: Colour
) -> pygame.Surface:
    """The soft shadow of a card of ``size`` pixels; it reaches ``spread`` pixels beyond it on all sides."""
    edge = 2 * spread + corner
    side = 2 * edge + 2
    inner = side - 2 * spread
    small = sprites.drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}">'
        f'<filter id="soft" x="-1" y="-1" width="3" height="3">'
        f'<feGaussianBlur stdDeviation="{spread / 2.4:.1f}"/></filter>'
        f'<rect x="{spread}" y="{spread}" width="{inner}" height="{inner}" rx="{corner}" '
        f'fill="{hexed(colour)}" fill-opacity="{SHADOW_OPACITY}" filter="url(#soft)"/></svg>'
    )
    return nine_sliced(small, edge, (size[0] + 2 * spread, size[1] + 2 * spread))


def nine_sliced(small: pygame.Surface, edge: int, size: tuple[int, int]) -> pygame.Surface:
    """``small`` stretched to ``size``; its corners of ``edge`` pixels are not stretched."""
    big = pygame.Surface(size, pygame.SRCALPHA)
    columns = _slices(small.get_width(), size[0], edge)
    rows = _slices(small.get_height(), size[1], edge)
    for from_x, from_width, to_x, to_width in columns:
        for from_y, from_height, to_y, to_height in rows:
            if to_width > 0 and to_height > 0:
                piece = small.subsurface((from_x, from_y, from_width, from_height))
                if piece.get_size() != (to_width, to_height):
                    piece = pygame.transform.scale(piece, (to_width, to_height))
                big.blit(piece, (to_x, to_y))
    return big


def _slices(small: int, big: int, edge: int) -> tuple[tuple[int, int, int, int], ...]:
    return (
        (0, edge, 0, edge),
        (edge, small - 2 * edge, edge, big - 2 * edge),
        (small - edge, edge, big - edge, edge),
    )


def card_svg(
    size: tuple[int, int], corner: int, fill: Colour, opacity: float, line: Colour, line_pixels: int
) -> str:
    """SVG text of a card."""
    inset, (width, height) = line_pixels / 2, size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect x="{inset}" y="{inset}" width="{width - line_pixels}" height="{height - line_pixels}" '
        f'rx="{corner - inset}" fill="{hexed(fill)}" fill-opacity="{opacity}" '
        f'stroke="{hexed(line)}" stroke-width="{line_pixels}"/></svg>'
    )
