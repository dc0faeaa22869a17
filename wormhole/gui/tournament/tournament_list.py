"""A room with a list of kept tournaments: open one, set up another one, delete."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

import pygame

from wormhole.base.errors import WormholeError
from wormhole.gui.dialogs.question import MessageDialog, QuestionDialog
from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.screens.page_room import PageRoom
from wormhole.gui.window.background import Job, LatestJob
from wormhole.gui.window.keys import cap_words
from wormhole.gui.window.stage import Stage

BUTTON_UNITS, FOOT_UNITS = 16, 5
UNREADABLE = N_("cannot be read")
Kept = TypeVar("Kept")


class TournamentList(PageRoom, Generic[Kept]):
    """The room with the list, which is read in the background. A subclass says what is listed."""

    empty = ""
    """What stands there if there are no tournaments."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._reader: LatestJob[list[Kept]] = self.in_background(self._take)
        self._listed: list[Kept] | None = None
        """The tournaments; None until they are read."""
        self._at = 0
        self._read()

    # What a subclass says

    @abstractmethod
    def _columns(self) -> Sequence[TableColumn]:
        """The columns of the list."""

    @abstractmethod
    def _texts(self, kept: Kept) -> tuple[str, ...]:
        """The texts of a row."""

    @abstractmethod
    def _name(self, kept: Kept) -> str:
        """The name of a tournament, or of a file that is none."""

    @abstractmethod
    def _reading(self) -> Callable[[], list[Kept]]:
        """What reads all tournaments, in the background."""

    @abstractmethod
    def _show_kept(self, kept: Kept) -> None:
        """Go to a tournament."""

    @abstractmethod
    def _set_up(self) -> None:
        """Ask for another one."""

    @abstractmethod
    def _remove(self, kept: Kept) -> None:
        """Delete a tournament, in the background. Raises :class:`WormholeError`."""

    def _words(self) -> str:
        """What is written below the list."""
        return ""

    # The room

    def make(self) -> None:
        """The list and its buttons."""
        self._table = Table(self._columns(), self._choose, lambda row: self._open())
        self._hint = Hint("small")
        self._buttons = (
            Button(_("Open"), self._open, tip=Tip("", (cap_words("Enter"),))),
            Button(_("Delete"), self._ask_delete, tip=Tip("", (cap_words("Del"),))),
        )
        self.first = self._new = Button(_("New…"), self._set_up, PRIMARY, Tip(_("Set up a tournament")))

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The buttons below the list."""
        units = look.scale.units
        buttons = dict.fromkeys((*self._buttons, self._new), min(units(BUTTON_UNITS), room.width // 4))
        foot: Parts = {self._hint: Fill(), **buttons}
        return Column(
            {self._table: Fill(), "foot": Row(foot, look.scale.unit, units(FOOT_UNITS))}, units(1.5)
        )

    def settle(self) -> None:
        """Show what is known."""
        self._show()

    @property
    def notice_area(self) -> pygame.Rect:
        """Above the buttons."""
        (width, height), foot = self._size, self._stage.look.scale.units(FOOT_UNITS)
        return pygame.Rect(0, height - 4 * foot, width, 2 * foot)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the list and the buttons."""
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_DELETE:
                self._ask_delete()
                return True
            if self._table.step(event.key):
                self.widgets.focus(self._buttons[0])
                return True
            return self.widgets.handle(event)
        return self.widgets.handle(event) or self._table.handle(event, now_seconds)

    @property
    def _chosen(self) -> Kept | None:
        at = self._table.chosen
        return None if at is None or not self._listed else self._listed[at]

    def _read(self) -> None:
        self._reader.ask(self._reading())

    def _take(self, found: list[Kept]) -> None:
        self._listed = found
        self._show()

    def _show(self) -> None:
        rows = [self._texts(kept) for kept in self._listed or ()]
        empty = _(self.empty) if self._listed == [] else ""
        self._table.show(rows, chosen=self._at if rows else None, empty=empty)
        for button in self._buttons:
            button.enable(bool(rows))
        self._hint.show(self._words())

    def _choose(self, row: int) -> None:
        self._at = row

    def _open(self) -> None:
        if self._chosen is not None:
            self._show_kept(self._chosen)

    def _ask_delete(self) -> None:
        chosen = self._chosen
        if chosen is None:
            return
        text = _("{name}: the table is lost. The games stay in the library.").format(name=self._name(chosen))
        self._stage.open(
            QuestionDialog(
                self._stage, _("Delete the tournament?"), text, _("Delete"), partial(self._delete, chosen)
            )
        )

    def _delete(self, kept: Kept) -> None:
        def work(_job: Job[str]) -> str:
            try:
                self._remove(kept)
            except WormholeError as error:
                return said(error)
            return ""

        def tell(trouble: str) -> None:
            if trouble:
                heading = _("The tournament cannot be deleted")
                self._stage.open(MessageDialog(self._stage, heading, trouble))
            self._at = max(0, self._at - 1)
            self._read()

        wait_for(self._stage, _("Deleting…"), work, tell)
