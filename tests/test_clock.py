"""Time management: the time aimed at, longer thought, and never a loss on time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormhole.engine.levels import LEVELS, Limit
from wormhole.engine.time_management import Clock, DepthProgress, is_time_to_end, limited_by

CLOCKS = st.builds(
    Clock, st.floats(0.001, 1e5), st.just(0.0) | st.floats(0.0, 100.0), st.none() | st.integers(1, 100)
)
AIM = Limit(seconds=8.0, soft_seconds=2.0)


@given(CLOCKS)
def test_a_move_never_takes_all_that_is_left(clock):
    limit = clock.limit()
    assert 0 < limit.soft_seconds <= limit.seconds < clock.left_seconds


@given(CLOCKS, st.floats(1.0, 10.0))
def test_more_time_gives_more_thought(clock, factor):
    more = Clock(clock.left_seconds * factor, clock.increment_seconds, clock.moves_to_go)
    assert more.limit().soft_seconds >= clock.limit().soft_seconds


@pytest.mark.parametrize(
    ("pace", "enough"),
    [
        (DepthProgress(0.1, 0.05), False),
        (DepthProgress(2.5, 1.0, steady_depths=0), False),  # the best move has just changed
        (DepthProgress(2.5, 1.0, steady_depths=3), True),
        (DepthProgress(1.3, 0.5, steady_depths=5), True),
        (DepthProgress(2.5, 1.0, steady_depths=3, drop_centipawns=60), False),
        (DepthProgress(2.5, 1.0, steady_depths=3, drop_centipawns=-60), True),
        (DepthProgress(7.0, 1.5, drop_centipawns=500), True),
    ],
)
def test_whether_the_time_is_time_to_end(pace, enough):
    assert is_time_to_end(AIM, pace) is enough


def test_a_depth_that_cannot_be_finished_is_not_begun():
    assert is_time_to_end(Limit(seconds=1.0, soft_seconds=0.9), DepthProgress(0.6, 0.5))
    assert not is_time_to_end(Limit(seconds=1.0, soft_seconds=0.9), DepthProgress(0.6, 0.3))


@given(st.floats(0, 1e6), st.integers(0, 50))
def test_a_fixed_time_is_used_to_its_end(elapsed, steady):
    assert not is_time_to_end(Limit(seconds=1.0), DepthProgress(elapsed, elapsed / 2, steady))


def time_taken(limit, first_depth_seconds, growth, restless):
    """The time of a search in which each depth takes ``growth`` times as long as the one before."""
    elapsed, depth_seconds = 0.0, first_depth_seconds
    for depth in range(60):
        if elapsed + depth_seconds >= limit.seconds:
            return limit.seconds
        elapsed += depth_seconds
        if is_time_to_end(
            limit, DepthProgress(elapsed, depth_seconds, 0 if restless else depth, 200 * restless)
        ):
            return elapsed
        depth_seconds *= growth
    return elapsed


@given(CLOCKS, st.floats(1e-5, 0.1), st.floats(1.2, 10.0), st.booleans())
def test_no_game_is_lost_on_time(clock, first_depth_seconds, growth, restless):
    """Two hundred moves, each with a delay of up to a tenth of the time left."""
    left, moves_to_go = clock.left_seconds, clock.moves_to_go
    for _ in range(200):
        limit = Clock(left, clock.increment_seconds, moves_to_go).limit()
        left -= time_taken(limit, first_depth_seconds, growth, restless) + min(0.02, left / 10)
        assert left > 0
        left += clock.increment_seconds
        if moves_to_go is not None:
            moves_to_go -= 1
            if moves_to_go == 0:
                left, moves_to_go = left + clock.left_seconds, clock.moves_to_go


# A level on the clock


@given(CLOCKS, st.sampled_from(LEVELS))
def test_a_level_on_the_clock_keeps_its_own_limits_and_those_of_the_clock(clock, level):
    timed = limited_by(level, clock)
    assert timed.limit.depth == level.limit.depth
    assert timed.limit.nodes == level.limit.nodes
    assert timed.limit.seconds <= level.limit.seconds
    assert timed.solver_seconds <= level.solver_seconds
    assert 0 < timed.limit.seconds + timed.solver_seconds < clock.left_seconds


def test_with_much_time_a_level_plays_as_without_a_clock():
    for level in LEVELS:
        assert limited_by(level, Clock(3600.0)) == level


def test_time_runs_on_a_clock():
    assert Clock(10.0, 2.0).after(4.0) == Clock(6.0, 2.0)
    assert 0 < Clock(10.0).after(11.0).limit().seconds < 0.1
