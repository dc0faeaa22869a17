"""Random events on the real window cause no exception and no leak; `tests/support/monkey` sends many more."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.monkey.monkey import quick_player
from tests.support.monkey.monkey_hands import Monkey, fill
from tests.support.parts import exhaustive

QUICK_EVENTS = 400
EVENTS = 7500
"""Three reports of the command: it compares what is in use in the last two."""
GAMES = 4
LENIENCY = "4"
"""After so few events caches still fill; windows that are not freed take more."""

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux tells what is in use")


def test_random_events_break_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    fill(tmp_path)
    monkey = Monkey(2, tmp_path, (quick_player,))
    try:
        while monkey.events < QUICK_EVENTS:
            monkey.step()
    except Exception:
        print(*monkey.done, sep="\n")
        raise
    finally:
        monkey.close()


@on_linux
@exhaustive
def test_random_events_break_and_leak_nothing():
    """In a process of its own: what other tests have used and freed is no part of the measurement."""
    command = [sys.executable, "-m", "tests.support.monkey.monkey", "--seed", "1"]
    command += ["--events", str(EVENTS), "--games", str(GAMES), "--leniency", LENIENCY]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
