"""The graph of a solver's rating: one point for each puzzle that counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

import pygame

from wormhole.gui.language import day_text, month_text
from wormhole.gui.look.chart import Mark
from wormhole.gui.look.curve_chart import CurvePoint, curve
from wormhole.gui.look.look import Look
from wormhole.learn.solver_record import Point

MARKED_BY_DAY_SECONDS = 62 * 86_400
MOST_POINTS = 400
"""Of more puzzles, the graph shows the last ones."""


def rating_graph(look: Look, points: Sequence[Point], size: tuple[int, int]) -> pygame.Surface:
    """The rating after each puzzle, with a band of one deviation."""
    shown = list(enumerate(points, 1))[-MOST_POINTS:]
    curved = [
        CurvePoint(
            number,
            point.rating.value,
            point.rating.value - point.rating.deviation,
            point.rating.value + point.rating.deviation,
        )
        for number, point in shown
    ]
    return curve(look, size, curved, _days(shown), look.theme.colour.accent)


def _days(shown: Iterable[tuple[int, Point]]) -> list[Mark]:
    """A mark for the first puzzle of each day, or of each month."""
    shown = list(shown)
    by_day = shown[-1][1].at - shown[0][1].at <= MARKED_BY_DAY_SECONDS
    marks: dict[str, Mark] = {}
    for number, point in shown:
        day = date.fromtimestamp(point.at)
        text = day_text(day.day, day.month, day.year) if by_day else month_text(day.month, day.year)
        marks.setdefault(text, Mark(number, text))
    return list(marks.values())
