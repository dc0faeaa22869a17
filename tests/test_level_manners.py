"""The benchmark of the weak levels' manners counts what it says."""

from __future__ import annotations

import contextlib

from benchmarks.level_manners import COLUMNS, Witness, measured
from wormhole import Board, variant


def test_a_piece_that_is_left_to_a_capture_is_given_away():
    board = Board("chess", "3rk3/8/8/8/8/8/PP3PPP/3QK3 w - - 0 1")
    with contextlib.closing(Witness(variant("chess"))) as witness:
        given = {move.text for move in board.legal_moves if witness.gives_piece(board, move)}
    assert "d1d7" in given
    assert "d1e2" not in given


def test_moves_of_edge_pawns_and_walks_of_the_king_are_counted():
    board = Board("chess", "rnbqkbnr/pppp1ppp/8/4p3/8/4P3/PPPPKPPP/RNBQ1BNR w kq - 0 3")
    with contextlib.closing(Witness(variant("chess"))) as witness:
        for text in ("a2a3", "d2d3", "e2f3", "e2e1"):
            witness.see(board, board.parse_uci(text))
        assert (witness.counts["moves"], witness.counts["edge"], witness.counts["walk"]) == (4, 1, 1)


def test_a_row_has_all_columns():
    assert measured(variant("minishogi"), 4.0, 1).count("|") == len(COLUMNS) + 1
