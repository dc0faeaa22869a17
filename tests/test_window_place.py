"""The saved place of the window, and whether it is still possible."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole.gui.window.system_window import WindowPlace
from wormhole.library import settings

DESKTOP = [(1920, 1080)]
TWO = [(1920, 1080), (1280, 1024)]


@pytest.mark.parametrize("text", ["1280x800+40+60", "800x600+0+0", "3840x2160-20+5"])
def test_a_place_is_written_as_it_is_read(text):
    assert str(WindowPlace.parse(text)) == text


@pytest.mark.parametrize("text", ["", "1280x800", "1280x800+40", "ax800+1+1", "1280x800+40+60 ", "-1x5+0+0"])
def test_what_is_no_place(text):
    assert WindowPlace.parse(text) is None


@pytest.mark.parametrize(
    ("text", "desktops", "is_on"),
    [
        ("1280x800+40+60", DESKTOP, True),
        ("1280x800-1000+60", DESKTOP, True),
        ("1280x800-1270+60", DESKTOP, False),
        ("1280x800+2000+60", DESKTOP, False),
        ("1280x800+2000+60", TWO, True),
        ("1280x800+40-100", DESKTOP, False),
        ("1280x800+40+1070", DESKTOP, False),
    ],
)
def test_a_window_opens_only_where_it_can_be_seen_and_moved(text, desktops, is_on):
    assert WindowPlace.parse(text).is_on(desktops) is is_on


def test_a_window_is_no_larger_than_the_desktop():
    assert WindowPlace.parse("3840x2160+0+0").fitted(DESKTOP).size == (1920, 1080)


@pytest.mark.filterwarnings("ignore:Please use Window:DeprecationWarning")
def test_a_resized_window_is_remembered(tmp_path):
    path = tmp_path / "settings.toml"
    settings.save(path, settings.Settings(window="1000x700+20+30"))
    with Hand(tmp_path, size=None) as hand:
        assert pygame.display.get_window_size() == (1000, 700)
        pygame.Window.from_display_module().size = (1100, 720)
        hand.wait(1.0)
    assert settings.load(path)[0].window.startswith("1100x720")


def test_a_size_that_was_asked_for_is_not_remembered(tmp_path):
    with Hand(tmp_path, size=(1000, 700), is_newcomer=True) as hand:
        hand.post(pygame.WINDOWMOVED, x=5, y=5)
        hand.wait(1.0)
    assert not (tmp_path / "settings.toml").exists()
