"""The statistics as charts: results by level and side, games played, the person's strength over time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pygame

from wormhole.gui.language import N_, _, _n, day_text, month_text, number
from wormhole.gui.library.chart_colours import result_colours
from wormhole.gui.look.bar_chart import Bar, counted_rows, stacked_bars
from wormhole.gui.look.chart import Mark
from wormhole.gui.look.curve_chart import CurvePoint, curve
from wormhole.gui.look.look import Look

if TYPE_CHECKING:
    from wormhole.library.database.statistics import Moment, Results, Statistics

SIDES = (("white", N_("White")), ("black", N_("Black")))
RESULT_NAMES = (N_("Won"), N_("Drawn"), N_("Lost"))
SIDE_ROOM = 2.2
"""Room for a side's name, relative to that of a level's number."""
GAP = Bar("", (), 0.5)
MARKED_BY_DAY, MARKED_BY_MONTH = timedelta(days=60), timedelta(days=3 * 365)
"""The longest times of which the days, and the months, are marked."""


def results_chart(look: Look, size: tuple[int, int], found: Statistics) -> pygame.Surface:
    """A bar for each level that was played, and one for each side."""
    levels = [Bar(str(level), _parts(results)) for level, results in found.by_level.items()]
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


def days(moments: Sequence[Moment]) -> list[Mark]:
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
    """The estimate with its error bar, such as "Elo 812 ± 60"."""
    if found.strength is None:
        return ""
    return _("Elo {elo} ± {error}").format(elo=number(found.strength.elo), error=number(found.strength.error))


def _parts(results: Results) -> tuple[int, int, int]:
    return results.won, results.drawn, results.lost


def _most_first(row: tuple[str, int]) -> tuple[int, str]:
    return -row[1], row[0]
