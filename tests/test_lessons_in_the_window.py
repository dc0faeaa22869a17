"""The lessons as a person takes them: with mistakes, by mouse and by keyboard; the list; the offer."""

from __future__ import annotations

import threading
import time

import pygame
import pytest

from wormhole.gui.app import App
from wormhole.gui.board.drawing.layer import BoardLayer
from wormhole.gui.keys import Command
from wormhole.gui.learn import lesson_rooms
from wormhole.gui.learn.course_layout import course_layout
from wormhole.gui.learn.course_screen import CourseScreen
from wormhole.gui.learn.exercise import Tone
from wormhole.gui.learn.exercise_cards import FeedbackCard
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.learn.lesson_notes import Notes, journal_of
from wormhole.gui.options import Options
from wormhole.gui.screens.home import HomeScreen
from wormhole.learn import course
from wormhole.library import journal
from wormhole.library.journal import Journal

SIZES = [(800, 600), (1280, 800), (1920, 1080), (900, 1200), (3840, 2160)]
NEWCOMER = "New here? Learn the idea in two minutes"
JOB_SECONDS = 5.0


class Window:
    """A window whose time a test sets."""

    def __init__(self, folder):
        self.now = 0.0
        options = Options(
            size=(1000, 700),
            language="en",
            settings_path=folder / "s.toml",
            library_path=folder / "g.sqlite3",
        )
        self.app = App(options, clock=lambda: self.now)

    @property
    def screen(self):
        return self.app.screen

    @property
    def exercise(self):
        return self.screen.exercise

    @property
    def card(self):
        """What the card beside the board says."""
        return next(layer for layer in self.screen.layers if isinstance(layer, FeedbackCard)).feedback

    @property
    def said(self):
        return self.card.text

    def rest(self, seconds=3.0):
        for _ in range(round(seconds / 0.1)):
            self.now += 0.1
            self.app.step(wait=False)

    def wait_for(self, condition):
        """Let background work end."""
        waited = 0.0
        while not condition() and waited < JOB_SECONDS:
            pygame.time.wait(10)
            waited += 0.01
            self.now += 0.01
            self.app.step(wait=False)
        assert condition()

    def send(self, *events):
        for event in events:
            pygame.event.post(event)
        self.app.step(wait=False)

    def press(self, *keys, mod=0):
        for key in keys:
            text = chr(key) if 32 < key < 127 else ""
            self.send(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text))

    def click_at(self, pixel):
        self.send(
            pygame.event.Event(pygame.MOUSEMOTION, pos=pixel, rel=(0, 0), buttons=(0, 0, 0)),
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pixel, button=1),
            pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel, button=1),
        )

    def click(self, *names):
        for name in names:
            state, view = self.screen.board.state, self.screen.board.view
            self.click_at(view.rect_of(state.geometry.parse(name), state.flipped).center)

    def button(self, text):
        return next(button for button in self.screen.widgets.buttons if button.text == text)

    def push(self, text):
        self.click_at(self.button(text).rect.center)

    def has(self, text):
        return any(button.text == text for button in self.screen.widgets.buttons)

    def panel(self):
        """What is seen beside the board."""
        surface, frame = pygame.display.get_surface(), self.screen.board.view.frame
        return surface.subsurface((frame.right, 0, surface.get_width() - frame.right, 700)).get_buffer().raw

    def open(self, slug, step=0):
        """Open a lesson at a step."""
        notes = Notes.read(journal_of(self.app.stage))
        for done in range(step):
            notes.add(slug, done)
        lesson_rooms.open_lesson(self.app.stage, notes, slug)
        self.rest()


@pytest.fixture
def window(tmp_path):
    opened = Window(tmp_path)
    yield opened
    opened.app.close()


def test_without_notes_that_can_be_read_one_can_learn_all_the_same(window):
    journal_of(window.app.stage).path.mkdir()
    lesson_rooms.open_lessons(window.app.stage)
    window.wait_for(lambda: window.has("Begin"))
    window.push("Begin")
    window.rest()
    window.click("b1", "c3")
    assert window.card.tone is Tone.GOOD


def test_a_wrong_move_is_shown_explained_and_taken_back(window):
    window.open("the-fold")
    window.click("e1", "e2")
    assert window.screen.board.state.shown.moves == ("e1e2",)
    assert window.said == "That was the king. The knight stands on b1."
    window.rest()
    assert window.screen.board.state.shown.moves == ()
    window.click("b1", "c3")
    assert window.card.tone is Tone.GOOD


