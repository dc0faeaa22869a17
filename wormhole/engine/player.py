"""The window's computer player: a thread that waits for positions and answers with moves."""

from __future__ import annotations

import itertools
import math
import os
import queue
import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from wormhole.engine.clock import Clock, within
from wormhole.engine.configuration import AS_USUAL
from wormhole.engine.levels import Level, Limit
from wormhole.engine.network import network_trouble
from wormhole.engine.opening_book import Book
from wormhole.engine.opponent import Choice, Opponent, recalled
from wormhole.engine.preparation import Readiness
from wormhole.engine.search_lock import SearchLock, SearchPriority
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import TABLE_ENTRIES, Thought
from wormhole.rules.board import Board
from wormhole.rules.errors import Message
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant

PLAIN_DEPTH, PLAIN_NODES = 4, 5000
"""Limits of a search that takes some seconds at most on the uncompiled loops."""

PLAIN_TABLE_ENTRIES = 1 << 16

WAITING_SHARE = 0.5
"""The share of the time to aim at for which a player on the clock waits for compiled loops; then it plays
without."""

LOOK_AGAIN_SECONDS = 0.05


@dataclass(frozen=True)
class Answer:
    """The answer to :meth:`Player.think`: a move, or an ``error`` text for a person.

    ``solution`` is the proven result of the game after the move, if there is one. ``score_centipawns`` is the
    player's own view of the move, and ``seconds`` is how long it took.
    """

    ticket: int
    move: Move | None
    error: str | None = None
    solution: Solution | None = None
    score_centipawns: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Progress:
    """The progress of a search. ``preparing`` is 0.0 to 1.0 while the player waits for its loops to be
    compiled, else None."""

    ticket: int
    preparing: float | None
    depth: int = 0
    score_centipawns: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Task:
    """A board to search; without a level, to ponder on. ``clock`` ran from ``asked_at`` on."""

    ticket: int
    board: Board
    level: Level | None
    clock: Clock | None = None
    asked_at: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """The seconds since the task was set."""
        return time.perf_counter() - self.asked_at

    @property
    def waits_seconds(self) -> float:
        """How long it may wait for compiled loops."""
        return math.inf if self.clock is None else WAITING_SHARE * self.clock.times()[1]

    def timed(self, level: Level) -> Level:
        """The level, within what is left on the clock."""
        return level if self.clock is None else within(level, self.clock.after(self.seconds))


def _answer_of(task: _Task, choice: Choice) -> Answer:
    score = choice.score_centipawns
    return Answer(task.ticket, choice.move, None, choice.solution, score, task.seconds)


def spare_threads() -> int:
    """The number of search threads: one core is left to the window, so that its frames are on time.

    The minimum is 1; on a machine with one core, the search and the window share it.
    """
    if hasattr(os, "sched_getaffinity"):  # a container may use fewer cores than the machine has
        return max(1, len(os.sched_getaffinity(0)) - 1)
    return max(1, (os.cpu_count() or 1) - 1)


def needs_little(limit: Limit) -> bool:
    """Whether a search with that limit is short even on the uncompiled loops."""
    return limit.depth <= PLAIN_DEPTH or (limit.nodes is not None and limit.nodes <= PLAIN_NODES)


def report_error(error: Exception) -> None:
    """Report an error of a thread that goes on, as one is reported that ends a thread."""
    thread = threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, thread)))


