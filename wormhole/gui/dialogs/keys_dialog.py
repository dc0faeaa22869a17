"""The list of keys, made from the same table that the window uses. It can be searched."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from wormhole.gui.dialogs.dialog import BUTTON_UNITS, TextDialog
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.button import Button
from wormhole.gui.look.card import key_cap
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.scroll_area import ScrollArea
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.window.keys import KEYS, Binding, KeyGroup, cap_words
from wormhole.gui.window.stage import Stage
from wormhole.library.search_text import searchable

WIDTH_UNITS = 88
MOST_HEIGHT_UNITS = 84
LINE_UNITS = 3.25
TITLE_UNITS = 4
GROUP_GAP_UNITS = 1.5
CAPS_UNITS = 13
FIELD_UNITS = 4.5
GAP_UNITS = 2
LONGEST = 60
SCROLLING = (pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN)


class KeysDialog(TextDialog):
    """Columns of keys, which scroll if they are too long. Typing shows the keys that match."""

    heading = N_("Shortcuts")
    is_elastic = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage, TextField("", LONGEST, _("Search shortcuts"), self._find))
        self._list = ScrollArea()
        self._close = Button(_("Close"), stage.close_dialog)

    def inner_units(self) -> tuple[float, float]:
        """The height of the longer column, if the window has room for it."""
        columns = _columns(KEYS)
        around = FIELD_UNITS + BUTTON_UNITS + 2 * GAP_UNITS
        return WIDTH_UNITS, min(MOST_HEIGHT_UNITS, max(map(_units, columns)) + around)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The field, the columns and the button."""
        units = look.scale.units
        foot = Row({"space": Fill(), self._close: units(20)}, size=units(BUTTON_UNITS))
        parts: Parts = {self.field: units(FIELD_UNITS), self._list: Fill(), "foot": foot}
        return Column(parts, units(GAP_UNITS))

    def settle(self, look: Look) -> None:
        """Draw the columns for the list's width."""
        self._list.draw_on(self._drawn())

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog for a text; the list scrolls."""
        if event.type == pygame.KEYDOWN and event.key in SCROLLING:
            return self._list.step(event.key)
        return self._list.handle(event, now_seconds) or super().handle(event, now_seconds)

    def _find(self, _sought: str) -> None:
        """Show the keys that match, from the top."""
        self._list.show(self._drawn())

    def _drawn(self) -> pygame.Surface:
        """The columns of the keys that match."""
        look, width = self.stage.look, self._list.width
        groups = found(self.field.get_text())
        columns = (groups,) if self.is_narrow else _columns(groups)
        gap = look.scale.units(3)
        height = look.scale.units(max(map(_units, columns)))
        picture = pygame.Surface((width, max(1, height)), pygame.SRCALPHA)
        for index, column in enumerate(columns):
            left, right = (place * (width + gap) // len(columns) for place in (index, index + 1))
            place = pygame.Rect(left, 0, right - gap - left, 0)
            for group in column:
                place.top = self._draw_group(picture, group, place)
        if not groups:
            return look.words.line(_("No shortcut matches."), look.small, look.theme.colour.muted)
        return picture

    def _draw_group(self, picture: pygame.Surface, group: KeyGroup, place: pygame.Rect) -> int:
        """Draw a group at the top of `place`; returns where the next one begins."""
        look = self.stage.look
        title = look.words.line(_(group.title), look.small, look.theme.colour.accent)
        top = place.top + look.scale.units(TITLE_UNITS)
        picture.blit(title, title.get_rect(midleft=(place.left, (place.top + top) // 2)))
        height = look.scale.units(LINE_UNITS)
        for binding in _listed(group):
            self._draw_binding(picture, binding, pygame.Rect(place.left, top, place.width, height))
            top += height
        return top + look.scale.units(GROUP_GAP_UNITS)

    def _draw_binding(self, picture: pygame.Surface, binding: Binding, line: pygame.Rect) -> None:
        look = self.stage.look
        left = line.left
        for cap in map(cap_words, binding.caps):
            drawn = key_cap(look, cap)
            picture.blit(drawn, drawn.get_rect(midleft=(left, line.centery)))
            left += drawn.get_width() + look.scale.units(0.5)
        left = max(left + look.scale.units(0.5), line.left + look.scale.units(CAPS_UNITS))
        pixels = look.words.largest([_(binding.meaning)], look.small, line.right - left)
        ink, at = look.theme.colour.ink, (left, line.centery)
        look.words.write(picture, _(binding.meaning), pixels, ink, width=line.right - left, midleft=at)


def found(sought: str) -> tuple[KeyGroup, ...]:
    """The groups with those lines that have all words of `sought` in their title, meaning or keys."""
    words = searchable(sought).split()
    listed = []
    for group in KEYS:
        lines = tuple(
            binding for binding in _listed(group) if all(word in _text(group, binding) for word in words)
        )
        if lines:
            listed.append(KeyGroup(group.title, lines))
    return tuple(listed)


def _text(group: KeyGroup, binding: Binding) -> str:
    caps = " ".join(map(cap_words, binding.caps))
    return searchable(f"{_(group.title)} {_(binding.meaning)} {caps}")


def _listed(group: KeyGroup) -> list[Binding]:
    return [binding for binding in group.bindings if binding.meaning]


def _columns(groups: Sequence[KeyGroup]) -> tuple[Sequence[KeyGroup], Sequence[KeyGroup]]:
    """The groups in two columns of about the same height."""
    cuts = range(len(groups), -1, -1)
    cut = min(cuts, key=lambda cut: max(_units(groups[:cut]), _units(groups[cut:])))
    return groups[:cut], groups[cut:]


def _units(column: Sequence[KeyGroup]) -> float:
    """The height of a column in grid units."""
    return sum(TITLE_UNITS + LINE_UNITS * len(_listed(group)) + GROUP_GAP_UNITS for group in column)
