"""Compiles the loops of a test session once, while the workers collect the tests."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.patience import PATIENCE_SECONDS
from wormhole.compiling.groups import use_all
from wormhole.engine.search_loops import SEARCH, SOLVER
from wormhole.rules.loop_groups import BOARD, PERFT

GROUPS = (SEARCH, BOARD, SOLVER, PERFT)
"""Those that take longest come first."""

DONE = "file that says that all loops are compiled"


class CompiledOnce:
    """A plugin of the process that starts the workers."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._done = Path(self._folder.name, "done")
        command = [sys.executable, "-m", __name__, str(self._done)]
        self._compiling = subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker where to look."""
        node.workerinput[DONE] = str(self._done)

    def pytest_unconfigure(self) -> None:
        """End what is still compiling."""
        self._compiling.kill()
        self._compiling.wait()
        self._folder.cleanup()


def is_worker(config: pytest.Config) -> bool:
    """Whether this process is a worker whose loops another one compiles."""
    return DONE in getattr(config, "workerinput", {})


def wait_for_loops(config: pytest.Config) -> None:
    """Wait in a worker until everything is compiled."""
    done = Path(config.workerinput[DONE])
    give_up = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < give_up and not done.exists():
        time.sleep(0.05)


def main(arguments: Sequence[str]) -> None:
    """Compile all loops, and make the file, also after an error."""
    (done,) = arguments
    try:
        use_all(GROUPS)
    finally:
        Path(done).touch()


if __name__ == "__main__":
    main(sys.argv[1:])
