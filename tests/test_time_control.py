"""Time controls: their texts, their headers, and what moves do to a clock."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormhole.library.time_control import (
    ClockKind,
    TimeControl,
    TimeControlError,
    TimeControls,
    control_headers,
    controls_of,
    parsed,
    spoken,
    written,
)

DELAY = ClockKind.DELAY
DELAYS = st.sampled_from([ClockKind.INCREMENT, ClockKind.DELAY])
SECONDS = st.integers(1, 20_000).map(float)
CONTROLS = st.builds(
    TimeControl,
    SECONDS,
    st.integers(0, 180).map(float),
    DELAYS,
)
CONTROLS |= st.builds(TimeControl, SECONDS, kind=st.just(ClockKind.MOVE))
ANY = CONTROLS.map(
    lambda control: control if control.bonus else TimeControl(control.seconds, kind=control.kind)
)
PERIODS = st.recursive(
    st.builds(TimeControl, SECONDS, st.integers(1, 60).map(float), moves=st.sampled_from([0, 20, 40])),
    lambda rest: st.builds(
        TimeControl, SECONDS, st.integers(1, 60).map(float), DELAYS, st.integers(1, 60), rest
    ),
    max_leaves=4,
)
THOUGHTS = st.lists(st.integers(0, 100), max_size=40)


def is_same(one, other):
    """Whether two controls do the same: without a bonus its kind does not matter."""
    return str(one) == str(other)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300", TimeControl(300)),
        ("300+3", TimeControl(300, 3)),
        ("300d3", TimeControl(300, 3, ClockKind.DELAY)),
        ("1/30", TimeControl(30, kind=ClockKind.MOVE)),
        ("0+2", TimeControl(0, 2)),
        ("30.5", TimeControl(30.5)),
        ("40/9000", TimeControl(9000, moves=40)),
        ("40/7200:3600", TimeControl(7200, moves=40, then=TimeControl(3600))),
        (
            "40/5400+30:20/3600+30:900+30",
            TimeControl(5400, 30, moves=40, then=TimeControl(3600, 30, moves=20, then=TimeControl(900, 30))),
        ),
        ("40/7200d5:3600d5", TimeControl(7200, 5, DELAY, 40, TimeControl(3600, 5, DELAY))),
        ("-", None),
    ],
)
def test_controls_are_written_as_in_pgn(text, control):
    assert parsed(text) == control
    assert written(control) == text


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "?",
            "*180",
            "5 + 3",
            "0",
            "-5",
            "1/30+2",
            "9" * 99,
            "0/300",
            "300:40/300",
            "40/300:",
            "40/0:300",
        ),
        *("40/300:?", "40/7200:0", "1000/60", "40/7200:*60", ":".join(["40/60"] * 10)),
    ],
)
def test_other_texts_are_refused(text):
    with pytest.raises(TimeControlError):
        parsed(text)
    assert not controls_of({"TimeControl": text})


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("5", TimeControl(300)),
        ("5+3", TimeControl(300, 3)),
        ("0.5+0", TimeControl(30)),
        ("5d3", TimeControl(300, 3, ClockKind.DELAY)),
        ("30s", TimeControl(30, kind=ClockKind.MOVE)),
        ("40/120:60", TimeControl(7200, moves=40, then=TimeControl(3600))),
        ("40/90+30:30+30", TimeControl(5400, 30, moves=40, then=TimeControl(1800, 30))),
        ("none", None),
    ],
)
def test_players_speak_of_minutes(text, control):
    assert spoken(text) == control
    assert control is None or spoken(control.spoken) == control


@pytest.mark.parametrize("text", ["", "five", "5+", "+3", "0+0", "30s+2", "99999+1"])
def test_what_no_player_says_is_refused_with_an_example(text):
    with pytest.raises(TimeControlError, match="no time control"):
        spoken(text)


@pytest.mark.parametrize(
    ("text", "made", "seconds", "to_go"),
    [
        ("300+3", 50, 300, None),
        ("1/30", 50, 30, 1),
        ("40/7200:3600", 0, 7200, 40),
        ("40/7200:3600", 39, 7200, 1),
        ("40/7200:3600", 40, 3600, None),
        ("40/7200:20/3600:900", 59, 3600, 1),
        ("40/7200:20/3600:900", 60, 900, None),
        ("40/7200", 39, 7200, 1),
        ("40/7200", 40, 7200, 40),
        ("40/7200", 119, 7200, 1),
        ("40/7200:20/3600", 85, 3600, 15),
    ],
)
def test_the_period_after_some_moves(text, made, seconds, to_go):
    control = parsed(text).at(made)
    assert (control.seconds, control.moves_to_go) == (seconds, to_go)


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("3/100:50", [0, 0, 50, 0, 0, 0]),
        ("3/100", [0, 0, 100, 0, 0, 100]),
        ("2/100+5:2/50+5:10+1", [5, 55, 5, 15, 1, 1]),
        ("2/100d5:50", [0, 50, 0, 0]),
        ("2/100:0+5", [0, 0, 5, 5]),
    ],
)
def test_what_a_move_adds_to_the_clock(text, added):
    """The thinking takes none of it: all moves are played at once."""
    control = parsed(text)
    assert [control.at(made).after(7.0, 0.0) - 7.0 for made in range(len(added))] == added


@given(PERIODS, st.integers(0, 200))
def test_periods_are_found_one_move_at_a_time(control, made):
    """What is left after some moves is what is left of the rest after one move."""
    step = control.at(made)
    assert control.at(made + 1).moves_to_go == step.at(1).moves_to_go
    assert control.at(made + 1).seconds == step.at(1).seconds


@given(CONTROLS | PERIODS)
def test_a_written_control_reads_the_same(control):
    assert is_same(parsed(str(control)), control)


@given(st.none() | CONTROLS, st.none() | CONTROLS)
def test_headers_keep_both_controls(white, black):
    found = controls_of(control_headers(TimeControls(white, black)))
    assert (written(found.white), written(found.black)) == (written(white), written(black))
    assert control_headers(found.swapped) == control_headers(TimeControls(black, white))


@pytest.mark.parametrize(
    ("control", "left", "thought", "during", "after"),
    [
        (TimeControl(300), 100, 30, 70, 70),
        (TimeControl(300, 3), 100, 30, 70, 73),
        (TimeControl(300, 3), 100, 1, 99, 102),
        (TimeControl(300, 3, ClockKind.DELAY), 100, 2, 100, 100),
        (TimeControl(300, 3, ClockKind.DELAY), 100, 30, 73, 73),
        (TimeControl(30, kind=ClockKind.MOVE), 30, 12, 18, 18),
        (TimeControl(300), 10, 30, 0, 0),
    ],
)
def test_a_move_takes_time(control, left, thought, during, after):
    assert control.during(left, thought) == during
    assert control.after(left, thought) == after


@given(ANY, THOUGHTS)
def test_a_clock_never_gains_more_than_its_increments(control, thoughts):
    left = control.start
    for count, thought in enumerate(thoughts, 1):
        left = control.at_turn(left)
        if control.falls_in(left, thought) <= 0:
            assert control.during(left, thought) == 0
            return
        left = control.after(left, thought)
        assert 0 < left <= control.start + count * control.bonus


@given(ANY, SECONDS, st.floats(0, 1000))
def test_the_flag_falls_when_the_clock_shows_nothing(control, left, thought):
    due = control.falls_in(left, thought)
    assert (control.during(left, thought) > 0) == (due > 0)
    assert control.during(left, thought + max(0, due)) == pytest.approx(0, abs=1e-6)


def test_time_is_low_in_the_last_part_of_it():
    assert TimeControl(60).low == 10
    assert TimeControl(300).low == 37.5
    assert TimeControl(3600).low == 60
    assert TimeControl(20, kind=ClockKind.MOVE).low == 5
