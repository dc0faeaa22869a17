"""Paints the sky, the backdrop of the whole window: a glow and a few small stars."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from math import hypot

import numpy as np
import pygame

from wormhole.gui.look.layout import whole_of
from wormhole.gui.look.theme import Colour, Theme, mixed

Size = tuple[int, int]

GLOW_AT = (0.40, 0.34)  # shares of the window
GLOW_REACH = 0.74  # of its diagonal
MIDDLE_AT = 0.5
SHADES = 2048
GRAIN = 256  # pixels of a tile of noise
STRIP = 16  # columns, a part of the tile, that are painted at once: their numbers stay in the cache
PIXELS_A_STAR = 9_000  # of a window 800 high
LARGEST_PAINTED = 1_500_000  # pixels; a larger sky is painted at half size and scaled up


class Backdrop:
    """The window's sky, painted once for each size."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._sky: pygame.Surface | None = None

    def surface(self, size: Size) -> pygame.Surface:
        """An opaque surface for a window of ``size`` pixels, cached until another size is requested."""
        size = whole_of(size)
        if self._sky is None or self._sky.get_size() != tuple(size):
            self._sky = paint_sky(self.theme, size)
        return self._sky


def paint_sky(theme: Theme, size: Size) -> pygame.Surface:
    """Paint a sky of ``size`` pixels. The same size always gets the same stars."""
    width, height = size
    if width * height > LARGEST_PAINTED:
        half = _glow(theme, (width // 2, height // 2))
        sky = pygame.transform.smoothscale(half, size)
    else:
        sky = _glow(theme, size)
    if pygame.display.get_init() and pygame.display.get_surface() is not None:
        sky = sky.convert()
    scatter_stars(sky, sky.get_rect(), theme.colour.star, height, theme.sky.stars)
    return sky


def scatter_stars(
    surface: pygame.Surface, area: pygame.Rect, colour: Colour, window_height: int, crowd: float = 1.0
) -> None:
    """Paint stars over ``area``: mostly faint points, some brighter. ``crowd`` is their relative density."""
    scale = max(1.0, window_height / 800)
    for pixel, share in _starry_pixels(surface.get_size(), tuple(area), scale, crowd):
        under = surface.get_at(pixel)
        surface.set_at(pixel, mixed((under.r, under.g, under.b), colour, share))


@lru_cache(maxsize=4)
def _starry_pixels(
    size: Size, area: tuple[int, int, int, int], scale: float, crowd: float
) -> list[tuple[tuple[int, int], float]]:
    """The pixels of all stars on a surface of that size, and the share of a star's colour in each."""
    left, top, width, height = area
    chance = random.Random(1957)
    found: list[tuple[tuple[int, int], float]] = []
    for _ in range(round(width * height / (PIXELS_A_STAR * scale * scale) * crowd)):
        x, y = left + chance.random() * width, top + chance.random() * height
        brightness = 0.16 + 0.6 * chance.random() ** 2.5
        found += _star(size, x, y, scale * (0.35 + 0.45 * brightness), brightness)
    return found


def _star(
    size: Size, x: float, y: float, radius: float, brightness: float
) -> Iterator[tuple[tuple[int, int], float]]:
    for pixel_y in range(max(0, int(y - radius - 1)), min(size[1], int(y + radius + 2))):
        for pixel_x in range(max(0, int(x - radius - 1)), min(size[0], int(x + radius + 2))):
            share = brightness * min(1.0, max(0.0, radius + 0.6 - hypot(pixel_x - x, pixel_y - y)))
            if share:
                yield (pixel_x, pixel_y), share


def _glow(theme: Theme, size: Size) -> pygame.Surface:
    """The sky without stars; noise of less than one colour level avoids bands in the gradient."""
    width, height = size
    reach = GLOW_REACH * hypot(width, height) / SHADES
    across = np.square((np.arange(width, dtype=np.float32) - GLOW_AT[0] * width) / reach)
    down = np.square((np.arange(height, dtype=np.float32) - GLOW_AT[1] * height) / reach)
    grain = np.random.default_rng(1610).random((GRAIN, GRAIN, 1), dtype=np.float32)
    grain = np.tile(grain, (1, height // GRAIN + 1, 1))[:, :height]
    shades = _shades(theme)
    pixels = np.empty((width, height, 3), np.uint8)
    for left in range(0, width, STRIP):
        strip = across[left : left + STRIP, np.newaxis]
        shade = np.minimum(np.sqrt(strip + down), SHADES - 1).astype(np.intp)
        pixels[left : left + STRIP] = shades[shade] + grain[left % GRAIN :][: len(strip)]
    return pygame.surfarray.make_surface(pixels)


def _shades(theme: Theme) -> np.ndarray:
    """float32[SHADES, 3]: the sky's colours from the glow outward."""
    colour = theme.colour
    far = np.linspace(0, 1, SHADES)
    stops = np.array((colour.sky_centre, colour.sky_middle, colour.sky_edge))
    levels = [np.interp(far, (0.0, MIDDLE_AT, 1.0), stops[:, channel]) for channel in range(3)]
    return np.stack(levels, axis=1).astype(np.float32)
