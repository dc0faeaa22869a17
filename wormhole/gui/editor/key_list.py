"""The keys of the editor as a layer, as many lines as there is room for."""

from __future__ import annotations

import pygame

from wormhole import Variant
from wormhole.gui.editor.draft import has_holes
from wormhole.gui.key_words import cap_words
from wormhole.gui.keys import EDITOR_KEYS, HOLE_CAPS
from wormhole.gui.language import _
from wormhole.gui.look.key_cap import key_cap
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
            key = key_cap(look, cap_words(cap), height - look.scale.pixels(4))
            picture.blit(key, key.get_rect(midleft=(left, place.centery)))
            left += key.get_width() + look.scale.pixels(5)
        left += look.scale.pixels(3)
        room = place.right - look.scale.pixels(6) - left
        pixels = look.words.largest([_(binding.meaning)], look.scale.text(12), room)
        text = look.words.fitted(_(binding.meaning), pixels, room)
        line = look.words.line(text, pixels, look.theme.colour.muted)
        picture.blit(line, line.get_rect(midleft=(left, place.centery)))
    return Picture(picture, rect.topleft)
