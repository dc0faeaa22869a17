"""A display for tests: a real X server that keeps its picture in a file."""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

SIZE = (1600, 1000)
"""Size of the screen in pixels; the tests' windows are smaller."""

Part = tuple[slice, slice]
"""Rows and columns of a picture."""
WHOLE: Part = (slice(None), slice(None))

_HEADER = struct.Struct(">25I")
_SIZE_OF_HEADER, _WIDTH, _HEIGHT, _BYTES_A_LINE, _COLOURS = 0, 4, 5, 12, 19
_BYTES_A_COLOUR = 12


@dataclass(frozen=True)
class Display:
    """A running X server; ``name`` is its ``DISPLAY``."""

    name: str
    memory: Path

    def picture(self, part: Part = WHOLE) -> np.ndarray:
        """The present picture: uint8[height, width, 3], red first. The file has XWD format."""
        file = np.memmap(self.memory, np.uint8, "r")
        header = _HEADER.unpack_from(file)
        begin = header[_SIZE_OF_HEADER] + header[_COLOURS] * _BYTES_A_COLOUR
        height, line = header[_HEIGHT], header[_BYTES_A_LINE]
        pixels = file[begin : begin + height * line].reshape(height, line // 4, 4)
        return pixels[:, : header[_WIDTH], 2::-1][part].copy()

    def save(self, before: np.ndarray | None = None) -> Path:
        """Keep the present picture, or one of before, in a file, for whoever looks into a failure."""
        path = self.memory.with_name("screen.png" if before is None else "before.png")
        Image.fromarray(self.picture() if before is None else before).save(path)
        return path


@contextmanager
def window_manager(display: Display) -> Iterator[None]:
    """Openbox on that display, until the end of the block."""
    environment = {**os.environ, "DISPLAY": display.name}
    with subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL) as manager:
        try:
            yield
        finally:
            manager.terminate()


@contextmanager
def open_display(folder: Path, size: tuple[int, int] = SIZE) -> Iterator[Display]:
    """An Xvfb on a free display, with a screen of this size, until the end of the block."""
    width, height = size
    # Without -noreset the server resets when its last client leaves, and disconnects one that has just
    # connected.
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", f"{width}x{height}x24", "-fbdir", str(folder)]
    # The pictures are without the mouse pointer, whose shape the program changes.
    command += ["-nocursor", "-noreset", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            number = server.stdout.readline().strip()
            assert number, "Xvfb does not start"
            yield Display(f":{number}", folder / "Xvfb_screen0")
        finally:
            server.terminate()
