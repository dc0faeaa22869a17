"""The kinds of buttons with their colours, made from the theme, and the rounded shape of all widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from math import sqrt

import pygame

from wormhole.gui.look.layout import Scale
from wormhole.gui.look.theme import Colour, Theme, mixed

PRIMARY = "primary"
"""The most important button of a screen."""
QUIET = "quiet"
"""A less important button, plain until it is hovered."""
CHOICE = "choice"
"""One of several; the chosen one is highlighted."""
ENTRY = "entry"
"""An entry of a list, left-aligned; the chosen one is highlighted."""
ENTRY_PADDING_PIXELS = 12

FINER = 4
"""Shapes are drawn so many times larger, and made smaller."""
SHAPES_KEPT = 128
"""A screen has some ten; each takes some kilobytes."""


BLACK: Colour = (0, 0, 0)


class State(Enum):
    """How a widget is shown."""

    NORMAL = auto()
    HOVERED = auto()
    CHOSEN = auto()
    DISABLED = auto()


@dataclass(frozen=True)
class Paint:
    """The colours of a widget in one state."""

    fill: Colour
    line: Colour
    ink: Colour = BLACK


@dataclass(frozen=True)
class ButtonStyle:
    """How the buttons of one kind look. Sizes are in pixels."""

    paints: Mapping[State, Paint]
    text: int
    bold: bool
    corner: int
    border: int
    indent: int | None
    """From the left edge to the text; None if the text is in the middle."""


@lru_cache(maxsize=16)
def button_style(theme: Theme, scale: Scale, kind: str | None) -> ButtonStyle:
    """The look of a kind of button; None is an ordinary one."""
    colour = theme.colour
    button = mixed(colour.panel, colour.raised, 0.35)
    asleep = mixed(colour.panel, colour.sky_edge, 0.4)
    asleep_line = mixed(colour.panel, colour.panel_line, 0.5)
    over = Paint(colour.raised, mixed(colour.panel_line, colour.muted, 0.6), colour.ink)
    chosen = Paint(theme.chosen, colour.accent, colour.ink)
    paints = {
        State.NORMAL: Paint(button, colour.panel_line, colour.ink),
        State.HOVERED: over,
        State.CHOSEN: Paint(colour.hot, colour.hot_line, colour.hot_ink),
        State.DISABLED: Paint(asleep, asleep_line, theme.asleep),
    }
    if kind == PRIMARY:
        paints[State.NORMAL] = paints[State.CHOSEN]
        paints[State.HOVERED] = Paint(mixed(colour.hot, colour.veil, 0.2), colour.hot_ink, colour.hot_ink)
    elif kind == QUIET:
        dim = mixed(colour.panel, colour.sky_edge, 0.45)
        paints[State.NORMAL] = Paint(dim, colour.panel_line, colour.muted)
        paints[State.HOVERED] = Paint(colour.raised, colour.raised, colour.ink)
    elif kind == CHOICE:
        dim, ink = mixed(colour.panel, colour.sky_edge, 0.5), mixed(colour.muted, colour.ink, 0.35)
        paints |= {State.NORMAL: Paint(dim, colour.panel_line, ink), State.CHOSEN: chosen}
    elif kind == ENTRY:
        ink = mixed(colour.muted, colour.ink, 0.5)
        paints |= {State.NORMAL: Paint(colour.panel, colour.panel, ink), State.CHOSEN: chosen}
        paints[State.DISABLED] = Paint(colour.panel, colour.panel, theme.asleep)
    return ButtonStyle(
        paints,
        text=scale.text(theme.text.body if kind == PRIMARY else theme.text.small),
        bold=kind == PRIMARY,
        corner=scale.pixels(8 if kind in (CHOICE, ENTRY) else 10),
        border=scale.pixels(1),
        indent=scale.pixels(ENTRY_PADDING_PIXELS) if kind == ENTRY else None,
    )


def inside_corner(corner: int) -> int:
    """How far a rounded corner reaches into a rectangle that lies inside it, in pixels."""
    return round(corner - corner / sqrt(2))


@lru_cache(maxsize=SHAPES_KEPT)
def rounded_shape(size: tuple[int, int], corner: int, border: int, paint: Paint) -> pygame.Surface:
    """A filled rectangle with round corners and a border inside its edge, with premultiplied alpha.

    The surface is shared: copy it to draw on it.
    """
    width, height = FINER * size[0], FINER * size[1]
    radius = FINER * min(corner, size[0] // 2, size[1] // 2)
    fine = pygame.Surface((width, height), pygame.SRCALPHA)
    edge = FINER * border
    inner = fine.copy()
    pygame.draw.rect(inner, paint.fill, inner.get_rect(), border_radius=radius)
    if border:
        pygame.draw.rect(fine, paint.line, fine.get_rect(), border_radius=radius)
        inner = pygame.transform.scale(inner, (max(0, width - 2 * edge), max(0, height - 2 * edge)))
    fine.blit(inner, (edge, edge))
    return pygame.transform.smoothscale(fine, size)
