"""Mouse, keyboard and windows of a display, by one xdotool that stays."""

from __future__ import annotations

import os
import re
import subprocess

_SIZE = re.compile(r"\d+ \d+")
"""The answer to the question how large the display is, which is asked after each command."""


class XDoToolError(Exception):
    """A command of xdotool failed, perhaps since its window is gone."""


class XDoTool:
    """Does commands one after the other. A process for each would take longer than the command."""

    def __init__(self, display_name: str) -> None:
        environment = {**os.environ, "DISPLAY": display_name}
        self._process = subprocess.Popen(
            ["xdotool", "-"],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def do(self, command: str, *words: object) -> list[str]:
        """Do a command, and wait until the display has it; returns the lines that it prints."""
        try:
            print(command, *(f'"{word}"' for word in words), file=self._process.stdin)
            print("getdisplaygeometry", file=self._process.stdin, flush=True)
        except BrokenPipeError:
            raise XDoToolError(f"{command}: {self._process.stdout.read()}") from None
        lines = []
        for line in self._process.stdout:
            if _SIZE.fullmatch(line.strip()):
                return lines
            lines.append(line.strip())
        raise XDoToolError(f"{command}: {lines}")

    def values(self, command: str, *words: object) -> dict[str, int]:
        """Do a command that prints names with numbers."""
        told = (line.split("=") for line in self.do(command, "--shell", *words))
        return {name: int(value) for name, value in told}

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()


def find_window(display_name: str, process_id: int) -> int | None:
    """The number of the window that a process has on the screen; None if there is none."""
    command = ["xdotool", "search", "--onlyvisible", "--pid", str(process_id)]
    environment = {**os.environ, "DISPLAY": display_name}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return int(done.stdout.split()[0]) if done.stdout.strip() else None
