"""The dialog for the comment on a move."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.layout import row
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.screen import Stage

WIDTH_UNITS = 64
LINE_UNITS = 5
WHOLE_UNITS = 11
BUTTON_UNITS = 6
LONGEST = 2000
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class CommentDialog(Dialog):
    """A text field, and below it the whole comment. `action` is called with the new text."""

    def __init__(self, stage: Stage, move: str, text: str, action: Callable[[str], None]) -> None:
        super().__init__(stage)
        self.heading = f"Comment on {move[:1].lower()}{move[1:]}"
        self._text = text
        self._action = action

    def inner_units(self) -> tuple[float, float]:
        """Space for the field, a few lines of text, and the buttons."""
        return WIDTH_UNITS, LINE_UNITS + 2 + WHOLE_UNITS + 2 + BUTTON_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the field, the text and the buttons."""
        look = self.stage.look
        unit = look.scale.unit
        field = pygame.Rect(inner.left, inner.top, inner.width, look.scale.units(LINE_UNITS))
        self._line = self.widgets.text_line(field, self._text, max(LONGEST, len(self._text)))
        height = look.scale.units(BUTTON_UNITS)
        strip = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        whole = pygame.Rect(inner.left, field.bottom + unit, inner.width, strip.top - field.bottom - 3 * unit)
        self._whole = Hint(look, whole, look.small)
        self.upper_layers = (self._whole,)
        yes, no = row(strip, 2, unit)
        self.widgets.button(yes, "OK", self._take, PRIMARY)
        self.widgets.button(no, "Cancel", self.stage.close_dialog)
        end = len(self._line.get_text())
        self.widgets.select(self._line, end, end)
        self._whole.show(self._text)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Enter in the field takes the comment; all else goes to the field and the buttons."""
        if event.type == pygame.KEYDOWN and event.key in _ENTER and self.widgets.is_focused(self._line):
            self._take()
            return True
        used = super().handle(event, now_seconds)
        self._text = self._line.get_text()
        self._whole.show(self._text)
        return used

    def _take(self) -> None:
        text = self._line.get_text()
        self.stage.close_dialog()
        self._action(text)
