"""The lock that lets one thread search at a time, by priority; and reports of errors in such threads."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from enum import IntEnum, auto


class SearchPriority(IntEnum):
    """The priority of a search; of several that wait, the one with the lowest value is next."""

    ANSWER = auto()
    """The computer player's move."""
    REVIEW = auto()
    """The review of a whole game."""
    ANALYSIS = auto()
    """The analysis of a position."""
    PONDERING = auto()
    """The computer player on the opponent's time."""


class SearchLock:
    """Lets one thread search at a time. A search gives way to one of a higher priority."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[SearchPriority] = []
        self._holder: tuple[SearchPriority, Callable[[], None]] | None = None

    @contextlib.contextmanager
    def hold(self, priority: SearchPriority, give_way: Callable[[], None]) -> Iterator[None]:
        """A context in which no other search runs; entering it may take as long as an answer of the player.

        ``give_way`` is called, in another thread, when a search of a higher priority waits; it must return at
        once. The body also asks :meth:`is_awaited` before it begins.
        """
        with self._changed:
            self._waiting.append(priority)
            if self._holder is not None and self._holder[0] > priority:
                self._holder[1]()
            self._changed.wait_for(lambda: self._holder is None and priority == min(self._waiting))
            self._waiting.remove(priority)
            self._holder = priority, give_way
        try:
            yield
        finally:
            with self._changed:
                self._holder = None
                self._changed.notify_all()

    def is_awaited(self, priority: SearchPriority) -> bool:
        """Whether a search of a higher priority waits, so that one of this priority should end."""
        return any(waiting < priority for waiting in tuple(self._waiting))


def report_error(error: Exception) -> None:
    """Report an error of a thread that continues, in the same way as an error that ends a thread."""
    thread = threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, thread)))
