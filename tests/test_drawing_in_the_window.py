"""Circles and arrows drawn in the window are kept in the record; views stay on while moves are played."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import two_players
from wormhole.gui.board.annotations import View


def draw(driver, *names):
    """Draw with the right button."""
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=driver.square(names[0]), button=3))
    for name in names[1:]:
        place = driver.square(name)
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(1, 1), buttons=(0, 0, 1)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=driver.square(names[-1]), button=3))
    driver.step()


def test_each_position_keeps_what_was_drawn_on_it(drive):
    driver = two_players(drive)
    draw(driver, "d4")
    driver.move("e2e4")
    assert driver.screen.state.annotations.drawn == ()
    draw(driver, "b8", "c6")
    assert "{ [%csl Gd4] } 1. e4 { [%cal Gb8c6] }" in str(driver.match.game)
    driver.key(pygame.K_LEFT)
    driver.settle()
    names = driver.match.cursor.board.variant.geometry.names
    assert [names[shape.to_square] for shape in driver.screen.state.annotations.drawn] == ["d4"]


def test_what_is_drawn_is_cleared_by_a_key_and_by_a_click(drive):
    driver = two_players(drive)
    draw(driver, "d4", "d5")
    driver.key(pygame.K_DELETE, modifiers=pygame.KMOD_CTRL)
    assert "%c" not in str(driver.match.game)
    draw(driver, "d4", "d5")
    driver.click(driver.square("h5"))
    assert "%c" not in str(driver.match.game)


@pytest.mark.parametrize(("key", "view"), [(pygame.K_w, View.ROUTES), (pygame.K_e, View.REACH)])
def test_views_are_turned_on_and_off_and_stay(drive, key, view):
    driver = two_players(drive)
    driver.key(key)
    driver.move("e2e4")
    assert driver.screen.state.views == {view}
    driver.key(key)
    assert driver.screen.state.views == frozenset()


@pytest.mark.parametrize("wipe", ["click", "key"])
def test_undo_draws_again_what_was_removed_last(drive, wipe):
    driver = two_players(drive)
    driver.move("e2e4")
    draw(driver, "d4", "d5")
    draw(driver, "c3")
    before = driver.match.cursor.node.shapes()
    assert len(before) == 2
    if wipe == "click":
        driver.click(driver.square("h5"))
    else:
        driver.key(pygame.K_DELETE, modifiers=pygame.KMOD_CTRL)
    assert driver.match.cursor.node.shapes() == ()
    driver.key(pygame.K_u, "u")
    assert driver.match.cursor.node.shapes() == before == driver.screen.state.annotations.drawn
    assert [node.san() for node in driver.match.cursor.nodes] == ["e4"]
    driver.key(pygame.K_u, "u")
    driver.settle()
    assert driver.match.cursor.nodes == []


def test_undo_takes_back_a_move_that_was_played_since(drive):
    """Or one that was shown already when something else was drawn."""
    driver = two_players(drive)
    draw(driver, "d4", "d5")
    driver.click(driver.square("h5"))
    driver.move("e2e4")
    driver.press("Undo")
    driver.settle()
    assert driver.match.cursor.nodes == []
    assert driver.match.cursor.node.shapes() == ()
    driver.move("d2d4")
    draw(driver, "d4", "d5")
    driver.click(driver.square("h5"))
    draw(driver, "c3")
    driver.press("Undo")
    driver.settle()
    assert driver.match.cursor.nodes == []
