"""Work that may take longer than a frame, done beside the loop; its end comes into the loop as an event."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

import pygame

DONE = pygame.event.custom_type()
"""The event of a job that has come to its end, `event.job`."""

Found = TypeVar("Found")
Item = TypeVar("Item")


def post(kind: int, **what: object) -> None:
    """Put an event into the window's queue, from any thread; where the window is gone, nobody needs it."""
    with contextlib.suppress(pygame.error):
        pygame.event.post(pygame.event.Event(kind, **what))


class Left(Exception):  # noqa: N818 - nothing is wrong
    """The job that is under way is wanted no more."""


class Job(Generic[Found]):
    """Calls `work` with itself, in a thread of its own, and posts DONE. `work` asks it whether to go on."""

    def __init__(self, work: Callable[[Job[Found]], Found]) -> None:
        self._work = work
        self._is_left = threading.Event()
        self._result: Found | None = None
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def leave(self) -> None:
        """What it finds is wanted no more."""
        self._is_left.set()

    def watched(self, items: Iterable[Item]) -> Iterator[Item]:
        """The same items, as long as what is found is wanted. Raises Left."""
        for item in items:
            if self._is_left.is_set():
                raise Left
            yield item

    def is_done_within(self, seconds: float) -> bool:
        """Wait that long at most. Whether it has come to its end."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def result(self) -> Found:
        """What was found, once it is done. Raises what the work raised."""
        if self._error is not None:
            raise self._error
        return self._result

    def _run(self) -> None:
        try:
            self._result = self._work(self)
        except Exception as error:  # whatever it is: the window has to say it
            self._error = error
        if not self._is_left.is_set():
            post(DONE, job=self)
