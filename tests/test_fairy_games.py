"""Games of the catalogue are the games that Fairy-Stockfish plays by the same names."""

from __future__ import annotations

import pytest

from tests.support.fairy_games import Pair, pairs, play
from tests.support.parts import exhaustive, mostly_exhaustive
from wormhole import Board, menu, variant, variants
from wormhole.base import toml
from wormhole.rules.catalogue_files import LAST, MenuGroup, menu_entries, text_of
from wormhole.rules.outcome import Termination

PAIRS = pairs()
PLAYED = {name: pair for name, pair in PAIRS.items() if not pair.missing}


def test_each_game_outside_the_menu_is_compared():
    assert set(variants()) - set(menu("family")) <= PAIRS.keys() <= set(variants())


def test_the_menu_is_what_the_files_say():
    tables = {name: toml.loads(text_of(name)) for name in variants()}
    groups = {name: table.get("group") for name, table in tables.items()}
    assert {name for name, group in groups.items() if group is None} == {"normal", "mini"}  # other names
    assert list(menu()) == [name for group in MenuGroup for name in menu(group.value)]
    for group in MenuGroup:
        names = menu(group.value)
        assert set(names) == {name for name in groups if groups[name] == group.value}
        assert names == tuple(
            sorted(names, key=lambda name: (tables[name].get("menu", LAST), tables[name]["title"]))
        )
    assert [entry.title for entry in menu_entries()] == [tables[name]["title"] for name in menu()]
    assert list(variants()) == sorted(tables)


@pytest.mark.parametrize("name", sorted(set(variants()) - set(menu("family"))))
def test_a_game_of_the_catalogue_is_told_about(name):
    game = variant(name)
    own = toml.loads(game.definition)
    assert {"title", "about"} <= own.keys()
    assert len(game.title) < 40
    assert game.about.endswith(".")


@pytest.mark.parametrize("pair", mostly_exhaustive(PLAYED.values(), *[*PLAYED.values()][::4]), ids=PLAYED)
def test_a_random_game_is_the_same(pair: Pair):
    assert play(pair, seed=1, plies=20) > 1


@pytest.mark.parametrize(
    ("fen", "steps"),
    [
        ("4k3/8/8/8/8/8/4P3/P7 w", {"a1a2", "a1a3", "e2e3", "e2e4"}),
        ("p3k3/7p/8/8/8/8/8/7P b", {"a8a7", "h7h6", "h7h5"}),
    ],
)
def test_only_the_pawns_of_white_step_twice_from_the_first_rank_of_horde(fen, steps):
    board = Board("horde", f"{fen} - - 0 1")
    king = board.king(board.turn)
    assert {move.text for move in board.legal_moves if move.from_square != king} == steps


def test_a_perpetual_check_loses_in_janggi():
    board = Board("janggi", "9/P2k5/9/9/9/9/8C/5C3/1p3R3/4K4 w - - 0 1")
    for text in ("f2d2", "d9e9", "d2e2", "e9d9", "e2d2", "d9e9", "d2e2", "e9d10", "e2d2", "d10e9"):
        assert board.outcome() is None
        board.push_uci(text)
    assert (board.outcome().termination, board.outcome().result()) == (Termination.PERPETUAL_CHECK, "0-1")


@pytest.mark.parametrize(
    ("placement", "step", "captures"),
    [
        ("k7/8/8/8/8/8/1p1s4/8/2S5/K7", "c2c4", ["b4c3"]),  # a pawn does, a sergeant does not
        ("k7/8/8/8/8/8/1p1s4/8/2P5/K7", "c2c4", ["b4c3"]),
        ("k7/8/8/8/8/1p1s4/8/2S5/8/K7", "c3c5", ["b5c4"]),
        ("k7/8/8/8/8/8/3s4/8/2S5/K7", "c2c4", []),
    ],
)
def test_a_sergeant_is_captured_in_passing_by_pawns_only(placement, step, captures):
    board = Board("wolf", f"{placement} w - - 0 1")
    board.push_uci(step)
    assert [move.text for move in board.legal_moves if board.is_capture(move)] == captures
    if captures:
        before = len(board.piece_map())
        board.push_uci(captures[0])
        assert len(board.piece_map()) == before - 1


@exhaustive
@pytest.mark.parametrize("pair", PLAYED.values(), ids=PLAYED)
def test_more_random_games_are_the_same(pair: Pair):
    for seed in range(2, 4):
        assert play(pair, seed) > 1
