"""The card that describes a piece, and its routes on the board."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import two_players
from tests.support.parts import mostly_exhaustive
from wormhole.gui.board.scene import Scene
from wormhole.gui.board.shown_routes import piece_routes
from wormhole.gui.board.state import DWELL_SECONDS, Dwell
from wormhole.gui.look.schedule import NEVER

WINDOWS = mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600))


def point(driver, name):
    pygame.event.post(
        pygame.Event(pygame.MOUSEMOTION, pos=driver.square(name), rel=(1, 1), buttons=(0, 0, 0))
    )
    driver.step()


def routes(driver):
    seen = piece_routes(driver.screen.state, driver.seconds)
    names = driver.match.cursor.board.variant.geometry.names
    return set() if seen is None else {names[route.to_square] for route in seen.routes}


@pytest.mark.parametrize("size", WINDOWS)
def test_a_piece_on_which_the_pointer_rests_is_explained(drive, size):
    driver = two_players(drive, size=size)
    before = driver.picture()
    point(driver, "b8")
    hovered = driver.picture()
    assert routes(driver) == set()
    assert driver.app.wakes_in(driver.seconds) <= DWELL_SECONDS
    driver.step(DWELL_SECONDS)
    assert routes(driver) == {"a6", "c6"}  # the other side's piece, too
    assert driver.picture() not in (before, hovered)
    point(driver, "e2")
    assert routes(driver) == {"e3", "e4"}  # from piece to piece at once
    point(driver, "e5")
    assert routes(driver) == set()
    assert driver.picture() == before


def test_a_chosen_piece_is_explained_at_once_and_the_setting_turns_it_off(drive):
    driver = two_players(drive)
    point(driver, "g1")
    driver.click(driver.square("g1"))
    driver.step()
    area = driver.screen.picture.moves.list.rect
    shown = pygame.image.tobytes(pygame.display.get_surface().subsurface(area), "RGB")
    driver.app.stage.preferences.change(piece_cards=False)
    driver.step()
    driver.step()
    assert pygame.image.tobytes(pygame.display.get_surface().subsurface(area), "RGB") != shown
    assert driver.screen.state.selection.square is not None


def test_the_pointer_rests_after_a_while():
    pieces, rest = Scene({3: None, 4: None}).pieces, Dwell()
    assert not rest.follow(None, 3, pieces, 10.0)
    assert rest.due(pieces) == 10.0 + DWELL_SECONDS
    assert rest.follow(None, 3, pieces, 10.0 + DWELL_SECONDS)
    assert rest.follow(None, 4, pieces, 10.6)
    assert rest.square == 4
    assert rest.due(pieces) == NEVER
    assert rest.follow(None, 9, pieces, 10.7)
    assert not rest.follow(None, 3, pieces, 10.8)
    assert rest.follow(4, 9, pieces, 10.9)
    assert rest.square == 4
    rest.wait(3)
    assert not rest.follow(None, 3, pieces, 11.0)
    assert not rest.follow(None, 3, pieces, 20.0)
    assert rest.due(pieces) == NEVER


def test_another_piece_than_the_chosen_one_is_studied_where_the_pointer_rests():
    pieces, rest = Scene({3: None, 4: None}).pieces, Dwell()
    assert rest.follow(4, 4, pieces, 10.0)
    assert not rest.follow(4, 3, pieces, 11.0), "a piece on the way is not studied"
    assert rest.square == 4
    assert rest.due(pieces) == 11.0 + DWELL_SECONDS
    assert rest.follow(4, 3, pieces, 11.0 + DWELL_SECONDS)
    assert rest.square == 3
    assert rest.due(pieces) == NEVER
    assert rest.follow(4, None, pieces, 12.0)
    assert rest.square == 4


def test_the_piece_that_was_just_moved_is_not_explained(drive):
    driver = two_players(drive)
    point(driver, "e2")
    driver.move("e2e4")
    point(driver, "e4")
    driver.settle()
    driver.step(2 * DWELL_SECONDS)
    assert routes(driver) == set()
    point(driver, "d2")
    driver.step(DWELL_SECONDS)
    assert routes(driver) == {"d3", "d4"}
