"""Checks, mates and refused moves are explained on the board and in words."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import two_players
from wormhole import Board
from wormhole.gui.board.annotations import Explanation
from wormhole.gui.board.shown_routes import attack_routes

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
        (HOLE_IN_LINE, "e2d2", "That would open the line from e8 through e3 and e2 to your king."),
        ("4r1k1/8/8/8/8/8/3R4/4K3 w - - 0 1", "d2d4", "Your king would still be in check from e8."),
        ("4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1", "Your king would be in check from e8."),
        ("4k3/8/8/8/8/3p4/3P4/4K3 w - - 0 1", "d2d3", "This piece cannot capture there."),
        (
            "4k3/8/8/8/8/8/3P1n2/4K3 w - - 0 1",
            "d2f2",
            "The piece cannot move from d2 to f2. V shows the board as it sees it.",
        ),
    ],
)
def test_a_click_on_a_square_that_is_not_allowed_says_why(drive, fen, move, words):
    driver = two_players(drive, variant="wormhole-fide", fen=fen)
    before = driver.picture()
    driver.click(driver.square(move[:2]))
    driver.click(driver.square(move[2:]))
    assert driver.app.notice.text == words
    assert driver.picture() != before
    assert not driver.match.game.variations
    driver.click(driver.square(move[:2]))
    assert driver.screen.state.selection.refused is None


FAR = "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"


def told(driver):
    return "" if driver.app.notice is None else driver.app.notice.text


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("h6", "The piece cannot move from d2 to h6. V shows the board as it sees it."),
        ("e3", "This piece moves there only to capture."),
    ],
)
def test_a_click_on_an_empty_square_where_the_piece_cannot_go_says_why_and_lets_go(drive, target, words):
    driver = two_players(drive, variant="wormhole-fide", fen=FAR)
    driver.click(driver.square("d2"))
    driver.click(driver.square(target))
    assert told(driver) == words
    assert driver.screen.state.selection.square is None


def test_a_click_on_a_hole_says_that_it_is_removed(drive):
    driver = two_players(drive, variant="wormhole-fide", fen="4k3/8/8/8/7x/8/3P4/4K3 w - - 0 1")
    driver.click(driver.square("d2"))
    driver.click(driver.square("h4"))
    assert told(driver) == "h4 has been removed."


def test_a_click_on_another_own_piece_or_beside_the_board_says_nothing(drive):
    driver = two_players(drive, variant="wormhole-fide", fen=FAR)
    driver.click(driver.square("d2"))
    driver.click(driver.square("e1"))
    assert driver.screen.state.selection.square == driver.screen.state.variant.geometry.parse("e1")
    driver.click((2, 2))
    assert driver.screen.state.selection.square is None
    assert driver.app.notice is None


def test_the_cursor_explains_as_a_click_does(drive):
    driver = two_players(drive, variant="wormhole-fide", fen=FAR)
    driver.click(driver.square("d2"))
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RETURN):
        driver.key(key)
    assert told(driver) == "The piece cannot move from d2 to f2. V shows the board as it sees it."


def test_a_premove_that_no_way_leads_to_says_why(drive):
    driver = drive(start_game=True, variant="wormhole-fide", fen="4k3/8/8/8/7x/8/3PP3/4K3 w - - 0 1")
    driver.move("d2d3")
    for target, words in (
        ("g7", "The piece cannot move from e2 to g7. V shows the board as it sees it."),
        ("h4", "h4 has been removed."),
    ):
        driver.click(driver.square("e2"))
        driver.click(driver.square(target))
        assert told(driver) == words
        assert driver.screen.state.selection.premoves == ()


def test_a_refused_move_leaves_the_check_explained(drive):
    driver = two_players(drive, variant="chess", fen="4k3/8/8/8/8/8/P3r3/4K3 w - - 0 1")
    explained = attack_routes(driver.screen.state)
    assert explained
    driver.click(driver.square("a2"))
    driver.click(driver.square("h6"))
    assert attack_routes(driver.screen.state) == explained


def point(driver, square):
    pixel = driver.square(square)
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pixel, rel=(1, 1), buttons=(0, 0, 0)))
    driver.step()


STUCK = {
    "shut in": ("4k3/8/8/8/8/8/PP6/RK6 w - - 0 1", "a1", "all its routes are blocked."),
    "pinned": (
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "e2",
        "that would open a line from e8 to its king.",
    ),
    "in check": ("4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", "a2", "its king would still be in check from e8."),
    "of the other side": (
        "4k3/4b3/8/8/8/8/8/4RK2 w - - 0 1",
        "e7",
        "that would open a line from e1 to its king.",
    ),
}


@pytest.mark.parametrize(("fen", "square", "words"), STUCK.values(), ids=STUCK)
@pytest.mark.parametrize("key", [pygame.K_w, pygame.K_v])
def test_the_ways_and_the_view_of_a_piece_that_cannot_move_say_why(drive, fen, square, words, key):
    driver = two_players(drive, variant="chess", fen=fen)
    point(driver, square)
    driver.key(key)
    assert told(driver) == f"The piece on {square} cannot move: {words}"
    driver.key(key)
    driver.step(30)
    assert driver.app.notice is None


def test_a_king_that_cannot_move_is_told_of_and_the_attacks_are_drawn(drive):
    driver = two_players(drive, variant="chess", fen="6rk/1P6/8/8/8/8/r7/7K w - - 0 1")
    point(driver, "h1")
    driver.key(pygame.K_w)
    assert told(driver) == "The king on h1 cannot move: it would be in check from a2 and g8."
    names = driver.match.cursor.board.variant.geometry.names
    drawn = [(names[each.from_square], names[each.to_square]) for each in attack_routes(driver.screen.state)]
    assert sorted(drawn) == [("a2", "g2"), ("a2", "h2"), ("g8", "g1")]


def test_with_the_ways_on_a_chosen_piece_that_cannot_move_is_told_of(drive):
    driver = two_players(drive, variant="chess", fen="4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")
    driver.key(pygame.K_w)
    assert driver.app.notice is None
    driver.click(driver.square("e2"))
    assert "cannot move" in told(driver)
    assert [route.from_square for route in attack_routes(driver.screen.state)] == [
        driver.screen.state.variant.geometry.parse("e8")
    ]


def red_in_the_middle(driver, square):
    """How many pixels in the middle of a square are of the colour of threats."""
    threat, (x, y) = driver.app.stage.look.theme.colour.threat, driver.square(square)
    middle = pygame.display.get_surface().subsurface((x - 12, y - 12, 24, 24))
    return pygame.mask.from_threshold(middle, threat, (40, 40, 40, 255)).count()


def test_the_cross_on_a_square_with_a_piece_leaves_the_piece_to_be_seen(drive):
    driver = two_players(drive, variant="chess", fen="5k2/1Q6/6K1/8/8/8/8/8 w - - 0 1")
    driver.move("b7f7")
    driver.step(5)
    driver.settle()
    assert driver.match.result.outcome is not None
    assert red_in_the_middle(driver, "g8") > 20
    assert red_in_the_middle(driver, "f7") == 0
