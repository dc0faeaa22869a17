"""A child process that draws pictures that may come from a stranger, to test whether they can be drawn.

It is told a picture in each line, and says whether it can be drawn. It may end instead.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Mapping

import resvg_py

from wormhole.base.children import Parent

MOST_SECONDS = {16: 0.1, 40: 0.1, 64: 0.1, 90: 0.1, 128: 0.1, 512: 1.0}
"""Of processor time, by the size in pixels; a picture of ours takes a twentieth."""
MOST_BYTES = 1 << 30
STYLE = (
    ".line, .pen, .edge { stroke: #000000; stroke-width: 3; opacity: 0.9 } "
    ".flat, .body, .light, .shade, .ink { fill: #ffffff }"
)
"""Like the style sheet of a theme, it can show lines that the picture itself does not."""


def main() -> None:
    """The child's program, which ends when its parent closes the pipe."""
    answer_lines(lambda svg: can_be_drawn(svg, MOST_SECONDS))


def answer_lines(draw: Callable[[str], bool]) -> None:
    """Draw each picture that the parent names, within limits. No file is opened from now on."""
    parent = Parent()
    if hasattr(os, "nice"):
        os.nice(5)  # keeps the window smooth
    _limit("RLIMIT_AS", MOST_BYTES)
    for name in ("RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_CORE"):
        _limit(name, 0)
    for svg in parent.lines():
        _limit("RLIMIT_CPU", int(time.process_time() + sum(MOST_SECONDS.values()) + 2))
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
