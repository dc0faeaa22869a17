"""The program's name as a picture, with wormholes for the letter o."""

from __future__ import annotations

import io

import pygame
import resvg_py

from wormhole import assets
from wormhole.gui.look.look import Look

PIXELS = 64


def icon() -> pygame.Surface:
    """The icon as a surface."""
    return pygame.image.load(io.BytesIO(icon_png(PIXELS)), "icon.png")


def icon_png(pixels: int) -> bytes:
    """The icon as a PNG file of that width and height."""
    path = assets.sprites() / "icon.svg"
    return bytes(
        resvg_py.svg_to_bytes(svg_path=str(path), width=pixels, height=pixels, skip_system_fonts=True)
    )


HOLE = 0.73
"""A chip's height as a share of the text's; below, its vertical position and its kerning."""
HOLE_MIDDLE = 0.815
HOLE_KERN = 0.055


def logo(look: Look, width: int) -> pygame.Surface:
    """The name as large as fits into `width` pixels."""
    pixels = width // 8
    # A font is opened for each size that is tried, so the search begins near the end.
    pixels = min(pixels, pixels * width // _drawn(look, pixels, None) + 1)
    while _drawn(look, pixels, None) > width:
        pixels -= 1
    picture = pygame.Surface((_drawn(look, pixels, None), look.words.height(pixels)), pygame.SRCALPHA)
    _drawn(look, pixels, picture)
    return picture


def _drawn(look: Look, pixels: int, picture: pygame.Surface | None) -> int:
    """Draw the name, or only measure it; returns its width."""
    colour = look.theme.colour
    hole = round(pixels * HOLE)
    kern = round(pixels * HOLE_KERN)
    x = 0
    for part in ("W", None, "rmh", None, "le"):
        if part is None:
            if picture is not None:
                chip = look.sprites.chip(hole)
                picture.blit(chip, (x - kern, round(pixels * HOLE_MIDDLE) - hole // 2))
            x += hole - 2 * kern
        else:
            if picture is not None:
                picture.blit(look.words.line(part, pixels, colour.ink, bold=True), (x, 0))
            x += look.words.width(part, pixels, bold=True)
    x += round(pixels * 0.26)
    if picture is not None:
        picture.blit(look.words.line("Chess", pixels, colour.accent_other), (x, 0))
    return x + look.words.width("Chess", pixels)
