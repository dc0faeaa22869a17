"""The keys of the editor as a layer, as many lines as there is room for."""

from __future__ import annotations

import pygame

from wormhole import Variant
from wormhole.gui.editor.draft import has_holes
from wormhole.gui.keys import EDITOR_KEYS, HOLE_CAPS, cap_words
from wormhole.gui.language import _
from wormhole.gui.look.card import card
from wormhole.gui.look.layers import Picture
from wormhole.gui.look.look import Look

LINE_UNITS = 3
COLUMN_UNITS = 26


def key_list(look: Look, rect: pygame.Rect, variant: Variant) -> Picture:
    """The most important keys in this game, in one column or two."""
    picture = pygame.Surface((rect.width, max(1, rect.height)), pygame.SRCALPHA)
    height = look.scale.units(LINE_UNITS)
    columns = max(1, min(2, rect.width // look.scale.units(COLUMN_UNITS)))
    rows = rect.height // height
    hidden = () if has_holes(variant) else (HOLE_CAPS,)
    bindings = [binding for binding in EDITOR_KEYS.bindings if binding.caps not in hidden][: rows * columns]
    rows = -(-len(bindings) // columns)
    width = rect.width // columns
    for index, binding in enumerate(bindings):
        place = pygame.Rect((index // rows) * width, (index % rows) * height, width, height)
        left = place.left
        for cap in binding.caps:
            key = _cap(look, cap_words(cap), height)
            picture.blit(key, key.get_rect(midleft=(left, place.centery)))
            left += key.get_width() + look.scale.pixels(5)
        left += look.scale.pixels(3)
        room = place.right - look.scale.pixels(4) - left
        pixels = look.words.largest([_(binding.meaning)], look.scale.text(12), room)
        text = look.words.fitted(_(binding.meaning), pixels, room)
        line = look.words.line(text, pixels, look.theme.colour.muted)
        picture.blit(line, line.get_rect(midleft=(left, place.centery)))
    return Picture(picture, rect.topleft)


def _cap(look: Look, text: str, height: int) -> pygame.Surface:
    """A picture of a key with its name."""
    colour = look.theme.colour
    name = look.words.line(text, look.scale.text(11), colour.ink)
    high = height - look.scale.pixels(4)
    size = (max(high, name.get_width() + look.scale.units(1)), high)
    cap = card(look.sprites, size, look.scale.pixels(5), colour.panel_line, 1.0, colour.muted)
    cap.blit(name, name.get_rect(center=(size[0] // 2, size[1] // 2)))
    return cap
