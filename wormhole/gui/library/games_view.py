"""The view of the games: filters, the list, the preview of the chosen game, and its actions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import pygame

from wormhole import Board
from wormhole.gui.game.game_questions import ask_play_from_here, open_picture
from wormhole.gui.languages.language import N_, _, _n, number, said
from wormhole.gui.library.filters import FilterBar
from wormhole.gui.library.game_actions import RowActions, row_menu
from wormhole.gui.library.games_table import GameRows, columns
from wormhole.gui.library.list_view import PREVIEW_SHARE, PREVIEW_UNITS, GamesListView
from wormhole.gui.look.button import Button
from wormhole.gui.look.focus import ENTER
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Row, Share, is_upright
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.text_field import CARET_PAUSE_SECONDS
from wormhole.gui.look.view import Layout
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screens.add_to_study import open_add_to_study
from wormhole.gui.screens.pgn_files import copy_position
from wormhole.gui.window import destination
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.keys import Command, cap_words
from wormhole.gui.window.stage import Stage
from wormhole.library.database.connections import LibraryError, ReplacedError
from wormhole.library.database.finding import Query
from wormhole.library.database.game_rows import GameRow, LibraryGame
from wormhole.play.seats import two_players

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase
    from wormhole.library.database.game_index import GameNumbers

NO_GAMES = N_("No games yet. Every game that you play is saved here. Import… adds games from PGN files.")
NOTHING_FOUND = N_("No game matches the filters. Clear lists all games.")
RIGHT_BUTTON = 3
LEAST_FILTERS_UNITS, SMALL_PREVIEW_SHARE = 92, 0.29
"""The width that the filters need; if the list is narrower, they go above a smaller preview, too."""
OPENING = N_("Opening the library\u2026")
PREPARING = N_("Preparing the library, once: {done} of {games} games")
PROGRESS_SECONDS = 0.2
FOLLOWING_SECONDS = 2.0
"""While games are imported, the list shows the new ones so often."""

_OF_A_POSITION = frozenset(
    {Command.COPY, Command.PICTURE, Command.EDITOR, Command.PLAY_FROM_HERE, Command.ADD_TO_STUDY}
)
"""Those that need a game on the small board."""


@dataclass(frozen=True)
class FoundGames:
    """The answer to a query, and where the games chosen before are in it."""

    numbers: GameNumbers
    at: int
    chosen: Collection[int]


def find_newest(database: GameDatabase, query: Query) -> FoundGames:
    """The games that a query means; the one that was added last is chosen."""
    numbers = database.find(query)
    at = numbers.place_of_newest()
    return FoundGames(numbers, at, (at,))


def find(
    database: GameDatabase, query: Query, number: int | None, at: int, chosen: Sequence[int]
) -> FoundGames:
    """The games that a query means. Those chosen stay chosen; in place of one that is gone, the next is."""
    numbers = database.find(query)
    if not database.has_listed(chosen):
        number, chosen = None, ()
    if number is not None and number in numbers:
        at = numbers.index(number)
    rows = numbers.places_of(chosen) if len(chosen) > 1 else frozenset()
    at = max(0, min(at, len(numbers) - 1))
    return FoundGames(numbers, at, rows if at in rows else (at,))


class GamesView(GamesListView):
    """Lists the games that the filters mean."""

    def __init__(self, stage: Stage, position: Board | None = None) -> None:
        self.rows = GameRows((), lambda numbers: ())
        """The games listed."""
        self.words = ""
        """How many there are."""
        super().__init__(stage, self._show_newest)
        self.reading: LatestJob[FoundGames] = LatestJob(self._list, lambda error: self.fail(said(error)))
        self.filters = FilterBar(stage, self._filter, lambda: self.preview.position, position)
        self._unsaid = self._said = ""
        """The library's error, which is reported once."""
        self._is_outdated = False
        """Whether another library has taken the place of the one that is listed."""
        self._followed = 0
        """How many games of an import have been listed."""
        self._follows_at = 0.0

    def make(self, widgets: Widgets) -> None:
        """Filters, list, preview and buttons. What was chosen stays chosen."""
        super().make(widgets)
        before = self.table
        self.rows.forget()
        self._make_list(columns(), _("Continue this game"), several=True)
        if before.chosen is not None:
            self.table.renew(self.rows, before.chosen, before.selection.rows)
        self._import_button = Button(
            _("Import\u2026"), self.actions.ask_import, tip=Tip(_("Import games from PGN files"))
        )
        self._export_button = Button(
            _("Export\u2026"),
            self._ask_export,
            tip=Tip(_("Export the selected games, or all that are listed, to a PGN file")),
        )
        self._delete_button = Button(
            _("Delete"), self._delete, tip=Tip(_("Delete the selected games"), (cap_words("Del"),))
        )
        self.filters.make(widgets)
        self._show_empty()
        self._show_state()

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The filters stand above the list, if that is wide enough for them, or else above all."""
        units, gap, below = look.scale.units, look.scale.units(2), look.scale.units(1.5)
        buttons = self._import_button, self._export_button, self._delete_button
        share = Share(PREVIEW_SHARE, *map(units, PREVIEW_UNITS))
        list_width = room.width - share.of(room.width) - gap
        self.preview.window = self.window
        if is_upright(self.window) or list_width < units(LEAST_FILTERS_UNITS):
            narrow = Share(SMALL_PREVIEW_SHARE, units(PREVIEW_UNITS[0]))
            width = room.width - narrow.of(room.width) - gap
            rest = (
                self._list_and_preview(look, room.width, *buttons)
                if is_upright(self.window)
                else Row({"list": self._list_box(look, width, buttons), self.preview: narrow}, gap)
            )
            return Column({"filters": self.filters.layout(look, room.width), "below": rest}, below)
        filters = self.filters.layout(look, list_width)
        left = Column({"filters": filters, "list": self._list_box(look, list_width, buttons)}, below)
        return Row({"left": left, self.preview: share}, gap)

    def fail(self, trouble: str) -> None:
        """Report why there is nothing to list."""
        self._trouble = trouble
        self._show_empty()
        if len(self.rows):
            self._unsaid = trouble
        if self._database is None:
            self.actions.fail(trouble)

    def refresh(self) -> None:
        """List the games that the filters mean, as they are now; the list stays until they are found."""
        if self.is_made:
            self._find(self.table.chosen or 0)

    def _filter(self) -> None:
        """List the games that the new filters mean, from the first on if the chosen one is not among them."""
        self._find(0)

    def _find(self, otherwise: int) -> None:
        if self._database is None:
            return
        database, query = self._database, self.filters.now.query(date.today())
        at, chosen = self.table.chosen, self._chosen_numbers()
        number = self.rows.numbers[at] if at is not None else None
        self.reading.ask(lambda: find(database, query, number, otherwise, chosen))

    def _show_newest(self) -> None:
        """List the games again and choose the one that was added last, wherever its date puts it."""
        if self._database is not None:
            database, query = self._database, self.filters.now.query(date.today())
            self.reading.ask(lambda: find_newest(database, query))

    # Events

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the keys and mouse of list, filters, preview and buttons."""
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        if self._turn_wheel(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and self._list_area.rect.collidepoint(event.pos):
            self._widgets.focus(self._list_area)
        if event.type == pygame.TEXTINPUT:
            return self._handle_text(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
            return self._press_right(event.pos)
        return self._handle_mouse(event, now_seconds)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Copy the position, turn the board, go to the search field."""
        can = command not in _OF_A_POSITION or self.preview.walk is not None
        if not can or command not in _COMMANDS:
            return False
        _COMMANDS[command](self)
        return True

    def update(self, now_seconds: float) -> float:
        """Show what has been found and read; returns when the caret blinks or a piece moves."""
        if self._is_outdated:
            self._is_outdated = False
            self.refresh()
        preview = super().update(now_seconds)
        if self._unsaid not in ("", self._said):
            self._said = self._unsaid
            self._stage.notices.show(self._said)
        is_typing = self.filters.focused_line is not None
        caret = now_seconds + CARET_PAUSE_SECONDS if is_typing else NEVER
        following = self._follow_import(now_seconds)
        return min(preview, caret, following, self._show_progress(now_seconds))

    def _follow_import(self, now_seconds: float) -> float:
        """While games are imported, behind the dialog, list the new ones now and then."""
        importing = self.actions.importing
        if importing is None or importing.is_over:
            self._followed = 0
            return NEVER
        added = importing.progress.added
        if added != self._followed and now_seconds >= self._follows_at and not self.reading.is_busy:
            self._followed, self._follows_at = added, now_seconds + FOLLOWING_SECONDS
            self.refresh()
        return now_seconds + PROGRESS_SECONDS

    def _show_progress(self, now_seconds: float) -> float:
        """Until there is a list, say how far a large library of an older version is prepared for it."""
        if self._was_listed or self._database is None or not self.reading.is_busy:
            return NEVER
        if self._database.progress is not None:
            done, games = map(number, self._database.progress)
            words = _(PREPARING).format(done=done, games=games)
            if words != self.table.empty:
                self.table.show((), empty=words)
        return now_seconds + PROGRESS_SECONDS

    def close(self) -> None:
        """Stop asking the library, and release the parts, which refer to this view."""
        super().close()
        del self.filters, self.rows

    def _handle_key(self, event: pygame.Event) -> bool:
        control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        extend = bool(event.mod & pygame.KMOD_SHIFT)
        if control and event.key == pygame.K_f:
            self.filters.focus()
            return True
        if not control and self.table.step(event.key, extend=extend, ends=False):
            self._show_state()
            return True
        if self.filters.focused_line is not None:
            return self._handle_typing(event)
        if control and event.key == pygame.K_a:
            self.table.choose_all()
            self._show_state()
            return True
        return self._handle_list_key(event, extend)

    def _handle_text(self, event: pygame.Event) -> bool:
        """Text for a field."""
        used = self._widgets.handle(event)
        self.filters.read()
        return used

    def _handle_typing(self, event: pygame.Event) -> bool:
        """A key in a text field; Enter and Esc lead back to the list."""
        if event.key in (*ENTER, pygame.K_ESCAPE):
            self._widgets.leave()
            self._widgets.focus(self._list_area)
            return True
        used = self._widgets.handle(event, arrows=False)
        self.filters.read()
        return used

    # The list

    def _read_game(self, number: int) -> LibraryGame:
        assert self._database is not None
        try:
            return self._database.game(number, listed=self.rows.numbers)
        except ReplacedError:
            self._is_outdated = True
            raise

    def _read_rows(self, numbers: Sequence[int]) -> Sequence[GameRow]:
        assert self._database is not None
        try:
            return self._database.rows(numbers)
        except LibraryError as error:  # reported later: this happens while the list is drawn
            self._unsaid = said(error)
            self._is_outdated |= isinstance(error, ReplacedError)
            return ()

    def _list(self, found: FoundGames) -> None:
        """Show the games that were found; the first of them the first time."""
        self.rows = GameRows(found.numbers, self._read_rows)
        self._trouble = ""
        self._was_listed = True
        self.table.renew(self.rows, found.at, found.chosen)
        self._show_empty()
        if self.table.chosen is None:
            self.preview.choose(None)
        else:
            self._choose(self.table.chosen)
        self._show_state()

    def _choose(self, row: int) -> None:
        self.preview.choose(self.rows.numbers[row])
        self._show_state()

    def _chosen_numbers(self) -> Sequence[int]:
        numbers = self.rows.numbers
        return numbers.at(self.table.selection.rows) if numbers else ()

    def _show_empty(self) -> None:
        """Report why the list is empty."""
        if not len(self.rows):
            nothing = NOTHING_FOUND if self.filters.now.is_set else NO_GAMES
            self.table.show((), empty=self._trouble or _(nothing if self._was_listed else OPENING))

    def _show_state(self) -> None:
        """Write the number of games, and enable the buttons that can be used."""
        if not self.is_made:
            return
        count, chosen = len(self.rows), len(self.table.selection.rows)
        words = _n("{count} game", "{count} games", count)
        if chosen > 1:
            words += " \u00b7 " + _n("{count} selected", "{count} selected", chosen)
        self.words = words if self._was_listed else ""
        self._count.show(self.words)
        self._open_button.enable(self.preview.walk is not None)
        self._import_button.enable(self._database is not None)
        self._export_button.enable(count > 0)
        self._delete_button.enable(chosen > 0)
        self.filters.enable()

    # Actions

    def _press_right(self, pixel: tuple[int, int]) -> bool:
        """Choose the row there, unless it is one of several that are chosen, and open its menu."""
        row = self.table.row_at(pixel)
        if row is None:
            return False
        if row not in self.table.selection.rows:
            self.table.go_to(row)
            self._choose(row)
        self._open_menu(pixel, by_keyboard=False)
        return True

    def _menu_pixel(self) -> tuple[int, int]:
        """Where the menu of the chosen games opens by keyboard."""
        place = self.table.place_of_chosen()
        return self._list_area.rect.topleft if place is None else place.midbottom

    def _open_menu(self, pixel: tuple[int, int], by_keyboard: bool) -> None:
        stage, count = self._stage, len(self.table.selection.rows)
        if count:
            actions = RowActions(
                self._open_chosen, self._copy_chosen, self._ask_export, self._export_page, self._delete
            )
            is_read = self.preview.walk is not None
            stage.open(row_menu(stage, count, actions, is_read, pixel, by_keyboard))

    def _copy_position(self) -> None:
        if self.preview.position is not None:
            copy_position(self._stage, self.preview.position)

    def _play_from_here(self) -> None:
        position = self.preview.position
        assert position is not None
        ask_play_from_here(self._stage, position, two_players())

    def _ask_picture(self) -> None:
        walk = self.preview.walk
        assert walk is not None
        open_picture(self._stage, walk.board, walk.node, self.preview.is_flipped)

    def _add_to_study(self) -> None:
        walk = self.preview.walk
        assert walk is not None
        open_add_to_study(self._stage, walk.node, self.preview.is_flipped)

    def _copy_chosen(self) -> None:
        self.actions.copy(self._chosen_numbers())

    def _open_chosen(self) -> None:
        if self.table.chosen is not None:
            self.actions.open_kept(self.rows.numbers[self.table.chosen], self.rows.numbers)

    def _ask_export(self) -> None:
        self.actions.ask_export(self._chosen_numbers(), self.rows.numbers)

    def _export_page(self) -> None:
        self.actions.export_page(self._chosen_numbers())

    def _delete(self) -> None:
        self.actions.delete(self._chosen_numbers())


_COMMANDS: Mapping[Command, Callable[[GamesView], object]] = {
    Command.COPY: GamesView._copy_position,
    Command.PICTURE: GamesView._ask_picture,
    Command.ADD_TO_STUDY: GamesView._add_to_study,
    Command.PLAY_FROM_HERE: GamesView._play_from_here,
    Command.EDITOR: lambda view: view._stage.rooms.open(
        destination.Editor(view.preview.position, back=lambda: view._stage.rooms.open(destination.Library()))
    ),
    Command.COPY_GAME: GamesView._copy_chosen,
    Command.CONTEXT_MENU: lambda view: view._open_menu(view._menu_pixel(), by_keyboard=True),
    Command.FLIP: lambda view: view.preview.flip(),
    Command.FIND: lambda view: view.filters.focus(),
}
"""What each command does here."""
