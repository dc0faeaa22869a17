"""Draws each picture and each sky once in a process, however many windows show it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import lru_cache
from unittest import mock

import resvg_py

from wormhole.gui.look import backdrop

MOST_PICTURES = 2000
"""Of some kilobytes each."""
MOST_SKIES = 4
"""Of some megabytes each."""


@contextlib.contextmanager
def draw_once() -> Iterator[None]:
    """Remember what is drawn. The program forgets it with each change of size and each window."""
    draw_svg = lru_cache(MOST_PICTURES)(resvg_py.svg_to_bytes)
    paint_sky = lru_cache(MOST_SKIES)(backdrop.paint_sky)
    with (
        mock.patch.object(resvg_py, "svg_to_bytes", draw_svg),
        mock.patch.object(backdrop, "paint_sky", paint_sky),
    ):
        yield
