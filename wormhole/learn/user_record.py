"""What a user has done: rated games, puzzles and lessons; and what to do next. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum, auto
from typing import NamedTuple

from wormhole.learn.course import CourseProgress, Outline
from wormhole.learn.puzzle import Puzzle
from wormhole.learn.solver_record import SolverRecord, Standing
from wormhole.library.glicko import Rating
from wormhole.library.rated_games import RatedRecord


class NextStep(Enum):
    """Something to do next."""

    LESSON = auto()
    """The first lesson that is not finished."""
    FIRST_GAME = auto()
    """A game against the weakest level."""
    DAILY = auto()
    """The first puzzle of the day that was not tried."""
    RATED_GAME = auto()
    """A rated game against the level that suits."""
    TRAINING = auto()
    """Puzzles near the rating."""


class Ratings(NamedTuple):
    """The ratings in a game; None before the first rated game, or the first puzzle."""

    games: Rating | None
    puzzles: Rating | None


@dataclass
class UserRecord:
    """What a user has done, and the game that is chosen now."""

    game: str
    """Its name, as that of rated games."""
    puzzle_game: str
    """The name of the game whose puzzles are asked."""
    puzzles: SolverRecord = field(default_factory=SolverRecord)
    rated_games: Mapping[str, RatedRecord] = field(default_factory=dict)
    """By the name of the game."""
    lessons: CourseProgress = field(default_factory=CourseProgress)
    has_played: bool = False
    """Whether there is a game in the library."""

    @property
    def rated(self) -> RatedRecord:
        """The rated games of the chosen game."""
        return self.rated_games.get(self.game) or RatedRecord()

    @property
    def standing(self) -> Standing:
        """The standing in the puzzles that are asked."""
        return self.puzzles.standing(self.puzzle_game)

    def ratings_of(self, game: str, puzzle_game: str) -> Ratings:
        """The ratings of today in games and in puzzles; None where nothing was rated yet."""
        rated, standing = self.rated_games.get(game), self.puzzles.standing(puzzle_game)
        in_games = None if rated is None else rated.today()
        return Ratings(in_games, standing.rating if standing.points else None)

    @property
    def ratings(self) -> Ratings:
        """Those in the chosen game."""
        return self.ratings_of(self.game, self.puzzle_game)

    @property
    def other_ratings(self) -> Mapping[str, Ratings]:
        """Those in other games, by the name of the game."""
        games = {*self.rated_games, *self.puzzles.rated_games} - {self.game, self.puzzle_game}
        return {game: self.ratings_of(game, game) for game in sorted(games)}

    def lessons_done(self, lessons: Sequence[Outline]) -> int:
        """How many lessons are finished."""
        return sum(map(self.lessons.is_finished, lessons))

    def untried(self, daily: Sequence[Puzzle], today: date) -> Sequence[Puzzle]:
        """The puzzles of the day that were not tried."""
        tried = self.puzzles.tried_of_day(self.puzzle_game, today)
        return [puzzle for puzzle in daily if puzzle.key not in tried]

    def next_steps(
        self, lessons: Sequence[Outline], daily: Sequence[Puzzle], today: date
    ) -> Iterator[NextStep]:
        """What to do next, the most useful first; each once.

        A newcomer begins with a lesson and a game. Then the puzzles of the day come before what never ends.
        """
        has_lesson = self.lessons.next_lesson(lessons) is not None
        is_newcomer, has_played = not self.lessons_done(lessons), self.has_played or self.rated.games
        if has_lesson and is_newcomer:
            yield NextStep.LESSON
        if not has_played:
            yield NextStep.FIRST_GAME
        if self.untried(daily, today):
            yield NextStep.DAILY
        if has_lesson and not is_newcomer:
            yield NextStep.LESSON
        if has_played:
            yield NextStep.RATED_GAME
        if daily:
            yield NextStep.TRAINING
