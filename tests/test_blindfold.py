"""Blindfold: what is seen of the pieces of a game at play, and that all are seen once it is decided."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole.gui.window.keys import Command

MODES = ("off", "hidden", "discs", "own")
PROMOTION = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"


@pytest.fixture
def hand(tmp_path):
    with Hand(tmp_path, start_game=True, variant="chess", black="person") as hand:
        hand.app.stage.preferences.change(motion=False)
        yield hand


def put_on(hand, mode):
    hand.app.stage.preferences.change(blindfold=mode)
    hand.point((1, 1))
    hand.settle()


def look(hand, name):
    """The middle of a square, as it is drawn."""
    rect = pygame.Rect(0, 0, 30, 30)
    rect.center = hand.square(name)
    return pygame.image.tobytes(pygame.display.get_surface().subsurface(rect), "RGB")


def seen(hand, empty, *names):
    """Whether a piece is seen on each of these squares, which have the colour of an empty one."""
    return [look(hand, name) != look(hand, empty) for name in names]


@pytest.mark.parametrize(
    ("mode", "white", "black"),
    [("off", True, True), ("hidden", False, False), ("discs", True, True), ("own", True, False)],
)
def test_what_is_seen_of_each_side(hand, mode, white, black):
    put_on(hand, mode)
    assert seen(hand, "c4", "b1", "d1", "g2") == [white] * 3
    assert seen(hand, "c4", "c8", "e8", "b7") == [black] * 3


def test_discs_have_the_colours_of_the_sides_and_no_faces(hand):
    put_on(hand, "discs")
    assert look(hand, "b1") == look(hand, "d1") == look(hand, "g2")
    assert look(hand, "c8") == look(hand, "e8") == look(hand, "b7")
    assert look(hand, "b1") != look(hand, "c8")


def test_own_pieces_are_those_of_the_side_below(hand):
    put_on(hand, "own")
    hand.app.stage.command(Command.FLIP)
    hand.settle()
    assert seen(hand, "c4", "b1", "c8") == [False, True]


def test_a_hidden_piece_moves_as_usual_and_is_seen_once_the_game_is_decided(hand):
    put_on(hand, "hidden")
    hand.move("e2e4")
    assert "1. e4" in str(hand.match.game)
    hand.screen.game.resign()
    hand.wait(1.0)
    put_on(hand, "hidden")
    hand.press("Undo")
    hand.settle()
    assert seen(hand, "c4", "b1") == [False]
    hand.screen.game.resign()
    hand.wait(1.0)
    hidden = look(hand, "b1")
    hand.app.stage.preferences.change(blindfold="off")
    hand.settle()
    assert look(hand, "b1") == hidden


@pytest.mark.parametrize("mode", MODES)
def test_the_pieces_of_a_promotion_are_seen_always(tmp_path, mode):
    pictures = []
    for each in ("off", mode):
        with Hand(tmp_path, start_game=True, variant="chess", fen=PROMOTION, black="person") as hand:
            hand.app.stage.preferences.change(motion=False)
            put_on(hand, each)
            hand.click(hand.square("a7"))
            hand.click(hand.square("a8"))
            hand.settle()
            assert hand.screen.state.selection.promotion is not None
            pictures.append(look(hand, "a8"))
    assert pictures[0] == pictures[1]


def test_other_boards_show_their_pieces(hand):
    put_on(hand, "hidden")
    hand.app.stage.command(Command.EDITOR)
    hand.settle()
    editor = hand.picture()
    put_on(hand, "off")
    assert hand.picture() == editor
