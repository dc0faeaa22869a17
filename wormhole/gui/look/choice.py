"""A group of buttons of which one is chosen, like radio buttons."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

import pygame

from wormhole.gui.look.button import Button, fit_alike
from wormhole.gui.look.button_row import ButtonRow, Gap, wide
from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.look.widgets import Action, Widgets

Value = TypeVar("Value", bound=Hashable)


class Choice(ButtonRow, Generic[Value]):
    """A button for each value, side by side; `action` is called with the value that the user chooses."""

    def __init__(
        self,
        names: Sequence[tuple[Value, str]],
        chosen: Value | None,
        action: Callable[[Value], None],
        kind: str = CHOICE,
        gap: Gap = wide,
    ) -> None:
        self._buttons = {value: Button(name, self._choosing(value, action), kind) for value, name in names}
        super().__init__(*self._buttons.values(), gap=gap)
        fit_alike(self.buttons)
        self.show(chosen)

    def fill(self, widgets: Widgets, cells: Sequence[pygame.Rect]) -> Choice[Value]:
        """Put the buttons into these cells of the window, among these widgets."""
        for button, cell in zip(self.buttons, cells, strict=True):
            widgets.add(button, cell)
        return self

    def show(self, chosen: Value | None) -> None:
        """Highlight this value's button; None highlights none."""
        for value, button in self._buttons.items():
            button.is_selected = value == chosen

    def enable(self, can: bool, values: Iterable[Value] | None = None) -> None:
        """Enable or disable all buttons, or those of some values."""
        for value in self._buttons if values is None else values:
            self._buttons[value].enable(can)

    def button(self, value: Value) -> Button:
        """The button for a value."""
        return self._buttons[value]

    def _choosing(self, value: Value, action: Callable[[Value], None]) -> Action:
        """A button's action."""

        def choose() -> None:
            self.show(value)
            action(value)

        return choose
