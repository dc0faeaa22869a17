"""Random Wormhole Chess: the dice of the last roll are seen, and the notation of a roll is explained."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole.gui.game.roll import RestingDice


@pytest.fixture(params=[(800, 600), (1280, 800), (900, 1400)], ids=str)
def hand(tmp_path, request):
    with Hand(tmp_path, request.param, start_game=True, black="person", variant="random-wormhole") as hand:
        hand.app.stage.preferences.change(motion=False)
        yield hand


def dice(hand):
    return next(layer for layer in hand.app.screen.layers if isinstance(layer, RestingDice))


def play(hand, *texts):
    """Play the first legal move that begins with each text; the dice may have closed any other."""
    for text in texts:
        game = hand.app.screen.game
        game.play(
            next(m for m in game.match.cursor.board.legal_moves if str(m).startswith(text)), hand.seconds
        )
        hand.wait(1.0)


def tip(hand, pixel):
    hand.point((2, 2))
    hand.point(pixel)
    hand.wait(1.0)
    return hand.app.tooltip.tip


def rolled(hand, index):
    node = list(hand.app.screen.match.game.mainline())[index]
    return hand.app.screen.match.cursor.board.variant.geometry.names[node.move.roll]


def test_the_dice_of_the_move_that_is_looked_at_are_shown_without_motion_too(hand):
    assert dice(hand).picture_rect is None
    play(hand, "e2e4", "")
    for key, index in ((None, 1), (pygame.K_LEFT, 0)):
        if key is not None:
            hand.key(key)
            hand.wait(1.0)
        assert tip(hand, dice(hand).picture_rect.center).text.startswith(
            f"The dice rolled {rolled(hand, index)}: "
        )
    hand.key(pygame.K_LEFT)
    hand.wait(1.0)
    assert dice(hand).picture_rect is None


def test_a_move_in_the_list_says_what_its_square_behind_the_at_is(hand):
    play(hand, "e2e4")
    node = hand.app.screen.match.cursor.node
    words = tip(hand, hand.app.screen.picture.moves.list.place_of(node).center).text
    assert words == f"e4, then the dice rolled {rolled(hand, 0)}: a wormhole opens or closes there"
