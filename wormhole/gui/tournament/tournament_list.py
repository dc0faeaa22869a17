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
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Layer, Tip
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.screens.room_without_game import RoomWithoutGame
from wormhole.gui.tournament.tournament_layout import list_layout
from wormhole.gui.window.background import Job, LatestJob
from wormhole.gui.window.keys import cap_words
from wormhole.gui.window.stage import Stage

UNREADABLE = N_("cannot be read")
Kept = TypeVar("Kept")


class TournamentList(RoomWithoutGame, Generic[Kept]):
    """The room with the list, which is read in the background. A subclass says what is listed."""

    title = ""
    empty = ""
    """What stands there if there are no tournaments."""
    has_board = False
    layers: Sequence[Layer] = ()
    notice_area = pygame.Rect(0, 0, 0, 0)

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._reader: LatestJob[list[Kept]] = LatestJob(self._take)
        self._table: Table
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

    def place(self, size: tuple[int, int]) -> None:
        """Lay out the list and its buttons."""
        if self.has_widgets:
            self._table.close()
        size = self._in_sight(size)
        self._renew_widgets(size)
        look, layout = self._stage.look, list_layout(size)
        self._table = Table(self._columns(), self._choose, lambda row: self._open()).place(look, layout.table)
        self._hint = Hint("small").place(look, layout.hint)
        open_, delete, new = layout.buttons
        self._buttons = (
            self.widgets.button(open_, _("Open"), self._open, tip=Tip("", (cap_words("Enter"),))),
            self.widgets.button(delete, _("Delete"), self._ask_delete, tip=Tip("", (cap_words("Del"),))),
        )
        new_button = self.widgets.button(new, _("New…"), self._set_up, PRIMARY, Tip(_("Set up a tournament")))
        self._back_button(layout.home)
        self.layers = (self._heading(_(self.title), layout.title), self._table, self._hint, self.widgets)
        foot = look.scale.units(10)
        self.notice_area = pygame.Rect(0, size[1] - 2 * foot, size[0], foot)
        self.widgets.focus(new_button)
        self._show()

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

    def update(self, now_seconds: float) -> float:
        """Take over what was read."""
        self._reader.update()
        return NEVER

    def close(self) -> None:
        """Release the list."""
        self._reader.close()
        self._table.close()
        super().close()

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
