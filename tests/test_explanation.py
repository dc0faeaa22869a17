"""Checks, mates and refused moves are explained on the board and in words."""

from __future__ import annotations

import pytest
from test_screens import drive, two_players  # noqa: F401 - a fixture

from wormhole import Board
from wormhole.gui.board.explanation import Explanation

HOLE_IN_LINE = "4r1k1/8/8/8/8/4x3/4R3/4K3 w - - 0 1"
MATE = "xxxxkxxx/cxxpxxpp/xppxxx1x/PxnWx1wL/xwP1pxxx/xxCxxxxx/xPxPPxxn/CxxxKxxx b - - 0 20"
NO_MOVE_LEFT = "xxxxxxxk/xpWpxxxp/xPxxxxxx/xw1xxxxp/xxxxxxxK/xxxxpwxx/xxxxxxxx/xxxxxxxx w - - 1 27"


def named(board, explanation):
    names = board.variant.geometry.names
    attacks = [(names[route.from_square], names[route.to_square]) for route in explanation.attacks]
    return attacks, {names[square]: names[route.from_square] for square, route in explanation.flights.items()}


@pytest.mark.parametrize(
    ("game", "fen", "attacks", "flights"),
    [
        ("wormhole", None, [], {}),
        ("wormhole", MATE, [("h5", "e8")], {"g6": "h5"}),
        ("wormhole", NO_MOVE_LEFT, [], {"h5": "f3"}),
        ("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", [("g7", "h8")], {"g8": "g7", "h7": "g6", "g7": "g6"}),
        ("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", [("e2", "e1")], {}),
    ],
)
def test_what_is_shown_of_a_check_and_of_the_end(game, fen, attacks, flights):
    board = Board(game, fen)
    assert named(board, Explanation.of(board)) == (attacks, flights)


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        (HOLE_IN_LINE, "e2d2", "That would open the line from e8 through e3 and e2 onto your king."),
        ("4r1k1/8/8/8/8/8/3R4/4K3 w - - 0 1", "d2d4", "Your king would still be in check from e8."),
        ("4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1", "Your king would be in check from e8."),
        ("4k3/8/8/8/8/3p4/3P4/4K3 w - - 0 1", "d2d3", "The piece cannot capture there."),
        ("4k3/8/8/8/8/8/3P1n2/4K3 w - - 0 1", "d2f2", "No way of the piece leads from d2 to f2."),
    ],
)
def test_a_click_on_a_square_that_is_not_allowed_says_why(drive, fen, move, words):  # noqa: F811
    driver = two_players(drive, variant="wormhole-fide", fen=fen)
    before = driver.pixels()
    driver.click(driver.square(move[:2]))
    driver.click(driver.square(move[2:]))
    assert driver.app.notice.text == words
    assert driver.pixels() != before
    assert driver.match.game.variations == []
    driver.click(driver.square(move[:2]))
    assert driver.screen.state.refused is None
