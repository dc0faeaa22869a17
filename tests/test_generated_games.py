"""Generated games: those that are not refused are played, compiled, in a child process.

Some are played by compiled and plain loops at once, with guards round the arrays of each call.

``pytest -m soak tests/test_generated_games.py`` plays thousands.
"""

from __future__ import annotations

import itertools
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.children import path_of
from tests.support.generated_games import game_files
from tests.support.guarded_loops import guarded_board
from tests.support.mutated_games import MUTATORS, file_of, games
from tests.support.parts import examples, exhaustive, mostly_exhaustive
from tests.support.random_game_files import random_file
from wormhole import variant, variants
from wormhole.compiling.groups import available

ROOT = Path(__file__).resolve().parents[1]
LONGEST_SECONDS = 300.0
"""The time limit of the first game, which may include compiling."""
GUARDED, EXHAUSTIVE_GUARDED, SOAK_GUARDED = 6, 60, 3000
"""The numbers of random files that are played with guards."""
QUICK_MUTATED = ("atomic fold", "crazyhouse vanish", "spartan random", "xiangqi none")
MUTATED = tuple(map(" ".join, itertools.product(variants(), ("none", *MUTATORS))))
"""Games of the catalogue with what becomes of a left square."""

needs_compiled = pytest.mark.skipif(not available(), reason="there is no numba")


class Child:
    """A process that plays given games; restarted after a crash."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def play(self, text: str, seed: int, *, guarded: bool) -> str:
        """The result for a game's file; fails the test if the process crashes or hangs."""
        process = self._process or self._start()
        process.stdin.write(json.dumps({"text": text, "seed": seed, "guarded": guarded}) + "\n")
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


def check(child: Child, text: str, seed: int, *, guarded: bool = False) -> str:
    """Play a game; returns the result if nothing failed."""
    said = child.play(text, seed, guarded=guarded)
    assert not said.startswith("failed"), f"seed {seed}: {said}\n{text}"
    return said


@given(game_files(), st.integers(0, 1 << 16))
@examples(500)
def test_a_generated_game(child, text, seed):
    check(child, text, seed)


@pytest.mark.soak
@given(game_files(), st.integers(0, 1 << 16))
@examples(5000)
def test_thousands_of_generated_games(child, text, seed):
    check(child, text, seed)


def check_guarded(child: Child, seeds: Iterable[int]) -> None:
    """Play random files with guards; a part of the files is refused."""
    said = [check(child, random_file(seed), seed, guarded=True) for seed in seeds]
    assert any(each.startswith("played") for each in said)


@needs_compiled
def test_guards_notice_a_move_too_many():
    board = guarded_board(variant("chess"), None, seed=0, most=18)
    with pytest.raises(AssertionError, match="written outside of int64"):
        board.legal_numbers  # noqa: B018


@needs_compiled
def test_compiled_and_plain_loops_agree_and_overwrite_nothing(child):
    check_guarded(child, range(GUARDED))


@exhaustive
@needs_compiled
def test_more_games_overwrite_nothing(child):
    check_guarded(child, range(GUARDED, EXHAUSTIVE_GUARDED))


@pytest.mark.soak
@needs_compiled
def test_thousands_of_games_overwrite_nothing(child):
    check_guarded(child, range(EXHAUSTIVE_GUARDED, SOAK_GUARDED))


@needs_compiled
@pytest.mark.parametrize("game", mostly_exhaustive(MUTATED, *QUICK_MUTATED))
def test_games_of_the_catalogue_overwrite_nothing(child, game):
    name, mutator = game.split()
    if name not in games():
        pytest.skip("its squares go anyway")
    check(child, file_of(name, mutator), 1, guarded=True)