def test_an_illegal_move_is_explained_by_what_was_forgotten(window):
    window.open("wizard", step=1)
    window.click("d4")
    before = window.panel()
    window.click("e7")
    assert window.panel() != before
    assert window.said.startswith("Wizard: first straight, then diagonally outward.")
    assert window.card.tone is Tone.WRONG
    window.click("e8")
    assert window.card.tone is Tone.GOOD


def test_a_move_without_any_way_tells_how_the_piece_goes(window):
    window.open("champion", step=1)
    window.click("d4", "e5")
    assert window.said == (
        "Champion: One step straight; or two steps in any one direction. Pieces between do not matter."
    )


def test_an_opened_line_is_told_and_drawn(window):
    window.open("opened-lines", step=1)
    window.click("e3", "c4")
    assert window.said == "That would open the line from e4 through e3 onto your king."
    assert len(window.screen.board.state.attack_routes()) == 1


def test_what_refutes_a_wrong_mate_is_played_on_the_board(window):
    window.open("chess", step=3)
    window.click("g1", "a1")
    window.rest(2.5)
    assert window.screen.board.state.shown.moves == ("g1a1", "h8h7")
    window.rest()
    assert window.screen.board.state.shown.moves == ()


def test_rings_of_a_step_are_gone_in_the_next_one_of_the_same_position(window):
    window.open("opened-lines")
    window.click("e3")
    window.rest()
    assert window.screen.board.state.annotations.shapes
    window.push("Next")
    window.rest()
    assert not window.screen.board.state.annotations.shapes


def by_mouse(window, name):
    window.click(name)


def by_keyboard(window, name):
    window.screen.board.state.move_cursor(window.screen.board.variant.geometry.parse(name))
    window.press(pygame.K_RETURN)


@pytest.mark.parametrize("choose", [by_mouse, by_keyboard])
def test_a_question_is_answered_by_a_square(window, choose):
    window.open("the-fold", step=2)
    choose(window, "d7")
    assert window.said == "d7 is where the king arrives. That square stays."
    choose(window, "e8")
    assert window.card.tone is Tone.GOOD


def test_the_other_side_passes_while_squares_are_visited(window):
    window.open("king")
    window.click("d4", "e5")
    window.rest()
    assert window.said == "2 squares to go."
    window.click("e5", "e4")
    window.rest()
    window.click("e4", "d3")
    assert window.card.tone is Tone.GOOD


def test_a_reply_is_played(window):
    window.open("last-moves", step=2)
    window.click("c2", "c4")
    window.rest()
    assert window.screen.board.state.shown.moves == ("c2c4", "a5a4")
    window.click("c4", "c5")
    assert window.card.tone is Tone.GOOD


def test_moves_are_shown_over_and_over(window):
    window.open("the-fold", step=6)
    seen = set()
    for _ in range(300):
        window.rest(0.1)
        seen.add(len(window.screen.board.state.shown.moves))
    assert seen == set(range(7))
    assert len(window.screen.board.state.shown.moves) < 6


def test_the_board_folds_where_the_step_says_so(window):
    window.open("the-fold", step=4)
    assert window.screen.board.state.fold.is_open
    window.press(pygame.K_SPACE)
    window.rest()
    assert not window.screen.board.state.fold.is_open


def test_a_hint_is_a_word_first_and_then_the_move(window):
    window.open("the-fold", step=3)
    window.press(pygame.K_h)
    assert window.said == "e2 is no square any more, so the next one above e1 is e3."
    window.press(pygame.K_h)
    names = window.screen.board.variant.geometry.names
    arrows = window.screen.board.state.annotations.suggestions
    assert [(names[arrow.from_square], names[arrow.to_square]) for arrow in arrows] == [("e1", "e3")]


def test_there_is_no_hint_while_the_other_side_replies(window):
    window.open("last-moves", step=2)
    window.click("c2", "c4")
    window.press(pygame.K_h)
    assert window.screen.board.state.annotations.suggestions == ()
    window.rest()
    window.press(pygame.K_h, pygame.K_h)
    assert window.screen.board.state.annotations.suggestions


def test_the_way_on_and_back_is_by_buttons_and_keys(window):
    window.open("the-fold")
    window.click("b1", "c3")
    window.rest()
    window.press(pygame.K_SPACE)
    assert window.exercise.number == 1
    window.push("Step back")
    assert window.exercise.number == 0
    window.press(pygame.K_ESCAPE)
    assert isinstance(window.screen, CourseScreen)


