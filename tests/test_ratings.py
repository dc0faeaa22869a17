"""Ratings of many players from matches among them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from wormhole.arena.elo import estimate, score_of
from wormhole.arena.ratings import PairScores, rate

KNOWN = {"rock": 1500.0}


def played(first: str, second: str, elo: float, pairs: int, generator: np.random.Generator) -> PairScores:
    """A match of players whose ratings are so far apart."""
    wins = generator.binomial(2, score_of(elo), pairs)
    return PairScores(first, second, tuple(int(np.sum(wins == points)) for points in (0, 0.5, 1, 1.5, 2)))


def test_one_match_says_what_elo_s_formula_says():
    pentanomial = (10, 5, 30, 15, 40)
    ratings, expected = rate([PairScores("one", "rock", pentanomial)], KNOWN), estimate(pentanomial)
    assert ratings.elo["one"] == pytest.approx(1500 + expected.elo, abs=1)
    assert ratings.error({"one": 1.0}) == pytest.approx(expected.error, rel=0.05)
    assert ratings.elo["rock"] == 1500
    assert ratings.error({"rock": 1.0}) == 0


def test_strengths_that_are_known_are_found_within_their_errors():
    """A chain of players, of which only some meet the ones whose ratings are given."""
    generator = np.random.default_rng(5)
    truth = {"rock": 1500.0, "stone": 1900.0, "a": 700.0, "b": 950.0, "c": 1300.0, "d": 1750.0, "e": 2100.0}
    pairings = ["ab", "bc", "cd", "de", ("c", "rock"), ("d", "rock"), ("d", "stone"), ("stone", "e")]
    misses = []
    for _ in range(40):
        matches = [played(one, other, truth[one] - truth[other], 60, generator) for one, other in pairings]
        ratings = rate(matches, {name: truth[name] for name in ("rock", "stone")})
        misses += [abs(ratings.elo[name] - truth[name]) / ratings.error({name: 1.0}) for name in "abcde"]
    assert 0.9 <= np.mean(np.array(misses) < 1) <= 0.99
    # Who is farther from the given ratings is less sure.
    assert ratings.error({"a": 1.0}) > ratings.error({"b": 1.0}) > ratings.error({"c": 1.0})


def test_without_given_ratings_the_distances_are_found():
    """The error of the distance is that of the matches between; that of the rating itself is the prior's."""
    matches = [PairScores("one", "two", (0, 0, 80, 0, 20)), PairScores("two", "three", (0, 0, 80, 0, 20))]
    ratings = rate(matches, {})

    def distance(other: str) -> float:
        return ratings.error({"one": 1.0, other: -1.0})

    step = 400 * math.log10(0.6 / 0.4)
    assert ratings.elo["one"] - ratings.elo["two"] == pytest.approx(step, rel=0.01)
    assert ratings.elo["one"] - ratings.elo["three"] == pytest.approx(2 * step, rel=0.01)
    assert distance("two") < distance("three") < 80 < ratings.error({"one": 1.0})


def test_who_wins_every_game_has_a_rating_and_a_large_error():
    ratings = rate(
        [PairScores("one", "rock", (0, 0, 0, 0, 10)), PairScores("rock", "two", (0, 0, 0, 0, 10))], KNOWN
    )
    assert 1700 < ratings.elo["one"] < 3000
    assert ratings.elo["two"] < 1300
    assert ratings.error({"one": 1.0}) > 150


def test_no_match_no_rating():
    assert rate([], KNOWN).elo == KNOWN
