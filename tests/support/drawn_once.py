"""Draws each picture and each sky once in a process, however many windows show it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any
from unittest import mock

import pygame
import resvg_py

from wormhole import assets
from wormhole.gui.look import backdrop
from wormhole.gui.look.sprites import Sprites

MOST_PICTURES = 4000
"""Of some kilobytes each."""
MOST_SKIES = 4
"""Of some megabytes each."""
LONGEST_NAME = 40
"""Of a picture of the program's. What is longer is the text of a user's picture, which is tried first."""


@contextlib.contextmanager
def draw_once() -> Iterator[None]:
    """Remember what is drawn. The program forgets it with each change of size and each window."""
    draw_svg = lru_cache(MOST_PICTURES)(resvg_py.svg_to_bytes)
    paint_sky = lru_cache(MOST_SKIES)(backdrop.paint_sky)
    kept_by_each = Sprites.kept
    drawn: dict[object, pygame.Surface] = {}

    def kept(sprites: Sprites, key: Any, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        def share() -> pygame.Surface:
            has_window = pygame.display.get_init() and pygame.display.get_surface() is not None
            look = () if isinstance(key, str) else (sprites.theme, sprites.art, assets.sprites())
            whole = type(sprites), look, has_window, key
            if whole not in drawn:
                drawn[whole] = make()
                if len(drawn) > MOST_PICTURES:
                    del drawn[next(iter(drawn))]
            return drawn[whole]

        is_ours = isinstance(key, str) or all(len(str(part)) <= LONGEST_NAME for part in key)
        return kept_by_each(sprites, key, share if is_ours else make)

    with (
        mock.patch.object(resvg_py, "svg_to_bytes", draw_svg),
        mock.patch.object(backdrop, "paint_sky", paint_sky),
        mock.patch.object(Sprites, "kept", kept),
    ):
        yield
