"""Threads that search: one at a time, by rank; and an error in one that goes on."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from enum import IntEnum, auto


class Rank(IntEnum):
    """Who thinks first if several want to."""

    ANSWER = auto()
    """The computer player's move."""
    REVIEW = auto()
    """The judgement of a whole game."""
    ANALYSIS = auto()
    """The analysis of a position."""
    PONDERING = auto()
    """The computer player on the person's time."""


class Turn:
    """Lets one thread search at a time. A search of a later rank gives way to one of an earlier rank."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[Rank] = []
        self._holder: tuple[Rank, Callable[[], None]] | None = None

    @contextlib.contextmanager
    def taken(self, rank: Rank, give_way: Callable[[], None]) -> Iterator[None]:
        """A context in which no other search runs; to enter it may take as long as an answer of the player.

        ``give_way`` is called, in another thread, when a search of an earlier rank waits; it must return at
        once. The body also asks :meth:`is_awaited` before it begins.
        """
        with self._changed:
            self._waiting.append(rank)
            if self._holder is not None and self._holder[0] > rank:
                self._holder[1]()
            self._changed.wait_for(lambda: self._holder is None and rank == min(self._waiting))
            self._waiting.remove(rank)
            self._holder = rank, give_way
        try:
            yield
        finally:
            with self._changed:
                self._holder = None
                self._changed.notify_all()

    def is_awaited(self, rank: Rank) -> bool:
        """Whether a search of an earlier rank waits, so that one of this rank should end."""
        return any(waiting < rank for waiting in tuple(self._waiting))


def report_error(error: Exception) -> None:
    """Report an error of a thread that goes on, as one is reported that ends a thread."""
    thread = threading.current_thread()
    threading.excepthook(threading.ExceptHookArgs((type(error), error, error.__traceback__, thread)))
