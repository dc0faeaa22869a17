"""Tests in this folder drive a real window; without these programs they are skipped."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from tests.support.desktop.display import open_display, window_manager
from tests.support.desktop.program import run_program
from tests.support.desktop.tour import begin_tour

NEEDED = ("Xvfb", "xdotool", "openbox", "xprop")


def pytest_collection_modifyitems(items):
    here = str(Path(__file__).parent)
    missing = [name for name in NEEDED if shutil.which(name) is None]
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.window)
            if missing:
                item.add_marker(pytest.mark.skip(reason=f"{' and '.join(missing)} not installed"))


@pytest.fixture(scope="session")
def display(tmp_path_factory):
    with open_display(tmp_path_factory.mktemp("display")) as display:
        yield display


@pytest.fixture
def start(display, tmp_path):
    """Starts the program with these arguments, in a window of 1280x800."""
    with ExitStack() as stack:
        program = partial(run_program, display, tmp_path, "--size", "1280x800")
        yield lambda *words: stack.enter_context(program(*words))


@pytest.fixture
def managed_display(tmp_path):
    """A display of its own with a window manager."""
    with open_display(tmp_path) as display, window_manager(display):
        yield display


@pytest.fixture
def tour(managed_display, tmp_path):
    """A tour that begins at the home screen."""
    with begin_tour(managed_display, tmp_path) as tour:
        tour.wait_for_offer()
        yield tour
