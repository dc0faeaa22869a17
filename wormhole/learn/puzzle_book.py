"""The puzzles of one game, and what a person has done with them; series of puzzles that are asked from it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from wormhole.learn import puzzle_choice
from wormhole.learn.puzzle import Puzzle
from wormhole.learn.solver_record import (
    DAILY,
    FAILED,
    FIRST_PUZZLES,
    HELPED,
    RUN,
    SOLVED,
    TRAINING,
    Attempt,
    Run,
    SolverRecord,
    Standing,
    after,
)
from wormhole.learn.timed_run import TimedRun
from wormhole.library.journal_entry import Entry

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
        self._puzzles = puzzle_choice.with_theme(book.puzzles, theme)

    def next(self) -> Puzzle | None:
        """A puzzle near the rating."""
        standing = self.book.standing
        return puzzle_choice.near(self._puzzles, standing.rating.value, standing.seen, self.book.chance)

    def ended(self, puzzle: Puzzle, score: float, now_seconds: float) -> None:
        """Rate the person."""
        self.book.take(_attempt(self.book, puzzle, score, TRAINING).as_entry())


class Daily:
    """The puzzle of a day; after it there is none."""

    def __init__(self, book: PuzzleBook, day: date) -> None:
        self.book = book
        self.day = day
        self._coming = [puzzle for puzzle in (puzzle_choice.daily(book.puzzles, day),) if puzzle is not None]

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
        self._coming: Iterator[Puzzle] = puzzle_choice.ladder(book.puzzles, _recent(book), book.chance)
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


def _attempt(book: PuzzleBook, puzzle: Puzzle, score: float, mode: str, day: str = "") -> Attempt:
    is_gentle = len(book.standing.points) < FIRST_PUZZLES
    return Attempt(book.clock(), book.game, puzzle.key, puzzle.rating, score, mode, day, is_gentle)
