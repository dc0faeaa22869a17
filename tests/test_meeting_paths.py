"""Two paths of a piece to the same square are one move."""

from __future__ import annotations

import random

import pytest

from wormhole import Board
from wormhole.rules.game_file import parse
from wormhole.rules.tables import MEETING_WALKS, STEPS, WALKS, piece_number
from wormhole.rules.tabulation import tables

GAMES, PLIES = 6, 30
FOLDS = ("none", "fold", "vanish")
MOVES = ("N", "nN", "Z", "NN", "Q", "WR", "KQ", "WR3", "WD", "mRcQ", "RgR", "WAnA", "FfF", "NZDA")


def game(moves: str, left_square: str) -> Board:
    """A small game with pieces A that move so."""
    text = f"""
title = "Small"
board.start = "1ak2a/a5/6/6/5A/A2KA1"
mutator.left_square = "{left_square}"
[pieces]
K = {{ name = "King", moves = "K", royal = true }}
A = {{ name = "A", moves = "{moves}" }}
"""
    return Board(parse(text, "small"))


@pytest.mark.parametrize("left_square", FOLDS)
@pytest.mark.parametrize("moves", MOVES)
def test_each_move_is_listed_once(moves, left_square):
    for seed in range(GAMES):
        board, chance = game(moves, left_square), random.Random(seed)
        for _ in range(PLIES):
            texts = [move.text for move in board.legal_moves]
            assert len(texts) == len(set(texts)), board.fen()
            if not texts:
                break
            board.push(chance.choice(board.legal_moves))


@pytest.mark.parametrize(
    ("moves", "left_square", "kind"),
    [
        ("K", "none", STEPS),
        ("K", "fold", STEPS),
        ("N", "none", STEPS),
        ("N", "fold", MEETING_WALKS),
        ("Q", "fold", WALKS),
        ("WR", "none", MEETING_WALKS),
        ("mWcR", "fold", WALKS),
        ("mWcR", "vanish", MEETING_WALKS),
        ("gR", "none", MEETING_WALKS),
    ],
)
def test_squares_are_marked_only_where_paths_may_meet(moves, left_square, kind):
    variant = game(moves, left_square).variant
    assert tables(variant).paths[piece_number(variant, "A", 0)] == kind
