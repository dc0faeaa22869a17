"""Time management: how long a move may take, and the deadline that stops a search."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from wormhole.engine.levels import Level, Limit

WAITING = 2
"""The most waiting threads: one for the first limit of time, and one more if it changes."""

MOVES_TO_COME = 25
"""Moves that the game is assumed to last, unless the client says fewer."""

SPARED_SECONDS = 0.03
"""Reserve for delays between the programs, for each move to come and one more."""

LEAST_USABLE_SHARE = 0.1
"""At least this share of the remaining time is usable, whatever the reserve."""

INCREMENT_SHARE = 0.75
"""Share of the increment that is spent on each move."""

HARD_SHARES = 4.0
"""A move takes at most this many times its soft time."""

RESERVE_SHARE = 0.3
"""A move takes at most its soft time and this share of the usable time of the other moves."""

STEADY_FACTORS = (1.5, 1.3, 1.1, 0.9, 0.75, 0.6)
"""Factor of the soft time, by the number of depths for which the best move has stayed the same."""

LEAST_SECONDS = 0.01
"""The assumed seconds on a clock whose time is over."""

SOLVER_SHARE = 0.25
"""Share of a move's time in which its position may be solved first."""

WORRY_CENTIPAWNS = 100
"""A score drop of this much or more in one depth doubles the soft time."""


class Deadline:
    """Calls ``stop`` when the time for a piece of work is over; there is one piece at a time.

    A waiting thread may wake late, after the next piece has begun. So each piece of work has its own event,
    set when it ends; after that nothing is stopped. The threads end with `close`.
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


@dataclass(frozen=True)
class Clock:
    """A side's clock: time left, increment, and moves to the next time control (None: there is none)."""

    left_seconds: float
    increment_seconds: float = 0.0
    moves_to_go: int | None = None

    def limit(self) -> Limit:
        """The time limit for the next move.

        >>> Clock(100.78).limit()
        Limit(depth=60, seconds=16.0, nodes=None, soft_seconds=4.0)
        """
        hard, soft = self.times()
        return Limit(seconds=hard, soft_seconds=soft)

    def times(self) -> tuple[float, float]:
        """The most seconds for the next move, and the seconds to aim at."""
        moves = min(self.moves_to_go or MOVES_TO_COME, MOVES_TO_COME)
        usable = max(self.left_seconds - SPARED_SECONDS * (moves + 1), self.left_seconds * LEAST_USABLE_SHARE)
        soft = min(usable / moves + INCREMENT_SHARE * self.increment_seconds, usable)
        return min(HARD_SHARES * soft, soft + RESERVE_SHARE * (usable - soft)), soft

    def after(self, seconds: float) -> Clock:
        """The clock after some seconds of the move."""
        return replace(self, left_seconds=max(self.left_seconds - seconds, LEAST_SECONDS))


def limited_by(level: Level, clock: Clock) -> Level:
    """The level with its own limits and those of the clock, whichever come first."""
    (hard, soft), own = clock.times(), level.limit
    if own.seconds is not None and own.seconds + level.solver_seconds <= soft:
        return level
    solver = min(level.solver_seconds, SOLVER_SHARE * soft)
    seconds = hard - solver
    limit = replace(
        own,
        seconds=seconds if own.seconds is None else min(seconds, own.seconds),
        soft_seconds=soft - solver,
    )
    return replace(level, limit=limit, solver_seconds=solver)


def rest_of(limit: Limit, seconds: float) -> Limit:
    """The rest of the limit after some seconds of the move.

    >>> rest_of(Limit(seconds=2.0, nodes=100), 0.5)
    Limit(depth=60, seconds=1.5, nodes=100, soft_seconds=None)
    """
    return replace(
        limit,
        seconds=None if limit.seconds is None else max(limit.seconds - seconds, LEAST_SECONDS),
        soft_seconds=None if limit.soft_seconds is None else max(limit.soft_seconds - seconds, LEAST_SECONDS),
    )


@dataclass(frozen=True)
class DepthProgress:
    """The progress of a search at the end of a depth."""

    elapsed_seconds: float
    depth_seconds: float
    """Duration of the last depth."""
    steady_depths: int = 0
    """Number of depths for which the best move has stayed the same."""
    drop_centipawns: int = 0
    """Fall of the score in the last depth."""


def is_time_to_end(limit: Limit, progress: DepthProgress) -> bool:
    """Whether to end the search rather than begin the next depth; always False without a soft time.

    Each depth takes longer than the one before. So the next depth is not begun if less time is left than the
    last one took.
    """
    if limit.soft_seconds is None:
        return False
    worry = 1 + min(max(progress.drop_centipawns, 0), WORRY_CENTIPAWNS) / WORRY_CENTIPAWNS
    steady = STEADY_FACTORS[min(progress.steady_depths, len(STEADY_FACTORS) - 1)]
    if progress.elapsed_seconds >= limit.soft_seconds * steady * worry:
        return True
    return limit.seconds is not None and progress.elapsed_seconds + progress.depth_seconds > limit.seconds
