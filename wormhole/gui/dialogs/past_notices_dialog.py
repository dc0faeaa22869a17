"""The latest messages, which can be read again."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import BUTTON_UNITS, ListDialog
from wormhole.gui.languages.language import N_, _
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.text_field import copy_text
from wormhole.gui.look.view import Layout
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
        self._text = Hint("small")
        columns = (TableColumn(samples=("00:00:00",)), TableColumn(1))
        self.first = self.table = Table(columns, self._choose, self._choose, can_focus=True)
        self._buttons = (Button(_("Copy"), self._copy), Button(_("Close"), stage.close_dialog, PRIMARY))
        self._buttons[0].enable(bool(self._notices))
        rows = [(f"{notice.at:%H:%M:%S}", notice.text) for notice in self._notices]
        self.table.show(rows, chosen=0 if rows else None, empty=_("No messages yet."))
        if rows:
            self._choose(0)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The list, the chosen message and the buttons."""
        units = look.scale.units
        widths = dict.fromkeys(self._buttons, units(18))
        foot = Row({"space": Fill(), **widths}, look.scale.unit, units(BUTTON_UNITS))
        return Column({self.table: Fill(), self._text: units(TEXT_UNITS), "foot": foot}, units(GAP_UNITS))

    def _choose(self, row: int) -> None:
        self._text.show(self._notices[row].text)

    def _copy(self) -> None:
        trouble = copy_text(self._notices[self.table.chosen or 0].text)
        if trouble is not None:
            self._text.show(trouble, is_trouble=True)
