"""Facts of moves: those of known positions, and agreement with the rules in random games."""

from __future__ import annotations

import random
from typing import get_args

import pytest

import wormhole
from tests.support.data_files import each, rows
from tests.support.parts import EACH_GAME
from tests.support.told import told
from wormhole import Board
from wormhole.learn.fact_finder import last_move
from wormhole.learn.facts import FEW, Captured, Check, Crossed, Ended, Fact, FewMovesLeft, Removed


@each("facts")
def test_a_move_has_these_facts(row):
    board = Board(row["game"], row.get("fen"), seed=1)
    for move in row["moves"].split():
        board.push_uci(move)
    found = {type(fact).__name__: told(fact, board) for fact in last_move(board).facts}
    assert {name: found.get(name) for name in row["facts"]} == row["facts"]


def test_the_data_show_every_kind_of_fact():
    shown = {name for row in rows("facts") for name in row["facts"]}
    assert shown == {kind.__name__ for kind in get_args(Fact)}


def test_there_are_no_facts_of_no_move():
    board = Board()
    assert last_move(board) is None
    board.push(wormhole.Move.null())
    assert last_move(board) is None


@pytest.mark.parametrize("name", EACH_GAME)
def test_facts_agree_with_the_rules(name):
    dice = random.Random(name)
    board = Board(name, seed=5)
    for ply in range(80):
        if board.is_game_over():
            break
        before, move = board.copy(), dice.choice(board.legal_moves)
        board.push(move)
        if ply % 4 == 0 or board.is_game_over():
            assert_agrees(before, board)


def assert_agrees(before, board):
    move, played = board.peek(), last_move(board)
    found = {type(fact): fact for fact in played.facts}
    assert played.piece == before.piece_at(move.from_square)
    assert (Check in found) == board.is_check()
    assert (Captured in found) == before.is_capture(move)
    if board.variant.squares_go:
        assert set(found[Removed].squares) == board.holes - before.holes
    if Crossed in found:
        assert set(found[Crossed].holes) <= before.holes
    assert (found[Ended].outcome if Ended in found else None) == board.outcome()
    if Ended not in found:
        assert (FewMovesLeft in found) == (len(board.legal_moves) <= FEW)
