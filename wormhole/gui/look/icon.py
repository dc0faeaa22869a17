"""The program's icon, for the window's frame and the system's task bar."""

from __future__ import annotations

import io

import pygame
import resvg_py

from wormhole import assets

PIXELS = 64


def icon() -> pygame.Surface:
    """The icon as a surface."""
    path = assets.sprites() / "icon.svg"
    png = resvg_py.svg_to_bytes(svg_path=str(path), width=PIXELS, height=PIXELS, skip_system_fonts=True)
    return pygame.image.load(io.BytesIO(png), "icon.png")
