"""The functions for legal moves agree: listing all, testing one, testing whether there is any."""

from __future__ import annotations

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
from wormhole.rules.loops.attack import NONE_GONE, is_attacked, mark_attackers
from wormhole.rules.loops.legal import has_legal_move, legal_moves
from wormhole.rules.loops.move_encoding import is_normal
from wormhole.rules.loops.moves import (
    ALL,
    is_pseudo_legal,
    is_safe,
    pseudo_legal_moves,
    unchecked_moves,
)
from wormhole.rules.loops.royals import is_in_check
from wormhole.rules.position import SLOTS, TURN
from wormhole.rules.tables import EMPTY, piece_number
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
    "fen", ["k2b4/8/8/8/3P4/8/8/K7 w - - 0 1", "k7/1xx5/8/4b3/8/1xp5/8/K7 w - - 0 1", None]
)
def test_a_piece_is_marked_on_each_square_from_which_it_would_give_check(fen):
    board = Board("wormhole-fide", fen)
    tables, position, scratch = blocks(board)
    king = position.squares[SLOTS]
    marks = memoryview(np.zeros(ROW, np.int64))
    mark_attackers(tables, position, scratch, king, 0, marks, 0)
    for square in range(board.variant.geometry.squares):
        if position.pieces[square] != EMPTY:
            continue
        for letter in board.variant.piece_types:
            piece = piece_number(board.variant, letter, 0)
            position.pieces[square] = piece
            gives_check = is_attacked(tables, position, scratch, king, 0, NONE_GONE)
            position.pieces[square] = EMPTY
            assert (marks[square] >> piece & 1 == 1) is gives_check
