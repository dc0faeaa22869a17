"""A question with two answers, of which one does something that cannot be mended by another click."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.layout import row
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Action
from wormhole.gui.screen import Stage

BUTTON_UNITS = 6
WIDTH_UNITS = 44


class QuestionDialog(Dialog):
    """Asks once; `action` is done if the person says so."""

    no = "Cancel"

    def __init__(self, stage: Stage, heading: str, text: str, yes: str, action: Action | None) -> None:
        super().__init__(stage)
        self.heading = heading
        self._text = text
        self._yes = yes
        self._action = action

    def inner_units(self) -> tuple[float, float]:
        """The text's lines and a row of buttons."""
        height = len(self._lines()) * self._line_height() / self.stage.look.scale.unit
        return WIDTH_UNITS, height + 3 + BUTTON_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """The text, then the buttons."""
        look = self.stage.look
        line = pygame.Rect(inner.topleft, (inner.width, self._line_height()))
        for text in self._lines():
            self.write(text, line, look.theme.colour.muted)
            line = line.move(0, line.height)
        height = look.scale.units(BUTTON_UNITS)
        strip = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        yes, no = row(strip, 2, look.scale.unit)
        if self._action is not None:
            self.widgets.focus(self.widgets.button(yes, self._yes, self._do, PRIMARY))
            self.widgets.button(no, self.no, self.stage.close_dialog)
        else:
            self.widgets.focus(self.widgets.button(no, self._yes, self.stage.close_dialog, PRIMARY))

    def _lines(self) -> list[str]:
        look = self.stage.look
        return look.words.wrapped(self._text, look.small, look.scale.units(WIDTH_UNITS))

    def _line_height(self) -> int:
        return self.stage.look.words.height(self.stage.look.small)

    def _do(self) -> None:
        self.stage.close_dialog()
        if self._action is not None:
            self._action()


class MessageDialog(QuestionDialog):
    """Says something, such as what is wrong with a file, where one answer is enough."""

    def __init__(self, stage: Stage, heading: str, text: str) -> None:
        super().__init__(stage, heading, text, "All right", None)
