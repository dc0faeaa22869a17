"""A timed run: as many puzzles as possible before the time is over or three are wrong. Time is passed in."""

from __future__ import annotations

from dataclasses import dataclass

MINUTES = (3, 5)
MOST_MISTAKES = 3


@dataclass
class TimedRun:
    """A run under way. It begins with the first move."""

    minutes: int
    solved: int = 0
    mistakes: int = 0
    begun_at: float | None = None
    stopped_at: float | None = None

    def begin(self, now_seconds: float) -> None:
        """Start the clock, unless it runs."""
        if self.begun_at is None:
            self.begun_at = now_seconds

    def left(self, now_seconds: float) -> float:
        """The seconds that are left."""
        whole = 60.0 * self.minutes
        if self.begun_at is None:
            return whole
        until = now_seconds if self.stopped_at is None else self.stopped_at
        return max(0.0, whole - (until - self.begun_at))

    def take(self, is_solved: bool, now_seconds: float) -> None:
        """Count a puzzle; the third mistake ends the run."""
        if self.is_over(now_seconds):
            return
        if is_solved:
            self.solved += 1
        else:
            self.mistakes += 1
            if self.mistakes == MOST_MISTAKES:
                self.stopped_at = now_seconds

    def is_over(self, now_seconds: float) -> bool:
        """Whether no more puzzles are asked."""
        return self.mistakes == MOST_MISTAKES or self.left(now_seconds) == 0.0
