"""A question with two answers, of which one does something that cannot be mended by another click."""

from __future__ import annotations

import pygame

from wormhole.gui.dialog import Dialog
from wormhole.gui.layout import row
from wormhole.gui.screen import Stage
from wormhole.gui.widget_theme import PRIMARY
from wormhole.gui.widgets import Action

BUTTON_UNITS = 6


class QuestionDialog(Dialog):
    """Asks once; `action` is done if the person says so."""

    def __init__(self, stage: Stage, heading: str, text: str, yes: str, action: Action) -> None:
        super().__init__(stage)
        self.heading = heading
        self._text = text
        self._yes = yes
        self._action = action

    def inner_units(self) -> tuple[float, float]:
        """A line of text and a row of buttons."""
        return 40, 3 + 2 + BUTTON_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """The text, then the buttons."""
        look = self.stage.look
        line = pygame.Rect(inner.left, inner.top, inner.width, look.scale.units(3))
        self.write(self._text, line, look.theme.colour.muted)
        height = look.scale.units(BUTTON_UNITS)
        strip = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        yes, no = row(strip, 2, look.scale.unit)
        self.widgets.focus(self.widgets.button(yes, self._yes, self._do, PRIMARY))
        self.widgets.button(no, "Cancel", self.stage.close_dialog)

    def _do(self) -> None:
        self.stage.close_dialog()
        self._action()
