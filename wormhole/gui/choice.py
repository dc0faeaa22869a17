"""A row of buttons of which one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import pygame

from wormhole.gui.layout import row
from wormhole.gui.widget_theme import CHOICE
from wormhole.gui.widgets import Widgets

Value = TypeVar("Value", bound=Hashable)


class Choice(Generic[Value]):
    """One of several, each with its name; `action` is called with the one that a person chooses."""

    def __init__(
        self,
        widgets: Widgets,
        rect: pygame.Rect,
        names: Sequence[tuple[Value, str]],
        chosen: Value,
        action: Callable[[Value], None],
        gap: int,
    ) -> None:
        self._widgets = widgets
        self._action = action
        cells = row(rect, len(names), gap)
        self._buttons = {
            value: widgets.button(cell, name, lambda value=value: self._choose(value), CHOICE)
            for (value, name), cell in zip(names, cells, strict=True)
        }
        self.show(chosen)

    def show(self, chosen: Value) -> None:
        """Light this one."""
        for value, button in self._buttons.items():
            self._widgets.light(button, value == chosen)

    def enable(self, can: bool) -> None:
        """Whether there is anything to choose."""
        for button in self._buttons.values():
            self._widgets.enable(button, can)

    def _choose(self, value: Value) -> None:
        self.show(value)
        self._action(value)
