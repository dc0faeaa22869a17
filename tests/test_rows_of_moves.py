"""The move list has at least six rows in every window, and shows the current move."""

from __future__ import annotations

import random

import pytest

from tests.support.hand import driving
from tests.support.parts import mostly_exhaustive
from wormhole.gui.game.game_layout import LEAST_ROWS, Place
from wormhole.library.record import GameNode

SIZES = mostly_exhaustive([(800, 600), (1280, 800), (1920, 1080), (900, 1200), (900, 1400)], (800, 600))
RESIGN, OPENINGS, ANALYSIS = "resign", "openings", "analysis"
STATES = [(), (OPENINGS,), (ANALYSIS,), (OPENINGS, ANALYSIS), (RESIGN,), (RESIGN, OPENINGS, ANALYSIS)]


@pytest.fixture
def drive(tmp_path):
    with driving(tmp_path, start_game=True) as drive:
        yield drive


def play(driver, plies):
    chance = random.Random(3)
    for _ in range(plies):
        driver.screen.game.play(chance.choice(driver.match.cursor.board.legal_moves), driver.seconds)
        driver.step(2)
    driver.settle()


def seen(driver):
    """The moves of the main line that are seen whole in the list."""
    moves = driver.screen.picture.moves.list
    return [node for node in driver.match.game.mainline() if moves.place_of(node) is not None]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES, ids="+".join)
def test_six_rows_are_seen(drive, size, state):
    driver = drive(size, black="person")
    play(driver, 24)
    game = driver.screen.game
    if RESIGN in state:
        game.resign()
    if OPENINGS in state:
        game.openings.toggle()
    if ANALYSIS in state:
        game.analysis.toggle()
    for _ in range(4):
        driver.step(0.5)
    assert len(seen(driver)) >= 2 * LEAST_ROWS
    assert driver.match.cursor.node in seen(driver)
    layout = driver.screen.picture.layout
    assert (Place.RESULT in layout) is (RESIGN in state)


@pytest.mark.parametrize("size", SIZES)
def test_the_card_about_a_piece_leaves_six_rows(drive, size):
    driver = drive(size, black="person")
    play(driver, 24)
    square = driver.match.cursor.board.legal_moves[0].from_square
    driver.click(driver.screen.picture.view.rect_of(square, False).center)
    for _ in range(4):
        driver.step(0.5)
    assert driver.screen.state.dwell.square == square
    assert len(seen(driver)) >= 2 * LEAST_ROWS


def test_the_small_buttons_and_the_others_stay_where_they_are(drive):
    driver = drive((1280, 800), black="person")
    before = {place: driver.screen.picture.layout[place] for place in (Place.TOOLS, Place.BUTTONS)}
    driver.screen.game.openings.toggle()
    driver.step(0.5)
    assert {place: driver.screen.picture.layout[place] for place in before} == before


def test_after_variations_were_added_the_list_stands_at_the_move_that_is_shown(drive):
    driver = drive((1280, 800), black="person")
    play(driver, 24)
    nodes = list(driver.match.game.mainline())
    for node in nodes[:-1]:
        kept_variation(node)
    driver.screen.game.shown.change()
    driver.step(0.5)
    assert driver.match.cursor.node in seen(driver)


def kept_variation(node: GameNode) -> None:
    """Keep another move after a node, as an analysis does."""
    node.comment = "A comment that takes a row of its own, as what an analysis says does."
