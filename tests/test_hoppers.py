"""Hoppers and riders of leaps: where they go, and the checks that they give."""

from __future__ import annotations

import pytest

from tests.support.played import targets
from wormhole import Board, VariantError
from wormhole.engine.configuration import workspace_for
from wormhole.rules.game_file import parse
from wormhole.rules.tables import piece_number


def board(moves: str, fen: str, left_square: str = "none") -> Board:
    """A position of a small game with a piece A that moves so."""
    text = f"""
title = "Small"
board.start = "4k/5/5/5/K4"
mutator.left_square = "{left_square}"
[pieces]
K = {{ name = "King", moves = "K", royal = true }}
A = {{ name = "A", moves = "{moves}" }}
W = {{ name = "Wazir", moves = "W" }}
"""
    return Board(parse(text, "small"), fen)


@pytest.mark.parametrize(
    ("moves", "reached"),
    [
        ("mRcpR", {"a1", "b1", "d1", "e1", "c2", "c5"}),
        ("pR", {"c4", "c5"}),
        ("gQ", {"c4"}),
        ("cpR", {"c5"}),
        ("NN", {"a2", "a5", "b3", "d3", "e2", "e5"}),
        ("N", {"a2", "b3", "d3", "e2"}),
        ("W2", {"a1", "b1", "d1", "e1", "c2"}),
    ],
)
def test_where_a_piece_goes(moves, reached):
    assert targets(board(moves, "2w2/k3K/2W2/5/2A2 w"), "c1") == reached


@pytest.mark.parametrize(
    ("left_square", "moves", "reached"),
    [("fold", "gR", {"c5"}), ("vanish", "gR", set()), ("vanish", "pR", {"c5"})],
)
def test_a_hopper_passes_holes_and_counts_pieces(left_square, moves, reached):
    assert targets(board(moves, "4k/K1x2/2W2/2x2/2A2 w", left_square), "c1") == reached


def test_a_leap_over_a_piece():
    assert targets(board("jD", "4k/K4/5/2W2/1wA2 w"), "c1") == {"a1", "c3"}


@pytest.mark.parametrize("moves", ["jD", "pR", "gQ"])
def test_a_piece_that_needs_others_to_move_is_worth_something_but_less(moves):
    usual = {"jD": "D", "pR": "R", "gQ": "Q"}[moves]
    assert 0 < value(moves) < value(usual)


def value(moves: str) -> int:
    """The value of White's piece A in a corner."""
    rules = board(moves, "4k/5/5/5/K4 w").variant
    return int(workspace_for(rules).piece_square[piece_number(rules, "A", 0) << 8])


def test_no_move_may_give_the_enemy_cannon_a_piece_to_pass():
    assert targets(board("mRcpR", "k3a/5/3W1/5/4K w"), "d3") == {"c3", "d2", "d4"}


def test_a_check_by_a_cannon_is_parried_by_the_piece_that_it_passes():
    found = board("mRcpR", "k3a/5/4W/5/4K w")
    assert found.is_check()
    assert targets(found, "e3") == {"d3"}


def test_rides_of_leaps_stop_at_pieces():
    found = board("NN", "4k/K4/5/5/A4 w")
    assert targets(found, "a1") == {"b3", "c5", "c2", "e3"}
    assert targets(board("NN", "4k/K4/1w3/2W2/A4 w"), "a1") == {"b3"}


@pytest.mark.parametrize(
    ("moves", "said"),
    [("jD", "no leap needs a piece"), ("nNN", "only straight leaps"), ("nDD", "only straight leaps")],
)
def test_what_is_not_played_with_random_wormholes(moves, said):
    with pytest.raises(VariantError, match=rf"line 7, pieces\.A\.moves: with random wormholes {said}"):
        board(moves, "4k/5/5/5/K3A w", "random")
