"""The icon that window managers and task bars find at the window."""

from __future__ import annotations

import re
import subprocess

from tests.support.desktop.program import run_program
from wormhole.gui.window.system_window import ICON_SIZES


def properties(program, *names):
    command = ["xprop", "-display", program.display.name, "-id", str(program.window), *names]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def icons_of(program):
    """The sizes of the icons, as xprop tells them."""
    text = properties(program, "_NET_WM_ICON")
    return [int(width) for width, height in re.findall(r"Icon \((\d+) x (\d+)\)", text) if width == height]


def test_the_icon_is_there_in_all_sizes(display, tmp_path):
    with run_program(display, tmp_path, "--size", "800x600") as program:
        program.wait_for(lambda: icons_of(program) == list(ICON_SIZES), "the icons")
        assert "wormhole-chess" in properties(program, "WM_CLASS")
        program.key("ctrl+q")
        assert program.end()[::2] == (0, "")
