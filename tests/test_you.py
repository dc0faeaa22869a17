"""The page about the user: ratings on one scale, what was done, and what to do next."""

from __future__ import annotations

import json
import time
from datetime import date

import pygame
import pytest

from tests.support.pupil import Pupil
from wormhole.engine.ladders import ladder_named, ladder_of
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.home.home import HomeScreen
from wormhole.gui.home.you import YouScreen
from wormhole.gui.learn.exercise_cards import TaskCard
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.lesson_exercise import LessonExercise
from wormhole.gui.learn.puzzle_exercise import PuzzleExercise
from wormhole.learn import course
from wormhole.learn.course import CourseProgress
from wormhole.learn.puzzle import shipped
from wormhole.learn.puzzle_book import daily
from wormhole.learn.solver_record import DAILY, SOLVED, PuzzleAttempt, SolverRecord
from wormhole.learn.user_record import NextStep, UserRecord
from wormhole.library.chosen_game import named
from wormhole.library.rated_games import RatedGame, records

SIZES = [(800, 600), (1280, 800), (1920, 1080), (600, 800), (900, 1200), (3840, 2160)]
LESSONS = course.outlines()
TODAY = date(2026, 3, 1)
PUZZLES = shipped("wormhole")


def done(count):
    """The steps of so many lessons."""
    return [course.entry(each.slug, step) for each in LESSONS[:count] for step in range(each.steps)]


def rated_game(number, game="wormhole"):
    return RatedGame(f"id {number}", time.time(), game, game, "white", 2, 1000.0, 1.0).as_entry()


def solved(puzzle, game="wormhole", **more):
    return PuzzleAttempt(time.time(), game, puzzle.key, puzzle.rating, SOLVED, **more).as_entry()


def user(puzzles=(), rated=(), lessons=(), has_played=False):
    return UserRecord(
        "wormhole",
        "wormhole",
        SolverRecord(puzzles),
        records(rated),
        CourseProgress.of(lessons),
        has_played,
    )


OF_DAY = daily(PUZZLES, TODAY)
BOTH = [solved(puzzle, mode=DAILY, day=TODAY.isoformat()) for puzzle in OF_DAY]
LESSON, FIRST_GAME, DAY, RATED, TRAINING = (
    NextStep.LESSON,
    NextStep.FIRST_GAME,
    NextStep.DAILY,
    NextStep.RATED_GAME,
    NextStep.TRAINING,
)


@pytest.mark.parametrize(
    ("who", "steps"),
    [
        (user(), [LESSON, FIRST_GAME, DAY, TRAINING]),
        (user(lessons=done(1)), [FIRST_GAME, DAY, LESSON, TRAINING]),
        (user(lessons=done(1), has_played=True), [DAY, LESSON, RATED, TRAINING]),
        (user(BOTH[:1], lessons=done(2), has_played=True), [DAY, LESSON, RATED, TRAINING]),
        (user(BOTH, lessons=done(2), rated=[rated_game(1)]), [LESSON, RATED, TRAINING]),
        (user(BOTH, lessons=done(len(LESSONS)), has_played=True), [RATED, TRAINING]),
    ],
)
def test_what_to_do_next(who, steps):
    assert list(who.next_steps(LESSONS, OF_DAY, TODAY)) == steps


def test_ratings_are_known_once_there_is_a_result():
    assert user().ratings == (None, None)
    found = user([solved(PUZZLES[0])], [rated_game(1), rated_game(2, "chess")])
    assert all(found.ratings)
    (other,) = found.other_ratings.items()
    assert (other[0], other[1].puzzles) == ("chess", None)
    assert other[1].games.value > 1000


class Person(Pupil):
    """Somebody with these journals, by their names."""

    def __init__(self, folder, **journals):
        for name, entries in journals.items():
            text = "".join(json.dumps(entry) + "\n" for entry in entries)
            (folder / f"{name}.jsonl").write_text(text)
        super().__init__(folder)

    def open(self):
        self.keys(pygame.K_i, modifiers=pygame.KMOD_CTRL)
        self.until(lambda: self.app.screen.user is not None)

    @property
    def cards(self):
        """All that the cards with words say."""
        return "\n".join(layer.heard for layer in self.app.screen.layers if isinstance(layer, TaskCard))


