"""The view of the games by mail: whose turn it is in each, the preview of the chosen one, its actions."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.dialogs.waiting import wait_for
from wormhole.gui.game.running_game import RunningGame
from wormhole.gui.languages.language import N_, _, _n, number, said
from wormhole.gui.library.list_view import GamesListView
from wormhole.gui.look.button import Button
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.look import Look
from wormhole.gui.look.table import TableColumn
from wormhole.gui.look.view import Layout
from wormhole.gui.look.widget_theme import PRIMARY
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.mail.mail_words import PHASES, turn_words
from wormhole.gui.mail.sending import copy_turn, file_name, save_turn, text_of
from wormhole.gui.screens.pgn_files import COPYING
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.keys import Command, cap_words, tip_of
from wormhole.gui.window.stage import Stage
from wormhole.library.database.connections import LibraryError
from wormhole.library.database.game_rows import LibraryGame, snapshot
from wormhole.library.headers import person_name
from wormhole.library.mail.mail_state import MailPhase
from wormhole.play.seats import two_players

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase, MailGameRow

NO_GAMES = N_("No games by mail yet. Invite somebody, or paste the text of an invitation.")
NOT_READ = N_("Opening the library…")


def listed(database: GameDatabase) -> list[MailGameRow]:
    """The games by mail that are not deleted, those first in which the user has something to do."""
    order = [*MailPhase]
    rows = [row for row in database.mail_games() if not row.row.deleted]
    return sorted(rows, key=lambda row: order.index(row.state.phase))


def columns() -> tuple[TableColumn, ...]:
    """The columns of the list."""
    times = (
        _("{time} too late").format(time="99 minutes"),
        _("for {time}").format(time=_("under a minute")),
    )
    return (
        TableColumn(heading=_("State"), samples=tuple(map(_, PHASES.values()))),
        TableColumn(30, heading=_("Opponent")),
        TableColumn(40, heading=_("Game")),
        TableColumn(heading=_("Moves"), samples=("999",), is_right=True),
        TableColumn(heading=_("Time"), samples=times),
    )


def texts(row: MailGameRow, now: float) -> tuple[str, ...]:
    """What is written in each column."""
    state = row.state
    name = person_name(row.row.white if state.opponent == "white" else row.row.black) or _("Opponent")
    moves = number((row.row.plies + 1) // 2)
    time_text = "" if state.phase is MailPhase.OVER else turn_words(state, now)
    return _(PHASES[state.phase]), name, _(row.row.title), moves, time_text


class MailView(GamesListView):
    """Lists the games by mail."""

    def __init__(self, stage: Stage) -> None:
        self.rows: Sequence[MailGameRow] = ()
        super().__init__(stage, self.refresh)
        self.reading: LatestJob[list[MailGameRow]] = LatestJob(
            self._list, lambda error: self.fail(said(error))
        )

    def make(self, widgets: Widgets) -> None:
        """List, preview and buttons."""
        super().make(widgets)
        chosen = self.table.chosen
        self._make_list(columns(), _("Open this game"))
        about = Tip(_("A new game by mail: the program writes a text that you send"))
        invite = Button(_("Invite…"), self._invite, PRIMARY, about)
        tip = tip_of(Command.PASTE, _("Paste an invitation, or your opponent's answer"))
        paste = Button(_("Paste"), partial(self._stage.command, Command.PASTE), tip=tip)
        self._copy_button = Button(
            _("Copy"), self._copy, tip=Tip(_("Put the text for your opponent on the clipboard"))
        )
        self._save_button = Button(
            _("Save…"), self._save, tip=Tip(_("Save the text for your opponent as a file"))
        )
        self._remove_button = Button(
            _("Remove"), self._delete, tip=Tip(_("Remove this game"), (cap_words("Del"),))
        )
        self._buttons = invite, paste, self._copy_button, self._save_button, self._remove_button
        self._show_rows(chosen)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The list and the preview."""
        return self._list_and_preview(look, room.width, *self._buttons)

    def fail(self, trouble: str) -> None:
        """Report why there is nothing to list."""
        self._trouble = trouble
        self._show_rows(None)

    def refresh(self) -> None:
        """List the games as they are now."""
        database = self._database
        if database is not None:
            self.reading.ask(lambda: listed(database))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the keys and mouse of list, preview and buttons."""
        if event.type == pygame.KEYDOWN:
            return self.table.step(event.key, ends=False) or self._handle_list_key(event)
        return self._handle_mouse(event, now_seconds)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Turn the board of the preview, or copy the text of the chosen game."""
        actions = {Command.FLIP: self.preview.flip, Command.COPY: self._copy}
        if command not in actions:
            return False
        actions[command]()
        return True

    def _read_game(self, number: int) -> LibraryGame:
        assert self._database is not None
        return self._database.game(number)

    def _list(self, rows: list[MailGameRow]) -> None:
        before = self._chosen
        self.rows, self._was_listed = rows, True
        numbers = [row.row.number for row in rows]
        self._show_rows(numbers.index(before.row.number) if before and before.row.number in numbers else 0)

    def _show_rows(self, chosen: int | None) -> None:
        if not self.is_made:
            return
        now = time.time()
        words = [texts(row, now) for row in self.rows]
        empty = self._trouble or _(NO_GAMES if self._was_listed else NOT_READ)
        chosen = min(chosen or 0, len(words) - 1) if words else None
        self.table.show(words, chosen=chosen, empty=empty)
        self.preview.choose(None if chosen is None else self.rows[chosen].row.number)
        self._show_state()

    @property
    def _chosen(self) -> MailGameRow | None:
        row = self.table.chosen
        return None if row is None or row >= len(self.rows) else self.rows[row]

    def _choose(self, row: int) -> None:
        self.preview.choose(self.rows[row].row.number)
        self._show_state()

    def _show_state(self) -> None:
        """Write the number of games, and enable the buttons that can be used."""
        if not self.is_made:
            return
        chosen, count = self._chosen, len(self.rows)
        self._count.show(_n("{count} game", "{count} games", count) if self._was_listed else "")
        can_send = chosen is not None and chosen.state.phase is not MailPhase.YOUR_MOVE
        self._open_button.enable(chosen is not None)
        self._copy_button.enable(can_send)
        self._save_button.enable(can_send)
        self._remove_button.enable(chosen is not None)

    def _open_chosen(self) -> None:
        if self._chosen is not None:
            self.actions.open_kept(self._chosen.row.number, self._chosen.listed)

    def _delete(self) -> None:
        if self._chosen is not None:
            self.actions.delete(self._chosen.listed)

    def _invite(self) -> None:
        from wormhole.gui.chooser.new_game import NewGameDialog  # not needed for the list

        stage = self._stage
        stage.open(NewGameDialog(stage, stage.preferences.game, two_players(), invites=True))

    def _copy(self) -> None:
        self._send(lambda kept, text, sent: copy_turn(self._stage, text, sent))

    def _save(self) -> None:
        self._send(lambda kept, text, sent: save_turn(self._stage, text, file_name(kept.game), sent))

    def _send(self, send: Callable[[LibraryGame, str, Callable[[], None]], None]) -> None:
        """Read the chosen game, and give the text for its opponent to `send`."""
        database, chosen = self._database, self._chosen
        if database is None or chosen is None or chosen.state.phase is MailPhase.YOUR_MOVE:
            return

        def work(_job: object) -> tuple[LibraryGame, str]:
            kept = database.game(chosen.row.number, listed=chosen.listed)
            return kept, text_of(kept.game, chosen.state)

        def give(found: tuple[LibraryGame, str]) -> None:
            kept, text = found
            send(kept, text, lambda: self._mark_sent(database, chosen, kept))

        wait_for(self._stage, _(COPYING), work, give, lambda error: self._stage.notices.show(said(error)))

    def _mark_sent(self, database: GameDatabase, row: MailGameRow, kept: LibraryGame) -> None:
        """Keep that the text was sent, unless another window has the game open and keeps it."""
        if row.is_open_elsewhere or kept.play is None or not row.state.phase.is_unsent:
            return
        shown = self._stage.games.with_number(kept.number)
        if isinstance(shown, RunningGame):
            shown.mark_sent()
            library = self._stage.library
            wait_for(self._stage, _(COPYING), lambda _: library.wait_until_kept(), lambda _: self.refresh())
            return
        play = replace(kept.play, mail=row.state.sent)

        def work(_job: object) -> None:
            with contextlib.suppress(LibraryError):
                database.update(kept.number, snapshot(kept.game, play), kept.revision)

        wait_for(self._stage, _(COPYING), work, lambda _: self.refresh())
