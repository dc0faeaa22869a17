"""Replaying a game: as fast as it was played, or in a steady pace; and what ends it."""

from __future__ import annotations

import pygame
import pytest

from tests.support.hand import Hand, hands_at_games
from wormhole.gui.dialogs.context_menu import ContextMenu
from wormhole.library import pgn
from wormhole.library.time_control import controls_of

TIMED = """[Variant "chess"]
[TimeControl "60+2"]

1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} 2. Nf3 {[%clk 0:00:58]} Nc6 {[%clk 0:01:01]}
3. Bb5 {[%emt 0:00:03]} 1-0
"""
UNTIMED = '[Variant "chess"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n'


@pytest.fixture
def opened(tmp_path):
    """Opens a game in the window, at its start."""
    with hands_at_games(Hand, tmp_path, UNTIMED) as open_game:

        def open_at_start(text=UNTIMED):
            hand = open_game(text)
            hand.key(pygame.K_HOME)
            hand.settle()
            return hand

        yield open_at_start


def ask(hand):
    hand.key(pygame.K_r, "R", pygame.KMOD_LSHIFT)


def shown(hand):
    return hand.app.screen.match.cursor.node.plies()


def test_the_time_of_a_move_is_what_the_record_tells():
    game = next(pgn.read(TIMED))
    controls = controls_of(game.headers)
    assert [node.thought(controls) for node in game.end().line()] == [2, 2, 4, 1, 3]
    untimed = next(pgn.read(UNTIMED))
    assert {node.thought(controls_of(untimed.headers)) for node in untimed.end().line()} == {None}


def test_a_game_is_replayed_in_the_pace_in_which_it_was_played(opened):
    hand = opened(TIMED)
    ask(hand)
    hand.press("As it was played")
    seen = []
    for _ in range(13):
        hand.wait(1.0)
        seen.append(shown(hand))
    assert seen[0] == 0
    assert [seen.count(plies) for plies in (1, 2, 3, 4)] == pytest.approx([2, 4, 1, 3], abs=1)
    assert seen[-1] == 5


def test_a_steady_pace_and_a_game_without_times(opened):
    hand = opened()
    ask(hand)
    assert [entry.can for entry in hand.app.dialog.entries] == [False, True, True, True]
    hand.press("2 s per move")
    hand.wait(1.5)
    assert shown(hand) == 0
    hand.wait(1.5)
    assert shown(hand) == 1
    hand.wait(8.0)
    assert shown(hand) == 4


def test_at_the_end_of_a_game_it_begins_at_the_start(opened):
    hand = opened()
    hand.key(pygame.K_END)
    hand.settle()
    ask(hand)
    hand.press("1 s per move")
    hand.wait(0.5)
    assert shown(hand) == 0
    hand.wait(1.0)
    assert shown(hand) == 1


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_HOME, pygame.K_r])
def test_esc_another_place_and_the_same_key_end_it(opened, key):
    hand = opened()
    ask(hand)
    hand.press("1 s per move")
    hand.wait(2.5)
    before = shown(hand)
    assert before == 2
    if key == pygame.K_r:
        ask(hand)
    else:
        hand.key(key)
    hand.wait(3.0)
    assert shown(hand) == (0 if key == pygame.K_HOME else before)
    assert hand.app.dialog is None


def test_the_menu_of_a_move_begins_it_with_that_position(opened):
    hand = opened()
    hand.key(pygame.K_RIGHT)
    hand.settle()
    place = hand.app.screen.picture.moves.list.place_of(hand.match.cursor.node)
    hand.down(place.center, pygame.BUTTON_RIGHT)
    hand.up(place.center, pygame.BUTTON_RIGHT)
    hand.press("Replay the moves")
    hand.press("1 s per move")
    hand.wait(1.5)
    assert shown(hand) == 2


def test_a_click_ends_it(opened):
    hand = opened()
    ask(hand)
    hand.press("1 s per move")
    hand.wait(1.5)
    hand.click(hand.square("d4"))
    hand.wait(3.0)
    assert shown(hand) == 1


def test_who_goes_forward_stays_in_it(opened):
    hand = opened()
    ask(hand)
    hand.press("5 s per move")
    hand.wait(1.0)
    hand.key(pygame.K_RIGHT)
    hand.wait(4.0)
    assert shown(hand) == 1
    hand.wait(2.0)
    assert shown(hand) == 2


def test_a_game_at_play_is_not_replayed(tmp_path):
    with Hand(tmp_path, start_game=True) as hand:
        ask(hand)
        assert not isinstance(hand.app.dialog, ContextMenu)
        assert hand.app.notice is not None
