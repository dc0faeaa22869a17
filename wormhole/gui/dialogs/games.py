"""The dialog that asks which game of a file with several, as a list for mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from wormhole.gui.dialogs.dialog import Dialog
from wormhole.gui.language import N_, _, _n
from wormhole.gui.layout import row
from wormhole.gui.look.columns import Column
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.lazy_rows import LazyRows
from wormhole.gui.look.table import Table
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.screen import Stage
from wormhole.library.pgn import Entry
from wormhole.rules.quoting import printable

WIDTH_UNITS, HEIGHT_UNITS = 92, 56
BUTTON_UNITS = 6
WORDS_UNITS = 3


class GamesDialog(Dialog):
    """Asks for one of several games; `action` is called with its number. The last is preselected."""

    heading = N_("Which game?")

    def __init__(self, stage: Stage, entries: Sequence[Entry], action: Callable[[int], None]) -> None:
        super().__init__(stage)
        self._entries = entries
        self._rows = _Rows(entries)
        self._action = action
        self._chosen = len(entries) - 1

    def inner_units(self) -> tuple[float, float]:
        """Space for names and a dozen games."""
        return WIDTH_UNITS, HEIGHT_UNITS

    def fill(self, inner: pygame.Rect) -> None:
        """Lay out the number of games, the list and the buttons."""
        look = self.stage.look
        unit = look.scale.unit
        words = pygame.Rect(inner.left, inner.top, inner.width, look.scale.units(WORDS_UNITS))
        count = Hint(look, words, look.small)
        count.show(_n("There is {count} game here.", "There are {count} games here.", len(self._entries)))
        height = look.scale.units(BUTTON_UNITS)
        strip = pygame.Rect(inner.left, inner.bottom - height, inner.width, height)
        area = pygame.Rect(inner.left, words.bottom + unit, inner.width, strip.top - words.bottom - 3 * unit)
        self._table = Table(look, area, _columns(), self._choose, self._take)
        self._table.show(self._rows, chosen=self._chosen)
        yes, no = row(strip, 2, unit)
        self.widgets.focus(self.widgets.button(yes, _("Open"), lambda: self._take(self._chosen), PRIMARY))
        self.widgets.button(no, _("Cancel"), self.stage.close_dialog)
        self.upper_layers = (count, self._table)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the list's mouse and keys, and the buttons."""
        if event.type == pygame.KEYDOWN and (self._table.step(event.key) or self._table.leap(event.key)):
            return True
        return self._table.handle(event, now_seconds) or super().handle(event, now_seconds)

    def close(self) -> None:
        """Release the widgets and the list."""
        super().close()
        self._table.close()

    def _choose(self, row: int) -> None:
        self._chosen = row

    def _take(self, row: int) -> None:
        self.stage.close_dialog()
        self._action(self._entries[row].number)


class _Rows(LazyRows):
    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    def texts_of(self, index: int) -> tuple[str, ...]:
        return _words(self._entries[index])


def _columns() -> tuple[Column, ...]:
    """Number, players, result, date, length."""
    return (
        Column(8, is_right=True),
        Column(26),
        Column(26),
        Column(11),
        Column(14),
        Column(is_right=True, samples=(_n("{count} ply", "{count} plies", 999),)),
    )


def _words(entry: Entry) -> tuple[str, ...]:
    """A game's row: number, players, result, date, length."""

    def header(name: str) -> str:
        return printable(entry.headers.get(name, "?"))

    plies = _n("{count} ply", "{count} plies", entry.plies)
    date = header("Date")
    return (
        f"{entry.number}",
        header("White"),
        header("Black"),
        entry.result,
        "" if "?" in date else date,
        plies,
    )
