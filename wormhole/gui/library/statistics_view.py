"""The view of the statistics: charts about the games against the computer, counted in the background."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from wormhole.engine.levels import LEVELS
from wormhole.gui.background import Newest
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.keys import Command
from wormhole.gui.language import N_, _, said
from wormhole.gui.library import statistics_charts
from wormhole.gui.library.chart_card import ChartCard
from wormhole.gui.library.chart_colours import result_colours
from wormhole.gui.library.layout import statistics_layout
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Layer
from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.screen import Stage

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase
    from wormhole.library.database.statistics import Statistics

NO_RESULTS = N_("No game against the computer is finished yet. Play one, and its result is counted here.")
NO_RESULTS_OF = N_("No game of this kind against the computer is finished yet.")
NO_COUNTS = N_("What you play most shows here.")
NO_STRENGTH = N_("Your strength shows here, estimated from your games against the computer.")
ALL_GAMES = N_("All games")


class StatisticsView:
    """Numbers about the games of a database, from `show` on."""

    layers: Sequence[Layer] = ()

    def __init__(self, stage: Stage) -> None:
        self.found: Statistics | None = None
        """What is shown."""
        self._stage = stage
        self._database: GameDatabase | None = None
        self._trouble = ""
        self._newest: Newest[Statistics] = Newest(self._take, self._fail)
        self._games: list[tuple[str | None, str]] = [(None, ALL_GAMES)]
        self._game = 0
        self._is_placed = False

    @property
    def notice_area(self) -> pygame.Rect:
        """The lowest chart."""
        return self._layout.progress

    def place(self, size: tuple[int, int], widgets: Widgets) -> None:
        """Lay out the view."""
        look = self._stage.look
        self._layout = layout = statistics_layout(size)
        self._widgets = widgets
        self._chooser = widgets.button(layout.game, "", self._ask_game, CHOICE)
        self._words = Hint(look, layout.words, look.small)
        self._results = ChartCard(look, layout.results, _("Results by level and side"))
        self._counts = ChartCard(look, layout.games, _("Games played"))
        self._progress = ChartCard(look, layout.progress, _("Your strength"))
        self.layers = (self._words, self._results, self._counts, self._progress)
        self._is_placed = True
        self._show()

    def add_games(self, games: Sequence[tuple[str, str]]) -> None:
        """Offer the statistics of these games, by name and title."""
        self._games += games

    def show(self, database: GameDatabase) -> None:
        """Count the games of this database."""
        self._database = database
        self.refresh()

    def fail(self, trouble: str) -> None:
        """Say why nothing can be counted."""
        self._trouble = trouble
        self._show()

    def refresh(self) -> None:
        """Count again; the charts stay until that is done."""
        if self._database is None or not self._is_placed:
            return
        database, name = self._database, self._games[self._game][0]
        ratings = {level.number: float(level.elo) for level in LEVELS}
        self._newest.ask(lambda: database.statistics(ratings, name))

    def handle(self, event: pygame.Event, now_seconds: float) -> bool:
        """Handle the keys and mouse of the buttons."""
        return self._widgets.handle(event)

    def perform(self, command: Command, now_seconds: float) -> bool:
        """Do nothing: the charts have no commands."""
        return False

    def update(self, now_seconds: float) -> None:
        """Show what has been counted."""
        self._newest.update()

    def wakes_in(self, now_seconds: float) -> float | None:
        """Never: the end of the counting wakes the window."""
        return None

    def close(self) -> None:
        """Count nothing more."""
        self._newest.close()

    def _take(self, found: Statistics) -> None:
        self.found, self._trouble = found, ""
        self._show()

    def _fail(self, error: Exception) -> None:
        self.fail(said(error))

    def _ask_game(self) -> None:
        names = [_(title) for name, title in self._games]
        self._stage.open(DropDown(self._stage, lambda: self._layout.game, names, self._game, self._choose))

    def _choose(self, index: int) -> None:
        self._game = index
        self._show()
        self.refresh()

    def _show(self) -> None:
        """Draw the charts, or say why there are none."""
        if not self._is_placed:
            return
        title = _(self._games[self._game][1])
        self._widgets.write(self._chooser, f"{title}\u2026")
        self._widgets.light(self._chooser, self._game > 0)
        look, found = self._stage.look, self.found
        cards = (self._results, self._counts, self._progress)
        if self._trouble or found is None or not found.all.games:
            nothing = NO_RESULTS_OF if self._game else NO_RESULTS
            text = self._trouble or ("" if found is None else _(nothing))
            others = ("", "") if self._trouble or found is None else (_(NO_COUNTS), _(NO_STRENGTH))
            for card, words in zip(cards, (text, *others), strict=True):
                card.show_empty(words)
            self._words.show("")
            return
        names = zip(map(_, statistics_charts.RESULT_NAMES), result_colours(look.theme), strict=True)
        self._words.show(statistics_charts.summary(found))
        self._results.show(
            lambda size: statistics_charts.results_chart(look, size, found), colours=list(names)
        )
        self._counts.show(lambda size: statistics_charts.games_chart(look, size, found))
        if found.progress:
            self._progress.show(
                lambda size: statistics_charts.strength_chart(look, size, found),
                statistics_charts.strength_words(found),
            )
        else:
            self._progress.show_empty(_(NO_STRENGTH))
