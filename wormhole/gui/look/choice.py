"""A group of buttons of which one is chosen, like radio buttons."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

import pygame

from wormhole.gui.look.button import fit_alike
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.look.widgets import Action, Widgets

Value = TypeVar("Value", bound=Hashable)


class Choice(Generic[Value]):
    """A button for each value; `action` is called with the value that the user chooses."""

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
        fit_alike(list(self._buttons.values()))
        self.show(chosen)

    def show(self, chosen: Value | None) -> None:
        """Highlight this value's button; None highlights none."""
        for value, button in self._buttons.items():
            self._widgets.light(button, value == chosen)

    def enable(self, can: bool, values: Iterable[Value] | None = None) -> None:
        """Enable or disable all buttons, or those of some values."""
        for value in self._buttons if values is None else values:
            self._widgets.enable(self._buttons[value], can)

    def explain(self, value: Value, tip: Tip) -> None:
        """Give this value's button a tooltip."""
        self._widgets.explain(self._buttons[value], tip)

    def focus(self, value: Value) -> None:
        """Give this value's button the keyboard focus."""
        self._widgets.focus(self._buttons[value])

    @property
    def focused(self) -> Value | None:
        """The value whose button has the keyboard focus, if any."""
        for value, button in self._buttons.items():
            if self._widgets.is_focused(button):
                return value
        return None

    def _choosing(self, value: Value, action: Callable[[Value], None]) -> Action:
        """A button's action. Only the widgets refer to it, so that closing them frees it."""

        def choose() -> None:
            self.show(value)
            action(value)

        return choose
