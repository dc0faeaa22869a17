"""The library screen: every game that was played or imported, as a list and in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from wormhole import Board, Variant
from wormhole.gui.languages.language import N_, named, said
from wormhole.gui.library.game_actions import GameActions
from wormhole.gui.library.games_view import GamesView
from wormhole.gui.library.list_view import LibraryView
from wormhole.gui.library.mail_view import MailView
from wormhole.gui.library.mistakes_view import MistakesView
from wormhole.gui.library.statistics_view import StatisticsView
from wormhole.gui.library.studies_view import StudiesView
from wormhole.gui.look.choice import Choice
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.layout import Column, Fill, Grid, Row
from wormhole.gui.look.look import Look
from wormhole.gui.look.view import Layout
from wormhole.gui.mail.sending import SUFFIX as MAIL_SUFFIX
from wormhole.gui.screens.content_opener import DEFINITION_SUFFIXES, ContentOpener
from wormhole.gui.screens.page_room import PageRoom
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.keys import Command
from wormhole.gui.window.stage import Stage
from wormhole.library import pasted
from wormhole.library.mail.armour import holds_mail
from wormhole.library.pgn import text_lines
from wormhole.library.study import is_study
from wormhole.play.seats import two_players

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase

TITLE_UNITS = TAB_UNITS = 14


class LibraryPage(Enum):
    """The pages of the library."""

    GAMES = N_("Games")
    STUDIES = N_("Studies")
    BY_MAIL = N_("By mail")
    STATISTICS = N_("Statistics")
    MISTAKES = N_("Mistakes")


class LibraryScreen(PageRoom):
    """The room of the library, which is opened in the background.

    `position` is the one of the game that the user came from. The games of `files` are read once it is open.
    `page` is shown first.
    """

    title = N_("Library")
    command = Command.LIBRARY
    has_board = True

    def __init__(
        self,
        stage: Stage,
        position: Board | None = None,
        files: Sequence[Path] = (),
        page: LibraryPage = LibraryPage.GAMES,
    ) -> None:
        super().__init__(stage)
        self._database: GameDatabase | None = None
        self.reading: LatestJob[GameDatabase] = self.in_background(self._opened, self._failed)
        self.reading.ask(stage.library.open)
        self.reading_variants: LatestJob[Sequence[Variant]] = self.in_background(self._offer_games)
        self.games = GamesView(stage, position)
        self.statistics = StatisticsView(stage)
        self.mail = MailView(stage)
        self.studies = StudiesView(stage)
        self.mistakes = MistakesView(stage, lambda: self.place(self._size))
        self._pages: dict[LibraryPage, LibraryView] = {
            LibraryPage.GAMES: self.games,
            LibraryPage.STUDIES: self.studies,
            LibraryPage.BY_MAIL: self.mail,
            LibraryPage.STATISTICS: self.statistics,
            LibraryPage.MISTAKES: self.mistakes,
        }
        self._view = self._pages[page]
        if files:
            self.games.actions.import_files(files)

    def make(self) -> None:
        """A button for each view. What stands in a view is made when it is shown."""
        views = [(view, page.value) for page, view in self._pages.items()]
        self._tabs = Choice(named(views), self._view, self._show_view)
        for view, _name in views:
            view.is_made = False

    def head(self, look: Look, room: pygame.Rect) -> Layout:
        """The buttons beside the heading; it is left out where the window is too narrow for it."""
        unit, tab, count = look.scale.unit, look.scale.units(TAB_UNITS), len(self._pages)
        if room.width - count * (tab + unit) - 2 * unit < look.scale.units(TITLE_UNITS):
            return Row({"tabs": Grid(self._tabs.buttons, count, unit), "beside": 2 * unit})
        tabs = dict.fromkeys(self._tabs.buttons, tab)
        return Row({self.place_heading: Fill(), **tabs, "beside": unit}, unit)

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """The open view."""
        if not self._view.is_made:
            self._view.make(self.widgets)
        self.first, self._view.window = self._view.first, self._size
        return Column({self._view: Fill()})

    @property
    def upper_layers(self) -> tuple[Layer, ...]:
        """Those of the open view."""
        return self._view.layers

    @property
    def notice_area(self) -> pygame.Rect:
        """Where the open view has room for messages."""
        return self._view.notice_area

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Give the event to the open view. Coming back from another window shows what it has changed."""
        if event.type == pygame.WINDOWFOCUSGAINED:
            self._view.refresh()
        return self._view.handle(event, now_seconds)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Esc leads back to the game, or home; the other commands are the view's."""
        return super().perform(command, now_seconds) or self._view.perform(command, now_seconds)

    def update(self, now_seconds: float) -> float:
        """Take over what was read in the background; let the caret blink."""
        super().update(now_seconds)
        self.widgets.blink(now_seconds)
        return self._view.update(now_seconds)

    @property
    def variant(self) -> Variant:
        """The game that the preview shows, else the chosen one."""
        view = self._view
        preview = view.preview if isinstance(view, StudiesView) else self.games.preview
        shown = preview.position
        return super().variant if shown is None else shown.variant

    @property
    def opener(self) -> LibraryOpener:
        """Adds games to the library; starts from a position."""
        return LibraryOpener(
            self._stage, self._stage.preferences.game.variant, two_players(), actions=self.games.actions
        )

    def close(self) -> None:
        """Close the views and the library."""
        for view in self._pages.values():
            view.close()
        super().close()
        if self._database is not None:
            self._database.close()

    def _opened(self, database: GameDatabase) -> None:
        self._database = database
        self.games.show(database)
        self.reading_variants.ask(database.known_games)
        self.mail.show(database)
        self.statistics.show(database)
        self.mistakes.show(database)
        if database.complaint:
            self._stage.notices.show(said(database.complaint))

    def _offer_games(self, games: Sequence[Variant]) -> None:
        offered = [(game.name, game.title) for game in games]
        self.games.filters.add_games(offered)
        self.statistics.add_games(offered)

    def _failed(self, error: Exception) -> None:
        self.games.fail(said(error))
        self.mail.fail(said(error))
        self.statistics.fail(said(error))
        self.mistakes.fail(said(error))

    def _show_view(self, view: LibraryView) -> None:
        self._view = view
        self.place(self._size)
        if view.first is not None:
            self.widgets.focus(view.first)
        view.refresh()


@dataclass(frozen=True, kw_only=True)
class LibraryOpener(ContentOpener):
    """Adds games to the library, and opens all else as in other rooms."""

    actions: GameActions

    def open_text(self, text: str) -> None:
        """Add the games of a text to the library; start from a position."""
        is_other = pasted.holds_definition(text) or holds_mail(text) or is_study(text_lines(text))
        if pasted.holds_games(text) and not is_other:
            self.actions.import_text(text)
        else:
            super().open_text(text)

    def open_files(self, paths: Sequence[Path]) -> None:
        """Add the games of files to the library; open the game that a file defines, or a turn by mail."""
        if all(path.suffix.lower() in (*DEFINITION_SUFFIXES, MAIL_SUFFIX) for path in paths):
            super().open_files(paths)
        elif len(paths) == 1:
            self.open_pgn(paths[0])
        else:
            self.actions.import_files(paths)

    def open_pgn_games(self, path: Path) -> None:
        """Add the games of a file to the library."""
        self.actions.import_files([path])
