"""Tries pictures that may come from a stranger in a child process, before the window draws them.

:mod:`wormhole.library.foreign_svg` lets only harmless content pass, which also goes into exported files.
How much time and memory resvg needs for it, the text does not show: that is tried here.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence

import resvg_py

from wormhole.base.children import Child, Parent

MOST_SECONDS = 10.0
"""For one picture. The child limits its processor time itself, where the system can do that."""
DRAWING_SECONDS = {16: 0.1, 40: 0.1, 64: 0.1, 90: 0.1, 128: 0.1, 512: 1.0}
"""Of processor time, by the size in pixels; a picture of ours takes a twentieth."""
MOST_BYTES = 1 << 30
STYLE = (
    ".line, .pen, .edge { stroke: #000000; stroke-width: 3; opacity: 0.9 } "
    ".flat, .body, .light, .shade, .ink { fill: #ffffff }"
)
"""Like the style sheet of a theme, it can show lines that the picture itself does not."""


class PictureTrials:
    """What is known of pictures; those that are new are drawn by one child, one after the other.

    ``on_tried`` is called in a thread of its own whenever there are none left to try.
    """

    def __init__(self) -> None:
        self.on_tried: Callable[[], None] = lambda: None
        self._is_good: dict[str, bool] = {}
        self._waiting: deque[str] = deque()
        self._untold: list[str] = []
        self._changed = threading.Condition()
        self._is_trying = False

    def is_good(self, svg: str, waits: bool = False) -> bool:
        """Whether a picture can be drawn; False as well until it was tried, unless this ``waits``."""
        with self._changed:
            if svg not in self._is_good and svg not in self._waiting:
                self._waiting.append(svg)
                self._begin()
            if waits:
                self._changed.wait_for(lambda: svg in self._is_good)
            return self._is_good.get(svg, False)

    def take_refused(self) -> Sequence[str]:
        """The pictures that could not be drawn, if they have not been taken before."""
        with self._changed:
            refused, self._untold = self._untold, []
        return refused

    def _begin(self) -> None:
        if not self._is_trying:
            self._is_trying = True
            threading.Thread(target=self._try_all, name="pictures", daemon=True).start()

    def _try_all(self) -> None:
        child: DrawingChild | None = None
        while True:
            with self._changed:
                if not self._waiting:
                    self._is_trying = False
                    break
                svg = self._waiting[0]
            answer = None
            with contextlib.suppress(OSError):
                child = child or DrawingChild()
                answer = child.can_draw(svg)
            if answer is None and child is not None:  # it has ended; the next picture gets another one
                child.close()
                child = None
            with self._changed:
                self._waiting.popleft()
                self._is_good[svg] = answer is True
                if answer is not True:
                    self._untold.append(svg)
                self._changed.notify_all()
        if child is not None:
            child.close()
        self.on_tried()


class DrawingChild(Child):
    """A child process that draws, from its first picture on. Raises OSError if it cannot be started."""

    def __init__(self, function: str = f"{__name__}:main") -> None:
        super().__init__(function, stderr=subprocess.DEVNULL)

    def can_draw(self, svg: str) -> bool | None:
        """Whether it draws a picture; None if it has ended, or was ended because it took too long."""
        end = threading.Timer(MOST_SECONDS, self.kill)
        end.daemon = True
        end.start()
        self.say(svg)
        answer = next(self.lines(), None)
        end.cancel()
        return answer


TRIALS = PictureTrials()
"""Those of this program: whether a picture can be drawn depends on nothing else."""


def main() -> None:
    """The child's program: it says of each picture whether it can be drawn, or ends instead."""
    answer_lines(lambda svg: can_be_drawn(svg, DRAWING_SECONDS))


def answer_lines(draw: Callable[[str], bool]) -> None:
    """Draw each picture that the parent names, within limits. No file is opened from now on."""
    parent = Parent()
    if hasattr(os, "nice"):
        os.nice(5)  # keeps the window smooth
    _limit("RLIMIT_AS", MOST_BYTES)
    for name in ("RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_CORE"):
        _limit(name, 0)
    for svg in parent.lines():
        _limit("RLIMIT_CPU", int(time.process_time() + sum(DRAWING_SECONDS.values()) + 2))
        parent.say(draw(svg))


def can_be_drawn(svg: str, most_seconds: Mapping[int, float]) -> bool:
    """Draw a picture in these sizes, as the window would; whether that takes no more time than allowed."""
    for pixels, most in most_seconds.items():
        begun = time.process_time()
        try:
            resvg_py.svg_to_bytes(
                svg_string=svg, width=pixels, height=pixels, style_sheet=STYLE, skip_system_fonts=True
            )
        except BaseException:  # resvg's panics are no ordinary errors
            return False
        if time.process_time() - begun > most:
            return False
    return True


def _limit(name: str, most: int) -> None:
    """Set a limit of this process, where the system has it. On Windows there are none."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):
        number = getattr(resource, name)
        resource.setrlimit(number, (most, resource.getrlimit(number)[1]))
