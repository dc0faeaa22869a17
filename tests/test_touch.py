"""Fingers on a touch screen, by the events that SDL sends: taps, drags, long presses, two fingers."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from wormhole.gui.dialogs.context_menu import ContextMenu
from wormhole.gui.game.game_layout import Place
from wormhole.gui.window.touch import HELD_SECONDS, LONG_PRESS_SECONDS, REACH_PIXELS
from wormhole.library import pgn

LONG = (
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Re1 a6 8. Bb3 Ba7 9. h3 h6 10. Nbd2 Re8"
)
MANY = f"{LONG} 11. Nf1 Be6 12. Ng3 Qd7 13. Be3 Bxe3 14. Rxe3 d5 15. exd5 Bxd5 16. Bxd5 Nxd5 17. Re1 f6 *"


class Fingers:
    """Puts fingers on the window of a hand."""

    def __init__(self, hand):
        self.hand, self.first = hand, None

    def _mouse(self, kind, pixel, **more):
        self.hand.post(kind, pos=pixel, touch=True, **more)

    def finger(self, kind, number, pixel):
        width, height = pygame.display.get_surface().get_size()
        x, y = pixel[0] / width, pixel[1] / height
        self.hand.post(kind, touch_id=1, finger_id=number, x=x, y=y, dx=0.0, dy=0.0)

    def down(self, pixel, number=1):
        if number == 1:
            self._mouse(pygame.MOUSEMOTION, pixel, rel=(0, 0), buttons=(0, 0, 0))
            self._mouse(pygame.MOUSEBUTTONDOWN, pixel, button=1)
        self.finger(pygame.FINGERDOWN, number, pixel)
        self.hand.step()

    def move(self, pixel, number=1):
        if number == 1:
            self._mouse(pygame.MOUSEMOTION, pixel, rel=(0, 0), buttons=(1, 0, 0))
        self.finger(pygame.FINGERMOTION, number, pixel)
        self.hand.step()

    def up(self, pixel, number=1):
        if number == 1:
            self._mouse(pygame.MOUSEBUTTONUP, pixel, button=1)
        self.finger(pygame.FINGERUP, number, pixel)
        self.hand.step()

    def tap(self, pixel):
        self.down(pixel)
        self.up(pixel)


@pytest.fixture
def hand(tmp_path):
    (game,) = pgn.read(f'[Variant "chess"]\n\n{MANY}')
    with Hand(tmp_path, game=game, start_game=True) as hand:
        hand.settle()
        yield hand


@pytest.fixture
def fingers(hand):
    return Fingers(hand)


@pytest.fixture
def at_start(tmp_path):
    with Hand(tmp_path, start_game=True, variant="chess", black="person") as hand:
        hand.settle()
        yield Fingers(hand)


def near(pixel, right=0, below=0):
    return pixel[0] + right, pixel[1] + below


def moves(hand):
    return [node.san() for node in hand.match.cursor.nodes]


def test_taps_and_drags_move_pieces(at_start):
    hand = at_start.hand
    at_start.tap(hand.square("e2"))
    at_start.tap(near(hand.square("e4"), 5, 3))
    hand.settle()
    start, end = hand.square("e7"), hand.square("e5")
    at_start.down(start)
    for share in (0.3, 0.6, 1.0):
        at_start.move(tuple(round(a + (b - a) * share) for a, b in zip(start, end, strict=True)))
    at_start.up(end)
    hand.settle()
    assert moves(hand) == ["e4", "e5"]


def test_a_finger_that_trembles_does_not_drag(at_start):
    hand = at_start.hand
    at_start.down(hand.square("e2"))
    at_start.move(near(hand.square("e2"), 7, 5))
    hand.wait(2 * HELD_SECONDS)
    assert hand.screen.state.selection.drag is None
    at_start.up(near(hand.square("e2"), 7, 5))
    assert hand.screen.state.selection.square is not None


def test_a_long_press_on_the_board_opens_the_menu_of_the_square(fingers):
    hand = fingers.hand
    fingers.down(hand.square("e4"))
    hand.wait(LONG_PRESS_SECONDS + 0.1)
    assert isinstance(hand.app.dialog, ContextMenu)
    fingers.up(hand.square("e4"))
    assert isinstance(hand.app.dialog, ContextMenu), "lifting the finger presses nothing"
    assert hand.match.cursor.node.shapes() == ()


def test_a_long_press_on_a_card_opens_its_menu(fingers):
    hand = fingers.hand
    pixel = hand.screen.picture.layout[Place.YOU].center
    fingers.down(pixel)
    hand.wait(LONG_PRESS_SECONDS + 0.1)
    assert isinstance(hand.app.dialog, ContextMenu)
    fingers.up(pixel)
    assert isinstance(hand.app.dialog, ContextMenu)


def test_two_fingers_tap_as_the_right_button(at_start):
    hand = at_start.hand
    at_start.tap(hand.square("e2"))
    assert hand.screen.state.selection.square is not None
    target = hand.square("e4")
    at_start.down(target)
    at_start.down(near(target, 80), number=2)
    at_start.up(near(target, 80), number=2)
    at_start.up(target)
    hand.settle()
    assert hand.screen.state.selection.square is None
    assert moves(hand) == [], "the first finger plays nothing"
    at_start.down(target)
    at_start.down(near(target, 80), number=2)
    at_start.up(target)
    at_start.up(near(target, 80), number=2)
    (shape,) = hand.match.cursor.node.shapes()
    assert shape.from_square == shape.to_square == hand.match.cursor.board.variant.geometry.parse("e4")


def test_two_fingers_turn_the_wheel(fingers):
    hand = fingers.hand
    board = hand.square("e4")
    at = len(hand.match.cursor.nodes)
    fingers.down(board)
    fingers.down(near(board, 60), number=2)
    for step in range(1, 7):
        fingers.move(near(board, 0, 15 * step))
        fingers.move(near(board, 60, 15 * step), number=2)
    fingers.up(near(board, 0, 90))
    fingers.up(near(board, 60, 90), number=2)
    assert at - 4 <= len(hand.match.cursor.nodes) < at
    assert hand.match.cursor.node.shapes() == ()


def test_two_fingers_pinch_the_board_into_the_fold_view_and_back(at_start):
    hand = at_start.hand
    start = hand.square("g1")
    for is_open in (True, False):
        at_start.down(start)
        at_start.down(near(start, 100), number=2)
        at_start.move(near(start, 40), number=2)
        at_start.up(near(start, 40), number=2)
        at_start.up(start)
        hand.settle()
        assert hand.screen.state.fold.is_open is is_open


def test_a_tap_beside_a_button_presses_it(hand, fingers):
    button = hand.button("Menu")
    fingers.tap((button.rect.centerx, button.rect.bottom + REACH_PIXELS // 2))
    assert hand.app.dialog is not None


def test_a_mouse_and_fingers_on_a_trackpad_are_what_they_were(at_start):
    hand = at_start.hand
    for number in (1, 2):
        at_start.finger(pygame.FINGERDOWN, number, hand.square("d4"))
    hand.click(hand.square("e2"))
    for number in (1, 2):
        at_start.finger(pygame.FINGERMOTION, number, hand.square("d6"))
        at_start.finger(pygame.FINGERUP, number, hand.square("d6"))
    hand.click(hand.square("e4"))
    hand.settle()
    assert moves(hand) == ["e4"]
