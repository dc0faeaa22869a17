"""Puzzles in a real window: one is failed and then solved by mouse, one is solved by keyboard alone."""

from __future__ import annotations

import pytest

from tests.support.desktop.exercise import ShownExercise
from tests.support.desktop.tour import SIZE, begin_tour
from tests.support.desktop.twin import twin
from tests.support.parts import exhaustive
from wormhole.gui.learn.puzzle_rooms import PuzzleFigures
from wormhole.gui.window.keys import Command
from wormhole.learn.puzzle import shipped
from wormhole.learn.solver_record import FAILED, JOURNAL, SOLVED, PuzzleAttempt
from wormhole.library import journal


def puzzle_and_others():
    """A puzzle of at least two moves, and all others."""
    puzzles = shipped("wormhole")
    chosen = next(each for each in puzzles if each.win_in == 2)
    return chosen, [each for each in puzzles if each is not chosen]


@pytest.fixture
def tour(managed_display, tmp_path):
    """The start page of the puzzles for a solver who knows all of them but one."""
    _chosen, others = puzzle_and_others()
    known = (PuzzleAttempt(0.0, "wormhole", each.key, each.rating, SOLVED).as_entry() for each in others)
    journal.append(tmp_path / JOURNAL, known)
    with begin_tour(managed_display, tmp_path) as tour:
        tour.program.park()
        tour.changes("the puzzles", tour.keys("ctrl+u"))
        tour.still()
        yield tour


class Asked(ShownExercise):
    """The puzzle."""

    def __init__(self, tour, folder):
        self.path = folder / JOURNAL
        self.puzzle, _others = puzzle_and_others()
        self.board = self.puzzle.board()
        super().__init__(tour, self.board, PuzzleFigures.units)

    def last_score(self):
        """How the puzzle went, once that is kept."""

        def kept():
            return [entry for entry in journal.read(self.path) if entry["puzzle"] == self.puzzle.key]

        return self.tour.wait(kept, "the kept attempt")[-1]["score"]

    def solve(self, play):
        moves = self.puzzle.moves
        for number in range(0, len(moves), 2):
            play(moves[number])
            self.sees(self.board, *moves[: number + 2])


@exhaustive
def test_a_puzzle_is_failed_and_then_solved_by_mouse(tour, tmp_path):
    asked = Asked(tour, tmp_path)
    home = tmp_path / "twin"
    home.mkdir()
    with twin(SIZE, home) as hidden:
        hidden.app.stage.command(Command.PUZZLES)
        tour.changes("training", tour.click(hidden.button("Train")))
    asked.sees(asked.board)
    wrong = next(
        move.text
        for move in asked.board.legal_moves
        if move.promotion is None and move.text != asked.puzzle.moves[0]
    )
    asked.by_mouse(wrong)
    assert asked.last_score() == FAILED
    asked.sees(asked.board)
    asked.solve(asked.by_mouse)
    tour.changes("the next puzzle", tour.keys("Return"))


def test_a_puzzle_is_solved_by_keyboard(tour, tmp_path):
    asked = Asked(tour, tmp_path)
    tour.keys("Tab", "Tab", "Return")()
    asked.sees(asked.board)
    asked.solve(asked.by_keyboard)
    assert asked.last_score() == SOLVED
    tour.changes("the moves again", tour.keys("Left"))
    tour.changes("the start page", tour.keys("Escape"))
