"""The review of a whole game: each position is evaluated, mates included, and the review gives way and
stops."""

from __future__ import annotations

import threading
import time

import pytest

from tests.support.patience import PATIENCE_SECONDS
from wormhole import BLACK, WHITE, Board
from wormhole.compiling.groups import available
from wormhole.engine import readiness as readiness_module
from wormhole.engine.evaluation import Evaluation
from wormhole.engine.readiness import Readiness
from wormhole.engine.review import Quality, Review, one_ply_before
from wormhole.engine.search_lock import SearchLock, SearchPriority

MATED = ["e2e4", "d7d5", "b1c3", "d5e4", "c3e4", "e7e5", "e4c5"]
"""A short game that ends with mate; Black's last move was the blunder."""

needs_loops = pytest.mark.skipif(not available(), reason="the plain loops are slow")


def played(moves):
    board = Board()
    for move in moves:
        board.push_uci(move)
    return board


@pytest.fixture
def readiness():
    readiness = Readiness()
    yield readiness
    readiness.close()


def reviewed(board, quality, readiness, turn=None):
    found = {}
    review = Review(board.root(), board.move_stack, quality)
    review.run(readiness, turn or SearchLock(), found.__setitem__)
    assert review.count == len(board.move_stack) + 1
    return found


def test_every_position_is_judged_and_the_end_is_not(readiness):
    board = played(MATED)
    assert board.outcome().winner is WHITE
    found = reviewed(board, Quality.FAST, readiness)
    assert sorted(found) == list(range(len(MATED) + 1))
    assert found[7] is None
    assert found[6].evaluation.moves_to_win == 1
    assert found[6].line == ("e4c5",)
    assert found[5].evaluation.moves_to_win is None, "e7e5 was the blunder"
    for ply, verdict in found.items():
        if verdict is not None:
            assert played(MATED[:ply]).parse_uci(verdict.line[0])


@needs_loops
def test_a_position_is_worth_what_the_played_move_leads_to(readiness):
    """A move that was the best one loses nothing, though the next position was seen one ply deeper."""
    board = played(["e2e4", "e7e5", "b1c3", "b8c6", "g1f3"])
    found = reviewed(board, Quality.FAST, readiness)
    for ply, move in enumerate(board.move_stack):
        if found[ply].line[0] == move.text:
            assert found[ply].evaluation == one_ply_before(found[ply + 1].evaluation, ply % 2 == 0)


@pytest.mark.parametrize(
    ("after", "mover", "before"),
    [
        (Evaluation(30), WHITE, Evaluation(30)),
        (Evaluation(moves_to_win=3), WHITE, Evaluation(moves_to_win=4)),
        (Evaluation(moves_to_win=3), BLACK, Evaluation(moves_to_win=3)),
        (Evaluation(moves_to_win=-3), BLACK, Evaluation(moves_to_win=-4)),
    ],
)
def test_one_ply_before_a_win_is_a_move_more_for_the_winner(after, mover, before):
    assert one_ply_before(after, mover) == before


@needs_loops
def test_it_gives_way_to_the_player_and_judges_all_the_same(readiness):
    turn, found, began = SearchLock(), {}, threading.Event()
    readiness.wait(PATIENCE_SECONDS)
    board = played(MATED[:6])
    review = Review(board.root(), board.move_stack, Quality.NORMAL)

    def tell(ply, verdict):
        found[ply] = verdict
        began.set()

    thread = threading.Thread(target=review.run, args=(readiness, turn, tell))
    thread.start()
    assert began.wait(PATIENCE_SECONDS)
    for _ in range(3):
        with turn.hold(SearchPriority.ANSWER, lambda: None):
            count = len(found)
            time.sleep(0.05)
            assert len(found) == count
    thread.join(PATIENCE_SECONDS)
    assert sorted(found) == list(range(7))


def test_it_stops_at_once_with_all_its_threads(readiness):
    board = played(MATED[:6])
    before = set(threading.enumerate())
    review = Review(board.root(), board.move_stack, Quality.DEEP)
    began = threading.Event()
    thread = threading.Thread(target=review.run, args=(readiness, SearchLock(), lambda *_told: began.set()))
    thread.start()
    assert began.wait(PATIENCE_SECONDS)
    review.stop()
    thread.join(5)
    assert not thread.is_alive()
    assert set(threading.enumerate()) == before


def test_it_runs_on_the_plain_loops(monkeypatch):
    monkeypatch.setattr(readiness_module, "available", lambda: False)
    readiness = Readiness()
    found = reviewed(Board(), Quality.FAST, readiness)
    readiness.close()
    assert set(found) == {0}
    assert found[0].line
