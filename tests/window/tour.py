"""A walk through the program: what opens is seen, what is used is seen, what closes leaves no trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from program import Pixel, Program

from wormhole.library.settings import APPLICATION

SIZE = (1280, 800)
WORDS = ("--size", "{}x{}".format(*SIZE))
STILL_LOOKS = 3
DRAWN_SHARE = 0.9
"""Of the pixels of a window that are not black once it is drawn."""

Act = Callable[[], object]
Region = tuple[slice, slice]
"""Rows and columns of the picture."""

WHOLE: Region = (slice(None), slice(None))
BOARD: Region = (slice(None), slice(0, 700))
LIST: Region = (slice(200, 700), slice(0, 800))
PREVIEW: Region = (slice(100, 480), slice(860, None))
"""The games of the library, and the board of one of them."""


def without_motion(home: Path) -> None:
    """Write settings: nothing moves by itself."""
    folder = home / APPLICATION
    folder.mkdir()
    (folder / "settings.toml").write_text("motion = false\n")


class Tour:
    """Walks through a running program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._part = WHOLE
        program.wait_for(self._is_shown, "the first picture in its frame")

    def look(self) -> np.ndarray:
        """The window's picture."""
        return self.program.display.picture()[self._part]

    def still(self) -> np.ndarray:
        """The window's picture as soon as nothing moves."""
        same, picture = 0, self.look()

        def is_still() -> bool:
            nonlocal same, picture
            before, picture = picture, self.look()
            same = same + 1 if np.array_equal(before, picture) else 0
            return same >= STILL_LOOKS

        self.program.wait_for(is_still, "a picture at rest")
        return picture

    def changes(self, name: str, act: Act, region: Region = WHOLE) -> None:
        """Do something that changes the picture, there."""
        before = self.still()[region]
        act()
        self.program.wait_for(lambda: not np.array_equal(before, self.look()[region]), f"a change by {name}")

    @contextmanager
    def visit(self, name: str, enter: Act, leave: Act) -> Iterator[None]:
        """Open something, and close it at the end; the picture is as before then."""
        before = self.still()
        self.changes(f"opening {name}", enter)
        yield
        leave()
        self.program.wait_for(lambda: np.array_equal(before, self.look()), f"the picture before {name}")

    def _is_shown(self) -> bool:
        """Whether the window has a picture and is where it was; the window manager may have moved it."""
        before = self._part
        left, top = self.program.corner()
        self._part = slice(top, top + SIZE[1]), slice(left, left + SIZE[0])
        self.program.park()
        return self._part == before and self.look().any(axis=2).mean() > DRAWN_SHARE

    # What can be done

    def keys(self, *names: str) -> Act:
        """Press keys."""
        return lambda: self.program.key(*names)

    def text(self, text: str) -> Act:
        """Type."""
        return lambda: self.program.type(text)

    def click(self, pixel: Pixel, button: int = 1) -> Act:
        """Click there, and move the mouse away."""

        def act() -> None:
            self.program.click(pixel, button)
            self.program.park()

        return act
