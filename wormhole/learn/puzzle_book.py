"""The puzzles of one game, and what a person has done with them; series of puzzles that are asked from it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import gcd
from typing import Protocol

from wormhole.learn.puzzle import Puzzle
from wormhole.learn.solver_record import (
    DAILY,
    FAILED,
    FIRST_PUZZLES,
    HELPED,
    RUN,
    SOLVED,
    TRAINING,
    Mode,
    PuzzleAttempt,
    Run,
    SolverRecord,
    Standing,
    after,
)
from wormhole.library.journal import Entry

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


NEAREST = 12
"""The next puzzle is one of so many that are nearest to the rating."""
OLD_SHARE = 0.5
"""Once all are known, the half that was seen longest ago comes again."""
RUNGS = 60
"""Steps from the easiest to the hardest puzzle of a run."""
CHOICES_ON_A_RUNG = 5
GOLDEN = 0.618


def themes_of(puzzles: Sequence[Puzzle]) -> dict[str, int]:
    """Every theme with the number of its puzzles, the most frequent first."""
    counts: dict[str, int] = {}
    for puzzle in puzzles:
        for theme in puzzle.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def with_theme(puzzles: Sequence[Puzzle], theme: str) -> Sequence[Puzzle]:
    """The puzzles with a theme; all if it is empty."""
    return [puzzle for puzzle in puzzles if theme in puzzle.themes] if theme else puzzles


def near(
    puzzles: Sequence[Puzzle], rating: float, seen: Mapping[str, object], chance: random.Random
) -> Puzzle | None:
    """A puzzle near a rating: a new one, or else one that was seen long ago. None if there are no puzzles.

    ``seen`` has the puzzles that were tried, those tried last at the end.
    """
    fresh: Sequence[Puzzle] = [puzzle for puzzle in puzzles if puzzle.key not in seen]
    if not fresh:
        order = {key: place for place, key in enumerate(seen)}
        by_age = sorted(puzzles, key=lambda puzzle: order[puzzle.key])
        fresh = by_age[: max(1, round(OLD_SHARE * len(by_age)))]
    nearest = sorted(fresh, key=lambda puzzle: abs(puzzle.rating - rating))[:NEAREST]
    return chance.choice(nearest) if nearest else None


def daily(puzzles: Sequence[Puzzle], day: date) -> Puzzle | None:
    """The puzzle of a day, the same everywhere. None comes twice before all have come."""
    count = len(puzzles)
    if not count:
        return None
    stride = max(1, round(GOLDEN * count))
    while gcd(stride, count) != 1:
        stride += 1
    return puzzles[day.toordinal() * stride % count]


def ladder(puzzles: Sequence[Puzzle], recent: Collection[str], chance: random.Random) -> Iterator[Puzzle]:
    """The puzzles of a run, each a little harder; none that was seen recently, if possible."""
    left = sorted(puzzles, key=lambda puzzle: puzzle.rating)
    fresh = [puzzle for puzzle in left if puzzle.key not in recent]
    left = fresh if len(fresh) >= RUNGS else left
    if not left:
        return
    low, high = left[0].rating, left[-1].rating
    rung = 0
    while left:
        wanted = low + (high - low) * min(1.0, rung / RUNGS)
        nearest = sorted(left, key=lambda puzzle: abs(puzzle.rating - wanted))[:CHOICES_ON_A_RUNG]
        puzzle = chance.choice(nearest)
        left.remove(puzzle)
        yield puzzle
        rung += 1


RECENT = 200
"""So many of the puzzles seen last do not come in a run, if there are others."""


@dataclass
class PuzzleBook:
    """The puzzles of a game with the record of the person, who is asked them by chance.

    ``keep`` writes an entry into the journal. ``clock`` gives the seconds since 1970.
    """

    game: str
    puzzles: Sequence[Puzzle]
    record: SolverRecord
    keep: Callable[[Entry], object] = lambda entry: None
    clock: Callable[[], float] = time.time
    chance: random.Random = field(default_factory=random.Random)
    theme: str = ""
    """What the person trains; empty: everything."""

    @property
    def standing(self) -> Standing:
        """How the person stands in this game."""
        return self.record.standing(self.game)

    def stakes(self, puzzle: Puzzle) -> dict[float, int] | None:
        """By how much each score would change the rating; None if the puzzle is known and does not count."""
        standing = self.standing
        if puzzle.key in standing.seen:
            return None
        ratings = {
            score: after(standing, _attempt(self, puzzle, score, TRAINING))
            for score in (SOLVED, HELPED, FAILED)
        }
        return {
            score: round(rating.value) - round(standing.rating.value) for score, rating in ratings.items()
        }

    def take(self, entry: Entry) -> None:
        """Take in an entry, and keep it."""
        self.record.take(entry)
        self.keep(entry)


class Series(Protocol):
    """Puzzles that come one after the other."""

    book: PuzzleBook

    def next(self) -> Puzzle | None:
        """The next puzzle; None if there is none."""
        ...

    def ended(self, puzzle: Puzzle, score: float, now_seconds: float) -> None:
        """Take how a puzzle went, the first time that it is decided."""
        ...


class Training:
    """Puzzles near the person's rating, with one theme or any."""

    def __init__(self, book: PuzzleBook, theme: str = "") -> None:
        self.book = book
        self.theme = theme
        self._puzzles = with_theme(book.puzzles, theme)

    def next(self) -> Puzzle | None:
        """A puzzle near the rating."""
        standing = self.book.standing
        return near(self._puzzles, standing.rating.value, standing.seen, self.book.chance)

    def ended(self, puzzle: Puzzle, score: float, now_seconds: float) -> None:
        """Rate the person."""
        self.book.take(_attempt(self.book, puzzle, score, TRAINING).as_entry())


