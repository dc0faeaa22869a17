"""A lesson in a real window: with a mistake by mouse, and by keyboard alone."""

from __future__ import annotations

import pytest

from tests.support.desktop.exercise import ShownExercise
from tests.support.desktop.tour import begin_tour
from tests.support.parts import exhaustive
from wormhole.gui.learn.lesson_exercise import StepBar
from wormhole.learn import course
from wormhole.library import journal


@pytest.fixture
def tour(managed_display, tmp_path):
    """The list of lessons, for a new learner."""
    with begin_tour(managed_display, tmp_path) as tour:
        tour.program.park()
        tour.changes("the lessons", tour.keys("ctrl+t"))
        tour.still()
        yield tour


class Taken(ShownExercise):
    """The first lesson."""

    def __init__(self, tour, folder):
        self.path = folder / course.JOURNAL
        self.lesson = course.lesson(course.outlines()[0].slug)
        super().__init__(tour, self.start(0), StepBar.units)

    def start(self, step):
        """The board of a step before any move."""
        return self.lesson.board(self.lesson.steps[step])

    def waits_until_done(self, *steps):
        """Wait until just these steps are kept as done."""

        def is_kept():
            return [entry["step"] for entry in journal.read(self.path)] == list(steps)

        self.tour.wait(is_kept, f"the steps {steps}")


def test_a_mistake_is_taken_back_and_the_lesson_goes_on(tour, tmp_path):
    taken = Taken(tour, tmp_path)
    tour.keys("Return")()
    taken.sees(taken.start(0))
    taken.by_mouse("e1e2")
    taken.sees(taken.start(0), "e1e2")
    taken.sees(taken.start(0))
    taken.by_mouse("b1c3")
    taken.waits_until_done(0)
    tour.keys("Return")()
    taken.sees(taken.start(1))


@exhaustive
def test_a_lesson_is_taken_by_keyboard(tour, tmp_path):
    taken = Taken(tour, tmp_path)
    tour.keys("Return")()
    taken.sees(taken.start(0))
    taken.by_keyboard("b1c3")
    taken.waits_until_done(0)
    tour.keys("space")()
    taken.sees(taken.start(1))
    taken.by_keyboard("c3d5")
    taken.waits_until_done(0, 1)
    tour.changes("the list", tour.keys("Escape"))
