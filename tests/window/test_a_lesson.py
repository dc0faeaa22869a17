"""A lesson in a real window: with a mistake by mouse, and by keyboard alone."""

from __future__ import annotations

import pytest
from eyes import Eyes
from tour import SIZE, begin_tour

from wormhole.gui.learn.exercise_layout import exercise_layout
from wormhole.gui.learn.lesson_notes import FILE_NAME
from wormhole.gui.learn.step_bar import StepBar
from wormhole.learn import course
from wormhole.library import journal

BUTTONS = 4


@pytest.fixture
def tour(managed_display, tmp_path):
    """The list of lessons, for someone who has done none."""
    with begin_tour(managed_display, tmp_path) as tour:
        tour.program.park()
        tour.changes("the lessons", tour.keys("ctrl+t"))
        tour.still()
        yield tour


class Taken:
    """The first lesson as it is shown."""

    def __init__(self, tour, folder):
        self.tour, self.path = tour, folder / FILE_NAME
        self.lesson = course.lesson(course.outlines()[0].slug)
        area = exercise_layout(SIZE, self.lesson.game.geometry, BUTTONS, StepBar.units).board
        self.eyes = Eyes(SIZE, area=area)

    def sees(self, step, *moves):
        """Wait until the board shows a step after these moves."""
        board = self.lesson.board(self.lesson.steps[step])
        for move in moves:
            board.push_uci(move)
        self.tour.program.wait_for(
            lambda: self.eyes.read(self.tour.look(), [board]), f"step {step} after {moves}"
        )

    def by_mouse(self, move):
        for square in (move[:2], move[2:4]):
            self.tour.program.click(self.eyes.pixel(square))
        self.tour.program.park()

    def by_keyboard(self, move):
        self.tour.changes("the field for a move", self.tour.keys("t"))
        self.tour.program.type(move)
        self.tour.program.key("Return")

    def waits_until_done(self, *steps):
        """Wait until just these steps are kept as done."""

        def is_kept():
            return [entry["step"] for entry in journal.read(self.path)] == list(steps)

        self.tour.program.wait_for(is_kept, f"the steps {steps}")


def test_a_mistake_is_taken_back_and_the_lesson_goes_on(tour, tmp_path):
    taken = Taken(tour, tmp_path)
    tour.keys("Return")()
    taken.sees(0)
    taken.by_mouse("e1e2")
    taken.sees(0, "e1e2")
    taken.sees(0)
    taken.by_mouse("b1c3")
    taken.waits_until_done(0)
    tour.keys("Return")()
    taken.sees(1)


def test_a_lesson_is_taken_by_keyboard(tour, tmp_path):
    taken = Taken(tour, tmp_path)
    tour.keys("Return")()
    taken.sees(0)
    taken.by_keyboard("b1c3")
    taken.waits_until_done(0)
    tour.keys("space")()
    taken.sees(1)
    taken.by_keyboard("c3d5")
    taken.waits_until_done(0, 1)
    tour.changes("the list", tour.keys("Escape"))
