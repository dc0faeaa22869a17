"""Of several threads that want to search, one does; the highest priority is first."""

from __future__ import annotations

import threading

from tests.support.patience import PATIENCE_SECONDS, until
from wormhole.engine.search_lock import SearchLock, SearchPriority


class Searching:
    """A search of its own thread that goes on until it is told to give way."""

    def __init__(self, lock, priority, log):
        self._lock, self._priority, self._log = lock, priority, log
        self.began, self.may_end = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        with self._lock.hold(self._priority, self.may_end.set):
            self._log.append(self._priority)
            self.began.set()
            assert self.may_end.wait(PATIENCE_SECONDS)

    def join(self):
        self.may_end.set()
        self._thread.join(PATIENCE_SECONDS)


def test_a_search_gives_way_to_one_of_a_higher_priority():
    log, lock = [], SearchLock()
    analysis = Searching(lock, SearchPriority.ANALYSIS, log)
    assert analysis.began.wait(PATIENCE_SECONDS)
    assert not lock.is_awaited(SearchPriority.ANALYSIS)
    answer = Searching(lock, SearchPriority.ANSWER, log)
    assert answer.began.wait(PATIENCE_SECONDS)
    assert log == [SearchPriority.ANALYSIS, SearchPriority.ANSWER]
    analysis.join()
    answer.join()


def test_a_search_does_not_give_way_to_a_lower_priority_and_the_highest_comes_next():
    log, lock = [], SearchLock()
    first = Searching(lock, SearchPriority.ANSWER, log)
    assert first.began.wait(PATIENCE_SECONDS)
    others = []
    for priority in (SearchPriority.PONDERING, SearchPriority.ANALYSIS, SearchPriority.REVIEW):
        others.append(Searching(lock, priority, log))
        until(lambda lower=priority + 1: lock.is_awaited(lower))
    assert not first.may_end.is_set()
    for searching in (first, *reversed(others)):
        searching.join()
    assert log == [
        SearchPriority.ANSWER,
        SearchPriority.REVIEW,
        SearchPriority.ANALYSIS,
        SearchPriority.PONDERING,
    ]
