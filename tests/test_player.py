"""The computer player's thread: every answer names its request, and a dropped request is never answered.

Tasks are done in order, so the next answer shows that none came before.
"""

from __future__ import annotations

import os
import queue
import random
import threading
from dataclasses import replace

import pytest

from tests.support.patience import PATIENCE_SECONDS
from tests.support.stand_in_loops import NEVER
from wormhole import Board, variant
from wormhole.compiling.groups import available
from wormhole.engine import readiness as readiness_module
from wormhole.engine.levels import LEVELS, Level, Limit
from wormhole.engine.opponent import Opponent, needs_little, spare_threads
from wormhole.engine.readiness import Readiness
from wormhole.engine.thinker import Thinker
from wormhole.players import level_player as player_module
from wormhole.players.level_player import LevelPlayer, OwnSearch, SearchOptions
from wormhole.rules.endings import NoMove

QUICK = LEVELS[0]
LOSS = variant("wormhole")
DRAW = replace(LOSS, endings=replace(LOSS.endings, stalemate=NoMove.DRAW))
STALEMATING = "xxxxxxxx/xxxxxxxx/xxxxkxxx/xCxxxxpx/N1xNxxxx/xxnKxxpx/xPxxxxxP/Cxxxxxxx w"

CAREFUL = Level(98, "Careful", "Overlooks nothing that is near.", Limit(depth=2))
STRONG = Level(97, "Strong", "Takes its time.", Limit(seconds=0.1))
ENDLESS = Level(99, "Endless", "Thinks until it is stopped.", Limit())


def wait_until(has_come, trouble):
    waiting = threading.Event()
    for _ in range(PATIENCE_SECONDS * 100):
        if has_come():
            return
        waiting.wait(0.01)
    raise TimeoutError(trouble)


class Desk:
    """A player and the answers that it gave."""

    def __init__(self):
        self._answers = queue.Queue()
        self.troubles = []
        self._threads_before = set(threading.enumerate())
        self._readiness = Readiness(self.troubles.append)
        self._search = OwnSearch(SearchOptions(spare_threads()), random.Random(), self._readiness)
        self.player = LevelPlayer(QUICK, self._search, self._answers.put)

    def think(self, board, level=QUICK):
        self.player.level = level
        return self.player.ask(board)

    def answer(self):
        return self._answers.get(timeout=PATIENCE_SECONDS)

    def wait_until_thinking(self, asked):
        """Wait until the search for that request runs."""

        def is_thinking():
            info = self.player.info()
            return info.asked is asked and info.nodes > 1000

        wait_until(is_thinking, "the player does not begin to think")

    def wait_until_preparing(self):
        """Wait until the question waits for the compilation."""
        wait_until(lambda: self.player.info().preparing is not None, "the player does not begin to wait")

    def wait_until_pondering(self):
        """Wait until it ponders."""
        wait_until(
            lambda: self._search.info(None).nodes > 100_000,
            "the player does not begin to ponder",
        )

    def is_at_work(self):
        """Whether one of its threads still runs."""
        return not self.player.is_gone or not self._threads_before.issuperset(threading.enumerate())

    def close(self):
        """Close all, as the window does."""
        self.player.close()
        self._readiness.close()
        self.player.join()
        self._search.close()

    def has_no_more_answers(self):
        return self._answers.empty()


@pytest.fixture
def desk():
    desk = Desk()
    yield desk
    desk.close()


def test_an_answer_has_its_ticket(desk):
    board = Board()
    asked = desk.think(board)
    answer = desk.answer()
    assert (answer.asked, answer.fault) == (asked, None)
    assert answer.move in board.legal_moves


def test_requests_differ(desk):
    requests = []
    for _ in range(3):
        requests.append(desk.think(Board()))
        assert desk.answer().asked is requests[-1]
    assert len(set(requests)) == 3


def test_it_thinks_about_a_copy(desk):
    board = Board()
    asked = desk.think(board, ENDLESS)
    desk.wait_until_thinking(asked)
    assert board.fen() == Board().fen()
    board.push_uci("e2e4")
    desk.player.stop()
    asked = desk.think(board)
    assert desk.answer().move in board.legal_moves


