"""The cards behind parts of a screen, in the theme's panel colours."""

from __future__ import annotations

import pygame

from wormhole.gui.look.card import card
from wormhole.gui.look.look import Look
from wormhole.gui.look.theme import mixed


def panel_card(look: Look, size: tuple[int, int]) -> pygame.Surface:
    """A translucent card of `size` pixels."""
    colour = look.theme.colour
    return card(
        look.sprites,
        size,
        look.corner,
        colour.panel,
        look.theme.panel_opacity,
        colour.panel_line,
        look.scale.pixels(1),
    )


def well(look: Look, size: tuple[int, int]) -> pygame.Surface:
    """The darker ground of a list or a text on a card."""
    colour = look.theme.colour
    ground = mixed(colour.panel, colour.sky_edge, 0.6)
    line = mixed(colour.panel_line, colour.muted, 0.3)
    return card(look.sprites, size, look.scale.pixels(8), ground, 1.0, line, look.scale.pixels(1))
