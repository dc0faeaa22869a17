"""The program as a process, with keyboard and mouse by xdotool."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np

from tests.support.desktop.display import WHOLE, Display
from tests.support.desktop.window_messages import WindowMessages
from tests.support.desktop.xdotool import XDoTool, find_window
from tests.support.patience import PATIENCE_SECONDS
from wormhole.library.settings import Settings, save
from wormhole.version import APPLICATION

ROOT = Path(__file__).resolve().parents[3]


PAUSE_SECONDS = 0.01
WINDOW_PAUSE_SECONDS = 0.1
"""Between two looks for a window, each by a process."""
PING_SECONDS = 1.0
BETWEEN_PINGS_SECONDS = 0.01
"""So that the window no longer looks for events when the second one comes."""
TYPING_MILLISECONDS = 8
DRAWN_SHARE = 0.9
"""Of the pixels of a window that are not black once it is drawn."""

Pixel = tuple[int, int]

WHEEL_AWAY, WHEEL_TOWARDS = 4, 5


class Program:
    """A running program, its window found and drawn."""

    def __init__(self, display: Display, process: subprocess.Popen[str]) -> None:
        self.display = display
        self.process = process
        self.window = self.wait_for(
            lambda: find_window(display.name, process.pid), "a window", WINDOW_PAUSE_SECONDS
        )
        self._tool = XDoTool(display.name)
        self._messages = WindowMessages(display.name, self.window)
        self._part = WHOLE
        self.wait_for(self._is_shown, "the first picture at its place")
        self._tool.do("windowfocus", "--sync", self.window)

    # Output

    def picture(self) -> np.ndarray:
        """The window's picture: uint8[height, width, 3]."""
        return self.display.picture(self._part)

    def still_picture(self) -> np.ndarray:
        """The window's picture as soon as all input has been taken and nothing moves."""
        picture = self._settled_picture()

        def is_still() -> bool:
            nonlocal picture
            before, picture = picture, self._settled_picture()
            return np.array_equal(before, picture)

        self.wait_for(is_still, "a picture at rest")
        return picture

    def settle(self) -> None:
        """Wait until the program has taken all input so far, and has drawn what this leads to at once.

        It answers the first ping when it has got all input, the second one when it looks for more.
        """
        for _ in range(2):
            self._messages.ping()
            self.wait_for(lambda: self._messages.is_answered(PING_SECONDS), "an answer of the window")
            time.sleep(BETWEEN_PINGS_SECONDS)

    def title(self) -> str:
        """The window's title."""
        return " ".join(self._tool.do("getwindowname", self.window))

    def geometry(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the window on the screen, in pixels."""
        told = self._tool.values("getwindowgeometry", self.window)
        return told["X"], told["Y"], told["WIDTH"], told["HEIGHT"]

    def wait_for(self, what: Callable[[], object], name: str, pause: float = PAUSE_SECONDS) -> object:
        """The first true result of ``what``; fails if the program ends or hangs."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < give_up:
            if self.process.poll() is not None:
                raise AssertionError(f"the program ended while {name} was waited for: {self.end()}")
            found = what()
            if found:
                return found
            time.sleep(pause)
        raise AssertionError(f"{name} was waited for in vain. The screen: {self.display.save()}")

    # Input

    def point(self, pixel: Pixel) -> None:
        """Move the mouse to a pixel of the window."""
        self._tool.do("mousemove", "--window", self.window, *pixel)

    def click(self, pixel: Pixel, button: int = 1) -> None:
        """Click there."""
        self.point(pixel)
        self._tool.do("click", button)

    def wheel(self, steps: int) -> None:
        """Turn the mouse wheel towards you or, if negative, away from you."""
        self._tool.do("click", "--repeat", abs(steps), WHEEL_TOWARDS if steps > 0 else WHEEL_AWAY)

    def drag(self, start: Pixel, end: Pixel, button: int = 1) -> None:
        """Press at ``start``, move in some steps, release at ``end``."""
        self.point(start)
        self._tool.do("mousedown", button)
        for step in range(1, 9):
            self.point(tuple(a + (b - a) * step // 8 for a, b in zip(start, end, strict=True)))
        self._tool.do("mouseup", button)

    def press(self, pixel: Pixel) -> None:
        """Press the left button there, and hold it."""
        self.point(pixel)
        self._tool.do("mousedown", 1)

    def release(self) -> None:
        """Release the left button."""
        self._tool.do("mouseup", 1)

    def hold(self, key: str) -> None:
        """Press a key, by its X name, and hold it."""
        self._tool.do("keydown", key)

    def let_go(self, key: str) -> None:
        """Release a key that is held."""
        self._tool.do("keyup", key)

    def park(self) -> None:
        """Move the mouse to a corner, where nothing is."""
        self.point((1, 1))

    def key(self, *names: str) -> None:
        """Press keys in a row, by their X names."""
        self._tool.do("key", *names)

    def type(self, text: str) -> None:
        """Type a text."""
        self._tool.do("type", "--delay", TYPING_MILLISECONDS, text)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, in pixels."""
        self._tool.do("windowsize", self.window, width, height)
        self.wait_for(lambda: self.geometry()[2:] == (width, height), "the new size")
        self.wait_for(self._is_shown, "a picture of the new size")

    def move(self, left: int, top: int) -> None:
        """Move the window."""
        self._tool.do("windowmove", self.window, left, top)

    def press_frame(self, pixel: Pixel) -> None:
        """Press a pixel of the screen twice, such as the title of the window's frame."""
        self._tool.do("mousemove", *pixel)
        self._tool.do("click", "--repeat", 2, "--delay", 80, 1)

    def press_close(self) -> None:
        """Ask it to close, like the close button of the window's frame."""
        self._messages.ask_to_close()

    def end(self) -> tuple[int, str, str]:
        """Wait for the end; returns exit status, stdout and stderr."""
        out, err = self.process.communicate(timeout=PATIENCE_SECONDS)
        return self.process.returncode, out, err

    def close(self) -> None:
        """Have nothing to do with it any more."""
        self._tool.close()
        self._messages.close()

    # Within

    def _settled_picture(self) -> np.ndarray:
        self.settle()
        return self.picture()

    def _is_shown(self) -> bool:
        """Whether the window has a picture and is where it was; a window manager may have moved it.

        By the mouse, since xdotool's geometry counts the frame of a window manager twice.
        """
        before = self._part
        self.settle()
        self.point((0, 0))
        at = self._tool.values("getmouselocation")
        _, _, width, height = self.geometry()
        self._part = slice(at["Y"], at["Y"] + height), slice(at["X"], at["X"] + width)
        self.park()
        return self._part == before and self.picture().any(axis=2).mean() > DRAWN_SHARE


FROM_SOURCE = (sys.executable, str(ROOT / "main.py"))


@contextmanager
def run_program(display: Display, home: Path, *words: str) -> Iterator[Program]:
    """``python main.py`` on that display, its settings and games in ``home``, until the end of the block.

    Without other settings there, the user knows the fold view, so that it does not show itself.
    """
    settings = home / APPLICATION / "settings.toml"
    if not settings.exists():
        settings.parent.mkdir(exist_ok=True)
        save(settings, Settings(fold_view_shown=True))
    hidden = ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= {"XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
    with run_command(display, home, environment, [*FROM_SOURCE, *words]) as program:
        yield program


@contextmanager
def run_command(
    display: Display, folder: Path, environment: Mapping[str, str], command: Sequence[str]
) -> Iterator[Program]:
    """The program by any command, in that folder and environment, until the end of the block."""
    seen = {**environment, "DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy"}
    with subprocess.Popen(
        command, env=seen, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            with closing(Program(display, process)) as program:
                yield program
        finally:
            if process.poll() is None:
                process.kill()
