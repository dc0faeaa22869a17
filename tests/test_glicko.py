"""Glicko-2 against the worked example of Glickman's paper, and general properties of ratings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormhole.library.glicko import MOST_DEVIATION, Rating, expected, rated, rested

ratings = st.builds(Rating, st.floats(0, 4000), st.floats(30, 350), st.floats(0.03, 0.1))


def test_the_example_of_the_paper():
    player = Rating(1500, 200, 0.06)
    games = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    after = rated(player, games)
    assert after.value == pytest.approx(1464.06, abs=0.011)
    assert after.deviation == pytest.approx(151.52, abs=0.011)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_deviation_grows():
    after = rested(Rating(1500, 200, 0.06), 1)
    assert (after.value, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.2714, abs=0.0001)
    assert rated(Rating(1500, 200, 0.06), ()) == after
    assert rested(Rating(1500, 349, 0.06), 1e6).deviation == MOST_DEVIATION


@given(ratings, ratings)
def test_a_win_never_lowers_a_rating_and_a_loss_never_raises_it(player, opponent):
    won, lost = (rated(player, [(opponent, score)]) for score in (1, 0))
    assert lost.value <= player.value <= won.value
    assert won.deviation < MOST_DEVIATION + 1
    assert 0 < won.volatility < 1
    assert 0 <= expected(player, opponent) <= 1
