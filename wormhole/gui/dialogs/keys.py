"""The list of keys, made from the same table that the window uses."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.keys import KEYS, Binding, Group, cap_words
from wormhole.gui.language import N_, _
from wormhole.gui.layout import row
from wormhole.gui.look.card import card

LINE_UNITS = 3.25
TITLE_UNITS = 4
CAPS_UNITS = 13
BUTTON_UNITS = 6
COLUMNS = ((KEYS[2], KEYS[4]), (KEYS[0], KEYS[1], KEYS[3]))
"""The longer one first: the button is below the shorter one."""


class KeysDialog(Dialog):
    """Two columns of keys. In a low window the lines are closer together."""

    heading = N_("Keys")

    def inner_units(self) -> tuple[float, float]:
        """The height of the longer column."""
        longer, shorter = map(_column_units, COLUMNS)
        return 84, max(longer, shorter + 2 + BUTTON_UNITS)

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the columns and the button."""
        scale = self.stage.look.scale
        self._squeeze = min(1.0, inner.height / scale.units(self.inner_units()[1]))
        for column, place in zip(COLUMNS, row(inner, 2, scale.units(4)), strict=True):
            top = inner.top
            for group in column:
                self._write_group(group, pygame.Rect(place.left, top, place.width, 0))
                top += self._pixels(_group_units(group))
        height = scale.units(BUTTON_UNITS)
        done = pygame.Rect(0, inner.bottom - height, scale.units(20), height)
        done.right = inner.right
        self.widgets.focus(self.widgets.button(done, _("Close"), self.stage.close_dialog))

    def _write_group(self, group: Group, place: pygame.Rect) -> None:
        look = self.stage.look
        line = pygame.Rect(place.left, place.top, place.width, self._pixels(TITLE_UNITS))
        self.write(_(group.title), line, look.theme.colour.accent)
        line = pygame.Rect(place.left, line.bottom, place.width, self._pixels(LINE_UNITS))
        for binding in _listed(group):
            self._write_binding(binding, line)
            line = line.move(0, line.height)

    def _write_binding(self, binding: Binding, line: pygame.Rect) -> None:
        look = self.stage.look
        left = line.left
        for cap in map(cap_words, binding.caps):
            picture = self._cap(cap)
            self.paste(picture, picture.get_rect(midleft=(left, line.centery)))
            left += picture.get_width() + look.scale.units(0.5)
        beside = look.scale.units(CAPS_UNITS)
        self.write(
            _(binding.meaning), pygame.Rect(line.left + beside, line.top, line.width - beside, line.height)
        )

    def _pixels(self, units: float) -> int:
        return round(self.stage.look.scale.units(units) * self._squeeze)

    def _cap(self, text: str) -> pygame.Surface:
        """A picture of a key with its name."""
        look = self.stage.look
        colour = look.theme.colour
        name = look.words.line(text, look.scale.text(12), colour.ink)
        height = self._pixels(2.75)
        size = (max(height, name.get_width() + look.scale.units(1.25)), height)
        cap = card(look.sprites, size, look.scale.pixels(5), colour.raised, 1.0, colour.muted)
        cap.blit(name, name.get_rect(center=(size[0] // 2, size[1] // 2)))
        return cap


def _listed(group: Group) -> list[Binding]:
    return [binding for binding in group.bindings if binding.meaning]


def _group_units(group: Group) -> float:
    return TITLE_UNITS + LINE_UNITS * len(_listed(group)) + 1


def _column_units(column: tuple[Group, ...]) -> float:
    return sum(map(_group_units, column))
