"""The computer is taught a game in a real window: the teaching is started and stopped by keyboard."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")

TO_TEACH = ("shift+Tab", "shift+Tab", "shift+Tab")
"""From the field for a search backwards, past Select and Cancel."""


def taught_by(process):
    """The processes below one that teach."""
    found = []
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, children.read_text().split()):
            words = Path(f"/proc/{child}/cmdline").read_bytes()
            found += [child] if b"wormhole.training" in words else []
    return found


def test_it_is_begun_goes_on_behind_the_dialog_and_is_stopped(tour):
    window = tour.program.process.pid
    tour.changes("the games", tour.keys("g"))
    tour.changes("the dialog that teaches", tour.keys(*TO_TEACH, "Return"))
    tour.changes("what goes on", tour.keys("Return"))
    tour.wait(lambda: len(taught_by(window)) == 1, "a process that teaches")
    tour.keys("Escape", "Escape")()
    (child,) = taught_by(window)
    tour.keys("g", *TO_TEACH, "Return")()
    tour.keys("Return")()
    tour.wait(lambda: not Path(f"/proc/{child}").exists(), "its end")
