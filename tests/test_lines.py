"""Several lines, aspiration windows, and threads."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.data_files import rows
from tests.support.exact_search import EXACT, LISTING_PLY
from tests.support.parts import examples
from tests.support.random_games import WORMHOLE
from wormhole import Board, variant
from wormhole.compiling.groups import available
from wormhole.engine import thinker as thinkers
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.searcher import FIRST_EXPECTING_DEPTH, BestLine, Searcher
from wormhole.engine.thinker import Thinker

SMALL_TABLE = 1 << 12
SCORES = st.integers(-3000, 3000) | st.integers(MATE - 90, MATE) | st.integers(-MATE, 90 - MATE)


def thinker_with(threads=1, **options):
    return Thinker(
        variant("wormhole"), fast=available(), table_entries=SMALL_TABLE, threads=threads, **options
    )


@pytest.fixture(scope="module")
def thinker():
    return thinker_with()


@pytest.fixture(scope="module")
def exact_thinker():
    return thinker_with(overrides=EXACT)


@given(SCORES, SCORES, st.integers(0, 50))
def test_the_aspiration_window_never_changes_the_score(expected, true, beyond):
    """A search that fails returns a bound outside its window, here by ``beyond``."""
    windows = []

    class Bounding(Searcher):
        line, window_centipawns = (1,), 40

        def __init__(self):
            pass

        def search(self, depth, alpha, beta, moves=()):
            windows.append((alpha, beta))
            assert alpha < beta
            if alpha < true < beta:
                return true
            return max(true, beta, min(true, beta + beyond)) if true >= beta else min(true, alpha)

    before = [BestLine(FIRST_EXPECTING_DEPTH - 1, expected, (1,))]
    assert Bounding().best_line(FIRST_EXPECTING_DEPTH, before) == BestLine(FIRST_EXPECTING_DEPTH, true, (1,))
    assert len(windows) < 10
    assert abs(expected) > MATE - 200 or windows[0][1] - windows[0][0] < 200


@given(WORMHOLE, st.integers(1, 2))
@examples(15)
def test_every_move_has_its_exact_score(exact_thinker, board, depth):
    """The lines of all moves, compared with searches of one move each."""
    thinker = exact_thinker
    thinker.forget()
    if thinker.think(board, Limit(depth=depth), line_count=len(board.legal_moves) + 5) is None:
        return
    lines = {thought.line[0]: thought.score_centipawns for thought in thinker.thoughts()}
    assert list(lines.values()) == sorted(lines.values(), reverse=True)
    assert [thought.place for thought in thinker.thoughts()] == list(range(1, len(lines) + 1))
    for move in board.legal_moves:
        thinker.forget()
        thinker.think(board, Limit(depth=depth), among=[move.text])
        assert lines[move.text] == thinker.thought().score_centipawns


@given(WORMHOLE, st.integers(2, 5))
@examples(15)
def test_the_best_few_are_the_first_of_all(exact_thinker, board, count):
    scores = []
    for wanted in (count, 1000):
        exact_thinker.forget()
        exact_thinker.think(board, Limit(depth=2), line_count=wanted)
        scores.append([thought.score_centipawns for thought in exact_thinker.thoughts()])
    assert scores[0] == scores[1][: len(scores[0])]
    assert len(scores[0]) == max(min(count, len(scores[1])), 1)


def test_each_line_can_be_played(thinker):
    told = []
    best = thinker.think(Board(), Limit(depth=3), line_count=4, on_thought=told.append)
    assert [(thought.depth, thought.place) for thought in told] == [
        (depth, place) for depth in (1, 2, 3) for place in (1, 2, 3, 4)
    ]
    lines = [thought.line for thought in thinker.thoughts()]
    assert lines[0][0] == best.text
    assert len({line[0] for line in lines}) == 4
    for line in lines:
        board = Board()
        for text in line:
            board.push_uci(text)


def test_lines_among_some_moves(thinker):
    thinker.think(Board(), Limit(depth=2), among=["a2a3", "h2h3"], line_count=9)
    assert {thought.line[0] for thought in thinker.thoughts()} == {"a2a3", "h2h3"}


def test_stopped_within_a_depth_the_lines_of_the_last_are_kept(thinker):
    thinker.think(Board(), Limit(nodes=30_000), line_count=5)
    thoughts = thinker.thoughts()
    assert len(thoughts) == 5
    assert len({thought.depth for thought in thoughts}) == 1


def test_time_may_run_out_at_the_end_of_a_search(thinker):
    for micros in range(0, 2000, 20):
        thinker.think(Board(), Limit(depth=2, seconds=micros / 1e6))
        thinker.think(Board(), Limit(depth=2))
        assert thinker.thought().depth == 2


def test_a_limit_that_comes_later(thinker):
    deep = threading.Event()
    thread = threading.Thread(
        target=thinker.think,
        args=(Board(), Limit()),
        kwargs={"on_thought": lambda _: deep.set()},
        daemon=True,
    )
    thread.start()
    assert deep.wait(30)
    thinker.limit_to(Limit(seconds=0.01))
    thread.join(30)
    assert not thread.is_alive()


@pytest.mark.skipif(not available(), reason="uncompiled, there is one thread")
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_find_what_one_finds(threads):
    thinker = thinker_with(threads, overrides=EXACT)
    for row in rows("mates"):
        plies = 2 * row["in"] - 1
        move = thinker.think(Board(fen=row["fen"]), Limit(depth=plies + LISTING_PLY))
        assert move.text in row["first"]
        assert thinker.thought().score_centipawns == MATE - plies


@pytest.mark.skipif(not available(), reason="uncompiled, there is one thread")
def test_helper_threads_stop_with_the_search(monkeypatch):
    searchers = []

    class Noted(Searcher):
        def __init__(self, *given, **options):
            super().__init__(*given, **options)
            searchers.append(self)

    monkeypatch.setattr(thinkers, "Searcher", Noted)
    thinker = thinker_with(3)
    board = Board()
    assert board.is_legal(thinker.think(board, Limit(nodes=200_000)))
    nodes = thinker.thought().nodes
    assert len(searchers) == 3
    assert all(searcher.nodes > 0 for searcher in searchers)
    assert thinker.thought().nodes == nodes


@pytest.mark.skipif(not available(), reason="uncompiled, there is one thread")
def test_threads_end_with_their_thinker():
    before = set(threading.enumerate())
    thinker = thinker_with(3)
    thinker.think(Board(), Limit(nodes=200_000, seconds=30))
    threads = set(threading.enumerate()) - before
    assert threads
    del thinker
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
