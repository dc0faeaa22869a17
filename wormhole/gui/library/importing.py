"""Asks for PGN files, imports them in the background, and shows a summary.

It names each bad game, and what was read leniently in the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from wormhole.gui.dialogs.dialog import ListDialog
from wormhole.gui.dialogs.file_dialog import FilesDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, _p, number
from wormhole.gui.library.import_result import ImportResult, Remark, summary_lines
from wormhole.gui.library.import_sources import Source, read_into
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.view import Caption, Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.stage import Stage
from wormhole.library import own_games
from wormhole.library.database.game_database import GameDatabase

SUFFIX = ".pgn"
WIDTH_UNITS, HEIGHT_UNITS = 88, 54
SHORT_UNITS = (48, 17)
LINE_UNITS = 3
BUTTON_UNITS = 6


def ask_import(stage: Stage, import_sources: Callable[[Sequence[Source]], None]) -> None:
    """Ask for files and import them."""

    def read_files(paths: Sequence[Path]) -> None:
        import_sources([Source.of_file(path) for path in paths])

    stage.open(FilesDialog(stage, _("Import games"), SUFFIX, read_files))


def import_games(
    stage: Stage, database: GameDatabase, sources: Sequence[Source], done: Callable[[ImportResult], None]
) -> ImportResult:
    """Import the games of all sources in the background, then show a summary; returns what changes meanwhile.

    `done` is called before it, since the library may have changed. What was added remains if the player
    cancels.
    """
    total, own = ImportResult(), stage.preferences.game.variant

    def show_summary(imported: ImportResult) -> None:
        done(imported)
        stage.open(ImportSummary(stage, imported))

    wait_for(
        stage,
        _("Importing\u2026"),
        lambda job: read_into(
            database, sources, (own, *own_games.variants(stage.settings.own_games)), total, job
        ),
        show_summary,
        is_long=True,
        stopped=_("The import was stopped. The games read so far are in the library."),
    )
    return total


class ImportSummary(ListDialog):
    """Shows what was imported; with a list of errors and warnings, if any, and the chosen one in full."""

    heading = N_("Imported")

    def __init__(self, stage: Stage, imported: ImportResult) -> None:
        super().__init__(stage)
        self.imported = imported
        self.has_table = bool(imported.remarks)
        self._reason = Hint("small")
        self.table = Table(_columns(), self._choose, self._choose)
        if self.has_table:
            self.table.show([_row(remark) for remark in imported.remarks], chosen=0)
            self._choose(0)
        self.first = Button(_("Close"), stage.close_dialog, PRIMARY)

    def inner_units(self) -> tuple[float, float]:
        """The size of a few lines, or of a list."""
        return (WIDTH_UNITS, HEIGHT_UNITS) if self.has_table else SHORT_UNITS

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The counts, the list, the reason of the chosen one, and the button."""
        unit, units, trouble = look.scale.unit, look.scale.units, self.imported.trouble
        lines = summary_lines(self.imported)
        counts = [Caption(text, "alarm" if text == trouble else "muted") for text in lines]
        table, reason = (self.table, self._reason) if self.has_table else ("table", "reason")
        upper: Parts = {"counts": Column(dict.fromkeys(counts, units(LINE_UNITS))), table: Fill()}
        foot = Row({reason: Fill(), self.first: units(20)}, 2 * unit, units(BUTTON_UNITS))
        return Column({"upper": Column(upper, unit), "foot": foot}, 2 * unit)

    def _choose(self, row: int) -> None:
        remark = self.imported.remarks[row]
        self._reason.show(remark.why, is_trouble=remark.is_error)


def _columns() -> tuple[TableColumn, ...]:
    return (
        TableColumn(20, heading=_("File")),
        TableColumn(heading=_p("number in a file", "Game"), samples=("99,999",), is_right=True),
        TableColumn(heading=_("Line"), samples=("999,999",), is_right=True),
        TableColumn(24, heading=_("Players")),
        TableColumn(46, heading=_("Reason")),
    )


def _row(remark: Remark) -> tuple[str, ...]:
    game, line = ("" if value is None else number(value) for value in (remark.number, remark.line))
    return remark.file, game, line, remark.players, remark.why
