"""Of several who want to search one does, the earliest rank first."""

from __future__ import annotations

import threading

from tests.support.patience import PATIENCE_SECONDS
from wormhole.engine.turn import Rank, Turn


class Searching:
    """A search of its own thread that goes on until it is told to give way."""

    def __init__(self, turn, rank, log):
        self._turn, self._rank, self._log = turn, rank, log
        self.began, self.may_end = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        with self._turn.taken(self._rank, self.may_end.set):
            self._log.append(self._rank)
            self.began.set()
            assert self.may_end.wait(PATIENCE_SECONDS)

    def join(self):
        self.may_end.set()
        self._thread.join(PATIENCE_SECONDS)


def test_a_search_gives_way_to_one_of_an_earlier_rank():
    log, turn = [], Turn()
    analysis = Searching(turn, Rank.ANALYSIS, log)
    assert analysis.began.wait(PATIENCE_SECONDS)
    assert not turn.is_awaited(Rank.ANALYSIS)
    answer = Searching(turn, Rank.ANSWER, log)
    assert answer.began.wait(PATIENCE_SECONDS)
    assert log == [Rank.ANALYSIS, Rank.ANSWER]
    analysis.join()
    answer.join()


def test_a_search_does_not_give_way_to_a_later_rank_and_the_earliest_comes_next():
    log, turn = [], Turn()
    first = Searching(turn, Rank.ANSWER, log)
    assert first.began.wait(PATIENCE_SECONDS)
    others = [Searching(turn, rank, log) for rank in (Rank.PONDERING, Rank.ANALYSIS, Rank.REVIEW)]
    while not turn.is_awaited(max(Rank)) or len(turn._waiting) < len(others):
        pass
    assert not first.may_end.is_set()
    for searching in (first, *reversed(others)):
        searching.join()
    assert log == [Rank.ANSWER, Rank.REVIEW, Rank.ANALYSIS, Rank.PONDERING]
