"""Due times: whatever changes with time has an ``update``, which does what is due and returns when it is due
next.

So one place decides what is done and when to wake. A whole returns the earliest time of its parts. Times are
seconds of any clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Generic, TypeVar

EVERY_FRAME = -inf
"""Due at the next frame: something is animated."""
NEVER = inf
"""Not due before the next event."""

T = TypeVar("T")


@dataclass(frozen=True)
class ScheduledJob(Generic[T]):
    """Something that a `T` does when it is due: ``due`` returns the time, ``do`` gets the present one.

    ``follows``: it is also done at every update, since events change what it follows.
    """

    due: Callable[[T, float], float]
    do: Callable[[T, float], object]
    follows: bool = False


class Schedule(Generic[T]):
    """The jobs of a `T` in the order in which they are done. It holds nothing of a particular `T`."""

    def __init__(self, *jobs: ScheduledJob[T]) -> None:
        self._jobs = jobs

    def update(self, owner: T, now_seconds: float) -> float:
        """Do what is due; returns when something is due next."""
        for job in self._jobs:
            if job.follows or job.due(owner, now_seconds) <= now_seconds:
                job.do(owner, now_seconds)
        return min((job.due(owner, now_seconds) for job in self._jobs), default=NEVER)
