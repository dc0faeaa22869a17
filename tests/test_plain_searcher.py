"""The plain searcher: every line three plies deep, material at the end."""

from __future__ import annotations

import random

import pytest

from benchmarks.plain_searcher import MATE, PlainSearcher, material, piece_values_of, search
from tests.support.plain_loops import blocks
from wormhole import Board
from wormhole.compiling.arrays import shared, views
from wormhole.rules.loops.calls import Buffers, new_buffers
from wormhole.rules.outcome import Termination
from wormhole.rules.tables import piece_number

DEPTH = 2
LOST = {Termination.CHECKMATE, Termination.STALEMATE, Termination.ROYAL_CAPTURE}


def alpha_beta(board, depth):
    return search(
        *blocks(board),
        views(shared(Buffers, new_buffers())),
        memoryview(piece_values_of(board.variant)),
        0,
        depth,
        -2 * MATE,
        2 * MATE,
    )


def full_width(board, depth):
    """The same score by ``Board`` without pruning."""
    outcome = board.outcome()
    if outcome is not None and outcome.termination in LOST:
        score = MATE + depth
        return 0 if outcome.winner is None else score if outcome.winner is board.turn else -score
    if depth == 0:
        return material(views(board.position), piece_values_of(board.variant))
    scores = []
    for move in board.legal_moves:
        board.push(move)
        scores.append(-full_width(board, depth - 1))
        board.pop()
    return max(scores)


@pytest.mark.parametrize("game", ["wormhole", "chess", "smess"])
def test_nothing_is_left_out(game):
    dice = random.Random(5)
    board = Board(game)
    for _ in range(20):
        board.push(dice.choice(board.legal_moves))
    assert alpha_beta(board, DEPTH) == full_width(board, DEPTH)


def test_pieces_are_counted():
    piece_square_table = piece_values_of(Board("chess").variant)
    without = Board("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    with_rook = Board("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert material(views(without.position), piece_square_table) == 0
    rook = piece_square_table[piece_number(with_rook.variant, "R", 0)]
    assert 300 < rook < 700
    assert material(views(with_rook.position), piece_square_table) == rook
    with_rook.push_uci("a1a2")
    assert material(views(with_rook.position), piece_square_table) == -rook


def test_it_speaks_uci():
    searcher = PlainSearcher()
    assert searcher.answers("uci")[-1] == "uciok"
    assert searcher.answers("setoption name UCI_Variant value wormhole") == []
    assert searcher.answers("position startpos moves e2e4") == []
