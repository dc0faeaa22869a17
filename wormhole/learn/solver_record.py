"""The record of a solver of puzzles: the rating in each game, streaks, and the best runs.

It is computed from the entries of a journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from wormhole.base.schema import find
from wormhole.learn.puzzle import RATINGS
from wormhole.library.glicko import FIRST_RATING, Rating, rated, rested
from wormhole.library.journal import Word
from wormhole.library.rated_games import DAY_SECONDS, error_of

JOURNAL = "puzzles.jsonl"
"""The journal of the attempts, beside the library."""
FIRST_PUZZLES = 10
"""The first so many puzzles of a game change the rating gently."""
GENTLE_DEVIATION = 110.0
"""The largest deviation used for them: about the deviation after them."""
UNCERTAIN = 200.0
"""A rating with a larger error is uncertain: puzzles are selected nearer to it, and no stakes are named."""
PUZZLE_DEVIATION = 60.0
"""How uncertain the grade of a puzzle is."""
Moment = Annotated[float, Meta(ge=0, le=4e9)]
"""Seconds since 1970; later times, after 2096, are mistakes in a journal."""
SOLVED, HELPED, FAILED = 1.0, 0.5, 0.0
"""The score of a puzzle that was solved at once, with a hint, or not."""
Mode = Literal["training", "daily", "run"]
TRAINING: Final = "training"
DAILY: Final = "daily"
RUN: Final = "run"
"""How a puzzle is asked. A puzzle of a timed run does not change the rating, but counts as known."""


class PuzzleAttempt(Struct, frozen=True, omit_defaults=True):
    """An attempt at a puzzle, as in the journal."""

    at: Moment
    game: Word
    key: Word = msgspec.field(name="puzzle")
    puzzle_rating: Annotated[float, Meta(ge=-1e9, le=1e9)] = msgspec.field(name="rating")
    score: Annotated[float, Meta(ge=FAILED, le=SOLVED, multiple_of=HELPED)]
    mode: Mode = TRAINING
    day: Annotated[str, Meta(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?\Z")] = ""
    """The day of a daily puzzle, such as "2026-11-22"."""
    is_gentle: bool = msgspec.field(default=False, name="gentle")
    """Whether it is one of the first, which change the rating gently. Older journals have none."""

    def as_entry(self) -> dict[str, Any]:
        """The attempt as an entry of the journal."""
        return {**msgspec.to_builtins(self), "at": round(self.at), "mode": self.mode}


class Run(Struct, frozen=True):
    """A timed run that is over, as in the journal."""

    at: Moment
    game: Word
    minutes: Annotated[int, Meta(ge=1, le=60)] = msgspec.field(name="run")
    solved: Annotated[int, Meta(ge=0, le=10_000)]

    def as_entry(self) -> dict[str, Any]:
        """The run as an entry of the journal."""
        return {**msgspec.to_builtins(self), "at": round(self.at)}


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
    def is_uncertain(self) -> bool:
        """Whether the rating is little more than a guess."""
        return error_of(self.rating) > UNCERTAIN

    @property
    def solved(self) -> int:
        """How many puzzles were solved without help the last time."""
        return sum(1 for score in self.seen.values() if score == SOLVED)


class SolverRecord:
    """The record of one solver in all games."""

    def __init__(self, entries: Iterable[Mapping[str, Any]] = ()) -> None:
        self._standings: dict[str, Standing] = {}
        self._days: dict[tuple[str, str], dict[str, float]] = {}
        """The best score of each puzzle of a day that was tried, by game and day, then by its key."""
        self.streak = 0
        """Puzzles solved in a row at once and without help."""
        self.best_streak = 0
        for entry in entries:
            self.take(entry)

    def standing(self, game: str) -> Standing:
        """The solver's standing in a game."""
        return self._standings.setdefault(game, Standing())

    @property
    def rated_games(self) -> Sequence[str]:
        """The names of the games in which there is a rating."""
        return [game for game, standing in self._standings.items() if standing.points]

    def take(self, entry: Mapping[str, Any]) -> None:
        """Add one entry of the journal; an entry that is not about puzzles is ignored."""
        run = find(Run, entry)
        if run is not None:
            runs = self.standing(run.game).runs
            runs[run.minutes] = max(run.solved, runs.get(run.minutes, 0))
            return
        attempt = find(PuzzleAttempt, entry)
        if attempt is not None:
            self._attempted(attempt)

    def _attempted(self, attempt: PuzzleAttempt) -> None:
        standing = self.standing(attempt.game)
        is_first = attempt.key not in standing.seen
        standing.seen.pop(attempt.key, None)
        standing.seen[attempt.key] = attempt.score
        if attempt.day:
            scores = self._days.setdefault((attempt.game, attempt.day), {})
            scores[attempt.key] = max(attempt.score, scores.get(attempt.key, FAILED))
        if not is_first or attempt.mode == RUN:
            return
        standing.rating = after(standing, attempt)
        standing.points.append(RatingPoint(attempt.at, standing.rating))
        self.streak = self.streak + 1 if attempt.score == SOLVED else 0
        self.best_streak = max(self.best_streak, self.streak)

    def tried_of_day(self, game: str, day: date) -> Mapping[str, float]:
        """The best score of each puzzle of a day that was tried, by its key."""
        return self._days.get((game, day.isoformat()), {})

    def has_solved_daily(self, game: str, day: date) -> bool:
        """Whether a puzzle of a day was solved."""
        return any(score > FAILED for score in self.tried_of_day(game, day).values())

    def days_in_a_row(self, game: str, today: date) -> int:
        """The number of successive days with a daily puzzle solved, up to today or yesterday."""
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
    puzzle = Rating(max(RATINGS[0], min(attempt.puzzle_rating, RATINGS[1])), PUZZLE_DEVIATION)
    found = rated(rating, ((puzzle, attempt.score),))
    if not attempt.is_gentle:
        return found
    gentle = replace(rating, deviation=min(rating.deviation, GENTLE_DEVIATION))
    return replace(found, value=rated(gentle, ((puzzle, attempt.score),)).value)
