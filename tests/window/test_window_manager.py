"""The window under a window manager: where it was is remembered, and the system knows it by name and icon."""

from __future__ import annotations

import os
import subprocess
import time

import pytest
from program import run_program


@pytest.fixture
def start(managed_display, tmp_path):
    """Starts the program as a person does, without a size."""
    running = []

    def start(*words):
        running.append(run_program(managed_display, tmp_path, *words))
        return running[-1].__enter__()

    yield start
    for program in running:
        program.__exit__(None, None, None)


def settled_geometry(program):
    """The window's geometry once it stays the same."""
    before, since = program.geometry(), time.monotonic()
    while time.monotonic() - since < 1.0:
        time.sleep(0.1)
        now = program.geometry()
        if now != before:
            before, since = now, time.monotonic()
    return before


def quit_by_key(program):
    program.key("ctrl+q")
    assert program.end()[0] == 0


def properties(program, *names):
    environment = {**os.environ, "DISPLAY": program.display.name}
    command = ["xprop", "-id", str(program.window), *names]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_size_and_place_are_remembered(start):
    program = start()
    settled_geometry(program)
    program.resize(1000, 700)
    program.move(200, 120)
    left = settled_geometry(program)
    assert left[2:] == (1000, 700)
    quit_by_key(program)
    assert settled_geometry(start()) == left


def test_full_screen_is_remembered_and_leads_back_to_the_same_place(start):
    program = start()
    before = settled_geometry(program)
    program.key("F11")
    full = settled_geometry(program)
    assert full[2:] == (1600, 1000)
    quit_by_key(program)
    program = start()
    assert settled_geometry(program)[2:] == full[2:]
    program.key("F11")
    assert settled_geometry(program) == before


def test_a_maximised_window_is_maximised_again_and_comes_back_to_its_size(start):
    program = start()
    before = settled_geometry(program)
    toggle_maximised(program)
    maximised = settled_geometry(program)
    assert maximised[2] >= 1590
    quit_by_key(program)
    program = start()
    assert settled_geometry(program)[2:] == maximised[2:]
    toggle_maximised(program)
    assert settled_geometry(program)[2:] == before[2:]


def toggle_maximised(program):
    """Press the title of the window's frame twice."""
    left, top, width, _ = program.geometry()
    program.press_frame((left + width // 2, max(2, top - 30)))


def test_the_system_knows_the_window_by_name_and_icon(start):
    told = properties(start(), "WM_CLASS", "_NET_WM_NAME", "_NET_WM_ICON")
    assert 'WM_CLASS(STRING) = "wormhole-chess", "wormhole-chess"' in told
    assert '"Wormhole Chess"' in told
    assert "Icon (64 x 64)" in told
