"""The sky behind everything: a glow high over the board, a few small stars."""

from __future__ import annotations

import random
from math import hypot, sqrt

import pygame

from wormhole.gui.theme import Colour, Theme, mixed

Size = tuple[int, int]

GLOW_GRID: Size = (48, 30)  # the gradient is made this small and scaled up smoothly
GLOW_AT = (0.42, 0.3)
GLOW_REACH = 0.78
PIXELS_A_STAR = 15_000  # of a 1280x800 window
GRAIN_TILE = 128


class Backdrop:
    """The window's sky, made once a size."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._size: Size | None = None
        self._sky: pygame.Surface | None = None

    def surface(self, size: Size) -> pygame.Surface:
        """An opaque surface of ``size`` pixels, the same one until another size is asked for."""
        if self._sky is None or self._size != size:
            self._sky = paint_sky(self.theme, size)
            self._size = size
        return self._sky


def paint_sky(theme: Theme, size: Size) -> pygame.Surface:
    """A new sky of ``size`` pixels. The same size always gets the same stars."""
    sky = pygame.transform.smoothscale(_glow(theme), size)
    if pygame.display.get_init() and pygame.display.get_surface() is not None:
        sky = sky.convert()
    _add_grain(sky)
    scatter_stars(sky, sky.get_rect(), theme.colour.star, window_height=size[1])
    return sky


def scatter_stars(
    surface: pygame.Surface, area: pygame.Rect, colour: Colour, window_height: int, crowd: float = 1.0
) -> None:
    """Stars over ``area``: mostly faint points, here and there one that is a little nearer."""
    scale = max(1.0, window_height / 800)
    chance = random.Random(1957 + area.width)
    count = round(area.width * area.height / (PIXELS_A_STAR * scale * scale) * crowd)
    for _ in range(count):
        x, y = chance.randrange(area.left, area.right), chance.randrange(area.top, area.bottom)
        brightness = 0.14 + 0.66 * chance.random() ** 3
        _put_star(surface, x, y, 0.55 * scale * (0.7 + brightness), colour, brightness)


def _put_star(
    surface: pygame.Surface, x: int, y: int, radius: float, colour: Colour, brightness: float
) -> None:
    reach = int(radius) + 1
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            share = brightness * max(0.0, min(1.0, radius + 0.5 - hypot(dx, dy)))
            if share and surface.get_rect().collidepoint(x + dx, y + dy):
                under = surface.get_at((x + dx, y + dy))
                surface.set_at((x + dx, y + dy), mixed((under.r, under.g, under.b), colour, share))


def _glow(theme: Theme) -> pygame.Surface:
    width, height = GLOW_GRID
    glow = pygame.Surface(GLOW_GRID, depth=32)
    for y in range(height):
        for x in range(width):
            across = (x + 0.5) / width - GLOW_AT[0]
            down = ((y + 0.5) / height - GLOW_AT[1]) * height / width
            far = min(1.0, hypot(across, down) / GLOW_REACH)
            glow.set_at((x, y), _sky_colour(theme, far))
    return glow


def _sky_colour(theme: Theme, far: float) -> Colour:
    colour = theme.colour
    if far < 0.5:
        return mixed(colour.sky_centre, colour.sky_middle, sqrt(far * 2) * far * 2)
    return mixed(colour.sky_middle, colour.sky_edge, far * 2 - 1)


def _add_grain(sky: pygame.Surface) -> None:
    """One level of noise, so that the slow gradient shows no bands."""
    chance = random.Random(1610)
    tile = pygame.Surface((GRAIN_TILE, GRAIN_TILE), depth=32)
    for y in range(GRAIN_TILE):
        for x in range(GRAIN_TILE):
            bits = chance.getrandbits(3)
            tile.set_at((x, y), (bits & 1, bits >> 1 & 1, (bits >> 2 & 1) * 2))
    for top in range(0, sky.get_height(), GRAIN_TILE):
        for left in range(0, sky.get_width(), GRAIN_TILE):
            sky.blit(tile, (left, top), special_flags=pygame.BLEND_RGB_ADD)
