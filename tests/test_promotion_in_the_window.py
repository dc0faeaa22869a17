"""The card that asks for a promotion, in a game whose pieces may stay what they are."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole.gui.board.promotion_chooser import chooser_of

ENTERS = "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1"


@pytest.fixture
def asked(tmp_path):
    """The window of a shogi game in which a pawn enters the promotion zone."""
    options = {"variant": "shogi", "fen": ENTERS, "white": "person", "black": "person"}
    with Hand(tmp_path, start_game=True, **options) as hand:
        hand.click(hand.square("a6"))
        hand.click(hand.square("a7"))
        assert hand.screen.state.selection.promotion.letters == ("P", "T")
        yield hand


@pytest.mark.parametrize(("letter", "played"), [("P", "a6a7"), ("T", "a6a7+")])
def test_a_piece_that_may_stay_is_asked_for_by_mouse(asked, letter, played):
    choice, state = asked.screen.state.selection.promotion, asked.screen.state
    chooser = chooser_of(choice, asked.screen.board.view.layout(state.flipped))
    slot = chooser.slots[choice.letters.index(letter)]
    asked.point(slot.center)
    asked.step()
    asked.click(slot.center)
    asked.settle()
    assert [str(node.move) for node in asked.match.cursor.nodes] == [played]


@pytest.mark.parametrize(("key", "played"), [(pygame.K_p, "a6a7"), (pygame.K_t, "a6a7+")])
def test_a_piece_that_may_stay_is_asked_for_by_its_letter(asked, key, played):
    asked.key(key)
    asked.settle()
    assert [str(node.move) for node in asked.match.cursor.nodes] == [played]


@pytest.mark.parametrize(("letter", "played"), [("N", "b1c3"), ("H", "b1c3h"), ("E", "b1c3e")])
def test_a_piece_that_may_come_in_is_asked_for_by_mouse(tmp_path, letter, played):
    with Hand(tmp_path, start_game=True, variant="seirawan", white="person", black="person") as hand:
        hand.click(hand.square("b1"))
        hand.click(hand.square("c3"))
        choice, state = hand.screen.state.selection.promotion, hand.screen.state
        assert choice.letters == ("N", "H", "E")
        chooser = chooser_of(choice, hand.screen.board.view.layout(state.flipped))
        slot = chooser.slots[choice.letters.index(letter)]
        hand.point(slot.center)
        hand.step()
        hand.click(slot.center)
        hand.settle()
        assert [str(node.move) for node in hand.match.cursor.nodes] == [played]


def test_a_piece_promotes_where_it_stands_by_two_clicks(tmp_path):
    options = {"variant": "sittuyin", "fen": "8/8/2P5/k7/4P3/P7/8/3K4[] w - - 0 1"}
    with Hand(tmp_path, start_game=True, white="person", black="person", **options) as hand:
        hand.click(hand.square("c6"))
        hand.click(hand.square("c6"))
        assert hand.screen.state.selection.promotion.letters == ("F",)
        hand.key(pygame.K_f)
        hand.settle()
        assert [str(node.move) for node in hand.match.cursor.nodes] == ["c6c6f"]


def test_castling_lets_a_piece_in_on_either_square(tmp_path):
    options = {"variant": "seirawan", "fen": "4k3/8/8/8/8/8/8/4K2R[HE] w K - 0 1"}
    with Hand(tmp_path, start_game=True, white="person", black="person", **options) as hand:
        hand.click(hand.square("e1"))
        hand.click(hand.square("g1"))
        choice = hand.screen.state.selection.promotion
        assert [move.text for move in choice.moves] == ["e1g1", "e1g1h", "e1g1e", "h1e1h", "h1e1e"]
        hand.step()
        hand.key(pygame.K_LEFT)
        hand.step()
        hand.key(pygame.K_RETURN)
        hand.settle()
        assert [str(node.move) for node in hand.match.cursor.nodes] == ["h1e1e"]
