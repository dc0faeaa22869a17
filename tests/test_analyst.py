"""The analyst: its lines are the search's, endings are proven, and it gives way to the player."""

from __future__ import annotations

import queue
import random
import threading
import time
import weakref

import pytest

from tests.support.patience import PATIENCE_SECONDS, until
from tests.support.stand_in_loops import NEVER
from wormhole import BLACK, WHITE, Board
from wormhole.compiling.groups import available
from wormhole.engine import analyst as analyst_module
from wormhole.engine import readiness
from wormhole.engine.analysis import analysed_lines
from wormhole.engine.analyst import Analyst
from wormhole.engine.evaluation import Evaluation, evaluation_of, evaluation_of_solution
from wormhole.engine.levels import Level, Limit
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.readiness import Readiness
from wormhole.engine.search_lock import SearchLock, SearchPriority
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import Thinker, Thought
from wormhole.players.level_player import LevelPlayer, OwnSearch, SearchOptions

STOP_SECONDS = 0.5
"""Generous, since the tests share the machine; the stop itself takes well below 50 ms."""

MATE_IN_ONE = "xnwxkxxx/ppxpxxpp/c1pC1x1x/PW1xxp1n/x1PcPxxP/3x1xPw/xPxPxPxx/CxNLKxNx b"
OVER = "Wxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/1xxxxPxx/xxKxxxxP/pxxxkxxx/xxxxxxxx b"

needs_loops = pytest.mark.skipif(not available(), reason="the plain loops look two plies ahead only")

QUICK = Level(9, "Quick", "", Limit(nodes=30_000))


class Desk:
    """An analyst and a player who share the loops, and when there was news."""

    def __init__(self):
        self.news = []
        self._has_news = threading.Event()
        self.readiness, self.search_lock = Readiness(), SearchLock()
        self.analyst = Analyst(self._take, self.readiness, self.search_lock)
        self.players = []

    def _take(self):
        self.news.append(time.monotonic())
        self._has_news.set()

    def player(self, answers):
        search = OwnSearch(SearchOptions(), random.Random(), self.readiness, self.search_lock)
        self.players.append(LevelPlayer(QUICK, search, answers))
        return self.players[-1]

    def wait_for(self, is_seen):
        """The first analysis of which that is true."""
        begun = time.monotonic()
        while time.monotonic() - begun < PATIENCE_SECONDS:
            analysis = self.analyst.analysis
            if analysis is not None and analysis.lines and is_seen(analysis):
                return analysis
            self._has_news.wait(0.1)
            self._has_news.clear()
        raise TimeoutError("the analyst finds nothing")

    def close(self):
        for player in self.players:
            player.close()
            player.join()
        self.analyst.close()


@pytest.fixture
def desk():
    desk = Desk()
    yield desk
    desk.close()


def test_it_rests_at_first(desk):
    assert desk.analyst.analysis is None


def test_it_releases_its_memory_when_it_rests(desk, monkeypatch):
    thinkers = weakref.WeakSet()

    def made(*given, **options):
        thinker = Thinker(*given, **options)
        thinkers.add(thinker)
        return thinker

    monkeypatch.setattr(analyst_module, "Thinker", made)
    desk.analyst.watch(Board())
    desk.wait_for(lambda analysis: True)
    assert thinkers
    desk.analyst.rest()
    until(lambda: not thinkers)


@pytest.mark.parametrize("waits_for_a_search", [True, False])
def test_no_thread_outlives_it(waits_for_a_search):
    before = set(threading.enumerate())
    desk = Desk()
    desk.analyst.watch(Board())
    if waits_for_a_search:
        desk.wait_for(lambda analysis: True)
    desk.close()
    assert set(threading.enumerate()) <= before


@needs_loops
def test_its_lines_are_those_of_the_search(desk):
    board = Board()
    board.push_uci("e2e4")
    desk.analyst.watch(board, 3)
    analysis = desk.wait_for(lambda analysis: analysis.depth >= 6)
    assert len(analysis.lines) == 3
    thinker = Thinker(board.variant, fast=True)
    thinker.think(board, Limit(depth=analysis.depth), line_count=3)
    assert abs(-thinker.thought().score_centipawns - analysis.evaluation.centipawns) < 60, (
        "about the same, as the tables differ"
    )
    for line in analysis.lines:
        twin = board.copy()
        for text, san in zip(line.moves, line.sans, strict=True):
            assert twin.san(twin.parse_uci(text)) == san
            twin.push_uci(text)


def test_it_analyses_a_copy(desk):
    board = Board()
    desk.analyst.watch(board)
    board.push_uci("e2e4")
    line = desk.wait_for(lambda analysis: True).lines[0]
    assert Board().parse_uci(line.moves[0])


@needs_loops
def test_an_ending_is_shown_as_proven(desk):
    board = Board(fen=MATE_IN_ONE)
    desk.analyst.watch(board, 2)
    analysis = desk.wait_for(lambda analysis: analysis.lines[0].evaluation.is_proven)
    assert analysis.evaluation == Evaluation(moves_to_win=-1, is_proven=True)
    assert analysis.lines[0].sans == ("Cxe4#",)
    assert analysis.lines[1].moves[0] != analysis.lines[0].moves[0]


def test_after_an_error_it_analyses_the_next_position(desk, monkeypatch):
    def broken(*_, **__):
        raise MemoryError("no room for a table")

    reported = queue.Queue()
    monkeypatch.setattr(threading, "excepthook", reported.put)
    with monkeypatch.context() as patch:
        patch.setattr(Thinker, "think", broken)
        desk.analyst.watch(Board())
        assert "no room" in str(reported.get(timeout=PATIENCE_SECONDS).exc_value)
    desk.analyst.watch(Board("chess"))
    assert desk.wait_for(lambda analysis: analysis.depth >= 1).lines


