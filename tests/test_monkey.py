"""Random events on the real window cause no exception and no leak; benchmarks/monkey.py plays for hours."""

from __future__ import annotations

import gc
import random
import sys

import pygame
import pytest

from benchmarks.monkey_hands import Monkey, fill
from benchmarks.resources import Use
from wormhole.engine.player import Answer, Progress
from wormhole.gui.memory import give_back_pictures
from wormhole.gui.screens.game import GameScreen

WARMING_EVENTS, EVENTS = 500, 1500
"""The first windows fill permanent caches: tables of the games, pictures, fonts."""

MOST_MEGABYTES = 50.0

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux tells what is in use")


class QuickPlayer:
    """Answers at once, sometimes with an error."""

    def __init__(self, post):
        self._post = post
        self._dice = random.Random(1)
        self._ticket = 0

    def think(self, board, level, clock=None):
        self._ticket += 1
        if self._dice.random() < 0.02:
            self._post(Answer(self._ticket, None, "it broke"))
        else:
            self._post(Answer(self._ticket, self._dice.choice(board.legal_moves)))
        return self._ticket

    def ponder(self, board):
        pass

    def stop(self):
        pass

    def close(self):
        pass

    def progress(self):
        return Progress(self._ticket, self._dice.choice((None, 0.5)), depth=3)


@on_linux
def test_random_events_break_and_leak_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    fill(tmp_path)
    give_back_pictures()
    monkey = Monkey(1, tmp_path, QuickPlayer)
    for _ in range(WARMING_EVENTS):
        monkey.step()
    monkey.close()
    before = Use.now()
    try:
        for _ in range(EVENTS):
            monkey.step()
    except Exception:
        print(*monkey.done, sep="\n")
        raise
    finally:
        monkey.close()
    after = Use.now()
    assert after.threads == before.threads
    assert after.processes == before.processes
    assert after.open_files <= before.open_files
    assert after.megabytes < before.megabytes + MOST_MEGABYTES
    assert not any(type(thing) is GameScreen for thing in gc.get_objects())
    assert not pygame.display.get_init()
