"""A child for tests of `tests.support.fuzz.limited_children`: each of its steps goes wrong in another way.

Arguments: a folder in which it may write, the first step, and how many there are.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.support.file_watch import FileWatch
from tests.support.fuzz import limited_children
from tests.support.fuzz.limited_children import Limits

LIMITS = Limits(memory=1 << 30, seconds=3.0)
OUTSIDE = Path(__file__).resolve().parents[4]
"""A folder that holds the program's."""

STEPS: list[Callable[[], object]] = [
    lambda: print("goes to the error output"),
    lambda: os.kill(os.getpid(), signal.SIGSEGV),
    lambda: time.sleep(60),
    lambda: bytearray(LIMITS.memory),
    lambda: os.listdir(OUTSIDE),
    lambda: Path(sys.argv[1], "own").write_text("x"),
    lambda: (OUTSIDE / "own").write_text("x"),
    lambda: Path(__file__).write_text("x"),
    lambda: os.mkdir(OUTSIDE / "own"),
    lambda: subprocess.run(["true"], check=True),
    os.abort,
    lambda: None,
]


def _steps(first: int, count: int, watch: FileWatch) -> Iterator[dict[str, Any]]:
    for step in STEPS[first : first + count]:
        try:
            step()
            what = "done"
        except (OSError, MemoryError) as error:
            what = type(error).__name__
        yield {"what": what, "seen": watch.taken()}


if __name__ == "__main__":
    first, count = int(sys.argv[2]), int(sys.argv[3])
    out = limited_children.own_output()
    watch = FileWatch([Path(sys.argv[1])], [Path(__file__).parent])
    limited_children.work(_steps(first, count, watch), first, LIMITS, out)
