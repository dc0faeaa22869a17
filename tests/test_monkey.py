"""Random events on the real window cause no exception and no leak; benchmarks/monkey.py plays for hours."""

from __future__ import annotations

import gc
import sys

import pygame
import pytest

from benchmarks.monkey_hands import Monkey, fill
from benchmarks.quick_player import QuickPlayer
from benchmarks.resources import Use
from wormhole.gui.memory import give_back_pictures
from wormhole.gui.screens.game import GameScreen

WARMING_EVENTS, EVENTS = 500, 1500
"""The first windows fill permanent caches: tables of the games, pictures, fonts."""

MOST_MEGABYTES = 50.0

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux tells what is in use")


@on_linux
def test_random_events_break_and_leak_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    fill(tmp_path)
    give_back_pictures()
    monkey = Monkey(1, tmp_path, (QuickPlayer,))
    while monkey.events < WARMING_EVENTS:
        monkey.step()
    monkey.close()
    before = Use.now()
    try:
        while monkey.events < EVENTS:
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
