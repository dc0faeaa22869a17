"""Tuning the search's numbers by pairs of games."""

import random

import pytest

from tests.support.parts import exhaustive
from tools.spsa import SPREADS, Descent
from wormhole.engine.configuration import usual_features
from wormhole.rules.game_file import variant
from wormhole.training.gate import Duel, Duelist
from wormhole.training.training_loops import SELF_PLAY

GAME = variant("wormhole")
USUAL = tuple((name, usual_features(GAME)[name]) for name in SPREADS if usual_features(GAME)[name])


@pytest.fixture(scope="module")
def duelist():
    assert SELF_PLAY.use()
    return Duelist(GAME, nodes=300)


@exhaustive
def test_a_player_draws_a_duel_with_itself(duelist):
    assert [duelist.do(Duel(seed, USUAL, USUAL)).half_points for seed in range(5)] == [2] * 5


@exhaustive
def test_a_duel_turns_with_its_sides_and_the_weaker_loses(duelist):
    weak = (("table", 0), ("exchange", 0), ("check_extension", 0))
    won = [duelist.do(Duel(seed, USUAL, weak)).half_points for seed in range(30)]
    assert won == [4 - duelist.do(Duel(seed, weak, USUAL)).half_points for seed in range(30)]
    assert sum(won) > 2 * len(won)


def test_numbers_go_where_games_are_won():
    best = {"futility": 60.0, "delta": 260.0}
    descent = Descent({"futility": 120.0, "delta": 150.0}, pairs=4000)
    luck = random.Random(3)
    for number in range(1, descent.pairs + 1):
        duel, shifts = descent.duel(number, number)
        far = [
            sum(abs(number - best[name]) / SPREADS[name] for name, number in side)
            for side in (duel.first, duel.second)
        ]
        chance = min(max(0.5 + 0.1 * (far[1] - far[0]), 0), 1)
        descent.learn(shifts, sum(1 if luck.random() < chance else -1 for _ in range(2)))
    for name, number in descent.numbers.items():
        assert abs(number - best[name]) < SPREADS[name], name


def test_numbers_stay_above_zero_which_would_turn_them_off():
    descent = Descent({"late_moves": 1.0}, pairs=100)
    for number in range(1, 50):
        duel, shifts = descent.duel(number, number)
        assert all(number >= 1 for _, number in (*duel.first, *duel.second))
        descent.learn(shifts, -2 if shifts["late_moves"] > 0 else 2)
    assert descent.numbers["late_moves"] == 1.0