def test_a_whole_lesson_leads_to_the_next_one_and_is_remembered(window):
    window.open("inventors-knights", step=4)
    window.click("g8", "b5")
    window.rest()
    window.push("Next")
    window.click("b2", "f2", "b4", "c5", "g5", "f6")
    assert window.card.tone is Tone.GOOD
    window.push("Next lesson")
    assert window.exercise.title == "Check through holes"
    outline = next(lesson for lesson in course.outlines() if lesson.slug == "inventors-knights")
    assert Notes.read(journal_of(window.app.stage)).progress.is_finished(outline)


def test_two_windows_lose_nothing_that_was_learned(window):
    path = journal_of(window.app.stage).path
    both = [Notes.read(Journal(path, pytest.fail)) for _ in range(2)]
    for number, notes in enumerate(both):
        notes.add("king", number)
        notes.journal.close()
    assert Notes.read(journal_of(window.app.stage)).progress.done == {"king": {0, 1}}


def test_to_leave_a_lesson_waits_for_no_disk_and_the_end_tells_what_was_not_kept(window, monkeypatch, capsys):
    may_write = threading.Event()
    monkeypatch.setattr(journal, "append", lambda path, entries: may_write.wait(JOB_SECONDS))
    monkeypatch.setattr(journal, "CLOSING_SECONDS", 0.05)
    window.open("king", step=1)
    begun = time.monotonic()
    window.app.stage.show_home()
    window.rest()
    assert time.monotonic() - begun < JOB_SECONDS
    assert isinstance(window.screen, HomeScreen)
    window.app.close()
    assert "lessons.jsonl could not be written: the disk does not answer" in capsys.readouterr().err
    may_write.set()


def test_the_list_goes_on_with_the_first_lesson_that_is_not_done(window):
    notes = Notes.read(journal_of(window.app.stage))
    for step in range(course.outlines()[0].steps):
        notes.add("the-fold", step)
    notes.journal.close()
    window.app.stage.command(Command.LESSONS)
    window.wait_for(lambda: window.has("Begin"))
    assert window.screen.chosen.slug == "king"
    window.press(pygame.K_UP)
    assert window.has("Again")
    window.press(pygame.K_DOWN, pygame.K_DOWN)
    assert window.screen.chosen.slug == "pawn"
    window.press(pygame.K_RETURN)
    assert isinstance(window.screen, ExerciseScreen)
    assert window.exercise.title == "The pawn"


def test_a_lesson_of_the_list_is_taken_by_two_clicks(window):
    lesson_rooms.open_lessons(window.app.stage)
    window.wait_for(lambda: window.has("Begin"))
    place = window.screen.list.place_of("knight").center
    window.click_at(place)
    assert window.screen.chosen.slug == "knight"
    window.click_at(place)
    assert window.exercise.title == "The knight"


def test_a_newcomer_is_offered_the_first_lesson(window):
    window.wait_for(lambda: window.has(NEWCOMER))
    window.push(NEWCOMER)
    window.rest()
    assert window.exercise.title == course.outlines()[0].title
    window.click("b1", "c3")
    window.app.stage.show_home()
    assert isinstance(window.screen, HomeScreen)
    window.rest(1.0)
    pygame.time.wait(200)
    window.rest(1.0)
    assert not window.has(NEWCOMER)


def test_a_lesson_that_is_offered_or_chosen_is_not_read_again(window, monkeypatch):
    def fail(*about):
        raise OSError("the disk is gone")

    window.wait_for(lambda: window.has(NEWCOMER))
    with monkeypatch.context() as gone:
        gone.setattr(Notes, "read", fail)
        gone.setattr(course, "parse", fail)
        window.push(NEWCOMER)
        assert window.exercise.title == course.outlines()[0].title
    lesson_rooms.open_lessons(window.app.stage, chosen="cheshire")
    window.wait_for(
        lambda: window.has("Begin") and any(isinstance(layer, BoardLayer) for layer in window.screen.layers)
    )
    monkeypatch.setattr(course, "parse", fail)
    window.push("Begin")
    assert window.exercise.title == "Cheshire Cat Chess"


@pytest.mark.parametrize("size", SIZES)
def test_no_parts_of_the_list_overlap(size):
    layout = course_layout(size)
    window = pygame.Rect((0, 0), size)
    for index, part in enumerate(layout.parts):
        assert window.contains(part)
        assert part.collidelist(layout.parts[index + 1 :]) == -1
        assert part.width > 0
        assert part.height > 0
