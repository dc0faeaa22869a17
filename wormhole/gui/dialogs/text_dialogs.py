"""The dialog for the name of a player."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.layout import row
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.screen import Stage
from wormhole.library.headers import LONGEST_NAME

COMMENT_WIDTH_UNITS = 64
TEXT_UNITS = 18
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
        return COMMENT_WIDTH_UNITS, TEXT_UNITS + 2 + BUTTON_UNITS

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


WIDTH_UNITS = 44
FIELD_UNITS = 5
BUTTON_UNITS = 6


class NameDialog(Dialog):
    """Asks for a name; `action` is called with it, or with nothing if none is wanted."""

    heading = N_("Name of the player")

    def __init__(self, stage: Stage, name: str, placeholder: str, action: Callable[[str], None]) -> None:
        super().__init__(stage)
        self._name = name
        self._placeholder = placeholder
        self._action = action

    def inner_units(self) -> tuple[float, float]:
        """Space for the name and the buttons."""
        return WIDTH_UNITS, FIELD_UNITS + 2 + BUTTON_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the name and the buttons."""
        scale = self.stage.look.scale
        place = pygame.Rect(inner.topleft, (inner.width, scale.units(FIELD_UNITS)))
        self._field = self.widgets.text_line(place, self._name, LONGEST_NAME, self._placeholder)
        strip = pygame.Rect(inner.left, 0, inner.width, scale.units(BUTTON_UNITS))
        strip.bottom = inner.bottom
        yes, no = row(strip, 2, scale.unit)
        self.widgets.button(yes, _("OK"), self._take, PRIMARY)
        self.widgets.button(no, _("Cancel"), self.stage.close_dialog)
        self.widgets.select(self._field, 0, len(self._name))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Enter in the name takes it; all else goes to the name and the buttons."""
        if event.type == pygame.KEYDOWN and event.key in ENTER and self.widgets.is_focused(self._field):
            self._take()
            return True
        used = super().handle(event, now_seconds)
        self._name = self._field.get_text()
        return used

    def update(self, now_seconds: float) -> float:
        """Let the caret blink."""
        return self.widgets.blink(now_seconds)

    def _take(self) -> None:
        name = self._field.get_text()
        self.stage.close_dialog()
        self._action(name)
