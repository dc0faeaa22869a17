"""Games of the catalogue are the games that Fairy-Stockfish plays by the same names."""

from __future__ import annotations

import pytest

from tests.support.fairy_games import Pair, pairs, play
from tests.support.parts import exhaustive

PAIRS = pairs()


@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_a_random_game_is_the_same(pair: Pair):
    assert play(pair, seed=1, plies=60) > 1


@exhaustive
@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_more_random_games_are_the_same(pair: Pair):
    for seed in range(2, 8):
        assert play(pair, seed) > 1
