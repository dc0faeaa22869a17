"""Games of the catalogue are the games that Fairy-Stockfish plays by the same names."""

from __future__ import annotations

import pytest

from tests.support.fairy_games import Pair, pairs, play
from tests.support.parts import exhaustive
from wormhole import menu, variant, variants
from wormhole.rules import toml

PAIRS = pairs()
PLAYED = {name: pair for name, pair in PAIRS.items() if not pair.missing}


def test_each_game_outside_the_menu_is_compared():
    assert set(variants()) - set(menu()) <= PAIRS.keys() <= set(variants())


def test_the_menu_is_what_the_files_say():
    places = {name: toml.loads(variant(name).definition).get("menu", 0) for name in variants()}
    shown = sorted((name for name in places if places[name]), key=places.get)
    assert list(menu()) == shown
    assert list(variants()) == sorted(places)


@pytest.mark.parametrize("name", sorted(set(variants()) - set(menu())))
def test_a_game_of_the_catalogue_is_told_about(name):
    game = variant(name)
    own = toml.loads(game.definition)
    assert {"title", "about"} <= own.keys()
    assert len(game.title) < 40
    assert game.about.endswith(".")


@pytest.mark.parametrize("pair", PLAYED.values(), ids=PLAYED)
def test_a_random_game_is_the_same(pair: Pair):
    assert play(pair, seed=1, plies=20) > 1


@exhaustive
@pytest.mark.parametrize("pair", PLAYED.values(), ids=PLAYED)
def test_more_random_games_are_the_same(pair: Pair):
    for seed in range(2, 5):
        assert play(pair, seed) > 1
