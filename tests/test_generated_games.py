"""Generated games: those that are not refused are played to the end, compiled, in a child process.

``pytest -m soak tests/test_generated_games.py`` plays thousands.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.children import path_of
from tests.support.generated_games import game_files
from tests.support.parts import examples

ROOT = Path(__file__).resolve().parents[1]
LONGEST_SECONDS = 300.0
"""The time limit of the first game, which may include compiling."""


class Child:
    """A process that plays given games; restarted after a crash."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def play(self, text: str, seed: int) -> str:
        """The result for a game's file; fails the test if the process crashes or hangs."""
        process = self._process or self._start()
        process.stdin.write(json.dumps({"text": text, "seed": seed}) + "\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], LONGEST_SECONDS)
        line = process.stdout.readline() if ready else ""
        if not line:
            self.stop()
            trouble = f"ended the process ({process.returncode})" if ready else "does not end"
            pytest.fail(f"seed {seed}: this game {trouble}:\n{text}")
        return json.loads(line)

    def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _start(self) -> subprocess.Popen[str]:
        self._process = subprocess.Popen(
            [sys.executable, path_of("generated_games_player")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONFAULTHANDLER": "1"},
        )
        return self._process


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    made = Child()
    yield made
    made.stop()


def check(child: Child, text: str, seed: int) -> None:
    said = child.play(text, seed)
    assert not said.startswith("failed"), f"seed {seed}: {said}\n{text}"


@given(game_files(), st.integers(0, 1 << 16))
@examples(500)
def test_a_generated_game(child, text, seed):
    check(child, text, seed)


@pytest.mark.soak
@given(game_files(), st.integers(0, 1 << 16))
@examples(5000)
def test_thousands_of_generated_games(child, text, seed):
    check(child, text, seed)
