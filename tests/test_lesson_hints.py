"""The hints of lessons: words and arrows mean the same, in every language, and solve every step."""

from __future__ import annotations

import re

import pytest

from wormhole.gui.board.hands import origin_of
from wormhole.gui.languages import catalogues, language
from wormhole.gui.learn.exercise import FeedbackTone
from wormhole.gui.learn.lesson_exercise import LessonExercise
from wormhole.learn import course
from wormhole.learn.lesson import Click, Visit

LESSONS = [course.lesson(outline.slug) for outline in course.outlines()]
STEPS = [
    pytest.param(lesson, number, id=f"{lesson.slug}-{number + 1}")
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps)
    if not step.is_shown_only
]
TRANSLATIONS = [code for code in catalogues.names(catalogues.folders()) if code != catalogues.ENGLISH]
MOST_ANSWERS = 12


@pytest.fixture(autouse=True)
def in_english():
    yield
    language.use(catalogues.ENGLISH)


class Follower:
    """A learner who presses *Hint* until the board shows what to do, and does it."""

    def __init__(self, lesson, number):
        self.exercise = LessonExercise(lesson, "", number, lambda step: None, [("Done", lambda: None)])
        self.names = lesson.game.geometry.names

    def hint(self):
        """Press it once; the words that it says, if it says some."""
        self.exercise.shown.choices[0].action()
        feedback = self.exercise.shown.feedback
        return feedback.text if feedback.tone is FeedbackTone.HINT else ""

    def hints(self):
        """Press it until an arrow leads somewhere, or squares are ringed; the words, and what is shown."""
        words = self.hint()
        for _press in range(2):
            shown = self.exercise.shown.suggestions
            if shown and (self.exercise.shown.asks_square or shown[0].from_square != shown[0].to_square):
                break
            self.hint()
        return words, self.exercise.shown.suggestions

    def do(self, shown):
        """Do what is shown, and wait until the next answer is awaited."""
        if self.exercise.shown.asks_square:
            for suggestion in shown:
                self.exercise.click(suggestion.to_square)
        else:
            self.exercise.answer(self.move(shown[0]))
        while self.exercise.shown.pause is not None and not self.is_done:
            self.exercise.go_on()

    def move(self, arrow):
        ends = arrow.from_square, arrow.to_square
        moves = self.exercise.shown.board.legal_moves
        return next(move for move in moves if (self.origin(move), move.to_square) == ends)

    def origin(self, move):
        return origin_of(self.exercise.shown.board.variant, move, self.exercise.shown.board.turn)

    @property
    def is_done(self):
        return self.exercise.shown.feedback.tone is FeedbackTone.GOOD

    def named(self, text):
        """The squares that a text names."""
        return [word for word in re.findall(r"\b[a-z]\d+\b", text) if word in self.names]

    def concerned(self, shown):
        """The squares of the way of the arrow, or those that have to do with the rings."""
        board = self.exercise.shown.board
        if not self.exercise.shown.asks_square:
            route = board.route(self.move(shown[0]))
            squares = {route.from_square, *(square for step in route.steps for square in step)}
        else:
            ringed = {suggestion.to_square for suggestion in shown}
            ways = [way for square in board.piece_map() for way in board.ways(square)]
            ways = [way for way in ways if ringed & {way.from_square, way.steps[-1][-1]}]
            squares = ringed | set(board.piece_map())
            squares |= {square for way in ways for step in way.steps for square in step}
        return {self.names[square] for square in squares if square < len(self.names)}


@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_hints_lead_to_the_end_and_name_the_squares_of_their_arrows(lesson, number):
    follower = Follower(lesson, number)
    is_walk = isinstance(lesson.steps[number].goal, Visit)
    for _answer in range(MOST_ANSWERS):
        words, shown = follower.hints()
        assert follower.exercise.shown.feedback.tone is not FeedbackTone.WRONG
        named = follower.named(words)
        if is_walk:
            assert named[0] == follower.names[shown[0].to_square], words
        else:
            assert set(named) <= follower.concerned(shown), words
        follower.do(shown)
        if follower.is_done:
            return
    pytest.fail("the hints do not lead to the end")


@pytest.mark.parametrize(
    ("lesson", "number"),
    [step for step in STEPS if isinstance(step.values[0].steps[step.values[1]].goal, Visit)],
)
def test_the_order_that_a_hint_says_works_from_wherever_the_piece_is(lesson, number):
    for right in (False, True):
        follower = Follower(lesson, number)
        if right:  # the last of the answers that are right at first, after which the order is another one
            exercise = follower.exercise
            moves = [move for move in exercise.shown.board.legal_moves if exercise.attempt.is_right(move)]
            exercise.answer(moves[-1])
            exercise.go_on()
        order = follower.named(follower.hint())
        for name in order:
            square = follower.names.index(name)
            ways = [move for move in follower.exercise.shown.board.legal_moves if move.to_square == square]
            follower.exercise.answer(ways[0])
            assert follower.exercise.shown.feedback.tone is not FeedbackTone.WRONG, order
            while follower.exercise.shown.pause is not None:
                follower.exercise.go_on()
        assert follower.is_done


def test_the_hint_of_a_line_is_said_at_its_beginning_only():
    follower = Follower(course.lesson("last-moves"), 2)
    assert "c2" in follower.hint()
    follower.do(follower.hints()[1])
    assert follower.hint() == "Look at the piece on c4: Pawn."
    ring = follower.exercise.shown.suggestions[0]
    assert follower.names[ring.from_square] == "c4"


def test_a_hint_without_words_of_the_lesson_names_the_piece_in_every_language():
    language.use("fr")
    assert Follower(course.lesson("king"), 2).hint() == "Regardez la pièce en d4\N{NO-BREAK SPACE}: Roi."


@pytest.mark.parametrize("code", TRANSLATIONS)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_translations_name_the_same_squares(lesson, code):
    language.use(code)
    for number, step in enumerate(lesson.steps):
        named = Follower(lesson, number).named
        for text in (step.text, step.praise, step.hint, *(wrong.text for wrong in step.wrong)):
            assert sorted(named(language._(text))) == sorted(named(text)), text


def test_a_click_of_the_hint_is_one_that_is_asked_for():
    clicks = [step for step in STEPS if isinstance(step.values[0].steps[step.values[1]].goal, Click)]
    for lesson, number in (step.values for step in clicks):
        _words, shown = Follower(lesson, number).hints()
        assert {ring.to_square for ring in shown} == lesson.steps[number].goal.squares
