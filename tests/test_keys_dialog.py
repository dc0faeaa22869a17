"""The list of keys: searched by typing, scrolled by keys and wheel."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.parts import mostly_exhaustive
from wormhole.gui.dialogs.keys_dialog import KeysDialog, found
from wormhole.gui.window.keys import KEYS

SIZES = mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600))


def meanings(groups):
    return [binding.meaning for group in groups for binding in group.bindings if binding.meaning]


@pytest.mark.parametrize(
    ("sought", "listed"),
    [
        ("flip", ["Flip the board"]),
        ("FLIP board", ["Flip the board"]),
        ("ctrl+z", ["Undo"]),
        ("no such key", []),
    ],
)
def test_what_a_search_finds(sought, listed):
    assert meanings(found(sought)) == listed


def test_without_a_search_everything_is_listed():
    assert meanings(found("")) == meanings(KEYS)


@pytest.mark.parametrize("size", SIZES)
def test_typing_searches_and_does_nothing_else(tmp_path, size):
    with Hand(tmp_path, size, start_game=True, black="person") as hand:
        hand.key(pygame.K_SLASH, "?", pygame.KMOD_LSHIFT)
        everything = hand.picture()
        settings = hand.app.stage.settings
        hand.type("flip")
        assert isinstance(hand.app.dialog, KeysDialog)
        assert hand.picture() != everything
        assert hand.app.stage.settings == settings
        for _ in "flip":
            hand.key(pygame.K_BACKSPACE, "\x08")
        hand.key(pygame.K_ESCAPE)
        assert hand.app.dialog is None


def test_one_can_quit_and_change_the_window_while_one_types(tmp_path):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        hand.key(pygame.K_SLASH, "?", pygame.KMOD_LSHIFT)
        hand.key(pygame.K_F11)
        assert hand.app.stage.settings.full_screen
        hand.key(pygame.K_F11)
        hand.key(pygame.K_q, "\x11", pygame.KMOD_LCTRL)
        assert not hand.app.is_open


def test_the_list_scrolls_by_keys_wheel_and_bar(tmp_path):
    with Hand(tmp_path, (800, 600), start_game=True, black="person") as hand:
        hand.key(pygame.K_SLASH, "?", pygame.KMOD_LSHIFT)
        top = hand.picture()
        for _ in range(4):
            hand.key(pygame.K_PAGEDOWN)
        foot = hand.picture()
        assert foot != top
        hand.key(pygame.K_DOWN)
        assert hand.picture() == foot
        for _ in range(4):
            hand.key(pygame.K_PAGEUP)
        assert hand.picture() == top
        hand.post(pygame.MOUSEWHEEL, x=0, y=-2)
        hand.step()
        assert hand.picture() != top
