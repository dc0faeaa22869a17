"""Buttons side by side, or one below the other, of which one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

import pygame

from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.look.widgets import Action, Widgets

Value = TypeVar("Value", bound=Hashable)


class Choice(Generic[Value]):
    """One of several, each with its name; `action` is called with the one that a person chooses."""

    def __init__(
        self,
        widgets: Widgets,
        cells: Sequence[pygame.Rect],
        names: Sequence[tuple[Value, str]],
        chosen: Value,
        action: Callable[[Value], None],
        kind: str = CHOICE,
    ) -> None:
        self._widgets = widgets
        self._buttons = {
            value: widgets.button(cell, name, self._choosing(value, action), kind)
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

    def focus(self, value: Value) -> None:
        """Let the keyboard be with this one."""
        self._widgets.focus(self._buttons[value])

    @property
    def focused(self) -> Value | None:
        """The one that the keyboard is with, if it is with one of these."""
        for value, button in self._buttons.items():
            if self._widgets.is_focused(button):
                return value
        return None

    def _choosing(self, value: Value, action: Callable[[Value], None]) -> Action:
        """What a button does. The widgets hold it, and not this, so that it is gone when they are closed."""

        def choose() -> None:
            self.show(value)
            action(value)

        return choose
