"""The functions for legal moves agree: listing all, testing one, testing whether there is any."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.parts import examples
from tests.support.plain_loops import blocks, move_row
from tests.support.random_games import boards, has_both_kings
from wormhole import Board, variant
from wormhole.rules.game_file import composed
from wormhole.rules.geometry import ROW
from wormhole.rules.loops.attack import mark_checks, may_attack
from wormhole.rules.loops.legal import has_legal_move, legal_moves
from wormhole.rules.loops.move_encoding import from_square, is_normal, promotion_of, to_square
from wormhole.rules.loops.moves import (
    ALL,
    is_pseudo_legal,
    is_safe,
    pseudo_legal_moves,
    unchecked_moves,
)
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.position import SLOTS, TURN
from wormhole.rules.variant import LeftSquare

ANY_MOVES = st.lists(st.integers(0, (1 << 28) - 1), max_size=20)
"""Moves of other positions, as the transposition table may return."""


@given(boards().filter(has_both_kings), ANY_MOVES)
def test_a_plain_move_is_legal_if_its_piece_has_it_and_it_is_safe(board, others):
    tables, position, scratch = blocks(board)
    moves = move_row()
    listed = set(moves[: legal_moves(tables, position, scratch, moves, 0)])
    asked = {0, *others, *listed}
    for _ in range(2):
        asked |= set(moves[: unchecked_moves(tables, position, scratch, ALL, moves, 0)])
        position.state[TURN] = 1 - position.state[TURN]
    asked = {move for move in asked if is_pseudo_legal(tables, position, scratch, move, moves, 0)}
    legal = {move for move in asked if is_safe(tables, position, scratch, move)}
    assert legal == {move for move in listed if is_normal(move)}


@given(boards().filter(has_both_kings))
def test_the_safe_ones_of_the_pseudo_legal_moves_are_the_legal_ones(board):
    tables, position, scratch = blocks(board)
    in_check = is_in_check(tables, position, scratch, position.state[TURN])
    moves = move_row()
    listed = list(moves[: legal_moves(tables, position, scratch, moves, 0)])
    found = list(moves[: pseudo_legal_moves(tables, position, scratch, in_check, moves, 0)])
    assert [move for move in found if is_safe(tables, position, scratch, move)] == listed


@given(boards().filter(has_both_kings))
@examples(30)
def test_all_evasions_are_listed(board):
    for check in board.legal_moves:
        board.push(check)
        if board.is_check() and not board.is_game_over():
            tables, position, scratch = blocks(board)
            moves = move_row()
            listed = moves[: legal_moves(tables, position, scratch, moves, 0)]
            plain = [move for move in listed if is_normal(move)]
            found = moves[: unchecked_moves(tables, position, scratch, ALL, moves, 0)]
            assert [move for move in found if is_safe(tables, position, scratch, move)] == plain
        board.pop()


@given(boards().filter(has_both_kings))
def test_there_is_a_move_if_one_is_listed(board):
    tables, position, scratch = blocks(board)
    moves = move_row()
    listed = legal_moves(tables, position, scratch, moves, 0) > 0
    assert has_legal_move(tables, position, scratch, moves, 0) == listed


@pytest.mark.parametrize("name", ["cheshire", "cheshire10"])
def test_a_king_with_other_first_moves_does_not_castle(name):
    """Castling and its first move could lead from and to the same squares, and have the same text."""
    game = composed(variant(name), LeftSquare.STAYS)
    middle = game.geometry.columns // 2
    rows = [f"r{middle - 1}k{game.geometry.columns - middle - 2}r", *[str(game.geometry.columns)] * 6]
    rows += [str(game.geometry.columns)] * (game.geometry.rows - 8) + [rows[0].upper()]
    board = Board(game, "/".join(rows) + " w Kk")
    texts = [str(move) for move in board.legal_moves]
    assert len(set(texts)) == len(texts)
    assert "O-O" not in [board.san(move) for move in board.legal_moves]


@pytest.mark.parametrize(
    "name", ["chess", "wormhole", "wormhole-fide", "omega", "cheshire", "shogi", "courier"]
)
def test_a_move_that_gives_check_is_marked_before(name):
    """Also if a piece behind it gives it, or one beyond the fold; few moves are marked that give none."""
    generator, marked, checks = random.Random(name), 0, 0
    for _ in range(12):
        board = Board(name)
        while board.ply() < 80 and not board.is_game_over():
            tables, position, scratch = blocks(board)
            side = position.state[TURN]
            marks = memoryview(np.zeros(ROW, np.int64))
            mark_checks(tables, position, scratch, position.squares[(1 - side) * SLOTS], side, marks, 0)
            for move in board.legal_moves:
                number = board.number_of(move)
                if not is_normal(number):
                    continue
                promoted = promotion_of(number)
                piece = promoted if promoted else position.pieces[from_square(number)]
                is_marked = may_attack(marks, 0, piece, from_square(number), to_square(number))
                board.push(move)
                gives_check = board.is_check()
                board.pop()
                assert is_marked or not gives_check, (board.fen(), str(move))
                marked, checks = marked + is_marked, checks + gives_check
            board.push(generator.choice(list(board.legal_moves)))
    assert checks > 20
    assert marked < 2 * checks