def test_a_new_question_drops_the_old_one(desk):
    board = Board()
    first = desk.think(board, ENDLESS)
    desk.wait_until_thinking(first)
    second = desk.think(board)
    assert desk.answer().asked is second
    assert desk.has_no_more_answers()


def test_of_many_questions_only_the_last_is_answered(desk):
    requests = [desk.think(Board(), ENDLESS) for _ in range(20)]
    last = desk.think(Board())
    assert desk.answer().asked is last
    assert last not in requests
    assert desk.has_no_more_answers()


def test_a_stopped_thought_is_never_answered(desk):
    asked = desk.think(Board(), ENDLESS)
    desk.wait_until_thinking(asked)
    desk.player.stop()
    assert desk.player.info().asked is None
    after = desk.think(Board())
    assert desk.answer().asked is after
    assert desk.has_no_more_answers()


def test_stop_before_it_began(desk):
    desk.think(Board(), ENDLESS)
    desk.player.stop()
    after = desk.think(Board())
    assert desk.answer().asked is after


def test_progress_tells_of_the_thought_under_way(desk):
    board = Board()
    asked = desk.think(board, ENDLESS)
    desk.wait_until_thinking(asked)
    info = desk.player.info()
    assert info.preparing is None
    assert info.depth >= 1
    assert info.nodes > 1000
    for text in info.line:
        board.push_uci(text)


def test_a_finished_game_has_no_move(desk):
    asked = desk.think(Board(fen="Wxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/1xxxxPxx/xxKxxxxP/pxxxkxxx/xxxxxxxx b"))
    answer = desk.answer()
    assert (answer.asked, answer.move) == (asked, None)


def test_a_search_that_fails_says_so_and_the_next_is_answered(desk, monkeypatch):
    def broken(*_, **__):
        raise MemoryError("no room for so many thoughts")

    reported = []
    monkeypatch.setattr(threading, "excepthook", reported.append)
    monkeypatch.setattr(Thinker, "_deepen", broken)
    asked = desk.think(Board())
    answer = desk.answer()
    assert (answer.asked, answer.move) == (asked, None)
    assert "no room for so many thoughts" in answer.fault
    assert [type(each.exc_value) for each in reported] == [MemoryError]
    monkeypatch.undo()
    asked = desk.think(Board())
    answer = desk.answer()
    assert (answer.asked, answer.fault) == (asked, None)


def test_an_error_is_reported_once_and_a_simpler_search_answers(desk, monkeypatch):
    """A strong level without room for its table still plays, and so does the next move."""

    def made(self, variant, *, fast, **options):
        if not options["overrides"]:
            raise MemoryError("no room for a table")
        whole(self, variant, fast=fast, **options)

    whole, reported = Thinker.__init__, []
    monkeypatch.setattr(Thinker, "__init__", made)
    monkeypatch.setattr(threading, "excepthook", reported.append)
    board = Board()
    for level in (STRONG, LEVELS[-1], QUICK):
        asked = desk.think(board, level)
        answer = desk.answer()
        assert (answer.asked, answer.fault) == (asked, None)
        board.push(answer.move)
    assert [str(each.exc_value) for each in reported] == ["no room for a table"]


def test_the_rule_options_of_the_board_count(desk):
    """White can stalemate at once, which wins unless stalemate is a draw."""
    desk.think(Board(LOSS, STALEMATING), CAREFUL)
    assert desk.answer().move.text == "h2g3"
    desk.think(Board(DRAW, STALEMATING), CAREFUL)
    assert desk.answer().move.text != "h2g3"


@pytest.mark.skipif(not available(), reason="uncompiled, it does not ponder")
def test_pondering_is_never_answered_and_gives_way(desk):
    board = Board()
    for drop in (lambda: None, desk.player.stop):
        desk.think(board)
        desk.answer()
        desk.player.ponder(board)
        desk.wait_until_pondering()
        assert desk.player.info().asked is None
        drop()
        asked = desk.think(board)
        assert desk.answer().asked is asked
        assert desk.has_no_more_answers()


def test_close_while_pondering(desk):
    desk.player.ponder(Board())
    desk.close()
    assert not desk.is_at_work()
    assert desk.has_no_more_answers()


