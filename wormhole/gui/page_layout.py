"""The frame of a page without a game: a strip with the way home, and the body below it. Pure."""

from __future__ import annotations

from typing import NamedTuple

from pygame import Rect

from wormhole.gui.look.scale import Scale

HEADER_UNITS = 5
HOME_UNITS = 12


class Page(NamedTuple):
    """What a page has in a window: the strip at the left of the home button, that button, and the body."""

    strip: Rect
    home: Rect
    body: Rect


def page_layout(size: tuple[int, int]) -> Page:
    """The frame in a window of this size."""
    scale = Scale.of(size)
    margin = scale.units(2 if size[1] < 700 else 3)
    inside = Rect((0, 0), size).inflate(-2 * margin, -2 * margin)
    home = Rect(0, inside.top, scale.units(HOME_UNITS), scale.units(HEADER_UNITS))
    home.right = inside.right
    strip = Rect(inside.left, inside.top, home.left - scale.unit - inside.left, home.height)
    top = home.bottom + scale.units(1.5)
    return Page(strip, home, Rect(inside.left, top, inside.width, inside.bottom - top))
