"""The reply to a wrong move of a puzzle, with the compiled loops and without."""

from __future__ import annotations

import time
from contextlib import closing

import pytest

from tests.support.played import played
from wormhole import Board
from wormhole.engine.search_loops import has_fast_loops
from wormhole.learn.refutation import Refuter

ENDING = "xxxxxxnx/pxxpxxxp/x1xWxxxx/CpPx1xxP/xxxxxkxx/xCKxxxxx/xxPxxxcx/xxxxxxnx b - - 1 24"
"""Black can end the game with one move."""
MOST_SECONDS = 60


def refuted(board, fast=False, wanted=lambda: True):
    with closing(Refuter(board.variant, fast=fast)) as refuter:
        return refuter.refute(board, wanted)


@pytest.mark.parametrize("fast", [False, True])
def test_an_end_is_found_and_on_compiled_loops_proven(fast):
    if fast and not has_fast_loops():
        pytest.skip("the loops are not compiled")
    board = Board(fen=ENDING)
    found = refuted(board, fast)
    board.push_uci(found.reply)
    assert board.outcome().winner is False
    if fast:
        assert (found.is_proven, found.winner, found.moves) == (True, False, 1)


@pytest.mark.parametrize("game", ["wormhole", "chess", "random-wormhole"])
def test_there_is_an_answer_on_plain_loops(game):
    board = Board(game)
    board.push(board.legal_moves[0])
    before, begun = board.fen(), time.monotonic()
    found = refuted(board)
    assert board.legal_move(found.reply) is not None
    assert not found.is_proven
    assert board.fen() == before
    assert time.monotonic() - begun < MOST_SECONDS


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("f2f3 e7e5 g2g4", "Black wins by checkmate."),
        ("e2e4 e7e5 d1h5 g8f6 h5f7", "The king on e8 can capture the queen on f7."),
    ],
)
def test_a_reason_is_found(moves, reason):
    assert str(refuted(played(moves, "chess")).reasons[0]) == reason


def test_a_game_that_is_over_has_no_answer():
    assert refuted(played("f2f3 e7e5 g2g4 d8h4", "chess")).reply is None


def test_what_is_not_wanted_is_not_the_end_of_the_game():
    assert refuted(Board("chess"), wanted=lambda: False) is None
