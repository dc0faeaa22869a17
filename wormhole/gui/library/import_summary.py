"""The dialog after an import: how many games were read, and what is wrong with each of the others."""

from __future__ import annotations

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.language import N_, _, _p, number
from wormhole.gui.library.imported import BadGame, Imported, summary_lines
from wormhole.gui.look.columns import Column
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.table import Table
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.screen import Stage

WIDTH_UNITS, HEIGHT_UNITS = 88, 54
SHORT_UNITS = (48, 17)
LINE_UNITS = 3
BUTTON_UNITS = 6


class ImportSummary(Dialog):
    """Says what was imported; with bad games, a list of them, and all that is known of the chosen one."""

    heading = N_("Imported")

    def __init__(self, stage: Stage, imported: Imported) -> None:
        super().__init__(stage)
        self.imported = imported
        self._chosen = 0

    def inner_units(self) -> tuple[float, float]:
        """The size of a few lines, or of a list if games were bad."""
        return (WIDTH_UNITS, HEIGHT_UNITS) if self.imported.bad else SHORT_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the counts, the list, the reason of the chosen one, and the button."""
        look = self.stage.look
        unit, colour = look.scale.unit, look.theme.colour
        line = pygame.Rect(inner.left, inner.top, inner.width, look.scale.units(LINE_UNITS))
        for text in summary_lines(self.imported):
            self.write(text, line, colour.alarm if text == self.imported.trouble else colour.muted)
            line = line.move(0, line.height)
        height = look.scale.units(BUTTON_UNITS)
        done = pygame.Rect(0, inner.bottom - height, look.scale.units(20), height)
        done.right = inner.right
        self.widgets.focus(self.widgets.button(done, _("Close"), self.stage.close_dialog, PRIMARY))
        if not self.imported.bad:
            return
        reason = pygame.Rect(inner.left, done.top, done.left - 2 * unit - inner.left, height)
        self._reason = Hint(look, reason, look.small)
        area = pygame.Rect(inner.left, line.top + unit, inner.width, reason.top - line.top - 3 * unit)
        self._table = Table(look, area, _columns(), self._choose, self._choose)
        self._table.show([_row(bad) for bad in self.imported.bad_games], chosen=self._chosen)
        self._choose(self._chosen)
        self.upper_layers = (self._table, self._reason)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the list's mouse and keys, and the button."""
        if self.imported.bad:
            is_key = event.type == pygame.KEYDOWN
            if is_key and (self._table.step(event.key) or self._table.leap(event.key)):
                return True
            if self._table.handle(event, now_seconds):
                return True
        return super().handle(event, now_seconds)

    def close(self) -> None:
        """Release the widgets and the list."""
        super().close()
        if self.imported.bad:
            self._table.close()

    def _choose(self, row: int) -> None:
        self._chosen = row
        self._reason.show(self.imported.bad_games[row].why, is_trouble=True)


def _columns() -> tuple[Column, ...]:
    return (
        Column(20, heading=_("File")),
        Column(heading=_p("number in a file", "Game"), samples=("99,999",), is_right=True),
        Column(heading=_("Line"), samples=("999,999",), is_right=True),
        Column(24, heading=_("Players")),
        Column(46, heading=_("Why")),
    )


def _row(bad: BadGame) -> tuple[str, ...]:
    game, line = ("" if value is None else number(value) for value in (bad.number, bad.line))
    return bad.file, game, line, bad.players, bad.why
