"""The computer on a clock: it answers in time, also while its loops are compiled."""

from __future__ import annotations

import queue
import random
import time

import pytest

from tests.support.patience import PATIENCE_SECONDS
from wormhole import Board
from wormhole.engine.levels import LEVELS
from wormhole.engine.opponent import spare_threads
from wormhole.engine.readiness import Readiness
from wormhole.engine.time_management import Clock
from wormhole.players.level_player import LevelPlayer, OwnSearch, SearchOptions

BEYOND_THE_BOOK = "cnwlkwnc/pppxpppp/8/3p4/4P3/2C5/PPPPxPPP/xNWLKWNC b"

LATE_SECONDS = 1.0
"""What a busy machine may add; a real fault would cost all that is left, and more."""


class NeverReady(Readiness):
    """Loops that are being compiled, for as long as the test lasts."""

    def __init__(self):
        super().__init__()
        self._thread.join()
        self.is_fast = False
        self._is_done.clear()


def answered(player, answers, board, level, clock):
    """The answer and the seconds that it took."""
    begun = time.perf_counter()
    player.level = level
    asked = player.ask(board, clock)
    answer = answers.get(timeout=PATIENCE_SECONDS)
    assert (answer.asked, answer.fault) == (asked, None)
    assert answer.move in board.legal_moves
    assert answer.seconds <= time.perf_counter() - begun
    return answer.seconds


@pytest.fixture
def desk(request):
    answers = queue.Queue()
    readiness = request.param()
    search = OwnSearch(SearchOptions(spare_threads()), random.Random(), readiness)
    player = LevelPlayer(LEVELS[0], search, answers.put)
    yield player, answers
    player.close()
    readiness.close()
    player.join()
    search.close()


@pytest.mark.parametrize("desk", [Readiness], indirect=True)
def test_every_level_answers_within_what_is_left(desk):
    board = Board()
    answered(*desk, board, LEVELS[-1], Clock(2.0))  # loads the loops
    for level in (LEVELS[0], LEVELS[5], *LEVELS[-2:]):
        for left in (1.0, 0.2, 0.01):
            assert answered(*desk, board, level, Clock(left)) < left + LATE_SECONDS


@pytest.mark.parametrize("desk", [NeverReady], indirect=True)
@pytest.mark.parametrize("level", [LEVELS[0], LEVELS[-1]])
def test_it_does_not_wait_for_its_loops_until_its_time_is_over(desk, level):
    assert answered(*desk, Board(), level, Clock(8.0)) < 4.0
    assert answered(*desk, Board(), level, Clock(0.2)) < 0.2 + 2 * LATE_SECONDS


@pytest.mark.parametrize("desk", [Readiness], indirect=True)
def test_the_strongest_level_takes_its_time_if_it_has_it(desk):
    spent = answered(*desk, Board(fen=BEYOND_THE_BOOK), LEVELS[-1], Clock(12.0))
    assert 0.05 < spent < 4.0
