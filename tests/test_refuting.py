"""The answer to a wrong move of a puzzle, with the compiled loops and without."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from wormhole import Board
from wormhole.engine.readiness import Readiness
from wormhole.engine.turn import Turn
from wormhole.learn import refuting
from wormhole.learn.refuting import refute

ENDING = "xxxxxxnx/pxxpxxxp/x1xWxxxx/CpPx1xxP/xxxxxkxx/xCKxxxxx/xxPxxxcx/xxxxxxnx b - - 1 24"
"""Black can end the game with one move."""
MOST_SECONDS = 60


@pytest.fixture(scope="module")
def ready():
    readiness = Readiness()
    readiness.wait(120)
    yield readiness
    readiness.close()


NOT_READY = SimpleNamespace(is_done=False, is_fast=False)


def test_an_end_is_proven(ready):
    board = Board(fen=ENDING)
    found = refute(board, ready, Turn())
    board.push_uci(found.reply)
    assert board.outcome().winner is False
    if ready.is_fast:
        assert (found.is_proven, found.winner, found.moves) == (True, False, 1)


@pytest.mark.parametrize("game", ["wormhole", "chess", "random-wormhole"])
def test_there_is_an_answer_before_the_loops_are_ready(game):
    board = Board(game)
    board.push(board.legal_moves[0])
    before, begun = board.fen(), time.monotonic()
    found = refute(board, NOT_READY, Turn())
    assert board.legal_move(found.reply) is not None
    assert not found.is_proven
    assert board.fen() == before
    assert time.monotonic() - begun < MOST_SECONDS


def test_a_game_that_is_over_has_no_answer():
    board = Board("chess")
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        board.push_uci(move)
    assert refute(board, NOT_READY, Turn()).reply is None


class Interrupted:
    """A thinker that was stopped before it found a move."""

    def __init__(self, *arguments, **options):
        pass

    def think(self, board, limit):
        return None

    def stop(self):
        pass

    close = stop


def test_no_answer_is_not_the_end_of_the_game(monkeypatch):
    monkeypatch.setattr(refuting, "Thinker", Interrupted)
    assert refute(Board("chess"), NOT_READY, Turn()) is None
