"""The puzzles of one game with the record of their solver, and series of puzzles."""

from __future__ import annotations

import random
import time
from collections import Counter
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
    """A timed run. The clock starts with the first move."""

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


NEAREST, FIRST_NEAREST = 12, 3
"""The next puzzle is drawn from so many that are nearest to the rating; while it is uncertain, from fewer."""
BELOW, ABOVE = 200, 100
"""While the rating is uncertain, puzzles are at most so much below and above it, if there are enough."""
OLD_SHARE = 0.5
"""Once all puzzles are known, those of the half that was seen longest ago are asked again."""
RUNGS = 60
"""Steps from the easiest to the hardest puzzle of a run."""
CHOICES_ON_A_RUNG = 5
GOLDEN = 0.618


SHORT = 3
"""So many first puzzles of a game are among the shortest ones: wins in one, if there are any."""
EASY_SHARE, LEAST_EASY = 0.1, 8
"""So many of the puzzles are easy, those of the lowest ratings; at least so many if there are twice that."""
LONG = 99
"""The length of a puzzle that names none, for the order."""


@dataclass(frozen=True)
class PuzzleFilter:
    """Which puzzles are trained. None and the empty theme mean any."""

    length: int | None = None
    """The number of the solver's moves; 0: of puzzles that do not name it."""
    theme: str = ""

    def of(self, puzzles: Sequence[Puzzle]) -> Sequence[Puzzle]:
        """Those of the puzzles that are wanted."""
        return [puzzle for puzzle in puzzles if self._has(puzzle)]

    def _has(self, puzzle: Puzzle) -> bool:
        is_as_long = self.length is None or self.length == (puzzle.win_in or 0)
        return is_as_long and (not self.theme or self.theme in puzzle.themes)


def themes_of(puzzles: Sequence[Puzzle]) -> dict[str, int]:
    """Every theme with the number of its puzzles, the most frequent first."""
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def lengths_of(puzzles: Sequence[Puzzle]) -> dict[int, int]:
    """Every length with the number of its puzzles, the shortest first; 0, which names none, is the last."""
    counts = Counter(puzzle.win_in or 0 for puzzle in puzzles)
    return dict(sorted(counts.items(), key=lambda item: item[0] or LONG))


def _length(puzzle: Puzzle) -> int:
    return puzzle.win_in or LONG


def fitting(puzzles: Sequence[Puzzle], standing: Standing, chance: random.Random) -> Puzzle | None:
    """The next puzzle for a solver: near the rating, at first an easy one. None if there are no puzzles.

    The first few puzzles of a game are the shortest ones that are new, from the easiest on. As long as the
    rating is uncertain, the next ones are nearest to it, rather below than above.
    """
    tried, rating = len(standing.points), standing.rating.value
    fresh = [puzzle for puzzle in puzzles if puzzle.key not in standing.seen]
    if not fresh or not standing.is_uncertain:
        return near(puzzles, rating, standing.seen, chance)
    if starts_easy(standing):
        shortest = min(map(_length, fresh))
        fresh = [puzzle for puzzle in fresh if _length(puzzle) == shortest]
        least = min(rating, *(puzzle.rating for puzzle in fresh))
        return near(fresh, least + (rating - least) * tried / SHORT, {}, chance, FIRST_NEAREST)
    within = [puzzle for puzzle in fresh if rating - BELOW <= puzzle.rating <= rating + ABOVE]
    if len(within) >= FIRST_NEAREST:
        return chance.choice(within)
    return near(fresh, rating + (ABOVE - BELOW) / 2, {}, chance, FIRST_NEAREST)


def starts_easy(standing: Standing) -> bool:
    """Whether the next puzzle is one of the first, which are easy."""
    return standing.is_uncertain and len(standing.points) < SHORT


