"""Buttons side by side, such as the answers at the foot of a dialog."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from wormhole.gui.look.button import Button
from wormhole.gui.look.layout import Grid, Scale
from wormhole.gui.look.look import Look
from wormhole.gui.look.view import Group, Layout

Gap = Callable[[Scale], int]
"""The pixels between two buttons."""


def wide(scale: Scale) -> int:
    """A grid unit."""
    return scale.unit


def half(scale: Scale) -> int:
    """Half a grid unit."""
    return scale.unit // 2


def narrow(scale: Scale) -> int:
    """The gap between buttons with a number or two on them."""
    return scale.pixels(4)


class ButtonRow(Group):
    """Buttons of one width or, with `widens`, of the widths that their texts need.

    There are `places` for them, of which the first ones may be empty.
    """

    def __init__(self, *buttons: Button, gap: Gap = wide, widens: bool = False, places: int = 0) -> None:
        self.buttons = buttons
        self._gap, self._widens, self._places = gap, widens, places

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """All buttons in a row."""
        gap, needs = self._gap(look.scale), None
        if self._widens:
            needs = [look.words.width(each.text, look.body) + 2 * look.scale.unit for each in self.buttons]
        empty = [f"empty {number}" for number in range(self._places - len(self.buttons))]
        names = (*empty, *self.buttons)
        return Grid(names, len(names), gap, needs=needs)
