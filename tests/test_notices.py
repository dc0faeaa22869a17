"""Messages can be read again: a list with times, the newest first."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.parts import mostly_exhaustive
from wormhole.gui.dialogs.notices import NoticesDialog


@pytest.mark.parametrize("size", mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600)))
def test_messages_are_listed_with_the_newest_first(tmp_path, size):
    with Hand(tmp_path, size, start_game=True, black="person") as hand:
        hand.app.stage.say("The library cannot be written, and this is a long story. " * 4)
        hand.key(pygame.K_m, "m")
        hand.key(pygame.K_i, "i")
        dialog = hand.app.dialog
        assert isinstance(dialog, NoticesDialog)
        assert [said.text[:9] for said in hand.app.stage.notices] == ["The libra", "Sound off"]
        before = hand.picture()
        hand.key(pygame.K_DOWN)
        assert hand.picture() != before
        hand.press("Copy")
        assert pygame.scrap.get_text().startswith("The library")
        hand.key(pygame.K_ESCAPE)
        assert hand.app.dialog is None


def test_without_messages_the_list_says_so(tmp_path):
    with Hand(tmp_path) as hand:
        hand.key(pygame.K_i, "i")
        hand.key(pygame.K_DOWN)
        hand.key(pygame.K_ESCAPE)
        assert hand.app.dialog is None


def test_the_same_message_again_is_listed_once(tmp_path):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        for _ in range(3):
            hand.app.stage.mention("You cannot move now")
        assert len(hand.app.stage.notices) == 1
