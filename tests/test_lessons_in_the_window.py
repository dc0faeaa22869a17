"""The lessons as a learner takes them: with mistakes, by mouse and by keyboard; the list; the offer."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

import pygame
import pytest

from tests.support.pupil import Pupil
from wormhole import WHITE
from wormhole.gui.board.drawing.board_view import BoardLayer
from wormhole.gui.board.pointing import move_cursor
from wormhole.gui.board.shown_routes import attack_routes
from wormhole.gui.game.piece_card import PieceCard
from wormhole.gui.home.home import DISMISS, HomeScreen
from wormhole.gui.learn import course_screen
from wormhole.gui.learn.course_screen import CourseScreen
from wormhole.gui.learn.exercise import FeedbackTone
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.lesson_exercise import Notes, journal_of
from wormhole.gui.window import destination
from wormhole.gui.window.keys import Command
from wormhole.learn import course
from wormhole.library import journal
from wormhole.library.journal import Journal
from wormhole.play.seats import two_players

SIZES = [(800, 600), (1280, 800), (1920, 1080), (900, 1200), (3840, 2160)]
WRITING_SECONDS = 30
NEWCOMER = "New here? Learn the idea in two minutes"


class Learner(Pupil):
    """A learner at the lessons."""

    def open(self, slug, step=0):
        """Open a lesson at a step."""
        notes = Notes.read(journal_of(self.app.stage))
        for done in range(step):
            notes.add(slug, done)
        course_screen.open_lesson(self.app.stage, notes, slug)
        self.wait(3)

    def panel(self):
        """What is seen beside the board."""
        surface, frame = pygame.display.get_surface(), self.screen.board.view.frame
        beside = (frame.right, 0, surface.get_width() - frame.right, surface.get_height())
        return surface.subsurface(beside).get_buffer().raw


@pytest.fixture
def learner(tmp_path):
    with Learner(tmp_path) as learner:
        yield learner


def test_without_notes_that_can_be_read_one_can_learn_all_the_same(learner):
    journal_of(learner.app.stage).path.mkdir()
    course_screen.open_lessons(learner.app.stage)
    learner.until(lambda: learner.has("Start"))
    learner.press("Start")
    learner.wait(3)
    learner.choose("b1", "c3")
    assert learner.card.tone is FeedbackTone.GOOD


def test_a_wrong_move_is_shown_explained_and_taken_back(learner):
    learner.open("the-fold")
    learner.choose("e1", "e2")
    assert learner.shown == ("e1e2",)
    assert learner.said == "That was the king. The knight stands on b1."
    learner.wait(3)
    assert learner.shown == ()
    learner.choose("b1", "c3")
    assert learner.card.tone is FeedbackTone.GOOD


def test_a_drop_is_learned_by_mouse(learner):
    learner.open("hands", step=1)
    learner.take("N")
    learner.choose("a3")
    assert learner.shown == ("N@a3",)
    assert learner.said.startswith("From there, the knight would not attack the king")
    learner.wait(3)
    assert learner.shown == ()
    learner.press("Hint")
    assert learner.said == "Look at the piece in hand: Knight."
    learner.take("N")
    learner.choose("f6")
    assert learner.card.tone is FeedbackTone.GOOD


def test_an_illegal_move_is_explained_by_what_was_forgotten(learner):
    learner.open("wizard", step=1)
    learner.choose("d4")
    before = learner.panel()
    learner.choose("e7")
    assert learner.panel() != before
    assert learner.said.startswith("Wizard: first straight, then diagonally outward.")
    assert learner.card.tone is FeedbackTone.WRONG
    learner.choose("e8")
    assert learner.card.tone is FeedbackTone.GOOD


def test_a_move_without_any_way_tells_how_the_piece_goes(learner):
    learner.open("champion", step=1)
    learner.choose("d4", "e5")
    assert learner.said == (
        "Champion: One step straight; or two steps in any one direction. Pieces between do not matter."
    )


def test_an_opened_line_is_told_and_drawn(learner):
    learner.open("opened-lines", step=1)
    learner.choose("e3", "c4")
    assert learner.said == "That would open the line from e4 through e3 to your king."
    assert len(attack_routes(learner.state)) == 1


def test_what_refutes_a_wrong_mate_is_played_on_the_board(learner):
    learner.open("chess", step=3)
    learner.choose("g1", "a1")
    learner.wait(2.5)
    assert learner.shown == ("g1a1", "h8h7")
    learner.wait(3)
    assert learner.shown == ()


def test_rings_of_a_step_are_gone_in_the_next_one_of_the_same_position(learner):
    learner.open("opened-lines")
    learner.choose("e3")
    learner.wait(3)
    assert learner.state.annotations.shapes
    learner.press("Next")
    learner.wait(3)
    assert not learner.state.annotations.shapes


def by_mouse(learner, name):
    learner.choose(name)


def by_keyboard(learner, name):
    move_cursor(learner.state, learner.screen.board.variant.geometry.parse(name))
    learner.keys(pygame.K_RETURN)


@pytest.mark.parametrize("choose", [by_mouse, by_keyboard])
def test_a_question_is_answered_by_a_square(learner, choose):
    learner.open("the-fold", step=2)
    choose(learner, "d7")
    assert learner.said == "d7 is where the king arrives. That square stays."
    choose(learner, "e8")
    assert learner.card.tone is FeedbackTone.GOOD


def test_the_other_side_passes_while_squares_are_visited(learner):
    learner.open("king")
    learner.choose("d4", "e5")
    learner.wait(3)
    assert learner.said == "2 squares left."
    learner.choose("e5", "e4")
    learner.wait(3)
    learner.choose("e4", "d3")
    assert learner.card.tone is FeedbackTone.GOOD


def test_a_reply_is_played(learner):
    learner.open("last-moves", step=2)
    learner.choose("c2", "c4")
    learner.wait(3)
    assert learner.shown == ("c2c4", "a5a4")
    learner.choose("c4", "c5")
    assert learner.card.tone is FeedbackTone.GOOD


def test_moves_are_shown_over_and_over(learner):
    learner.open("the-fold", step=6)
    seen = []
    for _ in range(300):
        learner.wait(0.1)
        seen.append(len(learner.shown))
    assert set(seen) == set(range(7))
    assert any(after < before for before, after in pairwise(seen))


def test_the_board_folds_where_the_step_says_so(learner):
    learner.open("the-fold", step=4)
    assert learner.state.fold.is_open
    learner.keys(pygame.K_SPACE)
    learner.wait(3)
    assert not learner.state.fold.is_open


def test_a_hint_is_a_word_first_and_then_the_move(learner):
    learner.open("the-fold", step=3)
    learner.keys(pygame.K_h)
    assert learner.said == "e2 is no longer a square, so the next one above e1 is e3."
    learner.keys(pygame.K_h)
    names = learner.screen.board.variant.geometry.names
    arrows = learner.state.annotations.suggestions
    assert [(names[arrow.from_square], names[arrow.to_square]) for arrow in arrows] == [("e1", "e3")]


def test_there_is_no_hint_while_the_other_side_replies(learner):
    learner.open("last-moves", step=2)
    learner.choose("c2", "c4")
    learner.keys(pygame.K_h)
    assert learner.state.annotations.suggestions == ()
    learner.wait(3)
    learner.keys(pygame.K_h, pygame.K_h)
    assert learner.state.annotations.suggestions


def test_the_way_on_and_back_is_by_buttons_and_keys(learner):
    learner.open("the-fold")
    learner.choose("b1", "c3")
    learner.wait(3)
    learner.keys(pygame.K_SPACE)
    assert learner.exercise.number == 1
    learner.press("Step back")
    assert learner.exercise.number == 0
    learner.keys(pygame.K_ESCAPE)
    assert isinstance(learner.screen, CourseScreen)


def test_a_whole_lesson_leads_to_the_next_one_and_is_remembered(learner):
    learner.open("inventors-knights", step=4)
    learner.choose("g8", "b5")
    learner.wait(3)
    learner.press("Next")
    learner.choose("b2", "f2", "b4", "c5", "g5", "f6")
    assert learner.card.tone is FeedbackTone.GOOD
    learner.press("Next lesson")
    assert learner.exercise.shown.title == "Check through holes"
    outline = next(lesson for lesson in course.outlines() if lesson.slug == "inventors-knights")
    assert Notes.read(journal_of(learner.app.stage)).progress.is_finished(outline)


def test_two_windows_lose_nothing_that_was_learned(learner):
    path = journal_of(learner.app.stage).path
    both = [Notes.read(Journal(path, pytest.fail)) for _ in range(2)]
    for number, notes in enumerate(both):
        notes.add("king", number)
        notes.journal.close()
    assert Notes.read(journal_of(learner.app.stage)).progress.done == {"king": {0, 1}}


def test_to_leave_a_lesson_waits_for_no_disk_and_the_end_tells_what_was_not_kept(
    learner, monkeypatch, capsys
):
    may_write = threading.Event()
    monkeypatch.setattr(journal, "append", lambda path, entries: may_write.wait(WRITING_SECONDS))
    monkeypatch.setattr(journal, "CLOSING_SECONDS", 0.05)
    learner.open("king", step=1)
    begun = time.monotonic()
    learner.app.stage.rooms.open(destination.Home())
    learner.wait(3)
    assert time.monotonic() - begun < WRITING_SECONDS
    assert isinstance(learner.screen, HomeScreen)
    learner.app.close()
    assert "lessons.jsonl could not be written: the disk does not respond" in capsys.readouterr().err
    may_write.set()


def test_the_list_goes_on_with_the_first_lesson_that_is_not_done(learner):
    notes = Notes.read(journal_of(learner.app.stage))
    for step in range(course.outlines()[0].steps):
        notes.add("the-fold", step)
    notes.journal.close()
    learner.app.stage.command(Command.LESSONS)
    learner.until(lambda: learner.has("Start"))
    assert learner.screen.chosen.slug == "king"
    learner.keys(pygame.K_UP)
    assert learner.has("Again")
    learner.keys(pygame.K_DOWN, pygame.K_DOWN)
    assert learner.screen.chosen.slug == "pawn"
    learner.keys(pygame.K_RETURN)
    assert isinstance(learner.screen, ExerciseScreen)
    assert learner.exercise.shown.title == "The pawn"


def test_a_lesson_of_the_list_is_taken_by_two_clicks(learner):
    course_screen.open_lessons(learner.app.stage)
    learner.until(lambda: learner.has("Start"))
    place = learner.screen.list.place_of_lesson("knight").center
    learner.click(place)
    assert learner.screen.chosen.slug == "knight"
    learner.click(place)
    assert learner.exercise.shown.title == "The knight"


def leave_a_game(learner):
    """Leave a game of two players after a move; the home screen makes its offers."""
    learner.app.stage.rooms.open(destination.Game(two_players()))
    learner.wait(0.5)
    learner.choose("e2", "e4")
    learner.app.stage.rooms.open(destination.Home())
    learner.until(lambda: any(text.startswith("Continue") for text in learner.texts))


def is_newcomer(learner):
    return any(text.startswith("New here?") for text in learner.texts)


def test_a_newcomer_is_offered_the_first_lesson_until_it_is_done(learner):
    learner.until(lambda: learner.has(NEWCOMER))
    learner.press(NEWCOMER)
    learner.wait(3)
    assert learner.exercise.shown.title == course.outlines()[0].title
    learner.choose("b1", "c3")
    leave_a_game(learner)
    assert is_newcomer(learner), "the lesson is not done"


def test_after_the_first_lesson_the_next_press_begins_a_game_at_level_1(learner):
    learner.open("the-fold", step=len(course.lesson("the-fold").steps) - 1)
    assert learner.has("Next lesson")
    learner.press("Play level 1")
    learner.wait(0.5)
    setup = learner.screen.match.setup
    assert (setup.users, setup.black.level.number) == ((WHITE,), 1)
    leave_a_game(learner)
    assert not is_newcomer(learner)


def test_the_first_lesson_can_be_dismissed(learner):
    learner.until(lambda: learner.has(NEWCOMER))
    learner.press(DISMISS)
    leave_a_game(learner)
    assert not is_newcomer(learner)


def test_a_lesson_that_is_offered_or_chosen_is_not_read_again(learner, monkeypatch):
    def fail(*about):
        raise OSError("the disk is gone")

    learner.until(lambda: learner.has(NEWCOMER))
    with monkeypatch.context() as gone:
        gone.setattr(Notes, "read", fail)
        gone.setattr(course, "parse", fail)
        learner.press(NEWCOMER)
        assert learner.exercise.shown.title == course.outlines()[0].title
    course_screen.open_lessons(learner.app.stage, chosen="cheshire")
    learner.until(
        lambda: learner.has("Start") and any(isinstance(layer, BoardLayer) for layer in learner.screen.layers)
    )
    monkeypatch.setattr(course, "parse", fail)
    learner.press("Start")
    assert learner.exercise.shown.title == "Cheshire Cat Chess"


def test_a_message_does_not_cover_what_is_said_of_a_piece(learner):
    learner.open("the-fold")
    before = learner.screen.notice_area
    learner.choose("b1")
    learner.wait(1)
    card = learner.layer(PieceCard).picture_rect
    assert card is not None
    assert before.colliderect(card)
    assert not learner.screen.notice_area.colliderect(card)
