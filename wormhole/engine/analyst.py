"""The window's analyst: a thread that searches a position for its best lines until it gets another one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from wormhole.engine.analysis import Analysis, analysed_lines
from wormhole.engine.game_search import GameSearch
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.network import network_trouble
from wormhole.engine.opponent import LOOK_AGAIN_SECONDS, PLAIN_TABLE_ENTRIES, spare_threads
from wormhole.engine.readiness import Readiness
from wormhole.engine.search_lock import SearchLock, SearchPriority, report_error
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import Thinker, Thought
from wormhole.rules.board import Board
from wormhole.rules.variant import Variant

ROUNDS = ((0.1, 400_000), (1.0, 4_000_000), (10.0, None))
"""Seconds for a proof and then nodes of the search, in turns; the last search ends when it is stopped."""

TABLE_ENTRIES = 1 << 19
"""Half of the player's, whose own table may be in memory at the same time."""

PLAIN_LIMIT = Limit(depth=2, nodes=1500)
"""The limit on the plain loops, which slow the window: a fraction of a second."""

GATHERING_SECONDS, QUIET_SECONDS = 0.04, 0.2
"""The first depths come quickly, so the first report waits for a moment; after it there are at most five a
second."""


_INTERRUPTED = object()
"""Stands for a task to resume."""


@dataclass(frozen=True, eq=False)
class _Task:
    """A position to search."""

    board: Board
    line_count: int


@dataclass(frozen=True)
class _Findings:
    """The results of a search so far, without notation."""

    task: _Task
    thoughts: tuple[Thought, ...] = ()
    solution: Solution | None = None
    is_shallow: bool = False

    @property
    def depth(self) -> int:
        """The depth of the best line."""
        return self.thoughts[0].depth if self.thoughts else 0

    @property
    def is_final(self) -> bool:
        """Whether all lines end in a forced end within their depth."""
        return bool(self.thoughts) and all(
            MATE - abs(thought.score_centipawns) <= thought.depth for thought in self.thoughts
        )


