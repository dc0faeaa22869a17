"""Pictures of keys with their names."""

from __future__ import annotations

import pygame

from wormhole.gui.look.card import card
from wormhole.gui.look.look import Look

CAP_UNITS = 2.75
TEXT = 12


def key_cap(look: Look, name: str, height: int | None = None) -> pygame.Surface:
    """A key with its name, `height` pixels high."""
    colour = look.theme.colour
    text = look.words.line(name, look.scale.text(TEXT), colour.ink)
    height = max(text.get_height(), height or look.scale.units(CAP_UNITS))
    size = (max(height, text.get_width() + look.scale.units(1.25)), height)
    cap = card(look.sprites, size, look.scale.pixels(5), colour.raised, 1.0, colour.muted)
    cap.blit(text, text.get_rect(center=(size[0] // 2, size[1] // 2)))
    return cap
