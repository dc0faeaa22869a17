"""A small group of loops, and a program that uses it as the window or as a command does.

It replaces the real groups, which take a minute to compile. Arguments: how it is used, then Python code that
runs before.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import numpy as np

from wormhole.compiling.groups import LoopGroup, NotCompiledError, complain, obtain

FACTOR = 2


def scaled(row, index):
    return row[index] * FACTOR


def total(row, count):
    found = 0
    for index in range(count):
        found += scaled(row, index)
    return found


def _call(twin):
    if compiling := os.environ.get("STAND_IN_IS_SLOW"):
        path = Path(compiling)
        path.with_suffix(".new").write_text(str(os.getpid()))
        path.with_suffix(".new").replace(path)
        time.sleep(600)
    twin(total)(np.arange(3), 3)


GROUP = LoopGroup("tests.support.stand_in_loops:GROUP", [total], _call)

NEVER = LoopGroup("tests.support.stand_in_loops:NEVER", (), lambda twin: None)
"""A group that is never loaded."""


def main(how, before):
    """Print whether the twin is loaded, and how often numba compiled in this process."""
    compiled = []
    exec(before, {"watch": lambda: watch(compiled)})
    if how == "command":
        GROUP.use()
    else:
        try:
            for _ in obtain([GROUP], lambda: how == "window" or not Path(how).exists()):
                pass
        except NotCompiledError as error:
            complain(str(error))
    if GROUP.is_loaded:
        assert GROUP.twin(total)(np.arange(10), 10) == 90
    print("fast" if GROUP.is_loaded else "plain", len(compiled))


def watch(compiled):
    """Record every loop that numba compiles here."""
    from numba.core import event

    class Listener(event.Listener):
        def on_start(self, event):
            compiled.append(event)

        def on_end(self, event):
            pass

    event.register("numba:compile", Listener())


if __name__ == "__main__":
    from tests.support import stand_in_loops  # noqa: PLW0406 - under the name that children import

    stand_in_loops.main(*sys.argv[1:])
