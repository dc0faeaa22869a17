"""Jobs that may take longer than a frame, each in its own thread; an event reports the end."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar, cast

from wormhole.base.errors import WormholeError
from wormhole.gui.window.events import DONE, FAULT, post

Result = TypeVar("Result")
Item = TypeVar("Item")


class Cancelled(Exception):  # noqa: N818 - it is not an error
    """Raised inside a job that was cancelled."""


class Job(Generic[Result]):
    """Runs `work(self)` in its own thread, then posts DONE. `work` uses `watched` to notice `cancel`.

    A job that `is_paused` begins with `resume`.
    """

    def __init__(self, work: Callable[[Job[Result]], Result], is_paused: bool = False) -> None:
        self._work = work
        self._is_cancelled = threading.Event()
        self._may_run = threading.Event()
        if not is_paused:
            self._may_run.set()
        self.done: float | None = None
        """How much of the work is done, 0 to 1; None if that is not known."""
        self.words = ""
        """The progress in words, for the waiting user."""
        self._result: Result | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def is_cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._is_cancelled.is_set()

    def cancel(self) -> None:
        """Cancel the job."""
        self._is_cancelled.set()
        self._may_run.set()

    def pause(self) -> None:
        """Let the job wait at its next item: the window need not share the interpreter with it.

        Every pygame call that releases the interpreter's lock waits to get it back, for up to
        ``sys.getswitchinterval()``. To open and draw a dialog takes hundreds of them.
        """
        self._may_run.clear()

    def resume(self) -> None:
        """Let the job continue."""
        self._may_run.set()

    def tell(self, done: float, words: str) -> None:
        """Say how much is done; called by `work`. Raises Cancelled once the job is cancelled."""
        self._may_run.wait()
        if self._is_cancelled.is_set():
            raise Cancelled
        self.done, self.words = done, words

    def watched(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items. Raises Cancelled once the job is cancelled."""
        for item in items:
            self._may_run.wait()
            if self._is_cancelled.is_set():
                raise Cancelled
            yield item

    def is_done_within(self, seconds: float) -> bool:
        """Wait for at most `seconds`; returns whether the job has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def result(self) -> Result:
        """The result, once it is done. Raises what `work` raised."""
        if self._error is not None:
            raise self._error
        return cast("Result", self._result)

    def _run(self) -> None:
        self._may_run.wait()
        if self._is_cancelled.is_set():
            return
        try:
            self._result = self._work(self)
        except Exception as error:  # `result` raises it in the window's thread
            self._error = error
        if not self._is_cancelled.is_set():
            post(DONE, job=self)


class LatestJob(Generic[Result]):
    """Works in a thread of its own; of what is asked for while it works, only the newest is done afterwards.

    Each result, or error, is given to `found` or `failed` by `update`, in the window's thread. The window
    reports an unexpected error, too.
    """

    def __init__(
        self, found: Callable[[Result], None], failed: Callable[[Exception], None] = lambda error: None
    ) -> None:
        self._found = found
        self._failed = failed
        self._asked: queue.SimpleQueue[Callable[[], Result | None] | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[Result | None, Exception | None]] = queue.SimpleQueue()
        self._is_working = False
        self._waiting: Callable[[], Result] | None = None
        self._thread: threading.Thread | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a result is still to come."""
        return self._is_working

    def ask(self, work: Callable[[], Result]) -> None:
        """Do `work` in the background as soon as what was asked before is done."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        if self._is_working:
            self._waiting = work
        else:
            self._is_working = True
            self._asked.put(work)

    def update(self) -> None:
        """Deliver a result, if there is one. DONE wakes the loop for it."""
        if not self._is_working or self._answers.empty():
            return
        result, error = self._answers.get()
        self._is_working = self._waiting is not None
        if self._waiting is not None:
            self._asked.put(self._waiting)
            self._waiting = None
        if error is not None:
            self._failed(error)
            if not isinstance(error, WormholeError):
                post(FAULT, error=error)
        else:
            self._found(cast("Result", result))

    def close(self, last: Callable[[], None] | None = None) -> None:
        """End the thread after its present work and `last`; deliver nothing more.

        Closing the owner frees it.
        """
        self._waiting, self._is_working = None, False
        self._found, self._failed = lambda found: None, lambda error: None
        if last is not None:
            self._asked.put(last)
        self._asked.put(None)

    def _run(self) -> None:
        while (work := self._asked.get()) is not None:
            try:
                self._answers.put((work(), None))
            except Exception as error:  # no failure of a job may end the game
                self._answers.put((None, error))
            post(DONE, job=self)
