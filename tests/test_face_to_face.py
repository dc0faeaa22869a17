"""Two players face to face, with the screen between them: what is turned to the one at the upper edge."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole.gui.game.game_layout import Place
from wormhole.gui.window.keys import Command
from wormhole.library.time_control import TimeControls, spoken

CLOCKS = TimeControls.equal(spoken("5+0"))


@pytest.fixture
def table(tmp_path):
    """Opens a window with a game of two players who face each other."""
    hands = []

    def opened(size=(800, 1200), variant="chess", black="person"):
        hand = Hand(tmp_path, size=size, start_game=True, variant=variant, black=black, clocks=CLOCKS)
        hands.append(hand)
        hand.app.stage.preferences.change(motion=False, two_players="across", name="")
        settle(hand)
        return hand

    yield opened
    for hand in hands:
        hand.app.close()


def settle(hand):
    hand.point((1, 1))
    hand.settle()


def pixels(rect):
    return pygame.display.get_surface().subsurface(rect).copy()


def same(one, other):
    return pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def digits(clock):
    """The bright pixels of a clock, from the middle of them all."""
    width, height = clock.get_size()
    bright = [(x, y) for x in range(width) for y in range(height) if sum(clock.get_at((x, y))[:3]) > 400]
    left, right = min(x for x, _ in bright), max(x for x, _ in bright)
    top, bottom = min(y for _, y in bright), max(y for _, y in bright)
    return {(2 * x - left - right, 2 * y - top - bottom) for x, y in bright}


def of_square(hand, name):
    rect = pygame.Rect(0, 0, 40, 40)
    rect.center = hand.square(name)
    return pixels(rect)


def test_the_far_pieces_are_upside_down_and_the_near_ones_are_not(table):
    hand = table()
    facing = of_square(hand, "b8"), of_square(hand, "b1")
    hand.app.stage.preferences.change(two_players="stays")
    settle(hand)
    usual = of_square(hand, "b8"), of_square(hand, "b1")
    assert not same(facing[0], usual[0])
    assert same(facing[1], usual[1])
    hand.app.stage.preferences.change(two_players="across")
    hand.app.stage.command(Command.FLIP)
    settle(hand)
    assert not same(of_square(hand, "b1"), usual[1]), "White sits above now"


def test_the_card_and_the_clock_of_the_far_player_are_turned(table):
    hand = table()
    layout, clocks = hand.screen.picture.layout, hand.screen.picture.players.clocks
    card, you = layout[Place.OPPONENT], layout[Place.YOU]
    assert clocks[False].rect.centerx - card.left == you.right - clocks[True].rect.centerx
    facing = digits(pixels(clocks[False].rect))
    hand.app.stage.preferences.change(two_players="stays")
    settle(hand)
    upright = digits(pixels(hand.screen.picture.players.clocks[False].rect))
    assert facing != upright
    assert {(-x, -y) for x, y in facing} == upright


def test_in_an_upright_window_their_card_is_above_the_board(table):
    layout = table().screen.picture.layout
    assert layout[Place.OPPONENT].bottom <= layout[Place.BOARD].top
    assert layout[Place.YOU].top >= layout[Place.BOARD].bottom
    assert layout[Place.OPPONENT].right > layout[Place.YOU].right


def test_pieces_in_hand_are_turned_too(table):
    hand = table((1280, 800), variant="crazyhouse")
    for move in ("e2e4", "d7d5", "e4d5", "d8d5"):
        hand.move(move)
    settle(hand)
    slots = hand.screen.picture.view.layout(False).slots
    facing = {place: pixels(rect) for place, rect in slots.items()}
    hand.app.stage.preferences.change(two_players="stays")
    settle(hand)
    turned = {place for place, rect in slots.items() if not same(facing[place], pixels(rect))}
    assert turned == {place for place in slots if place % 2}, "Black's"


@pytest.mark.parametrize("black", ["computer"])
def test_nothing_is_turned_against_the_computer(table, black):
    hand = table(black=black)
    layout = hand.screen.picture.layout
    assert layout[Place.OPPONENT].top > layout[Place.BOARD].top
    assert not hand.screen.game.is_face_to_face


def test_a_move_of_the_far_player_by_mouse(table):
    hand = table()
    hand.move("e2e4")
    hand.click(hand.square("e7"))
    hand.click(hand.square("e5"))
    hand.settle()
    assert [node.san() for node in hand.match.cursor.nodes] == ["e4", "e5"]
    assert not hand.screen.state.flipped