class Analyst:
    """Analyses positions of any game, one at a time, in a thread of its own.

    ``on_news`` is called from another thread, at most five times a second, when :attr:`analysis` has changed.
    ``readiness`` and ``search_lock`` are shared with the computer player: while the player searches for its
    move, the analyst waits, and continues afterwards. It has a transposition table of its own, because the
    player's values differ a little from game to game; it exists only while something is analysed.
    """

    def __init__(
        self, on_news: Callable[[], None], readiness: Readiness, search_lock: SearchLock | None = None
    ) -> None:
        self._on_news = on_news
        self._readiness = readiness
        self._search_lock = search_lock or SearchLock()
        self._changed = threading.Condition()
        self._task: _Task | None = None
        self._analysis: tuple[_Task, Analysis] | None = None
        self._findings: _Findings | None = None
        self._has_news = threading.Event()
        self._closing = threading.Event()
        self._search: GameSearch | None = None
        self._made_for: tuple[Variant, bool] | None = None
        self._threads = [
            threading.Thread(target=loop, name=name, daemon=True)
            for loop, name in ((self._run, "analyst"), (self._publish, "news of the analyst"))
        ]
        for thread in self._threads:
            thread.start()

    def watch(self, board: Board, line_count: int = 1) -> None:
        """Analyse the position of ``board``, which is copied, until another call or ``rest``."""
        self._start(_Task(board.copy(), line_count))

    def rest(self) -> None:
        """Analyse nothing; the search ends within 50 ms, and its memory is released."""
        self._start(None)

    def close(self) -> None:
        """Stop, and end the threads."""
        self._closing.set()
        self.rest()
        self._has_news.set()
        self._readiness.close()
        for thread in self._threads:
            thread.join(timeout=2)

    @property
    def analysis(self) -> Analysis | None:
        """What is known about the position that is analysed; None while resting."""
        task, kept = self._task, self._analysis
        if task is None:
            return None
        if kept is None or kept[0] is not task:
            return Analysis(preparing=self._readiness.progress)
        return kept[1]

    def _start(self, task: _Task | None) -> None:
        with self._changed:
            self._task = task
            self._changed.notify_all()
        self._stop()

    def _stop(self) -> None:
        """Stop the search or proof in progress."""
        if self._search is not None:
            self._search.stop()

    # --- the thread that searches ---

    def _has_to_wake(self, done: object) -> bool:
        return self._task is not done or self._closing.is_set()

    def _run(self) -> None:
        done: object = None
        while not self._closing.is_set():
            with self._changed:
                self._changed.wait_for(partial(self._has_to_wake, done))
                task = self._task
            if task is None:
                self._release()
                done = None
            else:
                try:
                    done = task if self._work_on(task) else _INTERRUPTED
                except Exception as error:  # the error is reported, and the next position is analysed
                    report_error(error)
                    self._release()
                    done = task
        self._release()

    def _work_on(self, task: _Task) -> bool:
        """Search a position; returns whether everything is found."""
        if not self._readiness.is_done:
            self._search_plainly(task)
            while self._is_current(task) and not self._readiness.wait(LOOK_AGAIN_SECONDS):
                self._has_news.set()
            self._has_news.set()
        if not self._readiness.is_fast:
            return self._known_findings(task) is not None or self._search_plainly(task)
        with self._search_lock.hold(SearchPriority.ANALYSIS, self._stop):
            self._make(task.board.variant, fast=True)
            for solving_seconds, nodes in ROUNDS:
                if self._may_continue(task) and not self._is_final(task):
                    self._solve(task, solving_seconds)
                    self._think(task, Limit(nodes=nodes))
            return self._may_continue(task)

    def _search_plainly(self, task: _Task) -> bool:
        """Search on the plain loops; returns whether the search was not stopped."""
        with self._search_lock.hold(SearchPriority.ANALYSIS, self._stop):
            self._make(task.board.variant, fast=False)
            self._think(task, PLAIN_LIMIT)
            return self._may_continue(task)

    def _solve(self, task: _Task, seconds: float) -> None:
        """Try to prove the result, unless the shortest win is known."""
        known = self._known_findings(task)
        before = known.solution if known is not None else None
        if before is not None and before.is_shortest:
            return
        assert self._search is not None
        solution = self._search.solved(task.board, seconds, lambda: self._may_continue(task))
        if solution is not None:
            self._update(_Findings(task, known.thoughts if known is not None else (), solution))

    def _think(self, task: _Task, limit: Limit) -> None:
        count = min(task.line_count, len(task.board.legal_numbers))
        found: list[Thought] = []

        def take(thought: Thought) -> None:
            if thought.place == 1:
                found.clear()
            found.append(thought)
            if len(found) == count:
                self._deepened(task, tuple(found), is_shallow=limit is PLAIN_LIMIT)

        assert self._search is not None
        self._search.thinker.think(
            task.board,
            limit,
            lambda: self._may_continue(task),
            on_thought=take,
            line_count=task.line_count,
        )

    def _deepened(self, task: _Task, thoughts: tuple[Thought, ...], is_shallow: bool) -> None:
        """Keep the lines of a depth, unless deeper ones are known from before a pause."""
        known = self._known_findings(task)
        if known is None or known.is_shallow or thoughts[0].depth >= known.depth:
            solution = known.solution if known is not None else None
            self._update(_Findings(task, thoughts, solution, is_shallow))

    def _update(self, findings: _Findings) -> None:
        self._findings = findings
        self._has_news.set()

    def _known_findings(self, task: _Task) -> _Findings | None:
        """The results for a position so far."""
        findings = self._findings
        return findings if findings is not None and findings.task is task else None

    def _is_final(self, task: _Task) -> bool:
        known = self._known_findings(task)
        return known is not None and known.is_final

    def _is_current(self, task: _Task) -> bool:
        return self._task is task and not self._closing.is_set()

    def _may_continue(self, task: _Task) -> bool:
        return self._is_current(task) and not self._search_lock.is_awaited(SearchPriority.ANALYSIS)

    def _make(self, variant: Variant, *, fast: bool) -> None:
        """Make the searches for a game, if there are none."""
        if self._made_for == (variant, fast):
            return
        self._release()  # free the old tables before the new ones are made
        self._readiness.report_trouble(network_trouble(variant))
        threads, entries = (spare_threads(), TABLE_ENTRIES) if fast else (1, PLAIN_TABLE_ENTRIES)
        thinker = Thinker(variant, fast=fast, table_entries=entries, threads=threads)
        self._search = GameSearch(thinker, fast=fast)
        self._made_for = variant, fast

    def _release(self) -> None:
        """End the search's threads, and release its tables."""
        used = self._search
        self._search = self._made_for = self._findings = None
        if used is not None:
            used.close()

    # --- the thread that publishes ---

    def _publish(self) -> None:
        """Write the results in notation and publish them, at most five times a second."""
        published, analysis = None, Analysis()
        while True:
            self._has_news.wait()
            self._closing.wait(GATHERING_SECONDS)
            self._has_news.clear()
            if self._closing.is_set():
                return
            findings, task = self._findings, self._task
            if task is None:
                published = None
                continue
            if findings is not None and findings.task is task:
                if findings is not published:
                    published, analysis = findings, self._analysis_of(findings)
                self._analysis = task, replace(analysis, preparing=self._readiness.progress)
            self._on_news()
            self._closing.wait(QUIET_SECONDS - GATHERING_SECONDS)

    def _analysis_of(self, findings: _Findings) -> Analysis:
        task, thoughts = findings.task, findings.thoughts
        return Analysis(
            lines=analysed_lines(task.board, thoughts, findings.solution, task.line_count),
            depth=findings.depth,
            nodes=thoughts[0].nodes if thoughts else 0,
            is_shallow=findings.is_shallow,
            is_final=findings.is_final,
            seconds=thoughts[0].seconds if thoughts else 0.0,
        )
