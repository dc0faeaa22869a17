"""The exercise room as a user sees it: moves by mouse, keyboard and text, replies, another game."""

from __future__ import annotations

import pygame
import pytest

from tests.support.exercises import OneMove
from tests.support.pupil import Pupil
from tests.support.rectangles import assert_side_by_side, rectangles
from wormhole import menu, variant
from wormhole.gui.board.annotations import View
from wormhole.gui.board.drawings import annotate
from wormhole.gui.board.pointing import move_cursor
from wormhole.gui.learn.exercise_cards import PIECE_UNITS, TaskCard
from wormhole.gui.learn.exercise_panel import exercise_layout
from wormhole.gui.learn.exercise_screen import ExerciseScreen
from wormhole.gui.look.backdrop import Backdrop
from wormhole.gui.look.layout import Scale
from wormhole.gui.look.lettering import Lettering
from wormhole.gui.look.look import Look
from wormhole.gui.look.sprites import Sprites
from wormhole.gui.look.theme import Theme
from wormhole.gui.look.words import Words
from wormhole.gui.window.keys import Command
from wormhole.library.comment_commands import Shape

SIZES = [(800, 600), (1280, 800), (1920, 1080), (900, 1200), (3840, 2160)]


class Room(Pupil):
    """A learner at an exercise."""

    def __init__(self, folder, exercise):
        super().__init__(folder)
        self.has_left = False
        self.app.stage.rooms.show(lambda: ExerciseScreen(self.app.stage, exercise, self.leave))
        self.wait(3)

    def leave(self):
        self.has_left = True


@pytest.fixture
def room(tmp_path):
    with Room(tmp_path, OneMove()) as room:
        yield room


def by_mouse(room):
    room.choose("e2", "e4")


def by_keyboard(room):
    move_cursor(room.state, room.screen.board.variant.geometry.parse("e2"))
    room.keys(pygame.K_RETURN, pygame.K_UP, pygame.K_UP, pygame.K_RETURN)


def by_text(room):
    room.screen.opener.open_text("e4")


@pytest.mark.parametrize("play", [by_mouse, by_keyboard, by_text])
def test_a_right_move_is_played_and_answered(room, play):
    play(room)
    room.wait(3)
    assert room.shown == ("e2e4", "e7e5")
    assert room.exercise.shown.feedback.text == "Correct!"


def test_a_wrong_move_is_taken_back(room):
    room.choose("d2", "d4")
    assert room.shown == ("d2d4",)
    room.wait(3)
    assert room.shown == ()
    by_mouse(room)
    assert room.shown == ("e2e4",)


def test_nothing_happens_by_itself_under_a_dialog(room):
    room.choose("d2", "d4")
    room.app.stage.command(Command.SETTINGS)
    room.wait(3)
    assert room.shown == ("d2d4",)
    room.app.stage.close_dialog()
    room.wait(3)
    assert room.shown == ()


def test_enter_presses_the_way_on_once_no_move_is_asked(room):
    by_mouse(room)
    room.wait(3)
    room.keys(pygame.K_RETURN)
    room.wait(3)
    assert room.screen.board.variant.name == "chess"
    assert room.screen.title == "Chess"
    room.choose("e2", "e4")
    assert room.shown == ("e2e4",)


def test_buttons_have_keys(room):
    room.keys(pygame.K_h, modifiers=pygame.KMOD_SHIFT)
    room.wait(3)
    assert room.shown == ("e2e4", "e7e5")
    room.keys(pygame.K_SPACE)
    assert room.screen.title == "Chess"
    room.keys(pygame.K_ESCAPE)
    room.keys(pygame.K_ESCAPE)
    assert room.has_left


def test_drawings_of_an_exercise_go_with_it_and_a_persons_own_stay(room):
    state = room.state
    own, asked = Shape(0, 1, "red"), Shape(4, 4)
    annotate(state, shapes=(own,))
    for given, seen in (((), (own,)), ((asked,), (asked,)), ((), ())):
        room.exercise.shapes = given
        room.exercise.changed()
        room.wait(0.2)
        assert state.annotations.shapes == seen


def test_views_of_the_board(room):
    state = room.state
    room.keys(pygame.K_w, pygame.K_e)
    assert state.views == {View.ROUTES, View.REACH}
    room.keys(pygame.K_f)
    assert state.flipped
    room.choose("b8")
    room.keys(pygame.K_v)
    room.wait(3)
    assert state.fold.is_on
    room.keys(pygame.K_v)
    room.wait(3)
    room.keys(pygame.K_F1)
    assert room.app.dialog is not None


def test_the_position_can_be_set_up(room):
    by_mouse(room)
    placement = room.exercise.board.fen().split()[0]
    room.keys(pygame.K_e, modifiers=pygame.KMOD_CTRL)
    assert room.screen.session.draft.fen.startswith(placement)
    room.keys(pygame.K_ESCAPE)
    assert room.has_left


def test_a_refused_move_is_explained(room):
    room.choose("e2", "e7")
    assert (
        room.app.stage.notices.latest[-1].text
        == "The piece cannot move from e2 to e7. V shows the board as it sees it."
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_nothing_overlaps(size, count):
    for game in menu("family"):
        for extra in (0, 8):
            layout = exercise_layout(size, variant(game).geometry, count, extra)
            assert_side_by_side(size, rectangles(layout, *(() if extra else ("extra",))), 31)


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_short_task_is_written_larger_and_leaves_room_for_a_piece(size):
    theme, scale = Theme.load(), Scale.of(size)
    look = Look(theme, Sprites(theme), Words(Lettering()), Backdrop(theme), scale)
    rect = pygame.Rect(0, 0, scale.units(50), scale.units(50))
    spare = {}
    for text in ("Mate in 2 moves.", "Try any move for Black: it is answered at once. " * 9):
        for grows in (False, True):
            card = TaskCard(grows=grows).place(look, rect)
            card.show("Training", "White to move", text, ("king", True))
            spare[text[:4], grows] = card.spare.height
    assert scale.units(PIECE_UNITS) < spare["Mate", True] < spare["Mate", False]
    assert 0 < spare["Try ", True] == spare["Try ", False]
    card.show("Training", "White to move", "Mate in 2 moves.", ("king", True), (text,))
    assert card.spare.height == spare["Mate", False], "in the size of the longer text"


def test_a_click_on_a_square_where_the_piece_cannot_go_says_why(room):
    room.choose("d2", "h6")
    assert room.shown == ()
    assert room.app.notice.text == "The piece cannot move from d2 to h6. V shows the board as it sees it."


def test_the_ways_of_a_piece_that_cannot_move_say_why(room):
    room.point(room.square("e1"))
    room.keys(pygame.K_w)
    assert room.app.notice.text == "The piece on e1 cannot move: all its routes are blocked."
