"""Random events on the real window cause no exception and no leak; `tests/support/monkey` sends many more."""

from __future__ import annotations

import gc
import sys
import threading
import time

import pygame
import pytest

from tests.support.monkey.monkey import quick_player
from tests.support.monkey.monkey_hands import Monkey, fill
from tests.support.parts import exhaustive
from tests.support.resources import Use
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.window.native_memory import give_back_pictures

QUICK_EVENTS = 400
WARMING_EVENTS = 1000
"""The first windows fill permanent caches: tables of the games, pictures, fonts."""
LATER_EVENTS = (2500, 3000, 3500)
"""What is in use is measured after so many events. The least counts: any other one may be a moment's."""

MOST_MEGABYTES = 50.0
MOST_OBJECTS = 20_000

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux tells what is in use")

ENDING_SECONDS = 20.0
"""The most time in which a search that was told to stop ends."""


def used(monkey: Monkey, events: int) -> Use:
    """What is in use while no window is open, after so many events."""
    try:
        while monkey.events < events:
            monkey.step()
    except Exception:
        print(*monkey.done, sep="\n")
        raise
    finally:
        monkey.close()
    begun = time.monotonic()
    while threading.active_count() > 1 and time.monotonic() < begun + ENDING_SECONDS:
        time.sleep(0.05)
    return Use.now()


def test_random_events_break_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    fill(tmp_path)
    used(Monkey(2, tmp_path, (quick_player,)), QUICK_EVENTS)


@on_linux
@exhaustive
def test_random_events_break_and_leak_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    fill(tmp_path)
    give_back_pictures()
    monkey = Monkey(1, tmp_path, (quick_player,))
    before = used(monkey, WARMING_EVENTS)
    later = [used(monkey, events) for events in LATER_EVENTS]
    for after in later:
        assert len(after.threads) <= len(before.threads)
        assert after.processes == before.processes
        assert after.open_files <= before.open_files
    assert min(use.megabytes for use in later) < before.megabytes + MOST_MEGABYTES
    assert min(use.objects for use in later) < before.objects + MOST_OBJECTS
    assert not any(type(thing) is GameScreen for thing in gc.get_objects())
    assert not pygame.display.get_init()
