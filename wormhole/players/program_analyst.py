"""Another program analyses positions for the window, in place of our own analyst.

It has the interface of :class:`wormhole.engine.analyst.Analyst`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from wormhole.base.errors import Message
from wormhole.engine.analysis import Analysis, analysed_lines
from wormhole.engine.search_lock import report_error
from wormhole.engine.thinker import Thought
from wormhole.players.player import PlayerError, ThinkingInfo
from wormhole.players.program import ProgramPlayer
from wormhole.players.spec import PlayerSpec
from wormhole.players.timeouts import EXIT_SECONDS, STOP_SECONDS
from wormhole.rules.board import Board

QUIET_SECONDS = 0.2
"""There are at most five reports a second."""


@dataclass(frozen=True, eq=False)
class _Task:
    board: Board
    line_count: int


class ProgramAnalyst:
    """Analyses positions, one at a time, in a thread of its own.

    ``on_news`` is called from that thread when :attr:`analysis` or :attr:`trouble` has changed. After a fault
    it does nothing more.
    """

    def __init__(self, spec: PlayerSpec, on_news: Callable[[], None]) -> None:
        self.name = spec.title
        self.trouble: Message | None = None
        """Why it cannot go on."""
        self._on_news = on_news
        self._player = spec.player()
        self._changed = threading.Condition()
        self._task: _Task | None = None
        self._analysis: tuple[_Task, Analysis] | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="analysing program", daemon=True)
        self._thread.start()

    def watch(self, board: Board, line_count: int = 1) -> None:
        """Analyse the position of ``board``, which is copied, until another call or ``rest``."""
        self._start(_Task(board.copy(), line_count))

    def rest(self) -> None:
        """Analyse nothing."""
        self._start(None)

    def close(self) -> None:
        """Stop, and end the program, without waiting for it."""
        self._is_closed = True
        self.rest()

    def join(self, seconds: float = EXIT_SECONDS + STOP_SECONDS) -> None:
        """Wait for the end of the program after :meth:`close`; kill it if that takes longer."""
        self._thread.join(seconds)
        self._player.join(0.0)

    @property
    def analysis(self) -> Analysis | None:
        """What is known about the position that is analysed; None while resting."""
        task, kept = self._task, self._analysis
        if task is None:
            return None
        return kept[1] if kept is not None and kept[0] is task else Analysis(by=self.name)

    def _start(self, task: _Task | None) -> None:
        with self._changed:
            self._task = task
            self._changed.notify_all()

    def _has_to_wake(self, done: _Task | None) -> bool:
        return self._task is not done or self._is_closed

    def _run(self) -> None:
        done: _Task | None = None
        while not self._is_closed and self.trouble is None:
            with self._changed:
                self._changed.wait_for(partial(self._has_to_wake, done))
                task = self._task
            done = task
            if task is not None and not self._is_closed:
                self._work_on(task)
        self._player.close()

    def _work_on(self, task: _Task) -> None:
        def is_wanted() -> bool:
            return self._task is task and not self._is_closed

        player = self._player
        try:
            if not isinstance(player, ProgramPlayer):
                raise PlayerError("does not analyse")
            player.analyse(task.board, task.line_count, is_wanted, _Reporter(self, task).take)
        except PlayerError as error:
            if is_wanted():
                self._fail(error.message)
        except Exception as error:  # it is reported, and ours analyses instead
            report_error(error)
            self._fail(Message("failed: {trouble}", trouble=str(error)))

    def _fail(self, trouble: Message) -> None:
        self.trouble = trouble
        self._on_news()

    def publish(self, task: _Task, analysis: Analysis) -> None:
        """Keep the findings about a position, and tell that there are news."""
        self._analysis = task, analysis
        self._on_news()


class _Reporter:
    """Turns the lines of a program into an analysis, at most five times a second."""

    def __init__(self, analyst: ProgramAnalyst, task: _Task) -> None:
        self._analyst, self._task = analyst, task
        self._published = 0.0
        self._shown: Mapping[int, ThinkingInfo] = {}

    def take(self, found: Mapping[int, ThinkingInfo]) -> None:
        """The lines known so far by their ranks; called again and again, also without news."""
        now = time.monotonic()
        if not found or found == self._shown or now - self._published < QUIET_SECONDS:
            return
        self._published, self._shown = now, dict(found)
        task = self._task
        # A program may write moves that are not legal.
        thoughts = [
            Thought(info.depth, info.score_centipawns, info.nodes, info.line)
            for _rank, info in sorted(found.items())
            if task.board.legal_move(info.line[0]) is not None
        ]
        if not thoughts:
            return
        self._analyst.publish(
            task,
            Analysis(
                lines=analysed_lines(task.board, thoughts, None, task.line_count),
                depth=thoughts[0].depth,
                nodes=thoughts[0].nodes,
                by=self._analyst.name,
            ),
        )
