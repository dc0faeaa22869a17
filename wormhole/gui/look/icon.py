"""The program's icon, for the window's frame and the system's task bar and menus."""

from __future__ import annotations

import io

import pygame
import resvg_py

from wormhole import assets

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
