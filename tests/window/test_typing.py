"""Text is typed, selected, cut and pasted in a real window; a saved file is named by it."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.support.desktop.tour import begin_tour
from tests.support.parts import mostly_exhaustive


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


PLACE_OF_F, PLACE_OF_L = "41", "46"
"""The key codes of X."""


@pytest.mark.skipif(shutil.which("setxkbmap") is None, reason="setxkbmap is not installed")
@pytest.mark.parametrize("layout", mostly_exhaustive(["ru", "gr", "il", "ara"], "ru"))
def test_keys_of_other_scripts_are_shortcuts_by_their_place(managed_display, tmp_path, layout):
    with begin_tour(managed_display, tmp_path, "--white", "person", "--black", "person") as tour:
        subprocess.run(["setxkbmap", "-display", managed_display.name, layout], check=True)
        tour.changes("flipping the board", tour.keys(PLACE_OF_F))
        tour.changes("the library", tour.keys(f"ctrl+{PLACE_OF_L}"))
