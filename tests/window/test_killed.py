"""A window that is killed at any moment: the next one continues with every move that had been shown.

``pytest -m soak tests/window/test_killed.py`` kills 200 of them.
"""

from __future__ import annotations

import random

import pytest

from tests.support.desktop.lives import Lives
from tests.support.parts import exhaustive

KILLS_IN_CI = 4
KILLS_BY_HAND = 200
LONGEST_SECONDS = 1.5
MOST_SECONDS = 60.0
"""A busy machine plays nothing in a short time."""


def kill(lives: Lives, times: int, seed: int, longest: float = LONGEST_SECONDS) -> None:
    chance = random.Random(seed)
    for number in range(times):
        is_starting = chance.random() < 0.05
        lives.live(number, -chance.uniform(0.1, 1.0) if is_starting else chance.uniform(0, longest))
        print(f"life {number + 1}: {lives.found} games were gone on with", flush=True)


@exhaustive
def test_a_killed_window_loses_nothing(display, tmp_path):
    lives = Lives(display, tmp_path)
    longest = LONGEST_SECONDS
    while not lives.found:
        assert longest < MOST_SECONDS
        kill(lives, KILLS_IN_CI, seed=2, longest=longest)
        longest *= 4


@pytest.mark.soak
def test_two_hundred_killed_windows_lose_nothing(display, tmp_path):
    lives = Lives(display, tmp_path)
    kill(lives, KILLS_BY_HAND, seed=1)
    assert lives.found > KILLS_BY_HAND / 2
