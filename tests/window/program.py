"""The program as a process, with keyboard and mouse by xdotool."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from display import Display

ROOT = Path(__file__).resolve().parents[2]

HANG_SECONDS = 120
"""More time than anything here needs, compiling included; what takes longer hangs."""

PAUSE_SECONDS = 0.05
SETTLED_LOOKS = 6
"""How many equal pictures in a row mean that nothing moves."""

Pixel = tuple[int, int]

WHEEL_AWAY, WHEEL_TOWARDS = 4, 5


class Program:
    """A running program, its window found."""

    def __init__(self, display: Display, process: subprocess.Popen[str]) -> None:
        self.display = display
        self.process = process
        self.window = self.wait_for(self._find, "a window")
        self._xdotool("windowfocus", "--sync", self.window)

    # Output

    def picture(self) -> np.ndarray:
        """The window's picture: uint8[height, width, 3]."""
        left, top, width, height = self.geometry()
        return self.display.picture()[top : top + height, left : left + width]

    def still_picture(self) -> np.ndarray:
        """The window's picture as soon as nothing moves."""
        same, picture = 0, self.picture()

        def is_still() -> bool:
            nonlocal same, picture
            before, picture = picture, self.picture()
            same = same + 1 if np.array_equal(before, picture) else 0
            return same >= SETTLED_LOOKS

        self.wait_for(is_still, "a picture at rest")
        return picture

    def geometry(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the window on the screen, in pixels."""
        lines = self._xdotool("getwindowgeometry", "--shell", self.window).splitlines()
        told = dict(line.split("=") for line in lines)
        return int(told["X"]), int(told["Y"]), int(told["WIDTH"]), int(told["HEIGHT"])

    def corner(self) -> Pixel:
        """Where the window's first pixel is on the screen, by the mouse, which is moved there.

        xdotool's geometry counts the frame of a window manager twice.
        """
        self.point((0, 0))
        told = dict(line.split("=") for line in self._xdotool("getmouselocation", "--shell").splitlines())
        return int(told["X"]), int(told["Y"])

    def wait_for(self, what: Callable[[], object], name: str) -> object:
        """The first true result of ``what``; fails if the program ends or hangs."""
        give_up = time.monotonic() + HANG_SECONDS
        trouble = ""
        while time.monotonic() < give_up:
            if self.process.poll() is not None:
                raise AssertionError(f"the program ended while {name} was waited for: {self.end()}")
            try:
                found = what()
            except subprocess.CalledProcessError as error:  # the window is gone; the next call says why
                found, trouble = None, error.stderr
            if found:
                return found
            time.sleep(PAUSE_SECONDS)
        raise AssertionError(f"{name} was waited for in vain. {trouble} The screen: {self.display.save()}")

    # Input

    def point(self, pixel: Pixel) -> None:
        """Move the mouse to a pixel of the window."""
        self._xdotool("mousemove", "--window", self.window, *map(str, pixel))

    def click(self, pixel: Pixel, button: int = 1) -> None:
        """Click there."""
        self.point(pixel)
        self._xdotool("click", str(button))

    def wheel(self, steps: int) -> None:
        """Turn the mouse wheel towards you or, if negative, away from you."""
        button = WHEEL_TOWARDS if steps > 0 else WHEEL_AWAY
        self._xdotool("click", "--repeat", str(abs(steps)), str(button))

    def drag(self, start: Pixel, end: Pixel, button: int = 1) -> None:
        """Press at ``start``, move in some steps, release at ``end``."""
        self.point(start)
        self._xdotool("mousedown", str(button))
        for step in range(1, 9):
            self.point(tuple(a + (b - a) * step // 8 for a, b in zip(start, end, strict=True)))
        self._xdotool("mouseup", str(button))

    def hold(self, key: str) -> None:
        """Press a key, by its X name, and hold it."""
        self._xdotool("keydown", key)

    def let_go(self, key: str) -> None:
        """Release a key that is held."""
        self._xdotool("keyup", key)

    def park(self) -> None:
        """Move the mouse to a corner, where nothing is."""
        self.point((1, 1))

    def key(self, *names: str) -> None:
        """Press keys in a row, by their X names."""
        for name in names:
            self._xdotool("key", name)

    def type(self, text: str) -> None:
        """Type a text."""
        self._xdotool("type", "--delay", "15", text)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, in pixels."""
        self._xdotool("windowsize", self.window, str(width), str(height))
        self.wait_for(lambda: self.geometry()[2:] == (width, height), "the new size")

    def press_close(self) -> None:
        """Ask it to close, like the close button of the window's frame."""
        ask_to_close(self.display.name, int(self.window))

    def end(self) -> tuple[int, str, str]:
        """Wait for the end; returns exit status, stdout and stderr."""
        out, err = self.process.communicate(timeout=HANG_SECONDS)
        return self.process.returncode, out, err

    # Within

    def _find(self) -> str | None:
        found = self._xdotool("search", "--onlyvisible", "--pid", str(self.process.pid), check=False)
        return found.split()[0] if found.strip() else None

    def _xdotool(self, *words: str, check: bool = True) -> str:
        environment = {**os.environ, "DISPLAY": self.display.name}
        done = subprocess.run(
            ["xdotool", *words], env=environment, capture_output=True, text=True, check=check, timeout=30
        )
        return done.stdout


@contextmanager
def run_program(display: Display, home: Path, *words: str) -> Iterator[Program]:
    """``python main.py`` on that display, its settings and games in ``home``, until the end of the block."""
    hidden = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= {"DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy"}
    environment |= {"XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    command = [sys.executable, str(ROOT / "main.py"), *words]
    with subprocess.Popen(
        command, env=environment, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Program(display, process)
        finally:
            if process.poll() is None:
                process.kill()


class _ClientMessage(ctypes.Structure):
    """Xlib's XClientMessageEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("room_of_other_events", ctypes.c_long * 24),
    )


def ask_to_close(display_name: str, window: int) -> None:
    """Send the event of a window manager's close button; xdotool of Debian 12 cannot."""
    client_message, no_events = 33, 0
    xlib = ctypes.CDLL("libX11.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    xlib.XInternAtom.restype = ctypes.c_ulong
    xlib.XInternAtom.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
    xlib.XSendEvent.argtypes = (
        *(ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long),
        ctypes.POINTER(_ClientMessage),
    )
    xlib.XCloseDisplay.argtypes = (ctypes.c_void_p,)
    connection = xlib.XOpenDisplay(display_name.encode())
    assert connection, f"no display {display_name}"
    event = _ClientMessage(type=client_message, window=window, format=32)
    event.message_type = xlib.XInternAtom(connection, b"WM_PROTOCOLS", False)
    event.data[0] = xlib.XInternAtom(connection, b"WM_DELETE_WINDOW", False)
    xlib.XSendEvent(connection, window, False, no_events, ctypes.byref(event))
    xlib.XCloseDisplay(connection)
