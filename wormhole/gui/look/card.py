"""Rounded, bordered cards of any size, stretched from one small drawing with smooth corners."""

from __future__ import annotations

from functools import lru_cache

import pygame

from wormhole.gui.look.look import Look
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Colour, hexed, mixed

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
    whole = (size[0] + 2 * spread, size[1] + 2 * spread)
    width, height = (min(2 * edge + 2, pixels) for pixels in whole)
    small = sprites.drawing(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<filter id="soft" x="-1" y="-1" width="3" height="3">'
        f'<feGaussianBlur stdDeviation="{spread / 2.4:.1f}"/></filter>'
        f'<rect x="{spread}" y="{spread}" width="{width - 2 * spread}" height="{height - 2 * spread}" '
        f'rx="{corner}" '
        f'fill="{hexed(colour)}" fill-opacity="{SHADOW_OPACITY}" filter="url(#soft)"/></svg>'
    )
    return nine_sliced(small, edge, whole)


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
    edge = min(edge, small // 2)
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


def look_card(
    look: Look, size: tuple[int, int], fill: Colour, line: Colour, opacity: float = 1.0
) -> pygame.Surface:
    """A card of `size` pixels with the corners and the border of this look."""
    return card(look.sprites, size, look.corner, fill, opacity, line, look.scale.pixels(1))


def panel_card(look: Look, size: tuple[int, int]) -> pygame.Surface:
    """A translucent card of `size` pixels."""
    colour = look.theme.colour
    return look_card(look, size, colour.panel, colour.panel_line, look.theme.panel.opacity)


def well(look: Look, size: tuple[int, int]) -> pygame.Surface:
    """The darker ground of a list or a text on a card."""
    colour = look.theme.colour
    ground = mixed(colour.panel, colour.sky_edge, 0.6)
    line = mixed(colour.panel_line, colour.muted, 0.3)
    return card(look.sprites, size, look.scale.pixels(8), ground, 1.0, line, look.scale.pixels(1))


CAP_UNITS = 2.75
TEXT = 12


def key_cap(look: Look, name: str, height: int | None = None) -> pygame.Surface:
    """A key with its name, `height` pixels high."""
    colour = look.theme.colour
    text = look.words.line(name, look.scale.text(TEXT), colour.ink)
    height = max(text.get_height(), height or look.scale.units(CAP_UNITS))
    size = (max(height, text.get_width() + look.scale.units(1.25)), height)
    cap = card(look.sprites, size, look.scale.pixels(5), colour.raised, 1.0, colour.muted)
    cap.blit(text, text.get_rect(center=(size[0] // 2, size[1] // 2)))
    return cap
