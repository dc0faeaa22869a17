"""Requests to the engine in an exercise: they give way to the computer player, and survive an error."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import pygame
import pytest

from tests.support.patience import PATIENCE_SECONDS, until
from wormhole import Board
from wormhole.base.errors import FenError
from wormhole.engine.search_lock import SearchLock, SearchPriority
from wormhole.gui.learn.asking import Asking
from wormhole.gui.window.engines import SearchResources
from wormhole.gui.window.events import FAULT


@dataclass
class Loops:
    """Loops that are ready, or not yet."""

    is_done: bool = True
    is_fast: bool = False

    def wait(self, seconds):
        return self.is_done


class Searcher:
    """Searches until it is stopped; the second time it finds something at once."""

    def __init__(self):
        self.begun, self.stopped, self.searches = threading.Event(), threading.Event(), 0

    def search(self, board, wanted):
        self.searches += 1
        if self.searches == 1 and wanted():
            self.begun.set()
            assert self.stopped.wait(PATIENCE_SECONDS)
        return f"search {self.searches}"

    def stop(self):
        self.stopped.set()

    def close(self):
        """Nothing to end."""


@pytest.fixture
def engine():
    return SearchResources(Loops(), SearchLock())


def told_by(asking, told):
    """Ask, and wait until the answer is told."""
    told.clear()
    asking.ask(Board("chess"))
    return until(lambda: told, meanwhile=asking.update)


def test_a_search_gives_way_to_the_computer_player_and_begins_again(engine):
    searcher, told = Searcher(), []
    asking = Asking(engine, lambda fast: searcher, Searcher.search, told.append)

    def play():
        searcher.begun.wait(PATIENCE_SECONDS)
        with engine.search_lock.hold(SearchPriority.ANSWER, lambda: None):
            told_before.extend(told)

    told_before = []
    player = threading.Thread(target=play)
    player.start()
    assert told_by(asking, told) == ["search 2"]
    asking.close()
    player.join()
    assert told_before == []


def test_what_does_not_wait_is_searched_on_the_plain_loops_until_the_others_are_ready():
    loops, made, told = Loops(is_done=False, is_fast=False), [], []

    def make(fast):
        made.append(fast)
        return Searcher()

    asking = Asking(
        SearchResources(loops, SearchLock()),
        make,
        lambda searcher, board, wanted: "found",
        told.append,
        waits=False,
    )
    for _ in range(2):
        told_by(asking, told)
    loops.is_done = loops.is_fast = True
    for _ in range(2):
        told_by(asking, told)
    assert made == [False, True]


@pytest.mark.parametrize(
    ("error", "is_told"), [(ArithmeticError("broken"), True), (FenError("no such position"), False)]
)
def test_an_error_is_no_answer_and_one_that_nobody_foresaw_is_told_of(engine, error, is_told):
    def fail(searcher, board, wanted):
        raise error

    pygame.display.init()
    pygame.event.clear()
    told = []
    assert told_by(Asking(engine, lambda fast: Searcher(), fail, told.append), told) == [None]
    assert [event.error for event in pygame.event.get(FAULT)] == [error] * is_told