def test_a_newcomer_begins_with_a_lesson_and_a_game(tmp_path):
    with Person(tmp_path) as person:
        person.until(lambda: person.has("You"))
        person.press("You")
        assert isinstance(person.app.screen, YouScreen)
        person.until(lambda: person.app.screen.user is not None)
        person.key(pygame.K_RETURN)
        assert isinstance(person.exercise, LessonExercise)
    with Person(tmp_path) as person:
        person.open()
        person.press("Play level 1")
        assert isinstance(person.app.screen, GameScreen)
        assert not person.app.screen.match.is_rated


def test_the_home_screen_has_the_short_form(tmp_path):
    journals = {"lessons": done(2), "rated": [rated_game(1)], "puzzles": [solved(PUZZLES[0])]}
    with Person(tmp_path, **journals) as person:
        person.until(lambda: any(text.startswith("You · games 1") for text in person.texts))
        (text,) = (text for text in person.texts if text.startswith("You"))
        assert "puzzles 10" in text
        assert f"lessons 2/{len(LESSONS)}" in text
        person.press(text)
        assert isinstance(person.app.screen, YouScreen)
        person.key(pygame.K_ESCAPE)
        assert isinstance(person.app.screen, HomeScreen)


def test_the_puzzle_of_the_day_and_a_rated_game_are_begun_from_the_page(tmp_path):
    with Person(tmp_path, lessons=done(1), rated=[rated_game(1)]) as person:
        person.open()
        person.press("Puzzle of the day")
        assert isinstance(person.app.screen, ExerciseScreen)
        assert isinstance(person.exercise, PuzzleExercise)
        assert person.exercise.puzzle == daily(PUZZLES, date.today())[0]
        person.press("Back")
        person.until(lambda: person.app.screen.user is not None)
        (rated,) = (text for text in person.texts if text.startswith("Rated game"))
        person.press(rated)
        assert person.app.screen.match.is_rated


def test_it_is_said_what_the_numbers_are(tmp_path):
    with Person(
        tmp_path, puzzles=[solved(PUZZLES[0])], rated=[rated_game(1), rated_game(2, "chess")]
    ) as person:
        person.open()
        text = person.cards
    levels = ladder_of(None).elos
    assert f"All are on one scale: levels {levels[0]} to {levels[-1]}, puzzles 300 to 2515." in text
    assert "The ± says how certain a rating is." in text
    assert "Chess · games" in text


def test_in_chess_the_puzzles_have_another_scale_than_the_levels(tmp_path):
    with Person(tmp_path) as person:
        person.app.stage.preferences.choose_game(named("chess"))
        person.open()
        text = person.cards
    levels = ladder_named("chess").elos
    assert f"on the scale of Chess, {min(levels)} to {max(levels)}; puzzles on that of Wormhole Chess" in text


@pytest.mark.parametrize("has_solved", [False, True])
def test_before_the_first_rated_game_there_is_no_rating_and_one_level_suits(tmp_path, seen, has_solved):
    """A puzzle that was solved does not make another level the one that suits."""
    puzzles = [solved(PUZZLES[-1])] if has_solved else []
    with Person(tmp_path, lessons=done(1), puzzles=puzzles) as person:
        person.press("Rated")
        assert any("No rating yet. Level 1 suits a first game." in text for text in person.hints)
        person.open()
        person.app.screen.user.has_played = True
        person.app.screen.renew()
        person.wait(0.3)
        assert "Rated game, level 1" in person.texts
        assert "Level: the one to begin with, and its strength." in person.cards
    assert not any("1000" in text for text in seen)
    assert any("±" in text for text in seen) == has_solved


def test_journals_that_cannot_be_read_count_as_nothing(tmp_path):
    for name in ("lessons", "rated", "puzzles"):
        (tmp_path / f"{name}.jsonl").mkdir()
    with Person(tmp_path) as person:
        person.open()
        assert person.app.screen.user.ratings == (None, None)
