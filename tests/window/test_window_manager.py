"""The window under a window manager: its place is saved, and the system has its name and icon."""

from __future__ import annotations

import os
import subprocess
import time

import pytest

from tests.support.desktop.display import open_display, window_manager
from tests.support.desktop.program import run_program


@pytest.fixture
def start(managed_display, tmp_path):
    """Starts the program as a user does, without a size."""
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


def changed_geometry(program, before):
    """The window's geometry once it is another one and stays the same."""
    program.wait_for(lambda: program.geometry() != before, "another place or size")
    return settled_geometry(program)


def wait_for_size(program, size):
    program.wait_for(lambda: program.geometry()[2:] == size, f"the size {size}")


def quit_by_key(program):
    program.key("ctrl+q")
    assert program.end()[0] == 0


def properties(program, *names):
    environment = {**os.environ, "DISPLAY": program.display.name}
    command = ["xprop", "-id", str(program.window), *names]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def test_size_and_place_are_remembered(start):
    program = start()
    program.resize(1000, 700)
    before = settled_geometry(program)
    program.move(200, 120)
    left = changed_geometry(program, before)
    assert left[2:] == (1000, 700)
    quit_by_key(program)
    program = start()
    program.wait_for(lambda: program.geometry() == left, "the size and place of before")


def test_full_screen_is_remembered_and_leads_back_to_the_same_place(start):
    program = start()
    before = settled_geometry(program)
    program.key("F11")
    wait_for_size(program, (1600, 1000))
    quit_by_key(program)
    program = start()
    wait_for_size(program, (1600, 1000))
    program.key("F11")
    program.wait_for(lambda: program.geometry() == before, "the size and place of before")


def test_a_maximised_window_is_maximised_again_and_comes_back_to_its_size(start):
    program = start()
    before = settled_geometry(program)
    toggle_maximised(program)
    maximised = changed_geometry(program, before)
    assert maximised[2] >= 1590
    quit_by_key(program)
    program = start()
    wait_for_size(program, maximised[2:])
    toggle_maximised(program)
    wait_for_size(program, before[2:])


def test_all_of_the_window_is_on_a_small_screen_beside_its_title(tmp_path):
    with open_display(tmp_path, (800, 600)) as display, window_manager(display):
        for _start in range(2):
            with run_program(display, tmp_path) as program:
                left, top, width, height = settled_geometry(program)
                assert (left, width) == (0, 800)
                assert 0 < top < height < 600
                assert height > 560
                quit_by_key(program)


def toggle_maximised(program):
    """Press the title of the window's frame twice."""
    left, top, width, _ = program.geometry()
    program.press_frame((left + width // 2, max(2, top - 30)))


def test_the_system_knows_the_window_by_name_and_icon(start):
    told = properties(start(), "WM_CLASS", "_NET_WM_NAME", "_NET_WM_ICON")
    assert 'WM_CLASS(STRING) = "wormhole-chess", "wormhole-chess"' in told
    assert '"Wormhole Chess"' in told
    assert "Icon (64 x 64)" in told
