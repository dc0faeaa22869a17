"""Text is typed, selected, cut and pasted in a real window; a saved file is named by it."""

from __future__ import annotations

import pytest

from tests.support.desktop.tour import begin_tour


@pytest.fixture
def naming(managed_display, tmp_path):
    """A tour in the field for the name of a file, which is empty."""
    with begin_tour(managed_display, tmp_path, "--white", "person", "--black", "person") as tour:
        tour.changes("the field for a name", tour.keys("ctrl+s"))
        tour.keys("ctrl+a", "BackSpace")()
        yield tour


def saved(tour, folder):
    """The name of the file that the field leads to."""
    tour.keys("Return")()
    (path,) = tour.wait(lambda: list(folder.glob("*.pgn")), "a file")
    tour.keys("Escape")()
    return path.stem


def test_caret_and_selection(naming, tmp_path):
    naming.text("name of one game")()
    naming.keys("Home", "Delete")()
    naming.text("N")()
    naming.keys("End", "BackSpace", "Left", "Left", "Delete")()
    naming.keys("ctrl+Left", "ctrl+Left", "shift+Right", "shift+Right", "shift+Right")()
    naming.text("this")()
    naming.keys("shift+ctrl+Left", "ctrl+x", "Home", "ctrl+v")()
    naming.text(" ")()
    assert saved(naming, tmp_path) == "this Name of  gm"
