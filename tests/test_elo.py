"""Elo and the sequential test: known values, and properties of any match."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wormhole.arena.elo import SCORES, Sprt, elo_of, estimate, likeliest, score_of, spread

MATCHES = st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(sum)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (100, 0.640065), (200, 0.759747), (-400, 1 / 11)])
def test_the_logistic_curve(elo, score):
    assert score_of(elo) == pytest.approx(score, abs=1e-6)
    assert elo_of(score) == pytest.approx(elo, abs=1e-3)


def test_a_score_of_one_has_infinite_elo():
    assert (elo_of(0.0), elo_of(1.0)) == (-math.inf, math.inf)


def test_error_bars_of_a_long_match():
    """By hand: mean 0.5125, variance 0.04172; 1.96 standard errors of 1000 pairs are 0.01266."""
    found = estimate([30, 210, 450, 300, 10])
    assert found.elo == pytest.approx(8.69, abs=0.05)
    assert found.low == pytest.approx(elo_of(0.5125 - 0.01266), abs=0.1)
    assert found.high == pytest.approx(elo_of(0.5125 + 0.01266), abs=0.1)
    assert found.superiority == pytest.approx(0.9735, abs=0.001)


def test_pairs_have_less_variance_than_games():
    """White wins every game: the games differ widely, the pairs not at all."""
    assert estimate([0, 0, 500, 0, 0]).error < 2
    assert estimate([125, 0, 250, 0, 125]).error > 15


def test_no_estimate_before_the_first_pair():
    assert estimate([0] * 5) is None
    assert Sprt(0, 10).ratio([0] * 5) == 0


def test_one_pair_proves_nothing():
    assert estimate([0, 0, 1, 0, 0]).error > 200
    assert Sprt(0, 10).accepted([0, 0, 0, 0, 2]) is None


@given(MATCHES)
def test_the_estimate_is_symmetric(match):
    mine, other = estimate(match), estimate(match[::-1])
    assert mine.elo == pytest.approx(-other.elo)
    assert mine.low == pytest.approx(-other.high)
    assert mine.superiority == pytest.approx(1 - other.superiority)
    assert mine.low <= mine.elo <= mine.high
    assert Sprt(-5, 5).ratio(match) == pytest.approx(-Sprt(-5, 5).ratio(match[::-1]), abs=1e-6)


def test_the_bounds_are_walds():
    assert Sprt(0, 5).bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)


@pytest.mark.parametrize("match", [[30, 210, 450, 300, 10], [5, 60, 120, 75, 8]])
def test_the_ratio_nears_that_of_a_normal_score(match):
    """For small differences: N (s1 - s0) (2 s - s0 - s1) / (2 variance), as Match_Statistics has it."""
    mean, variance = spread(match)
    low, high = score_of(0), score_of(5)
    normal = sum(match) * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert Sprt(0, 5).ratio(match) == pytest.approx(normal, rel=0.02)


def test_the_test_decides():
    assert Sprt(0, 10).accepted([30, 100, 200, 180, 60]) == 10
    assert Sprt(0, 10).accepted([60, 180, 200, 100, 30]) == 0
    assert Sprt(0, 10).accepted([3, 10, 20, 11, 3]) is None


@given(MATCHES, st.floats(0.05, 0.95))
def test_the_likeliest_distribution_has_its_mean(match, mean):
    counts = [count or 1e-3 for count in match]
    shares = likeliest([count / sum(counts) for count in counts], mean)
    assert sum(shares) == pytest.approx(1, abs=1e-6)
    assert sum(share * score for share, score in zip(shares, SCORES, strict=True)) == pytest.approx(
        mean, abs=1e-6
    )