class Daily:
    """The puzzle of a day; after it there is none."""

    def __init__(self, book: PuzzleBook, day: date) -> None:
        self.book = book
        self.day = day
        self._coming = [puzzle for puzzle in (daily(book.puzzles, day),) if puzzle is not None]

    def next(self) -> Puzzle | None:
        """The puzzle of the day, once."""
        return self._coming.pop() if self._coming else None

    def ended(self, puzzle: Puzzle, score: float, now_seconds: float) -> None:
        """Rate the person, and note the day."""
        self.book.take(_attempt(self.book, puzzle, score, DAILY, self.day.isoformat()).as_entry())


class RunSeries:
    """Harder and harder puzzles against the clock."""

    def __init__(self, book: PuzzleBook, minutes: int) -> None:
        self.book = book
        self.run = TimedRun(minutes)
        self.best_before = book.standing.runs.get(minutes, 0)
        self._coming: Iterator[Puzzle] = ladder(book.puzzles, _recent(book), book.chance)
        self._is_kept = False

    def next(self) -> Puzzle | None:
        """The next rung."""
        return next(self._coming, None)

    def ended(self, puzzle: Puzzle, score: float, now_seconds: float) -> None:
        """Count the puzzle, and note that its solution is known."""
        self.run.take(score > 0, now_seconds)
        self.book.take(_attempt(self.book, puzzle, score, RUN).as_entry())

    def finish(self) -> None:
        """Keep the result, once."""
        if not self._is_kept:
            self._is_kept = True
            book = self.book
            book.take(Run(book.clock(), book.game, self.run.minutes, self.run.solved).as_entry())


def _recent(book: PuzzleBook) -> frozenset[str]:
    seen: Iterable[str] = list(book.standing.seen)[-RECENT:]
    return frozenset(seen)


def _attempt(book: PuzzleBook, puzzle: Puzzle, score: float, mode: Mode, day: str = "") -> PuzzleAttempt:
    is_gentle = len(book.standing.points) < FIRST_PUZZLES
    return PuzzleAttempt(book.clock(), book.game, puzzle.key, puzzle.rating, score, mode, day, is_gentle)
