"""Rooms that are a page: in a window of any size nothing overlaps, and their leaves last."""

from __future__ import annotations

import pygame
import pytest

from tests.support.pages import assert_apart, placed
from tests.support.pupil import Pupil
from wormhole.gui.home.laboratory import Laboratory
from wormhole.gui.home.you import YouScreen
from wormhole.gui.learn.course_screen import CourseScreen
from wormhole.gui.learn.puzzles_screen import PuzzlesScreen
from wormhole.gui.look.chart import ChartCard
from wormhole.gui.window.keys import Command

SIZES = [(800, 600), (1024, 600), (1280, 800), (1920, 1080), (600, 800), (900, 1200), (3840, 2160)]
ROOMS = {
    Command.LABORATORY: Laboratory,
    Command.LESSONS: CourseScreen,
    Command.PUZZLES: PuzzlesScreen,
    Command.YOU: YouScreen,
}
READ = {CourseScreen: "Start", PuzzlesScreen: "Train", YouScreen: "Play level 1"}
"""A button that is there once the room has read what it shows."""

pytestmark = pytest.mark.usefixtures("english_again")


@pytest.fixture(params=ROOMS, ids=lambda command: ROOMS[command].__name__)
def hand(request, tmp_path):
    with Pupil(tmp_path) as hand:
        hand.app.stage.command(request.param)
        hand.step()
        kind = ROOMS[request.param]
        assert isinstance(hand.screen, kind)
        hand.until(lambda: kind not in READ or hand.has(READ[kind]))
        yield hand


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_overlaps(hand, size):
    assert_apart(hand, size)
    graphs = [layer for layer in hand.screen.layers if isinstance(layer, ChartCard)]
    assert all(graph.rect.height >= 90 for graph in graphs)


def test_another_size_moves_what_is_there_and_keeps_the_focus(hand):
    before = placed(hand, (1280, 800))
    hand.key(pygame.K_TAB)
    focused = hand.screen.widgets.focused
    after = placed(hand, (900, 1200))
    assert before.keys() == after.keys()
    assert before != after
    assert hand.screen.widgets.focused is focused is not None


def test_another_language_renames_everything_and_keeps_the_focus(hand):
    hand.key(pygame.K_TAB)
    focused = hand.screen.widgets.focused.rect
    hand.app.stage.preferences.change(language="de")
    hand.step()
    assert hand.has("Start")
    assert not hand.has("Home")
    assert hand.screen.widgets.focused.rect == focused
