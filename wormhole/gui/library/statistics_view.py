"""The view of the statistics: charts about the games against the computer, counted in the background."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pygame

from wormhole.engine.ladders import ladder_named, ladder_of
from wormhole.engine.levels import LEVELS
from wormhole.gui.dialogs.drop_down import DropDown
from wormhole.gui.languages.language import N_, _, _n, day_text, month_text, number, said
from wormhole.gui.library.list_view import LibraryView
from wormhole.gui.look.button import Button
from wormhole.gui.look.chart import Bar, ChartCard, CurvePoint, Mark, counted_rows, curve, stacked_bars
from wormhole.gui.look.hint import Hint
from wormhole.gui.look.layers import Tip
from wormhole.gui.look.layout import Column, Fill, Row, is_upright
from wormhole.gui.look.look import Look
from wormhole.gui.look.schedule import NEVER
from wormhole.gui.look.theme import Colour, Theme
from wormhole.gui.look.view import Layout, Parts
from wormhole.gui.look.widget_theme import CHOICE
from wormhole.gui.look.widgets import Widgets
from wormhole.gui.window.background import LatestJob
from wormhole.gui.window.stage import Stage
from wormhole.library.rated_games import JOURNAL

if TYPE_CHECKING:
    from wormhole.library.database.statistics import Results, Statistics, StrengthPoint

SIDES = (("white", N_("White")), ("black", N_("Black")))
RESULT_NAMES = (N_("Won"), N_("Drawn"), N_("Lost"))
SIDE_ROOM = 2.2
"""Room for a side's name, relative to that of a level's number."""
GAP = Bar("", (), 0.5)
MARKED_BY_DAY, MARKED_BY_MONTH = timedelta(days=60), timedelta(days=3 * 365)
"""The longest times of which the days, and the months, are marked."""

NO_RESULTS = N_("You have not finished a game against the computer yet. Your results will appear here.")
NO_RESULTS_OF = N_("You have not finished a game of this kind against the computer yet.")
NO_RATED = N_("You have not finished a rated game yet. Choose Rated in New game to play one.")
NO_COUNTS = N_("The games you play most will appear here.")
STRENGTH, RATING = N_("Your strength, estimated from all games"), N_("Your rating")
"""What the lowest chart shows of all games, and of rated ones."""
NO_STRENGTH = N_("Your strength will appear here after five games against the computer.")
NO_RATING = N_("Your rating will appear here.")
ALL_GAMES = N_("All games")
ROW_UNITS = 4.5


def result_colours(theme: Theme) -> tuple[Colour, Colour, Colour]:
    """Won, drawn, lost."""
    colour = theme.colour
    return colour.chart_won, colour.chart_drawn, colour.chart_lost


def results_chart(look: Look, size: tuple[int, int], found: Statistics) -> pygame.Surface:
    """A bar for each level that was played, and one for each side."""
    levels = [
        Bar(_("Level {level}").format(level=level), _parts(results), short=_("L{level}").format(level=level))
        for level, results in found.by_level.items()
    ]
    sides = [
        Bar(_(name), _parts(found.by_side[side]), SIDE_ROOM) for side, name in SIDES if side in found.by_side
    ]
    return stacked_bars(look, size, [*levels, GAP, *sides], result_colours(look.theme))


def games_chart(look: Look, size: tuple[int, int], found: Statistics) -> pygame.Surface:
    """A row for each game, the most played one first."""
    counts = sorted(((_(title), results.games) for title, results in found.by_title.items()), key=_most_first)
    return counted_rows(look, size, counts, look.theme.colour.accent_other, _("Others"))


def strength_chart(look: Look, size: tuple[int, int], found: Statistics) -> pygame.Surface:
    """The strength after each game, with its error band, and when that was below."""
    points = [
        CurvePoint(
            moment.games,
            moment.strength.elo,
            moment.strength.elo - moment.strength.error,
            moment.strength.elo + moment.strength.error,
        )
        for moment in found.progress
    ]
    return curve(look, size, points, days(found.progress), look.theme.colour.accent)


def days(moments: Sequence[StrengthPoint]) -> list[Mark]:
    """A mark for the first game of each day; of each month or year if the games reach over many."""
    known = [(moment.day, moment.games) for moment in moments if moment.day is not None]
    if not known:
        return []
    span = known[-1][0] - known[0][0]
    marks: dict[str, Mark] = {}
    for day, games in known:
        text = _when(day, span)
        marks.setdefault(text, Mark(games, text))
    return list(marks.values())


def _when(day: date, span: timedelta) -> str:
    """The day, as exactly as it matters for games over so long a time."""
    if span > MARKED_BY_MONTH:
        return f"{day.year}"
    if span > MARKED_BY_DAY:
        return month_text(day.month, day.year)
    return day_text(day.day, day.month, day.year)


def summary(found: Statistics) -> str:
    """All results in a line."""
    results = found.all
    if not results.games:
        return ""
    return _n(
        "{count} game against the computer: {won} won, {drawn} drawn, {lost} lost.",
        "{count} games against the computer: {won} won, {drawn} drawn, {lost} lost.",
        results.games,
        won=number(results.won),
        drawn=number(results.drawn),
        lost=number(results.lost),
    )


def strength_words(found: Statistics) -> str:
    """The estimate with its error bar, such as "812 ± 60"."""
    if found.strength is None:
        return ""
    return f"{found.strength.elo:.0f} ± {found.strength.error:.0f}"


def rating_line(found: Statistics) -> str:
    """The rating in a game with its error bar, such as "Wormhole Chess 1320 ± 180"."""
    if found.strength is None:
        return ""
    title = max(found.by_title, key=lambda each: found.by_title[each].games)
    return f"{_(title)} {strength_words(found)}"


def _parts(results: Results) -> tuple[int, int, int]:
    return results.won, results.drawn, results.lost


def _most_first(row: tuple[str, int]) -> tuple[int, str]:
    return -row[1], row[0]


class StatisticsView(LibraryView):
    """Numbers about the games of a database, from `show` on."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.found: Statistics | None = None
        """What is shown."""
        self.reading: LatestJob[Statistics] = LatestJob(self._take, lambda error: self.fail(said(error)))
        self._games: list[tuple[str | None, str]] = [(None, ALL_GAMES)]
        self._game = 0
        self._is_rated = False
        """Whether only rated games are counted."""

    @property
    def notice_area(self) -> pygame.Rect:
        """The lowest chart."""
        return self._progress.rect

    def make(self, widgets: Widgets) -> None:
        """What the numbers are about, a line of text, and a card for each chart."""
        super().make(widgets)
        self._chooser = Button("", self._ask_game, CHOICE)
        tip = Tip(_("Only rated games and their rating"))
        self._rated = Button(_("Rated games"), self._turn_rated, CHOICE, tip)
        self._words = Hint("small")
        self._results = ChartCard(_("Results by level and side"))
        self._counts, self._progress = ChartCard(_("Games played")), ChartCard(_(STRENGTH))
        self._show()

    def layout(self, look: Look, room: pygame.Rect) -> Layout:
        """Two charts above a wide one or, in a high window, three below each other."""
        units, gap = look.scale.units, look.scale.units(2)
        game, rated = min(units(34), room.width // 3), min(units(18), room.width // 4)
        head: Parts = {self._chooser: game, self._rated: rated, self._words: Fill()}
        height = room.height - units(ROW_UNITS) - gap
        charts: Parts
        if is_upright(self.window):
            each = (height - 2 * gap) // 3
            charts = dict.fromkeys((self._results, self._counts, self._progress), each)
        else:
            upper: Parts = {self._results: round(0.6 * (room.width - gap)), self._counts: Fill()}
            charts = {"upper": Row(upper, gap, (height - gap) // 2), self._progress: Fill()}
        return Column({"head": Row(head, gap, units(ROW_UNITS)), "charts": Column(charts, gap, Fill())}, gap)

    def add_games(self, games: Sequence[tuple[str, str]]) -> None:
        """Offer the statistics of these games, by name and title."""
        self._games += games

    def fail(self, trouble: str) -> None:
        """Report why nothing can be counted."""
        self._trouble = trouble
        self._show()

    def refresh(self) -> None:
        """Count again; the charts stay until that is done."""
        if self._database is None or not self.is_made:
            return
        database, name = self._database, self._games[self._game][0]
        if self._is_rated:
            from wormhole.library.database.statistics import rated_statistics

            journal = self._stage.library.journal(JOURNAL)
            self.reading.ask(lambda: rated_statistics(journal.read(), name))
            return
        ladder = ladder_of(None) if name is None else ladder_named(name)
        ratings = {level.number: float(ladder.elo(level)) for level in LEVELS}
        self.reading.ask(lambda: database.statistics(ratings, name))

    def update(self, now_seconds: float) -> float:
        """Show what has been counted. The end of the counting wakes the window."""
        self.reading.update()
        return NEVER

    def close(self) -> None:
        """Stop counting."""
        self.reading.close()

    def _take(self, found: Statistics) -> None:
        self.found, self._trouble = found, ""
        self._show()

    def _ask_game(self) -> None:
        names = [_(title) for name, title in self._games]
        self._stage.open(DropDown(self._stage, lambda: self._chooser.rect, names, self._game, self._choose))

    def _turn_rated(self) -> None:
        self._is_rated = not self._is_rated
        self._show()
        self.refresh()

    def _choose(self, index: int) -> None:
        self._game = index
        self._show()
        self.refresh()

    def _show(self) -> None:
        """Draw the charts, or the reason why there are none."""
        if not self.is_made:
            return
        title = _(self._games[self._game][1])
        self._chooser.text = f"{title}\u2026"
        self._chooser.is_selected = self._game > 0
        self._rated.is_selected = self._is_rated
        self._progress.entitle(_(RATING if self._is_rated else STRENGTH))
        found = self.found
        cards = (self._results, self._counts, self._progress)
        nothing_yet = _(NO_RATING if self._is_rated else NO_STRENGTH)
        if self._trouble or found is None or not found.all.games:
            nothing = NO_RATED if self._is_rated else NO_RESULTS_OF if self._game else NO_RESULTS
            text = self._trouble or ("" if found is None else _(nothing))
            others = ("", "") if self._trouble or found is None else (_(NO_COUNTS), nothing_yet)
            for card, words in zip(cards, (text, *others), strict=True):
                card.show_empty(words)
            self._words.show("")
            return
        names = zip(map(_, RESULT_NAMES), result_colours(self._stage.look.theme), strict=True)
        self._words.show(summary(found))
        self._results.show(lambda look, size: results_chart(look, size, found), colours=list(names))
        self._counts.show(lambda look, size: games_chart(look, size, found))
        if found.progress:
            self._progress.show(
                lambda look, size: strength_chart(look, size, found),
                rating_line(found) if self._is_rated else strength_words(found),
            )
        else:
            self._progress.show_empty(nothing_yet)
