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
        assert hand.screen.state.promotion.letters == ("P", "T")
        yield hand


@pytest.mark.parametrize(("letter", "played"), [("P", "a6a7"), ("T", "a6a7t")])
def test_a_piece_that_may_stay_is_asked_for_by_mouse(asked, letter, played):
    choice, state = asked.screen.state.promotion, asked.screen.state
    chooser = chooser_of(choice, asked.screen.board.view.layout(state.flipped))
    slot = chooser.slots[choice.letters.index(letter)]
    asked.point(slot.center)
    asked.step()
    asked.click(slot.center)
    asked.settle()
    assert [str(node.move) for node in asked.match.nodes] == [played]


@pytest.mark.parametrize(("key", "played"), [(pygame.K_p, "a6a7"), (pygame.K_t, "a6a7t")])
def test_a_piece_that_may_stay_is_asked_for_by_its_letter(asked, key, played):
    asked.key(key)
    asked.settle()
    assert [str(node.move) for node in asked.match.nodes] == [played]
