"""Tooltips and the pointer's shape, when the pointer or the keyboard focus rests on something."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand
from tests.support.parts import mostly_exhaustive
from wormhole.gui.game.game_layout import Place
from wormhole.gui.look.layers import Pointer, Tip
from wormhole.gui.look.text_field import TextField
from wormhole.gui.window.keys import KEYS, Command, tip_of
from wormhole.gui.window.tooltip import DELAY_SECONDS


@pytest.fixture
def game(tmp_path):
    with Hand(tmp_path, start_game=True, black="person") as hand:
        yield hand


def test_a_tooltip_waits_appears_with_the_keys_and_disappears(game):
    before = game.picture()
    game.point(game.button("Flip").rect.center)
    hovered = game.picture()
    game.wait(DELAY_SECONDS - 0.2)
    assert game.app.tooltip.tip is None
    game.wait(0.3)
    assert game.app.tooltip.tip == Tip("Flip the board", ("F",))
    assert game.picture() != hovered
    game.point((2, 2))
    assert game.app.tooltip.tip is None
    assert game.picture() == before


def test_the_next_tooltip_follows_at_once(game):
    game.point(game.button("Flip").rect.center)
    game.wait(1.0)
    game.point(game.button("Menu").rect.center)
    assert game.app.tooltip.tip == tip_of(Command.MENU)


def test_a_press_hides_the_tooltip_for_as_long_as_the_pointer_stays(game):
    game.click(game.button("Flip").rect.center)
    game.wait(2.0)
    assert game.app.tooltip.tip is None


def test_the_keyboard_focus_shows_tooltips_too(game):
    for _ in range(30):
        game.key(pygame.K_TAB)
        if game.app.screen.widgets.is_focused(game.button("Flip")):
            break
    game.wait(1.0)
    assert game.app.tooltip.tip == tip_of(Command.FLIP)
    game.key(pygame.K_TAB)
    assert game.app.tooltip.tip is None or game.app.tooltip.tip != tip_of(Command.FLIP)


@pytest.mark.parametrize("size", mostly_exhaustive([(800, 600), (1280, 800), (900, 1200)], (800, 600)))
def test_a_tooltip_is_within_the_window(tmp_path, size):
    with Hand(tmp_path, size, start_game=True, black="person") as hand:
        for button in hand.app.screen.widgets.buttons:
            button.tip = Tip("Some words that are quite long " * 4, ("Ctrl+Shift+F",))
            hand.point(button.rect.center)
            hand.wait(1.0)
            assert hand.app.tooltip.tip is not None
            assert pygame.Rect((0, 0), size).contains(hand.app.tooltip.rect)
            assert not hand.app.tooltip.rect.colliderect(button.rect)


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_a_tooltip_covers_no_way_back(tmp_path, size):
    with Hand(tmp_path, size) as hand:
        hand.app.stage.command(Command.PUZZLES)
        hand.until(lambda: hand.screen.book is not None)
        hand.screen.train()
        hand.until(lambda: hand.has("Solution"))
        hand.settle()
        back, seen = hand.button("Back").rect, 0
        for button in hand.top.widgets.buttons:
            hand.point(button.rect.center)
            hand.wait(1.0)
            if hand.app.tooltip.tip is not None:
                seen += 1
                assert button.rect == back or not hand.app.tooltip.rect.colliderect(back)
        assert seen >= 5


def test_every_command_has_a_tip_with_its_own_keys():
    tips = {command: tip_of(command) for command in Command}
    assert all(tip.text and tip.caps for tip in tips.values())
    assert tips[Command.ON] == Tip("One move forward", ("Right",))
    assert tips[Command.UNDO] == Tip("Undo", ("U", "Ctrl+Z"))
    assert {binding.command for group in KEYS for binding in group.bindings} - {None} == set(tips)


def test_the_pointer_tells_what_can_be_pressed_dragged_and_dropped(game):
    def shape_at(pixel, held=False):
        game.point(pixel, held)
        return game.app.pointer.shape

    assert shape_at(game.square("e2")) is Pointer.HAND
    assert shape_at(game.square("e5")) is Pointer.ARROW
    assert shape_at(game.square("e7")) is Pointer.ARROW
    assert shape_at(game.button("Menu").rect.center) is Pointer.HAND
    assert shape_at(game.button("Undo").rect.center) is Pointer.ARROW
    game.point(game.square("e2"))
    game.down(game.square("e2"))
    assert shape_at(game.square("e4"), held=True) is Pointer.DRAGGED
    assert shape_at(game.square("d5"), held=True) is Pointer.REFUSED
    game.up(game.square("d5"))
    assert shape_at(game.square("e4")) is Pointer.HAND


def test_what_closes_a_dialog_shows_its_key(game):
    game.key(pygame.K_r, "r")
    game.point(game.button("Cancel").rect.center)
    game.wait(1.0)
    assert game.app.tooltip.tip == Tip("", ("Esc",))


def test_the_pointer_is_a_text_cursor_over_text(game):
    game.key(pygame.K_c, "c")
    field = next(each for each in game.top.widgets.everything if isinstance(each, TextField))
    game.point(field.rect.center)
    assert game.app.pointer.shape is Pointer.TEXT


def test_the_small_buttons_say_what_they_show_and_their_key(game):
    tips = []
    for rect in [button.rect for button in icon_buttons(game)]:
        game.point((2, 2))
        game.point(rect.center)
        game.wait(1.0)
        tips.append(game.app.tooltip.tip)
    names = [tip.text.partition(":")[0] for tip in tips]
    assert names == ["Fold view", "Routes", "Reach", "Hint", "Analysis", "Threats", "Openings", "Review"]
    assert all(len(tip.text) > 30 for tip in tips)
    assert [tip.caps for tip in tips] == [(cap,) for cap in ("V", "W", "E", "H", "L", "X", "B", "Shift+L")]


@pytest.mark.parametrize(
    ("size", "has_names"), [((800, 600), False), ((1280, 800), True), ((1920, 1080), True)]
)
def test_the_small_buttons_have_names_where_there_is_room(tmp_path, size, has_names):
    rows = []
    for code in ("en", "de"):
        with Hand(tmp_path, size, start_game=True, black="person", language=code) as hand:
            hand.settle()
            place = hand.app.screen.picture.layout[Place.TOOLS]
            picture = pygame.display.get_surface().subsurface(place)
            rows.append(pygame.image.tobytes(picture, "RGB"))
    assert (rows[0] != rows[1]) is has_names, "names are in the user's language; pictures are the same"


def icon_buttons(game):
    return [button for button in game.app.screen.widgets.buttons if not button.text]


def test_the_tooltip_of_a_hole_does_not_cover_the_piece_that_moved(game):
    game.move("d2d4")
    game.move("d7d6")
    game.point(game.square("d7"))
    game.wait(1.0)
    assert game.app.tooltip.tip is not None
    assert not game.app.tooltip.rect.collidepoint(game.square("d6"))
