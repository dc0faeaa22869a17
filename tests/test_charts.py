"""Charts: round numbers, labels that do not overlap, colours that all users can tell apart."""

from __future__ import annotations

import itertools
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.colour_vision import VISIONS, lab
from wormhole.gui.library.statistics_view import days, result_colours, results_chart
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.chart import (
    Bar,
    CurvePoint,
    Mark,
    Plot,
    apart,
    counted_rows,
    curve,
    empty_chart,
    legend,
    stacked_bars,
    ticks,
)
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.look import Look
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.words import Words
from wormhole.library.database.statistics import Results, Statistics, Strength, StrengthPoint

SIZES = [(90, 60), (330, 180), (900, 420)]
TELLING_APART = 30
"""The least distance of two colours in Lab units that is seen at a glance in small areas."""


@pytest.fixture(scope="module")
def look():
    theme = Theme.load()
    return Look(theme, Sprites(theme), Words(Lettering()), Backdrop(theme), Scale(1.0))


def inked(picture):
    """The rectangle of what is drawn."""
    return picture.get_bounding_rect()


@given(st.integers(-5000, 5000), st.integers(0, 5000), st.integers(1, 12))
def test_ticks_are_round_and_hold_all_values(least, span, most):
    found = ticks(least, least + span, most)
    steps = {round(after - before, 6) for before, after in itertools.pairwise(found)}
    assert found[0] <= least
    assert found[-1] >= least + span
    assert len(steps) == 1
    assert len(found) <= most + 3
    assert str(steps.pop()).strip("0.")[:1] in "125"


def test_a_label_at_the_edge_does_not_touch_the_one_before(look, monkeypatch):
    plot, written = Plot(look, (300, 120), 0, 10), []
    line = look.words.line
    monkeypatch.setattr(Words, "line", lambda self, text, *how: written.append(text) or line(text, *how))
    width = look.words.width("24 Oct 2025", look.small)
    plot.label([(100.0, "20 Oct 2025"), (299.0 - width, "24 Oct 2025"), (299.0, "29 Oct 2025")])
    assert written == ["20 Oct 2025", "29 Oct 2025"]


@given(st.lists(st.tuples(st.integers(0, 2000), st.integers(1, 200)), max_size=60), st.integers(0, 20))
def test_labels_do_not_overlap(marks, gap):
    marks.sort()
    shown = [marks[index] for index in apart(marks, gap)]
    assert bool(shown) == bool(marks)
    for (left, width), (right, other) in itertools.pairwise(shown):
        assert left + width / 2 + gap <= right - other / 2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 11, 40])
def test_bars_of_any_number_fit_into_any_size(look, size, count):
    colours = result_colours(look.theme)
    bars = [Bar(f"{index + 1}", (index, 2, 3)) for index in range(count)]
    picture = stacked_bars(look, size, bars, colours)
    assert picture.get_size() == size
    assert any(picture.get_at((x, y))[:3] == colours[2] for x in range(size[0]) for y in range(0, size[1], 3))


@pytest.mark.parametrize("width", [400, 460, 800])
def test_both_sides_are_labelled_however_many_levels_there_are(look, monkeypatch, width):
    written = []
    line = look.words.line
    monkeypatch.setattr(
        look.words, "line", lambda text, *rest, **more: written.append(text) or line(text, *rest, **more)
    )
    for levels in range(1, 12):
        written.clear()
        found = Statistics(
            by_level={level: Results(1, 2, 3) for level in range(levels)},
            by_side={"white": Results(1, 2, 3), "black": Results(3, 2, 1)},
        )
        results_chart(look, (width, 150), found)
        assert {"White", "Black"} <= set(written)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 2, 5000])
def test_curves_of_any_length_fit_into_any_size(look, size, count):
    points = [CurvePoint(index, 1000 + index % 90, 900, 1200) for index in range(count)]
    picture = curve(
        look, size, points, [Mark(0, "1 Mar"), Mark(count / 2, "2 Mar")], look.theme.colour.choice
    )
    assert picture.get_size() == size


@pytest.mark.parametrize(
    ("played", "labels"),
    [
        ([(2026, 11, 3), (2026, 11, 3), (2026, 12, 1)], ["3 Nov 2026", "1 Dec 2026"]),
        ([(2025, 3, 2), (2025, 3, 9), None, (2025, 11, 1)], ["Mar 2025", "Nov 2025"]),
        ([(1999, 1, 1), (1999, 7, 1), (2026, 3, 1)], ["1999", "2026"]),
        ([None, None], []),
    ],
)
def test_the_curve_says_when_as_exactly_as_it_matters(played, labels):
    moments = [
        StrengthPoint(count, day and date(*day), Strength(1000.0, 50.0))
        for count, day in enumerate(played, 1)
    ]
    assert [mark.label for mark in days(moments)] == labels


def test_rows_that_do_not_fit_are_summed_up(look):
    rows = [(f"Game {index}", 10) for index in range(30)]
    few = counted_rows(look, (400, 120), rows, (1, 2, 3), "Others")
    assert inked(few).height <= 120
    assert counted_rows(look, (400, 120), [], (1, 2, 3), "Others").get_bounding_rect().width == 0


def test_an_empty_chart_says_why(look):
    assert inked(empty_chart(look, (200, 100), "There is nothing to see here yet.")).width > 50


def test_the_legend_is_as_wide_as_its_words(look):
    assert legend(look, [("Won", (9, 9, 9))]).get_width() < legend(look, [("Won", (9, 9, 9))] * 2).get_width()


@pytest.mark.parametrize("vision", VISIONS)
def test_everybody_can_tell_the_results_apart(look, vision):
    seen = [lab(colour, VISIONS[vision]) for colour in result_colours(look.theme)]
    for one, other in itertools.combinations(seen, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > TELLING_APART
