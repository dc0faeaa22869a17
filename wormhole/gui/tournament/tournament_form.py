"""What the dialogs share that set up a tournament: its players, its game, and the way to start."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Protocol

import pygame

from wormhole.base.errors import WormholeError
from wormhole.gui.chooser.game_chooser import GameDialog
from wormhole.gui.dialogs.dialog import BUTTON_UNITS
from wormhole.gui.dialogs.with_entries import WithEntries
from wormhole.gui.languages.language import N_, _, said
from wormhole.gui.look.button import Button
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import Table, TableColumn
from wormhole.gui.look.text_field import TextField
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.window.stage import Stage
from wormhole.library.chosen_game import ChosenGame

MOUSE_EVENTS = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION, pygame.MOUSEWHEEL)
BETWEEN_UNITS = 2.5
"""Between the players and all else."""


class TournamentDraft(Protocol):
    """What is written and chosen in the dialog, good or not."""

    game: ChosenGame
    players: list[Any]


class TournamentForm(WithEntries):
    """Asks for a tournament: its players in a list, its game, and what else a subclass adds.

    A line at the foot says what is wrong or, if nothing is, how much is to be played.
    """

    heading = N_("New tournament")
    draft: TournamentDraft
    _begun: TournamentDraft
    """What the dialog began with."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._trouble = ""
        numbers = TableColumn(heading="", samples=("88",), is_right=True)
        columns = (numbers, TableColumn(1, heading=_("Players")))
        self._table = Table(columns, lambda row: None, lambda row: None)
        self._removing = Button(_("Remove"), self._remove)
        self._game = Button("", self._ask_game, tip=Tip(_("Select a game")))
        self._hint = Hint()
        self._starting = Button(_("Start"), self._start, PRIMARY)
        self._cancel = Button(_("Cancel"), self.cancel)

    @property
    def has_entries(self) -> bool:
        """Whether the draft was changed."""
        return self.draft != self._begun

    def settle(self, look: Look) -> None:
        """Write as much of the game's title as there is room for."""
        room = self._game.rect.width - 2 * look.scale.unit
        self._game.text = look.words.fitted(_(self.draft.game.variant.title), look.small, room)

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Del removes a player; the mouse chooses players."""
        is_delete = event.type == pygame.KEYDOWN and event.key == pygame.K_DELETE
        if is_delete and not isinstance(self.widgets.focused, TextField):
            self._remove()
            return True
        if event.type in MOUSE_EVENTS and self._table.handle(event, now_seconds):
            return True
        return super().handle(event, now_seconds)

    @abstractmethod
    def _show_players(self, chosen: int) -> None:
        """List the players, with this one chosen if there is one."""

    @abstractmethod
    def _tell(self) -> None:
        """Say what is wrong or, if nothing is, how much is to be played."""

    @abstractmethod
    def _begin_as_drafted(self) -> None:
        """Close the dialog and begin. Raises :class:`WormholeError` with a sentence for the user."""

    def _arranged(self, look: Look, players: Parts, rows: Parts, gap: int, list_width: int) -> Layout:
        """The players beside all else, in a narrow dialog above it; then the foot."""
        units, unit = look.scale.units, look.scale.unit
        below: Layout = Column(rows, gap)
        if self.is_narrow:
            upper: Layout = Column({**players, "rows": below}, gap, Fill())
        else:
            beside = {"left": Column(players, gap, list_width), "rows": below}
            upper = Row(beside, units(BETWEEN_UNITS), Fill())
        answers: Parts = {self._starting: units(18), self._cancel: units(15)}
        foot = Row({self._hint: Fill(), **answers}, unit, units(BUTTON_UNITS))
        return Column({"upper": upper, "space": unit, "foot": foot}, gap)

    def _remove(self) -> None:
        at = self._table.chosen
        if at is not None and self.draft.players:
            del self.draft.players[at]
            self._trouble = ""
            self._show_players(at)
            self._tell()

    def _ask_game(self) -> None:
        self.stage.open(GameDialog(self.stage, self.draft.game, self._take_game))

    def _take_game(self, game: ChosenGame) -> None:
        self.draft.game = game
        self.stage.refresh_dialog()

    def _start(self) -> None:
        try:
            self._begin_as_drafted()
        except WormholeError as error:
            self._complain(error)

    def _complain(self, error: WormholeError) -> None:
        self._trouble = said(error)
        self._hint.show(self._trouble, is_trouble=True)
        self.stage.sounds.play("error")
