"""The latest messages, which can be read again."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.language import N_, _
from wormhole.gui.layout import stacked
from wormhole.gui.look.columns import Column
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.table import Table
from wormhole.gui.look.text_field import copy_text
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.screen import Stage

WIDTH_UNITS, HEIGHT_UNITS = 80, 48
TEXT_UNITS = 9
BUTTON_UNITS = 6
GAP_UNITS = 1.5


class NoticesDialog(Dialog):
    """A list with the newest message first; the chosen one is written in full below."""

    heading = N_("Messages")

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._notices = stage.notices[::-1]
        self._chosen = 0

    def inner_units(self) -> tuple[float, float]:
        """Space for a dozen messages."""
        return WIDTH_UNITS, HEIGHT_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the list, the chosen message and the buttons."""
        look = self.stage.look
        scale = look.scale
        heights = [scale.units(units) for units in (0, TEXT_UNITS, BUTTON_UNITS)]
        place, text, strip = stacked(inner, heights, scale.units(GAP_UNITS))
        columns = (Column(samples=("00:00:00",)), Column(1))
        self._list = Table(look, place, columns, self._choose, self._choose)
        self._area = self.widgets.area(place)
        self._text = Hint(look, text, look.small)
        width = scale.units(18)
        close = pygame.Rect(strip.right - width, strip.top, width, strip.height)
        copy = close.move(-width - scale.unit, 0)
        copy_button = self.widgets.button(copy, _("Copy"), self._copy)
        self.widgets.button(close, _("Close"), self.stage.close_dialog, PRIMARY)
        self.widgets.enable(copy_button, bool(self._notices))
        self.widgets.focus(self._area)
        self.upper_layers = (self._list, self._text)
        rows = [(f"{notice.at:%H:%M:%S}", notice.text) for notice in self._notices]
        self._list.show(rows, chosen=self._chosen if rows else None, empty=_("No messages yet."))
        if rows:
            self._choose(self._chosen)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """As any dialog; the keys of a list choose a message."""
        if event.type == pygame.KEYDOWN:
            used = self._list.step(event.key) or self._list.leap(event.key)
            return used or super().handle(event, now_seconds)
        return self._list.handle(event, now_seconds) or super().handle(event, now_seconds)

    def close(self) -> None:
        """Release the widgets and the list."""
        super().close()
        self._list.close()

    def _choose(self, row: int) -> None:
        self._chosen = row
        self._text.show(self._notices[row].text)

    def _copy(self) -> None:
        trouble = copy_text(self._notices[self._chosen].text)
        if trouble is not None:
            self._text.show(trouble, is_trouble=True)
