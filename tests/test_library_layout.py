"""The library screen: in a window of any size, nothing is cut off and nothing overlaps on any page."""

from __future__ import annotations

import random

import pytest

from tests.support.hand import driving
from tests.support.pages import assert_apart
from wormhole.gui.library.game_preview import PreviewWords
from wormhole.gui.library.library_screen import LibraryPage
from wormhole.gui.look.layout import LEAST_SIDE, Scale, at_least_minimum
from wormhole.gui.look.table import Table
from wormhole.gui.window.keys import Command

SIZES = [(800, 600), (600, 800), (3840, 2160), (4200, 600), (800, 4200), (1280, 1280)]
CHANCE = random.Random(1)
ANY_SIZES = [
    at_least_minimum((CHANCE.randint(LEAST_SIDE, 4200), CHANCE.randint(LEAST_SIDE, 4200))) for _ in range(24)
]


@pytest.fixture
def hand(tmp_path):
    with driving(tmp_path) as drive:
        hand = drive((800, 600))
        hand.app.stage.command(Command.LIBRARY)
        hand.step()
        yield hand


@pytest.mark.parametrize("page", LibraryPage, ids=lambda page: page.value)
def test_nothing_is_cut_off_and_nothing_overlaps(hand, page):
    hand.press(page.value)
    for size in (*SIZES, *ANY_SIZES):
        assert_apart(hand, size)


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080), (900, 1200), (3840, 2160)])
def test_the_list_has_many_rows_and_the_board_can_be_seen(hand, size):
    assert_apart(hand, size)
    scale, preview = Scale.of(size), hand.screen.games.preview
    assert hand.layer(Table).rect.height >= scale.units(44)
    assert min(preview.board_rect.size) >= scale.units(25)
    assert preview.rect.contains(preview.board_rect)
    assert hand.layer(PreviewWords).rect.height >= 4 * scale.text(14)


def test_the_name_of_the_room_is_said_where_there_is_no_room_for_it(hand):
    assert len([each for each in hand.screen.heard.values() if each == "Library"]) == 1
