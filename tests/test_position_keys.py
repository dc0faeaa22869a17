"""The incrementally updated hash key equals the computed one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.support.plain_loops import blocks, saved_row
from tests.support.random_games import CHOICES, boards
from wormhole import Board
from wormhole.rules.catalogue_files import variants
from wormhole.rules.loops.key import key_after, key_after_consequences, position_key
from wormhole.rules.loops.play_and_undo import play, play_null, undo
from wormhole.rules.tables import PIECE_NUMBERS


@given(st.sampled_from(variants()), CHOICES)
def test_after_every_move_of_a_game(game, choices):
    """Castling rights, castling, en passant and removed counters are all part of the key."""
    board = Board(game, seed=0)
    for choice in choices:
        if board.is_game_over():
            break
        tables, position, scratch = blocks(board)
        before = position_key(tables, position)
        assert before == board.key()
        for move in board.legal_moves:
            number, saved = board.number_of(move), saved_row()
            told = key_after(tables, position, number, before)
            play(tables, position, scratch, number, saved, 0)
            if tables.options.consequences:
                told = key_after_consequences(tables, position, saved, 0, told)
            assert position_key(tables, position) == told
            undo(tables, position, number, saved, 0)
        board.push(board.legal_moves[choice % len(board.legal_moves)])


@given(boards())
def test_after_a_null_move_only_the_turn_differs(board):
    tables, position, _ = blocks(board)
    before = position_key(tables, position)
    play_null(position, saved_row(), 0)
    assert position_key(tables, position) == before ^ tables.zobrist[PIECE_NUMBERS * 256 + 16]
