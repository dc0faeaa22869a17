"""The card behind a part of a screen: translucent, in the theme's panel colours."""

from __future__ import annotations

import pygame

from wormhole.gui.look.card import card
from wormhole.gui.look.look import Look


def panel_card(look: Look, size: tuple[int, int]) -> pygame.Surface:
    """A card of `size` pixels."""
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
