"""The system's wish for less motion is the default of the animation."""

from __future__ import annotations

import sys

import pygame
import pytest

from tests.support.hand import Hand
from wormhole.gui.window import system_motion
from wormhole.gui.window.system_motion import asks_for_less_motion

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the settings of GNOME and KDE")


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home without settings of a desktop, and a folder for programs."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    monkeypatch.setattr(system_motion, "GNOME", ("gsettings-of-the-test", *system_motion.GNOME[1:]))
    return tmp_path


@linux_only
@pytest.mark.parametrize(("says", "asks"), [("false", True), ("true", False), ("", False)])
def test_gnome(home, says, asks):
    program = home / "gsettings-of-the-test"
    program.write_text(f'#!/bin/sh\n[ "$3" = enable-animations ] && echo {says}\n')
    program.chmod(0o755)
    assert asks_for_less_motion() is asks


@linux_only
@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("[KDE]\nAnimationDurationFactor=0\n", True),
        ("[KDE]\nAnimationDurationFactor=0.5\n", False),
        ("[General]\nx=%\n", False),
        ("no settings", False),
    ],
)
def test_kde(home, text, asks):
    (home / ".config").mkdir()
    (home / ".config" / "kdeglobals").write_text(text)
    assert asks_for_less_motion() is asks


@linux_only
def test_a_system_without_such_settings_asks_for_nothing(home):
    assert asks_for_less_motion() is False


def test_it_holds_until_the_user_chooses(tmp_path):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        stage = hand.app.stage
        assert not stage.motion.is_still
        stage.preferences.system_is_still = True
        assert stage.motion.is_still
        hand.key(pygame.K_s, "s")
        hand.press("Animation")
        assert hand.button("Off").is_selected
        before = hand.picture()
        hand.press("Slow")
        assert not stage.motion.is_still
        assert hand.picture() != before
        hand.press("Restore defaults")
        assert stage.motion.is_still
        hand.press("Done")
        hand.key(pygame.K_a, "a")
        assert not stage.motion.is_still
