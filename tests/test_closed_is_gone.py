"""A closed screen releases its pictures and threads at once, without garbage collection.

The collector runs seldom, and never examines objects that exist when compiled loops are loaded.
"""

from __future__ import annotations

import gc
import os
import time
import weakref

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from tests.support.every_screen import WINDOWS, opened, settle
from tests.support.parts import exhaustive
from tests.support.patience import PATIENCE_SECONDS
from wormhole.gui.window import destination

SIZE = (800, 600)
QUICK = {
    "add a piece",
    "clocks",
    "editor",
    "game",
    "home",
    "mistakes",
    "picture",
    "rules",
    "solution",
    "statistics",
}
SITUATIONS = [
    pytest.param(name, what, marks=() if what in QUICK else exhaustive)
    for name, (_, acts) in WINDOWS.items()
    for what in acts
]
BELOW = {"statistics": "library"}
"""What a situation is a view of."""


@pytest.fixture(autouse=True)
def without_collector():
    """Turns off the garbage collector, so that only reference counts free objects."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def parts(screen):
    """References to a screen or dialog, its widgets and its layers, which have its pictures."""
    widgets = [screen.widgets] if hasattr(screen, "widgets") else []
    return [weakref.ref(part) for part in (screen, *widgets, *screen.layers)]


def remaining(hand, references):
    """What is still there of these, once what works in the background for them had time to end."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        settle(hand, 0.0)
        left = [reference() for reference in references if reference() is not None]
        if not left:
            break
        del left
        time.sleep(0.02)
    return [type(reference()).__name__ for reference in references if reference() is not None]


@pytest.mark.parametrize(("name", "what"), SITUATIONS)
def test_a_dialog_and_a_screen_that_are_closed_are_gone(tmp_path, name, what):
    with opened(name, tmp_path, SIZE, "en") as hand:
        app = hand.app
        acts = WINDOWS[name][1]
        if what in BELOW:
            acts[BELOW[what]](hand)
            settle(hand)
        acts[what](hand)
        settle(hand)
        pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=SIZE[0], y=SIZE[1]))
        settle(hand)
        dialogs = [] if app.dialog is None else parts(app.dialog)
        while app.dialog is not None:
            app.stage.close_dialog()
        app.stage.notices.clear()
        assert remaining(hand, dialogs) == []
        room = parts(app.screen)
        app.stage.notices.show("Something", "Again", app.stage.notices.clear)
        settle(hand)
        room.append(weakref.ref(app.notice))
        if name == "home" and what not in ("library", "statistics", "mistakes"):
            app.stage.rooms.open(destination.Editor())
        else:
            app.stage.rooms.open(destination.Home())
        assert remaining(hand, room) == []
