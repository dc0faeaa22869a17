"""Opening files with games of the user's own, which join *Your games*."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from wormhole.base.quoting import sentence
from wormhole.gui.dialogs.dialog import BUTTON_UNITS, ListDialog
from wormhole.gui.dialogs.question import MessageDialog
from wormhole.gui.dialogs.waiting import READING, wait_for
from wormhole.gui.languages.language import N_, _, _n, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.view import Caption, Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.background import Job
from wormhole.gui.window.stage import Stage
from wormhole.library import own_games
from wormhole.library.own_games import OwnFile

SUFFIX, INI_SUFFIX = ".toml", ".ini"
REFUSED = N_("This game cannot be played")


def open_own_games(stage: Stage, path: Path, then: Callable[[OwnFile], None], refused: str = REFUSED) -> None:
    """Read a file; if it has games, put it into the list of own games and call `then`.

    A message under the heading `refused` says why it has none, another one what was left out.
    """

    def read(job: Job[OwnFile]) -> OwnFile:
        return own_games.read(path)

    def take(found: OwnFile) -> None:
        if not found.games:
            reasons = [said(complaint) for complaint in found.complaints]
            if len(reasons) == 1 and not found.warnings:
                stage.open(MessageDialog(stage, _(refused), sentence(reasons[0])))
            else:
                stage.open(ReasonsDialog(stage, found))
            return
        listed = own_games.added(stage.settings.own_games, found.path)
        stage.preferences.change(own_games=listed)
        then(found)
        pictures = next((game.complaint for game in found.games if game.complaint is not None), None)
        if pictures is not None:
            stage.open(MessageDialog(stage, _("Some pictures are missing"), said(pictures)))
        if found.complaints or found.warnings:
            stage.open(ReasonsDialog(stage, found))

    wait_for(stage, _(READING), read, take)


WIDTH_UNITS, HEIGHT_UNITS = 80, 50
TEXT_UNITS = 9
COUNT_UNITS = 4
GAP_UNITS = 1.5


class ReasonsDialog(ListDialog):
    """Lists why games of a file cannot be played, and what was left out of it.

    The chosen line is written in full below.
    """

    heading = N_("Some games cannot be played")
    size_units = (WIDTH_UNITS, HEIGHT_UNITS)

    def __init__(self, stage: Stage, file: OwnFile) -> None:
        super().__init__(stage)
        self._reasons = file.complaints + file.warnings
        if not file.complaints:
            self.heading = N_("Notes on this file")
        count = _n(
            "{count} game of {file} is in the list.",
            "{count} games of {file} are in the list.",
            len(file.games),
            file=file.path.name,
        )
        self._count, self._text = Caption(count), Hint("small")
        self.first = self.table = Table((TableColumn(1),), self._choose, self._choose, can_focus=True)
        self.table.show([(said(each),) for each in self._reasons], chosen=0)
        self._choose(0)
        self._close = Button(_("Close"), stage.close_dialog, PRIMARY)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """A line, the list, the chosen reason and a button."""
        units = look.scale.units
        foot = Row({"space": Fill(), self._close: units(18)}, size=units(BUTTON_UNITS))
        parts: Parts = {self._count: units(COUNT_UNITS), self.table: Fill(), self._text: units(TEXT_UNITS)}
        return Column({**parts, "foot": foot}, units(GAP_UNITS))

    def _choose(self, row: int) -> None:
        self._text.show(said(self._reasons[row]))
