"""The record of a solver of puzzles: the rating in each game, streaks, and the best runs.

It is computed from the entries of a journal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from wormhole.learn.glicko import Rating, rated, rested
from wormhole.learn.puzzle import RATINGS
from wormhole.library.journal import number, whole, word

FIRST_RATING = Rating(1000.0)
"""The rating of a new solver: the puzzles begin below."""
FIRST_PUZZLES = 10
"""The first so many puzzles of a game change the rating gently."""
GENTLE_DEVIATION = 110.0
"""The largest deviation used for them: about the deviation after them."""
PUZZLE_DEVIATION = 60.0
"""How uncertain the grade of a puzzle is."""
DAY_SECONDS = 86_400
LAST_SECONDS = 4e9
"""Later times, after 2096, are mistakes in a journal."""
HUGE = 1e9
MOST_MINUTES, MOST_SOLVED = 60, 10_000
"""Bounds of a timed run: larger numbers are mistakes."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
SOLVED, HELPED, FAILED = 1.0, 0.5, 0.0
"""The score of a puzzle that was solved at once, with a hint, or not."""
_SCORES = (SOLVED, HELPED, FAILED)
TRAINING, DAILY, RUN = _MODES = "training", "daily", "run"
"""How a puzzle is asked. A puzzle of a timed run does not change the rating, but counts as known."""


@dataclass(frozen=True)
class PuzzleAttempt:
    """An attempt at a puzzle."""

    at: float
    """When, in seconds since 1970."""
    game: str
    key: str
    puzzle_rating: int
    score: float
    mode: str = TRAINING
    day: str = ""
    """The day of a daily puzzle, such as "2026-11-22"."""
    is_gentle: bool = False
    """Whether it is one of the first, which change the rating gently. Older journals have none."""

    def as_entry(self) -> dict[str, Any]:
        """The attempt as an entry of the journal."""
        entry = {"at": round(self.at), "game": self.game, "puzzle": self.key, "rating": self.puzzle_rating}
        entry |= {"score": self.score, "mode": self.mode}
        return {
            **entry,
            **({"day": self.day} if self.day else {}),
            **({"gentle": True} if self.is_gentle else {}),
        }

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> PuzzleAttempt | None:
        """The attempt of an entry; None if it is none."""
        at, rating = number(entry, "at", 0, LAST_SECONDS), number(entry, "rating", -HUGE, HUGE)
        score = number(entry, "score", FAILED, SOLVED)
        game, key = word(entry, "game"), word(entry, "puzzle")
        if at is None or rating is None or score not in _SCORES or not game or not key:
            return None
        mode, day = entry.get("mode", TRAINING), entry.get("day", "")
        if mode not in _MODES or not isinstance(day, str) or not (day == "" or _DAY.fullmatch(day)):
            return None
        bounded = round(max(RATINGS[0], min(rating, RATINGS[1])))
        return cls(at, game, key, bounded, score, mode, day, entry.get("gentle") is True)


@dataclass(frozen=True)
class Run:
    """A timed run that is over."""

    at: float
    game: str
    minutes: int
    solved: int

    def as_entry(self) -> dict[str, Any]:
        """The run as an entry of the journal."""
        return {"at": round(self.at), "game": self.game, "run": self.minutes, "solved": self.solved}

    @classmethod
    def read(cls, entry: Mapping[str, Any]) -> Run | None:
        """The run of an entry; None if it is none."""
        at, game = number(entry, "at", 0, LAST_SECONDS), word(entry, "game")
        minutes, solved = whole(entry, "run", 1, MOST_MINUTES), whole(entry, "solved", 0, MOST_SOLVED)
        if at is None or not game or minutes is None or solved is None:
            return None
        return cls(at, game, minutes, solved)


@dataclass(frozen=True)
class RatingPoint:
    """A rating after an attempt."""

    at: float
    rating: Rating


@dataclass
class Standing:
    """A solver's standing in one game."""

    rating: Rating = FIRST_RATING
    points: list[RatingPoint] = field(default_factory=list)
    """The rating after each attempt that counted."""
    seen: dict[str, float] = field(default_factory=dict)
    """The puzzles that were tried, each with its last score, those tried last at the end."""
    runs: dict[int, int] = field(default_factory=dict)
    """The most puzzles solved in a run of so many minutes."""

    @property
    def solved(self) -> int:
        """How many puzzles were solved without help the last time."""
        return sum(1 for score in self.seen.values() if score == SOLVED)


class SolverRecord:
    """The record of one solver in all games."""

    def __init__(self, entries: Iterable[Mapping[str, Any]] = ()) -> None:
        self._standings: dict[str, Standing] = {}
        self._days: dict[tuple[str, str], float] = {}
        """The best score of each puzzle of a day that was tried, by game and day."""
        self.streak = 0
        """Puzzles solved in a row at once and without help."""
        self.best_streak = 0
        for entry in entries:
            self.take(entry)

    def standing(self, game: str) -> Standing:
        """The solver's standing in a game."""
        return self._standings.setdefault(game, Standing())

    def take(self, entry: Mapping[str, Any]) -> None:
        """Add one entry of the journal; an entry that is not about puzzles is ignored."""
        run = Run.read(entry)
        if run is not None:
            runs = self.standing(run.game).runs
            runs[run.minutes] = max(run.solved, runs.get(run.minutes, 0))
            return
        attempt = PuzzleAttempt.read(entry)
        if attempt is not None:
            self._attempted(attempt)

    def _attempted(self, attempt: PuzzleAttempt) -> None:
        standing = self.standing(attempt.game)
        is_first = attempt.key not in standing.seen
        standing.seen.pop(attempt.key, None)
        standing.seen[attempt.key] = attempt.score
        if attempt.day:
            day = attempt.game, attempt.day
            self._days[day] = max(attempt.score, self._days.get(day, FAILED))
        if not is_first or attempt.mode == RUN:
            return
        standing.rating = after(standing, attempt)
        standing.points.append(RatingPoint(attempt.at, standing.rating))
        self.streak = self.streak + 1 if attempt.score == SOLVED else 0
        self.best_streak = max(self.best_streak, self.streak)

    def has_tried_daily(self, game: str, day: date) -> bool:
        """Whether the puzzle of a day was tried."""
        return (game, day.isoformat()) in self._days

    def has_solved_daily(self, game: str, day: date) -> bool:
        """Whether the puzzle of a day was solved."""
        return self._days.get((game, day.isoformat()), FAILED) > FAILED

    def days_in_a_row(self, game: str, today: date) -> int:
        """The number of daily puzzles solved on successive days, up to today or yesterday."""
        day = today if self.has_solved_daily(game, today) else today - timedelta(days=1)
        count = 0
        while day > date.min and self.has_solved_daily(game, day):
            count += 1
            day -= timedelta(days=1)
        return count


def after(standing: Standing, attempt: PuzzleAttempt) -> Rating:
    """The rating after an attempt at a puzzle that is new to the solver.

    The attempt is a rating period of its own. Before it, the deviation grows as in one period without games
    for each day since the last attempt. A gentle attempt changes the rating as if its deviation were smaller.
    """
    rating = standing.rating
    if standing.points:
        rating = rested(rating, (attempt.at - standing.points[-1].at) / DAY_SECONDS)
    puzzle = Rating(float(attempt.puzzle_rating), PUZZLE_DEVIATION)
    found = rated(rating, ((puzzle, attempt.score),))
    if not attempt.is_gentle:
        return found
    gentle = replace(rating, deviation=min(rating.deviation, GENTLE_DEVIATION))
    return replace(found, value=rated(gentle, ((puzzle, attempt.score),)).value)