def test_a_core_is_left_to_the_window():
    assert 1 <= spare_threads() <= max(1, os.cpu_count() - 1)


def test_close_ends_the_thread(desk):
    asked = desk.think(Board(), ENDLESS)
    desk.wait_until_thinking(asked)
    desk.close()
    assert not desk.is_at_work()
    assert desk.has_no_more_answers()


def test_after_close_nothing_is_answered_and_nothing_breaks(desk):
    desk.close()
    desk.think(Board())
    desk.player.stop()
    desk.close()
    assert desk.has_no_more_answers()


def test_the_progress_of_compiling_is_reported(monkeypatch):
    """While the loops are compiled, a strong level answers by the plain ones, and ``preparing`` tells it."""
    go_on = threading.Event()
    told = threading.Event()

    def prepare(groups, is_wanted):
        yield from (0.0, 0.5)
        told.set()
        assert go_on.wait(PATIENCE_SECONDS)
        yield 1.0

    monkeypatch.setattr(readiness_module, "available", lambda: True)
    monkeypatch.setattr(readiness_module, "PLAYER", (NEVER,))
    monkeypatch.setattr(readiness_module, "obtain", prepare)
    monkeypatch.setattr(
        player_module, "Opponent", lambda game, *, fast, **given: Opponent(game, fast=False, **given)
    )
    desk = Desk()
    assert told.wait(PATIENCE_SECONDS)
    for level in (QUICK, CAREFUL):
        asked = desk.think(Board(), level)
        assert desk.answer().asked is asked
        assert desk.player.info().preparing is None
    desk.think(Board(), ENDLESS)
    desk.wait_until_preparing()
    assert desk.player.info().preparing == 0.5
    asked = desk.think(Board(), STRONG)
    answer = desk.answer()  # by the plain loops
    assert (answer.asked, answer.fault) == (asked, None)
    assert answer.move in Board().legal_moves
    asked = desk.think(Board(), replace(STRONG, limit=Limit(seconds=2.0)))
    desk.wait_until_preparing()
    go_on.set()
    assert desk.answer().asked is asked
    assert desk.player.info().preparing is None
    desk.close()
    assert desk.has_no_more_answers()


@pytest.mark.usefixtures("compiles_for_ever")
def test_the_book_does_not_wait_for_the_loops():
    desk = Desk()
    asked = desk.think(Board(), replace(ENDLESS, book_centipawns=20))
    answer = desk.answer()
    assert answer.asked is asked
    assert answer.move in Board().legal_moves
    assert abs(answer.score_centipawns) < 100
    beyond = Board()
    for move in ("a2a3", "a7a6", "h2h3", "h7h6"):
        beyond.push_uci(move)
    desk.think(beyond, replace(ENDLESS, book_centipawns=20))
    desk.wait_until_preparing()
    desk.close()
    assert desk.has_no_more_answers()


@pytest.mark.usefixtures("compiles_for_ever")
def test_closing_does_not_wait_for_the_loops():
    desk = Desk()
    desk.think(Board(), ENDLESS)
    desk.wait_until_preparing()
    desk.close()
    assert not desk.is_at_work()
    assert desk.has_no_more_answers()


def test_no_thread_outlives_it(desk):
    desk.think(Board(), STRONG)
    desk.answer()
    desk.close()
    assert not desk.is_at_work()


def test_only_levels_that_need_much_are_weaker_without_the_loops():
    assert [needs_little(level.limit) for level in LEVELS] == 8 * [True] + 2 * [False]


def test_if_compiling_fails_it_says_so_and_plays_on(monkeypatch, capsys):
    def fail(groups, is_wanted):
        raise OSError("no room on the disk")
        yield

    monkeypatch.setattr(readiness_module, "available", lambda: True)
    monkeypatch.setattr(readiness_module, "PLAYER", (NEVER,))
    monkeypatch.setattr(readiness_module, "obtain", fail)
    desk = Desk()
    for level in (QUICK, STRONG):
        asked = desk.think(Board(), level)
        answer = desk.answer()
        assert (answer.asked, answer.fault) == (asked, None)
    desk.close()
    (trouble,) = desk.troubles
    assert "no room on the disk" in trouble
    assert "no room on the disk" in capsys.readouterr().err
