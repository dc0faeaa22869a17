"""The dialog for the comment on a move."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.language import _
from wormhole.gui.layout import row
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.screen import Stage

WIDTH_UNITS = 64
TEXT_UNITS = 18
BUTTON_UNITS = 6
LONGEST = 2000


class CommentDialog(Dialog):
    """Asks for the words of a comment; `action` is called with them."""

    def __init__(self, stage: Stage, move: str, text: str, action: Callable[[str], None]) -> None:
        super().__init__(stage)
        self.heading = _("Comment on {move}").format(move=f"{move[:1].lower()}{move[1:]}")
        self._text = text
        self._action = action

    def inner_units(self) -> tuple[float, float]:
        """Space for several lines of text and the buttons."""
        return WIDTH_UNITS, TEXT_UNITS + 2 + BUTTON_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the text and the buttons."""
        scale = self.stage.look.scale
        unit, height = scale.unit, scale.units(BUTTON_UNITS)
        strip = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        place = pygame.Rect(inner.left, inner.top, inner.width, strip.top - inner.top - 2 * unit)
        self._field = self.widgets.text_box(place, self._text, max(LONGEST, len(self._text)))
        yes, no = row(strip, 2, unit)
        self.widgets.button(yes, _("OK"), self._take, PRIMARY)
        self.widgets.button(no, _("Cancel"), self.stage.close_dialog)
        end = len(self._field.get_text())
        self.widgets.select(self._field, end, end)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Enter in the text takes the comment; all else goes to the text and the buttons."""
        if event.type == pygame.KEYDOWN and event.key in ENTER and self.widgets.is_focused(self._field):
            self._take()
            return True
        used = super().handle(event, now_seconds)
        self._text = self._field.get_text()
        return used

    def _take(self) -> None:
        text = self._field.get_text()
        self.stage.close_dialog()
        self._action(text)
