"""A study in a real window: made from a game, an exercise added and solved, all of it shown."""

from __future__ import annotations

import pytest

from tests.support.desktop.exercise import ShownExercise
from tests.support.desktop.tour import SIZE, begin_tour
from tests.support.desktop.twin import twin
from wormhole.gui.window.keys import Command
from wormhole.library.study_folder import StudyFolder, folder_beside

GAME = """[White "Ada"]
[Black "Bob"]
[Variant "wormhole"]

1. f4 Lf6 2. a4 Lh4# 0-1
"""


@pytest.fixture
def tour(managed_display, tmp_path):
    """The game, at its end."""
    path = tmp_path / "game.pgn"
    path.write_text(GAME)
    with begin_tour(managed_display, tmp_path, "--pgn", str(path)) as tour:
        tour.program.park()
        tour.still()
        yield tour


def test_a_study_is_made_solved_and_shown(tour, tmp_path):
    folder = StudyFolder(folder_beside(tmp_path / "games.sqlite3"), tuple, print)

    def kept():
        return [each for file in folder.listed() for each in file.study.chapters]

    tour.changes("the dialog", tour.keys("ctrl+shift+s"))
    tour.text("Mates")()
    tour.keys("Return")()
    tour.wait(lambda: [each.name for each in kept()] == ["Ada - Bob"], "the first chapter")
    tour.still()
    tour.changes("the position before", tour.keys("Left"))
    tour.changes("the dialog", tour.keys("ctrl+shift+s"))
    tour.keys("shift+Tab", "shift+Tab", "space", "Tab", "Tab", "Return")()
    tour.wait(lambda: len(kept()) == 2, "the second chapter")
    exercise = kept()[1]
    assert exercise.is_exercise
    start, solution = exercise.game.start, exercise.game.next().uci()
    tour.still()
    tour.changes("the library", tour.keys("ctrl+l"))
    home = tmp_path / "twin"
    home.mkdir()
    with twin(SIZE, home) as hidden:
        hidden.app.stage.command(Command.LIBRARY)
        tour.changes("the studies", tour.click(hidden.button("Studies")))
    tour.still()
    tour.keys("Down", "Return")()
    asked = ShownExercise(tour, start, 0.0)
    asked.sees(start)
    asked.by_keyboard(solution)
    asked.sees(start, solution)
    tour.still()
    tour.changes("the studies again", tour.keys("Escape"))
    tour.still()
    tour.changes("the show", tour.keys("ctrl+d"))
    tour.changes("the other chapter", tour.keys("Right"))
    tour.keys("Escape")()
    tour.still()