class Player:
    """A computer player for any game, with a thread of its own.

    ``on_answer`` is called from that thread. Compiled searches release the interpreter's lock. The plain
    loops, which hold it, are used without numba, and at the lower levels until the loops are ready.
    ``readiness`` and ``search_lock`` are shared with the analyst; the player closes the former.

    An error that nobody foresaw is reported once, and a short search on the plain loops, without a learned
    evaluation, answers instead.
    """

    def __init__(
        self, on_answer: Callable[[Answer], None], readiness: Readiness, search_lock: SearchLock | None = None
    ) -> None:
        self._on_answer = on_answer
        self._readiness = readiness
        self._search_lock = search_lock or SearchLock()
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._tickets = itertools.count(1)
        self._wanted = 0
        self._is_pondering = False
        self._opponent: Opponent | None = None
        self._playing: tuple[Variant, bool] | None = None
        """The opponent's game, and whether it has compiled loops."""
        self._book: Book | None = None
        self._is_waiting = False
        self._is_outdated = False
        self._reported: set[str] = set()
        """The errors that were reported."""
        self._generator = random.Random()
        self._thread = threading.Thread(target=self._run, name="computer player", daemon=True)
        self._thread.start()

    def think(self, board: Board, level: Level, clock: Clock | None = None) -> int:
        """Ask for a move in the position of ``board``, which is copied; returns the ticket of the answer.

        The level's own limits hold, and those of the clock, if there is one. Earlier requests are dropped.
        """
        return self._ask(board, level, clock)

    def ponder(self, board: Board) -> None:
        """Search the position of ``board``, where the opponent is to move, until the next request.

        There is no answer; the transposition table is filled for the next search. On the plain loops, which
        would slow the window, nothing is done.
        """
        self._ask(board, None)

    def _ask(self, board: Board, level: Level | None, clock: Clock | None = None) -> int:
        self.stop()
        ticket = next(self._tickets)
        self._is_pondering = level is None
        self._wanted = ticket
        self._tasks.put(_Task(ticket, board.copy(), level, clock))
        return ticket

    def stop(self) -> None:
        """Drop the current request: no answer comes, and the search ends within 50 ms."""
        self._wanted = 0
        opponent = self._opponent
        if opponent:
            opponent.stop()

    def close(self) -> None:
        """Stop, and end the threads."""
        self.stop()
        self._tasks.put(None)
        self._readiness.close()
        self._thread.join(timeout=2)

    def renew(self) -> None:
        """Use what has been learned of the game meanwhile, from the next task on."""
        self._is_outdated = True

    def progress(self) -> Progress:
        """The progress of the current request, at any time; pondering is not shown."""
        opponent, ticket = self._opponent, 0 if self._is_pondering else self._wanted
        if self._is_waiting:
            return Progress(ticket, self._readiness.progress)
        thought = opponent.thought() if opponent and ticket else Thought()
        return Progress(ticket, None, thought.depth, thought.score_centipawns, thought.nodes, thought.line)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                answer = self._recalled(task) or self._thought_out(task)
            except Exception as error:
                answer = self._answer_after(error, task)
            if answer is not None and task.level and task.ticket == self._wanted:
                self._on_answer(answer)
        self._release()

    def _answer_after(self, error: Exception, task: _Task) -> Answer | None:
        """Report an error and answer in a simpler way; the answer says so if that fails, too."""
        self._is_waiting = False
        if repr(error) not in self._reported:
            self._reported.add(repr(error))
            report_error(error)
        try:
            self._playing = None
            self._release()
            return self._simple_answer(task)
        except Exception as again:
            trouble = Message("The computer player failed: {trouble}", trouble=str(again))
            return Answer(task.ticket, None, trouble)

    def _simple_answer(self, task: _Task) -> Answer | None:
        """The answer of a search that needs little."""
        if task.level is None or task.ticket != self._wanted:
            return None
        variant = task.board.variant
        opponent = self._opponent = self._opponent_for(variant, fast=False, overrides={"network": 0})
        little = Limit(depth=PLAIN_DEPTH, nodes=PLAIN_NODES)
        limit = task.level.limit if needs_little(task.level.limit) else little
        return self._answer(
            opponent, replace(task, level=replace(task.level, limit=limit, solver_seconds=0.0))
        )

    def _release(self) -> None:
        """End the opponent's threads, and let go of its tables."""
        opponent, self._opponent = self._opponent, None
        if opponent is not None:
            opponent.close()

    def _opponent_for(
        self, variant: Variant, *, fast: bool, overrides: Mapping[str, float] = AS_USUAL
    ) -> Opponent:
        """An opponent for the game; on the plain loops with one thread and a small table."""
        threads, entries = (spare_threads(), TABLE_ENTRIES) if fast else (1, PLAIN_TABLE_ENTRIES)
        return Opponent(
            variant,
            fast=fast,
            generator=self._generator,
            threads=threads,
            table_entries=entries,
            overrides=overrides,
        )

    def _recalled(self, task: _Task) -> Answer | None:
        """The answer of the opening book, which needs no loops; None if it has none."""
        if task.level is None:
            return None
        if self._book is None or self._book.variant != task.board.variant:
            self._book = Book(task.board.variant)
        choice = recalled(self._book, task.board, task.level, self._generator)
        return None if choice is None else _answer_of(task, choice)

    def _thought_out(self, task: _Task) -> Answer | None:
        """The answer of a search, after the loops for it are there; None if it is no longer wanted."""
        if task.level is None or not needs_little(task.level.limit):
            self._wait_for_loops(task)
        variant, fast = task.board.variant, self._readiness.is_fast
        if task.ticket != self._wanted or (task.level is None and not fast):
            return None
        if self._playing != (variant, fast) or self._is_outdated:
            self._playing, self._is_outdated = None, False
            self._release()  # free the old table before the new one is made
            self._readiness.report_trouble(network_trouble(variant))
            self._opponent = self._opponent_for(variant, fast=fast)
            self._playing = variant, fast
        assert self._opponent is not None
        return self._answer(self._opponent, task)

    def _answer(self, opponent: Opponent, task: _Task) -> Answer:
        """The answer to a task; it has no move if the game is over or the task is to ponder."""

        def is_wanted() -> bool:
            return task.ticket == self._wanted

        if task.level is None:
            self._ponder(opponent, task.board, is_wanted)
            return Answer(task.ticket, None)
        with self._search_lock.hold(SearchPriority.ANSWER, opponent.stop):
            choice = opponent.choose(task.board, task.timed(task.level), is_wanted)
        return Answer(task.ticket, None) if choice is None else _answer_of(task, choice)

    def _ponder(self, opponent: Opponent, board: Board, is_wanted: Callable[[], bool]) -> None:
        """Ponder; go on each time that others have thought."""

        def may_think() -> bool:
            return is_wanted() and not self._search_lock.is_awaited(SearchPriority.PONDERING)

        while is_wanted():
            with self._search_lock.hold(SearchPriority.PONDERING, opponent.stop):
                opponent.ponder(board, may_think)
                if may_think():  # there is nothing more to find
                    return

    def _wait_for_loops(self, task: _Task) -> None:
        """Wait until the loops are compiled, compiling has failed, the task is no longer wanted or its clock
        does not allow more."""
        self._is_waiting = True
        while task.ticket == self._wanted and task.seconds < task.waits_seconds:
            if self._readiness.wait(min(LOOK_AGAIN_SECONDS, task.waits_seconds)):
                break
        self._is_waiting = False
