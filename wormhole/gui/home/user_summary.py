"""What the user has done, read from the journals, and its short form for the home screen."""

from __future__ import annotations

from collections.abc import Sequence

from wormhole.gui.languages.language import _
from wormhole.gui.window.stage import Stage
from wormhole.learn import course, solver_record
from wormhole.learn.course import CourseProgress
from wormhole.learn.puzzle import game_with_puzzles
from wormhole.learn.solver_record import SolverRecord
from wormhole.learn.user_record import Ratings, UserRecord
from wormhole.library import rated_games
from wormhole.library.journal import Entry, Journal


def read_user(stage: Stage, puzzles: SolverRecord | None = None) -> UserRecord:
    """What the user has done, with the puzzles and the rating of the chosen game. Called in a job.

    What cannot be read counts as nothing. `puzzles` is the record of the solver if it was read already.
    """
    game, journal = stage.preferences.game, stage.library.journal
    return UserRecord(
        game.variant.name,
        game_with_puzzles(game),
        puzzles or SolverRecord(_entries(journal(solver_record.JOURNAL))),
        rated_games.records(_entries(journal(rated_games.JOURNAL))),
        CourseProgress.of(_entries(journal(course.JOURNAL))),
    )


def _entries(journal: Journal) -> Sequence[Entry]:
    try:
        return journal.read()
    except OSError:
        return ()


def short_forms(user: UserRecord) -> tuple[str, ...]:
    """The user in a line, from the longest form to the shortest; only what there is."""
    lessons = course.outlines()
    done = user.lessons_done(lessons)
    parts = [_("You"), *rating_words(user.ratings)]
    if done:
        parts.append(_("lessons {done}/{count}").format(done=done, count=len(lessons)))
    return tuple(" · ".join(parts[:count]) for count in range(len(parts), 0, -1))


def rating_words(ratings: Ratings) -> Sequence[str]:
    """The ratings that there are, in words: "games 1117", "puzzles 1099"."""
    games, puzzles = ratings
    words = []
    if games is not None:
        words.append(_("games {rating}").format(rating=round(games.value)))
    if puzzles is not None:
        words.append(_("puzzles {rating}").format(rating=round(puzzles.value)))
    return words
