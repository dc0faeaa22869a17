"""The latest messages, which can be read again."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import BUTTON_UNITS, ListDialog
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.text_field import copy_text
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.stage import Stage

WIDTH_UNITS, HEIGHT_UNITS = 80, 48
TEXT_UNITS = 9
GAP_UNITS = 1.5


class NoticesDialog(ListDialog):
    """A list with the newest message first; the chosen one is written in full below."""

    heading = N_("Messages")
    size_units = (WIDTH_UNITS, HEIGHT_UNITS)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._notices = stage.notices.latest[::-1]
        self._chosen = 0

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the list, the chosen message and the buttons."""
        look = self.stage.look
        scale = look.scale
        width, height = scale.units(18), scale.units(BUTTON_UNITS)
        buttons = Row({"space": Fill(), "copy": width, "close": width}, scale.unit, height)
        places = Column(
            {"table": Fill(), "text": scale.units(TEXT_UNITS), "buttons": buttons}, scale.units(GAP_UNITS)
        ).at(inner)
        columns = (TableColumn(samples=("00:00:00",)), TableColumn(1))
        self.table = Table(look, places["table"], columns, self._choose, self._choose)
        area = self.widgets.area(places["table"])
        self._text = Hint(look, places["text"], look.small)
        copy_button = self.widgets.button(places["copy"], _("Copy"), self._copy)
        self.widgets.button(places["close"], _("Close"), self.stage.close_dialog, PRIMARY)
        self.widgets.enable(copy_button, bool(self._notices))
        self.widgets.focus(area)
        self.upper_layers = (self.table, self._text)
        rows = [(f"{notice.at:%H:%M:%S}", notice.text) for notice in self._notices]
        self.table.show(rows, chosen=self._chosen if rows else None, empty=_("No messages yet."))
        if rows:
            self._choose(self._chosen)

    def _choose(self, row: int) -> None:
        self._chosen = row
        self._text.show(self._notices[row].text)

    def _copy(self) -> None:
        trouble = copy_text(self._notices[self._chosen].text)
        if trouble is not None:
            self._text.show(trouble, is_trouble=True)
