"""Compiles the loops of a test session once, in two processes, while the workers collect the tests."""

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
from wormhole.engine.search_loops import SEARCH, SOLVER
from wormhole.rules.loop_groups import BOARD, PERFT

SHARES = {"search": (SEARCH,), "others": (BOARD, SOLVER, PERFT)}
"""What each of the processes compiles; the search alone takes two thirds of the time."""

FOLDER = "folder of compiled shares"


class CompiledOnce:
    """A plugin of the process that starts the workers."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        command = [sys.executable, "-m", __name__, self._folder.name]
        self._children = [subprocess.Popen([*command, name], stderr=subprocess.DEVNULL) for name in SHARES]

    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker where to look."""
        node.workerinput[FOLDER] = self._folder.name

    def pytest_unconfigure(self) -> None:
        """End what is still compiling."""
        for child in self._children:
            child.kill()
            child.wait()
        self._folder.cleanup()


def is_worker(config: pytest.Config) -> bool:
    """Whether this process is a worker whose loops another one compiles."""
    return FOLDER in getattr(config, "workerinput", {})


def wait_for_loops(config: pytest.Config) -> None:
    """Wait in a worker until everything is compiled."""
    folder = Path(config.workerinput[FOLDER])
    give_up = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < give_up and not all((folder / name).exists() for name in SHARES):
        time.sleep(0.05)


def main(arguments: Sequence[str]) -> None:
    """Compile a share, and make a file of its name in the folder."""
    folder, name = arguments
    for group in SHARES[name]:
        group.use()
    Path(folder, name).touch()


if __name__ == "__main__":
    main(sys.argv[1:])