def test_it_stops_at_once(desk):
    desk.analyst.watch(Board(), 2)
    desk.wait_for(lambda analysis: True)
    begun = time.monotonic()
    desk.analyst.rest()
    with desk.search_lock.hold(max(SearchPriority), lambda: None):
        assert time.monotonic() - begun < STOP_SECONDS
    assert desk.analyst.analysis is None


def test_it_goes_to_the_newest_of_many_positions(desk):
    board = Board()
    for text in ("e2e4", "e7e5", "b1c3", "b8c6"):
        board.push_uci(text)
        desk.analyst.watch(board)
    line = desk.wait_for(lambda analysis: True).lines[0]
    assert board.parse_uci(line.moves[0])


@needs_loops
def test_it_waits_for_the_player_and_goes_on(desk):
    answers = threading.Event()
    desk.readiness.wait(PATIENCE_SECONDS)
    desk.analyst.watch(Board())
    desk.wait_for(lambda analysis: analysis.depth >= 5)
    player = desk.player(lambda answer: answers.set())
    player.ask(Board())
    assert answers.wait(PATIENCE_SECONDS)
    depth = desk.analyst.analysis.depth
    desk.wait_for(lambda analysis: analysis.depth > depth)


@needs_loops
def test_pondering_gives_way_to_it(desk):
    player = desk.player(lambda answer: None)
    player.ponder(Board())
    desk.analyst.watch(Board())
    desk.wait_for(lambda analysis: analysis.depth >= 5)


@needs_loops
def test_there_is_little_news(desk):
    desk.analyst.watch(Board(), 3)
    desk.wait_for(lambda analysis: analysis.depth >= 8)
    pauses = [later - earlier for earlier, later in zip(desk.news, desk.news[1:], strict=False)]
    assert all(pause > 0.15 for pause in pauses)


def test_a_finished_game_has_no_lines(desk):
    desk.analyst.watch(Board(fen=OVER))
    desk.analyst.watch(Board())
    desk.wait_for(lambda analysis: True)


def test_in_a_game_with_dice_a_line_is_one_move(desk):
    desk.analyst.watch(Board("random-wormhole"), 2)
    analysis = desk.wait_for(lambda analysis: True)
    assert {len(line.sans) for line in analysis.lines} == {1}


def test_without_compiled_loops_it_looks_a_little(monkeypatch):
    monkeypatch.setattr(readiness, "available", lambda: False)
    desk = Desk()
    try:
        desk.analyst.watch(Board(), 2)
        analysis = desk.wait_for(lambda analysis: True)
        assert analysis.is_shallow
        assert analysis.depth <= analyst_module.PLAIN_LIMIT.depth
    finally:
        desk.close()


def test_while_the_loops_are_compiled_it_looks_a_little_and_says_so(monkeypatch):
    go_on = threading.Event()

    def prepare(groups, is_wanted):
        yield 0.25
        go_on.wait(PATIENCE_SECONDS)
        raise OSError("no room on the disk")

    monkeypatch.setattr(readiness, "available", lambda: True)
    monkeypatch.setattr(readiness, "PLAYER", (NEVER,))
    monkeypatch.setattr(readiness, "obtain", prepare)
    desk = Desk()
    try:
        desk.analyst.watch(Board(), 2)
        analysis = desk.wait_for(lambda analysis: True)
        assert (analysis.preparing, analysis.is_shallow) == (0.25, True)
        go_on.set()
        desk.wait_for(lambda analysis: analysis.preparing is None)
    finally:
        go_on.set()
        desk.close()


def test_closing_ends_the_threads(desk):
    desk.analyst.watch(Board())
    desk.analyst.close()
    assert not {"analyst", "news of the analyst"} & {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize(
    ("score", "turn", "expected"),
    [
        (130, WHITE, Evaluation(130)),
        (130, BLACK, Evaluation(-130)),
        (MATE - 1, WHITE, Evaluation(moves_to_win=1)),
        (MATE - 5, BLACK, Evaluation(moves_to_win=-3)),
        (-(MATE - 4), BLACK, Evaluation(moves_to_win=2)),
    ],
)
def test_evaluations_are_whites(score, turn, expected):
    assert evaluation_of(score, turn) == expected


@pytest.mark.parametrize(
    ("solution", "expected"),
    [
        (Solution(WHITE, 7, ("e2e4",)), Evaluation(moves_to_win=7, is_proven=True)),
        (Solution(BLACK, 2, ("e2e4",)), Evaluation(moves_to_win=-2, is_proven=True)),
        (Solution(None, 3, ("e2e4",)), Evaluation(0, is_proven=True)),
    ],
)
def test_proven_results_are_whites_too(solution, expected):
    assert evaluation_of_solution(solution) == expected


@pytest.mark.parametrize(
    ("is_shortest", "score", "first"),
    [
        (True, MATE - 5, "e2e4"),
        (False, MATE - 5, "a2a3"),
        (False, MATE - 19, "e2e4"),
        (False, 200, "e2e4"),
    ],
)
def test_a_proven_win_gives_way_to_a_shorter_one(is_shortest, score, first):
    solution = Solution(WHITE, 7, ("e2e4",), is_shortest)
    lines = analysed_lines(Board(), [Thought(9, score, line=("a2a3",))], solution, 1)
    assert lines[0].moves == (first,)
