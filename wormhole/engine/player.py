"""The computer player beside the window's loop: a thread that sleeps until it is given a position."""

from __future__ import annotations

import itertools
import os
import queue
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass

from wormhole.engine.levels import Level, Limit
from wormhole.engine.loop_groups import PLAYER
from wormhole.engine.opponent import Opponent
from wormhole.engine.preparation import obtain
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import TABLE_ENTRIES, Thought
from wormhole.rules.board import Board
from wormhole.rules.compiled import NotCompiledError, available, complain
from wormhole.rules.loop_groups import BOARD
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant

PLAIN_DEPTH, PLAIN_NODES = 3, 5000
"""Limits of a search that takes the uncompiled loops a second or two."""

PLAIN_TABLE_ENTRIES = 1 << 16

LOOK_AGAIN_SECONDS = 0.05


@dataclass(frozen=True)
class Answer:
    """What came of a thought: a move, or an ``error`` told in words a person can read.

    ``solution`` is the result of the game after the move, where it is proven.
    """

    ticket: int
    move: Move | None
    error: str | None = None
    solution: Solution | None = None


@dataclass(frozen=True)
class Progress:
    """What the player is at. ``preparing`` is 0.0 to 1.0 while it waits for its loops to be compiled, else
    None."""

    ticket: int
    preparing: float | None
    depth: int = 0
    score_centipawns: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Task:
    """A board to think about; without a level, to ponder on."""

    ticket: int
    board: Board
    level: Level | None


def spare_threads() -> int:
    """How many threads may search beside the window: a core is left to it, for its loop is to be on time.

    Where a machine has one core only, the system shares it out between the two.
    """
    if hasattr(os, "sched_getaffinity"):  # a container may own fewer cores than the machine has
        return max(1, len(os.sched_getaffinity(0)) - 1)
    return max(1, (os.cpu_count() or 1) - 1)


def needs_little(limit: Limit) -> bool:
    """Whether a search with that limit is soon over without compiled loops, too."""
    return limit.depth <= PLAIN_DEPTH or (limit.nodes is not None and limit.nodes <= PLAIN_NODES)


class Player:
    """A computer player for any game, with a thread of its own.

    ``on_answer`` is called from that thread. It holds the interpreter's lock only between searches, and while
    it searches uncompiled: where numba is missing, and at the lower levels until the loops are compiled, so
    that nobody waits for the first answer. Where they cannot be compiled, ``on_trouble`` is told so once,
    from another thread, in words for a person; the player is slow then, not mute.
    """

    def __init__(
        self, on_answer: Callable[[Answer], None], on_trouble: Callable[[str], None] = lambda text: None
    ) -> None:
        self._on_answer = on_answer
        self._on_trouble = on_trouble
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._tickets = itertools.count(1)
        self._wanted = 0
        self._is_pondering = False
        self._closed = False
        self._opponent: Opponent | None = None
        self._preparing: float | None = None
        self._is_waiting = False
        self._is_fast = False
        self._is_prepared = threading.Event()
        self._generator = random.Random()
        self._threads = [
            threading.Thread(target=loop, name=name, daemon=True)
            for loop, name in ((self._prepare, "preparation"), (self._run, "computer player"))
        ]
        for thread in self._threads:
            thread.start()

    def think(self, board: Board, level: Level) -> int:
        """Ask for a move in the position of ``board``, which is copied; returns the ticket of the answer.

        What was asked before is dropped.
        """
        return self._ask(board, level)

    def ponder(self, board: Board) -> None:
        """Search the position of ``board``, where the opponent is to move, until something else is asked.

        No answer comes of it. What it finds out is remembered, and the next thought need not find it again.
        Uncompiled it would hold the window up, and is left.
        """
        self._ask(board, None)

    def _ask(self, board: Board, level: Level | None) -> int:
        self.stop()
        ticket = next(self._tickets)
        self._is_pondering = level is None
        self._wanted = ticket
        self._tasks.put(_Task(ticket, board.copy(), level))
        return ticket

    def stop(self) -> None:
        """Drop what is under way, thought or pondering: no answer comes, and the search ends within 50 ms."""
        self._wanted = 0
        opponent = self._opponent
        if opponent:
            opponent.stop()

    def close(self) -> None:
        """Stop, and end the threads."""
        self._closed = True
        self.stop()
        self._tasks.put(None)
        for thread in self._threads:
            thread.join(timeout=2)

    def progress(self) -> Progress:
        """How far its thought has come, to be read at any time; pondering is no thought."""
        opponent, ticket = self._opponent, 0 if self._is_pondering else self._wanted
        if self._is_waiting:
            return Progress(ticket, self._preparing)
        thought = opponent.thought() if opponent and ticket else Thought()
        return Progress(ticket, None, thought.depth, thought.score_centipawns, thought.nodes, thought.line)

    def _run(self) -> None:
        playing: tuple[Variant, bool] | None = None
        while (task := self._tasks.get()) is not None:
            if task.level is None or not needs_little(task.level.limit):
                self._wait_for_loops(task)
            fast = self._is_fast
            if task.ticket != self._wanted or (task.level is None and not fast):
                continue
            variant = task.board.variant
            try:
                if playing != (variant, fast):
                    playing = self._opponent = None  # one table lies in memory, not two
                    self._opponent = self._opponent_for(variant, fast=fast)
                    playing = variant, fast
                answer = self._answer(self._opponent, task)
            except Exception as error:
                answer = Answer(task.ticket, None, f"The computer player failed: {error}")
            if task.level and task.ticket == self._wanted:
                self._on_answer(answer)

    def _opponent_for(self, variant: Variant, *, fast: bool) -> Opponent:
        """One that plays the game with all that is at hand; the plain loops fill no large table."""
        threads, entries = (spare_threads(), TABLE_ENTRIES) if fast else (1, PLAIN_TABLE_ENTRIES)
        return Opponent(variant, fast=fast, generator=self._generator, threads=threads, table_entries=entries)

    def _answer(self, opponent: Opponent, task: _Task) -> Answer:
        """The answer to a task, without a move where the game is over or it was only to ponder."""

        def is_wanted() -> bool:
            return task.ticket == self._wanted

        if task.level is None:
            opponent.ponder(task.board, is_wanted)
        elif choice := opponent.choose(task.board, task.level, is_wanted):
            return Answer(task.ticket, choice.move, None, choice.solution)
        return Answer(task.ticket, None)

    def _wait_for_loops(self, task: _Task) -> None:
        """Until they are compiled, or cannot be, or nobody wants the task done."""
        self._is_waiting = True
        while task.ticket == self._wanted and not self._is_prepared.wait(LOOK_AGAIN_SECONDS):
            pass
        self._is_waiting = False

    def _prepare(self) -> None:
        """Get the compiled loops; where there are none, the player is slow, not mute."""
        try:
            if available():
                for done in obtain(PLAYER, lambda: not self._closed):
                    self._preparing = done
                self._is_fast = not self._closed
        except Exception as error:  # whatever it is: one plays on
            complain(f"the computer player is slow, it could not be compiled: {error}")
            if not self._closed:
                self._on_trouble(f"The computer player is slow, it could not be compiled: {error}")
        finally:
            self._preparing = None
            self._is_prepared.set()
        if self._is_fast:
            self._prepare_boards()

    def _prepare_boards(self) -> None:
        """Get the loops of boards, too. The player does not wait for them: boards run without."""
        try:
            for _ in obtain((BOARD,), lambda: not self._closed):
                pass
        except NotCompiledError as error:
            complain(f"boards are slow, their loops could not be compiled: {error}")