def near(
    puzzles: Sequence[Puzzle],
    rating: float,
    seen: Mapping[str, object],
    chance: random.Random,
    count: int = NEAREST,
) -> Puzzle | None:
    """One of the puzzles nearest to a rating, a new one or else one that was seen long ago.

    None if there are no puzzles. ``seen`` has the puzzles that were tried, those tried last at the end.
    """
    fresh: Sequence[Puzzle] = [puzzle for puzzle in puzzles if puzzle.key not in seen]
    if not fresh:
        order = {key: place for place, key in enumerate(seen)}
        by_age = sorted(puzzles, key=lambda puzzle: order[puzzle.key])
        fresh = by_age[: max(1, round(OLD_SHARE * len(by_age)))]
    nearest = sorted(fresh, key=lambda puzzle: abs(puzzle.rating - rating))[:count]
    return chance.choice(nearest) if nearest else None


def daily(puzzles: Sequence[Puzzle], day: date) -> tuple[Puzzle, ...]:
    """The two puzzles of a day, an easy one and another one, the same for all users.

    Neither kind is repeated before all of it were used. A single puzzle is that of every day.
    """
    ranked = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.key))
    count = max(round(EASY_SHARE * len(ranked)), min(LEAST_EASY, len(ranked) // 2), 1)
    easy = ranked[:count]
    others = [puzzle for puzzle in puzzles if puzzle not in easy]
    return tuple(_of_day(kind, day) for kind in (easy, others) if kind)


def _of_day(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    count = len(puzzles)
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
"""So many of the puzzles seen last are not used in a run, if there are others."""


@dataclass
class PuzzleBook:
    """The puzzles of a game, asked by chance, with the record of their solver.

    ``keep`` writes an entry into the journal. ``clock`` gives the seconds since 1970.
    """

    game: str
    puzzles: Sequence[Puzzle]
    record: SolverRecord
    keep: Callable[[Entry], object] = lambda entry: None
    clock: Callable[[], float] = time.time
    chance: random.Random = field(default_factory=random.Random)
    wanted: PuzzleFilter = PuzzleFilter()
    """Which ones to train."""

    @property
    def standing(self) -> Standing:
        """The solver's standing in this game."""
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
        """Add an entry to the record and the journal."""
        self.record.take(entry)
        self.keep(entry)


class Series(Protocol):
    """Puzzles that come one after the other."""

    book: PuzzleBook

    def next(self) -> Puzzle | None:
        """The next puzzle; None if there is none."""
        ...

    def ended(self, puzzle: Puzzle, score: float, now_seconds: float) -> None:
        """Record the result of a puzzle, the first time that it is decided."""
        ...


class Training:
    """Puzzles near the solver's rating, of those that the book wants."""

    def __init__(self, book: PuzzleBook) -> None:
        self.book = book
        self.wanted = book.wanted
        self._puzzles = self.wanted.of(book.puzzles)

    def next(self) -> Puzzle | None:
        """A puzzle that fits the solver."""
        return fitting(self._puzzles, self.book.standing, self.book.chance)

    def ended(self, puzzle: Puzzle, score: float, now_seconds: float) -> None:
        """Rate the solver."""
        self.book.take(_attempt(self.book, puzzle, score, TRAINING).as_entry())


class Daily:
    """A puzzle of a day, and the other one as long as it was not tried."""

    def __init__(self, book: PuzzleBook, day: date, first: Puzzle) -> None:
        self.book = book
        self.day = day
        self._puzzles = daily(book.puzzles, day)
        tried = book.record.tried_of_day(book.game, day)
        others = (each for each in self._puzzles if each != first and each.key not in tried)
        self._coming = [first, *others]
        self._asked = first

    @property
    def is_easy(self) -> bool:
        """Whether the puzzle that is asked is the easy one."""
        return self._asked == self._puzzles[0]

    @property
    def is_last(self) -> bool:
        """Whether no other one comes."""
        return not self._coming

    def next(self) -> Puzzle | None:
        """Each one, once."""
        if self.is_last:
            return None
        self._asked = self._coming.pop(0)
        return self._asked

    def ended(self, puzzle: Puzzle, score: float, now_seconds: float) -> None:
        """Rate the solver, and record the day."""
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
        """The next puzzle of the ladder."""
        return next(self._coming, None)

    def ended(self, puzzle: Puzzle, score: float, now_seconds: float) -> None:
        """Count the puzzle, and record that its solution is known."""
        self.run.take(score > 0, now_seconds)
        self.book.take(_attempt(self.book, puzzle, score, RUN).as_entry())

    def finish(self) -> None:
        """Record the result, once."""
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
