"""A user's strength, estimated from results against levels of known strength."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormhole.library.database.statistics import PRIOR_DEVIATION, PRIOR_ELO, estimate

# Elo's formula: 400 points more are 10 : 1.
POINTS_OF_400 = 10 / 11


@pytest.mark.parametrize(
    ("games", "elo"),
    [
        ([], PRIOR_ELO),
        # The score that the prior expects changes nothing.
        ([(PRIOR_ELO, 0.5)], PRIOR_ELO),
        ([(PRIOR_ELO, 1.0), (PRIOR_ELO, 0.0)], PRIOR_ELO),
        ([(PRIOR_ELO - 400, POINTS_OF_400)], PRIOR_ELO),
        ([(PRIOR_ELO + 400, 1 - POINTS_OF_400)] * 9, PRIOR_ELO),
        # A win against an equal one: the slope q (1 - p(x)) - x / 350², with q = ln 10 / 400 = 0.005756, is 0
        # at x = 182.6, where p = 1 / (1 + 10^(-0.4565)) = 0.7410: 0.005756 (1 - p) = 182.6 / 122500.
        ([(PRIOR_ELO, 1.0)], PRIOR_ELO + 182.6),
        ([(PRIOR_ELO, 0.0)], PRIOR_ELO - 182.6),
        # Many games weigh more than the prior: 75 of 100 are 400 log10(3) = 191 above.
        ([(1500.0, 1.0)] * 750 + [(1500.0, 0.0)] * 250, 1500 + 400 * math.log10(3)),
    ],
)
def test_strength_of_some_results(games, elo):
    assert estimate(games).elo == pytest.approx(elo, abs=1.5)


def test_the_error_without_games_is_that_of_the_prior():
    assert estimate([]).error == pytest.approx(1.96 * PRIOR_DEVIATION, rel=0.001)


def test_the_error_of_many_even_games():
    """Each game has the information q² / 4, with q = ln 10 / 400: after 400 games 1.96 × 17.4 = 34 points."""
    found = estimate([(PRIOR_ELO, 0.5)] * 400)
    assert found.error == pytest.approx(1.96 / math.sqrt(400 * (math.log(10) / 400) ** 2 / 4), rel=0.01)


levels = st.floats(-500, 3500)
games = st.lists(st.tuples(levels, st.sampled_from([0.0, 0.5, 1.0])), max_size=60)


@given(games, levels, st.sampled_from([0.5, 1.0]))
def test_more_points_do_not_make_weaker(games, level, points):
    better = estimate([*games, (level, points)]).elo
    assert better >= estimate([*games, (level, points - 0.5)]).elo - 0.1


@given(games)
def test_a_win_does_not_lower_and_a_loss_does_not_raise(games):
    before = estimate(games).elo
    assert estimate([*games, (1500.0, 1.0)]).elo >= before - 0.1
    assert estimate([*games, (1500.0, 0.0)]).elo <= before + 0.1


@given(games)
def test_a_draw_with_an_equal_changes_nothing_and_makes_it_surer(games):
    before = estimate(games)
    after = estimate([*games, (before.elo, 0.5)])
    assert after.elo == pytest.approx(before.elo, abs=0.1)
    assert after.error < before.error


def test_the_error_shrinks_with_the_games():
    errors = [estimate([(1300.0, 1.0), (1300.0, 0.0)] * pairs).error for pairs in range(30)]
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < errors[0] / 4


@given(games)
def test_any_results_have_a_strength(games):
    found = estimate(games)
    assert math.isfinite(found.elo)
    assert 0 < found.error <= 1.96 * PRIOR_DEVIATION * 1.001
