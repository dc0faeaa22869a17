"""A search in a thread of its own, for another program that goes on talking meanwhile."""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from wormhole.engine.clock import less
from wormhole.engine.levels import Level, Limit
from wormhole.engine.openings.book import Book
from wormhole.engine.opponent import Choice, Opponent, recalled
from wormhole.engine.player import WAITING_SHARE, needs_little
from wormhole.engine.protocols.request import Request
from wormhole.engine.readiness import Readiness
from wormhole.engine.strength import narrowed
from wormhole.engine.thinker import Thought
from wormhole.rules.board import Board

SOLVING_SHARE = 0.1
"""Share of a move's time for solving the ending."""

SOLVABLE_SQUARES = 40
"""The solver is used from this many squares on down; with more, no proof would finish."""

LOOK_AGAIN_SECONDS = 0.05
TELL_SECONDS = 5.0
"""How often the progress of the compilation is told to who waits for it."""


class Listener(Protocol):
    """Who is told what a search finds. All calls come from the thread of the search."""

    def on_thought(self, thought: Thought) -> None:
        """A depth is finished; called for each of its best lines."""

    def on_note(self, text: str) -> None:
        """There is something to tell a person."""

    def on_answer(self, choice: Choice | None, line: tuple[str, ...]) -> None:
        """The search is over, and its answer is called for.

        ``line`` begins with the move to play; it is empty if there is none. Without a ``choice`` the search
        has failed, and any legal move is given.
        """


class BackgroundSearch:
    """A search in a thread of its own.

    The ``book`` answers at once. Else the thread first waits for the compiled loops, if they are being
    compiled: without a clock until they are ready, with one for a share of the move's time. ``prepared`` gets
    the opponent, from that thread.
    """

    def __init__(
        self,
        request: Request,
        level: Level,
        board: Board,
        line_count: int,
        listener: Listener,
        *,
        readiness: Readiness,
        prepared: Callable[[], Opponent],
        book: Book | None,
    ) -> None:
        self._request, self._level, self._board, self._line_count = request, level, board, line_count
        self._listener, self._readiness, self._prepared, self._book = listener, readiness, prepared, book
        self._limit = narrowed(request.limit, level.limit)
        """The limit once the time of the move counts."""
        self._opponent: Opponent | None = None
        self._counted_from = None if request.waits else time.perf_counter()
        """When the time of the move began; None while it does not count."""
        self._has_begun = False
        self._is_stopped = False
        self._is_dropped = False
        self._answer_now = threading.Event()
        """Set when the answer of a search that waits may be given."""
        if not request.waits:
            self._answer_now.set()
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    @property
    def is_pondering(self) -> bool:
        """Whether the expected move may still be played."""
        return self._request.ponder and not self._request.infinite and self._counted_from is None

    def stop(self) -> None:
        """Have the answer given now, and wait for it."""
        self._is_stopped = True
        if self._opponent is not None:
            self._opponent.stop()
        self._answer_now.set()
        self._thread.join()

    def drop(self) -> None:
        """End the search without an answer, and wait until it has ended."""
        self._is_dropped = True
        self.stop()

    def hit(self, limit: Limit | None = None) -> None:
        """The expected move was played: from now on the time counts, that of ``limit`` or of the request."""
        if limit is not None:
            self._limit = narrowed(limit, self._level.limit)
        self._counted_from = time.perf_counter()
        if self._has_begun and self._opponent is not None:
            self._opponent.limit_to(self._limit)
        self._answer_now.set()

    def _run(self) -> None:
        choice = None
        try:
            choice = self._recalled()
            if choice is None:
                self._wait_for_loops()
                self._opponent = self._prepared()
                choice = self._chosen(self._opponent)
        except Exception as error:
            self._listener.on_note(f"the search failed: {error}")
        self._answer_now.wait()
        if not self._is_dropped:
            line = choice.line if choice else tuple(move.text for move in self._board.legal_moves[:1])
            self._listener.on_answer(choice, line)

    def _recalled(self) -> Choice | None:
        """The answer of the book, unless all lines or some moves are asked about."""
        if self._request.waits or self._request.among or self._line_count > 1:
            return None
        return recalled(self._book, self._board, self._level, random.Random())

    def _chosen(self, opponent: Opponent) -> Choice | None:
        counted_from = self._counted_from
        if counted_from is None:
            limit = replace(self._limit, seconds=None, soft_seconds=None)
        else:
            limit = less(self._limit, time.perf_counter() - counted_from)

        def is_wanted() -> bool:
            # Only now the search can be stopped and limited; what came before is done here.
            self._has_begun = True
            if self._is_stopped:
                opponent.stop()
            elif self._counted_from is not counted_from:
                opponent.limit_to(self._limit)
            return True

        solving = min(self._level.solver_seconds, solver_seconds(self._board, limit))
        level = replace(self._level, limit=limit, solver_seconds=solving)
        return opponent.choose(
            self._board,
            level,
            is_wanted,
            on_thought=self._listener.on_thought,
            among=self._request.among,
            line_count=self._line_count,
        )

    def _wait_for_loops(self) -> None:
        """Wait until the loops are ready, or until it is time to play without."""
        told_at = -math.inf
        while not self._readiness.is_done and (seconds := self._seconds_to_wait()) > 0:
            self._readiness.wait(min(seconds, LOOK_AGAIN_SECONDS))
            progress = self._readiness.progress
            if progress is None:
                continue
            if needs_little(self._limit):
                return
            if time.perf_counter() - told_at >= TELL_SECONDS:
                told_at = time.perf_counter()
                self._listener.on_note(f"waiting for the search to be compiled, {progress:.0%} is done")
        if not (self._readiness.is_fast or self._is_stopped):
            self._listener.on_note("this search is slow, because it is not compiled")

    def _seconds_to_wait(self) -> float:
        """How long the search may still wait for the loops."""
        if self._is_stopped:
            return 0.0
        if self._counted_from is None:
            return math.inf
        return waits_seconds(self._limit) - (time.perf_counter() - self._counted_from)


def waits_seconds(limit: Limit) -> float:
    """How long a search within ``limit`` waits for compiled loops."""
    seconds = limit.soft_seconds or limit.seconds
    return math.inf if seconds is None else WAITING_SHARE * seconds


def solver_seconds(board: Board, limit: Limit) -> float:
    """The time for solving the ending of ``board``; 0.0 before the ending and without a time limit."""
    seconds = limit.soft_seconds or limit.seconds
    squares = board.variant.geometry.squares - len(board.holes)
    return SOLVING_SHARE * seconds if seconds and squares <= SOLVABLE_SQUARES else 0.0
