"""The time at which what is under way is stopped, and only that."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

WAITING = 2
"""Threads that wait: one for the time first given, and one more if it changes meanwhile."""


class Deadline:
    """Calls ``stop`` when the time of a piece of work is over; there is one at a time.

    A thread that waits may wake late, when the next piece has begun. So each has an event of its own, which
    is set when it ends, and whoever finds it set stops nothing. The threads end with the deadline.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._pool = ThreadPoolExecutor(WAITING, "deadline")
        self._ending = threading.Lock()
        self._ended = threading.Event()
        self._ended.set()

    @property
    def is_under_way(self) -> bool:
        """Whether there is work that could be stopped."""
        return not self._ended.is_set()

    @contextlib.contextmanager
    def work(self) -> Iterator[None]:
        """What is done within may be stopped."""
        self._ended = ended = threading.Event()
        try:
            yield
        finally:
            with self._ending:
                ended.set()

    def stop_now(self) -> None:
        """Stop the work under way, if there is any."""
        self._stop_unless(self._ended)

    def stop_after(self, seconds: float) -> None:
        """Stop the work under way in so many seconds, if it has not ended by then."""
        self._pool.submit(self._wait, min(max(seconds, 0.0), threading.TIMEOUT_MAX), self._ended)

    def _wait(self, seconds: float, ended: threading.Event) -> None:
        if not ended.wait(seconds):
            self._stop_unless(ended)

    def _stop_unless(self, ended: threading.Event) -> None:
        with self._ending:
            if not ended.is_set():
                self._stop()
