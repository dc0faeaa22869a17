"""A timer that stops one piece of work, such as a search, and never the next one."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

WAITING = 2
"""Waiting threads: one for the first time given, and one more if it changes."""


class Deadline:
    """Calls ``stop`` when the time for a piece of work is over; there is one piece at a time.

    A waiting thread may wake late, after the next piece has begun. So each piece has its own event, which is
    set when it ends; once it is set, nothing is stopped. The threads end with `close`.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._pool = ThreadPoolExecutor(WAITING, "deadline")
        self._ending = threading.Lock()
        self._ended = threading.Event()
        self._ended.set()

    @property
    def is_under_way(self) -> bool:
        """Whether work is in progress."""
        return not self._ended.is_set()

    @contextlib.contextmanager
    def work(self) -> Iterator[None]:
        """A context whose body is the work that may be stopped."""
        self._ended = ended = threading.Event()
        try:
            yield
        finally:
            with self._ending:
                ended.set()

    def stop_now(self) -> None:
        """Stop the work in progress, if any."""
        self._stop_unless(self._ended)

    def stop_after(self, seconds: float) -> None:
        """Stop the work in progress after ``seconds``, if it has not ended by then."""
        self._pool.submit(self._wait, min(max(seconds, 0.0), threading.TIMEOUT_MAX), self._ended)

    def close(self) -> None:
        """Wait until the threads have ended; not while work is in progress."""
        self._pool.shutdown()

    def _wait(self, seconds: float, ended: threading.Event) -> None:
        if not ended.wait(seconds):
            self._stop_unless(ended)

    def _stop_unless(self, ended: threading.Event) -> None:
        with self._ending:
            if not ended.is_set():
                self._stop()
