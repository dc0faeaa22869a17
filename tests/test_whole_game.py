"""A whole game, computer against computer, through the window's loop, without a display."""

from __future__ import annotations

import pytest

from tests.support.hand import Hand
from wormhole import Board
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.loop.app import LONGEST_SLEEP_SECONDS


class Spectator(Hand):
    """Lets time pass many times as fast, so that the test does not wait for animations."""

    frame_seconds = 0.1


@pytest.fixture
def hand(tmp_path):
    with Spectator(tmp_path, (800, 600), start_game=True, white="computer", level=1) as hand:
        yield hand


def test_the_computer_plays_itself_to_the_end(hand):
    assert isinstance(hand.screen, GameScreen)
    match = hand.match
    hand.until(lambda: len(match.cursor.nodes) >= 2)
    in_play = hand.picture()
    hand.until(lambda: match.result.outcome is not None)
    at_the_end = hand.picture()
    hand.until(lambda: hand.app.wakes_in(hand.seconds) == LONGEST_SLEEP_SECONDS)

    board = Board()
    for node in match.cursor.nodes:
        assert board.outcome() is None
        assert board.san(node.move) == node.san()
        board.push(node.move)
    assert board.outcome() == match.result.outcome
    assert board.outcome().winner is not None
    assert len(board.holes) == len(match.cursor.nodes) <= 62
    assert len({in_play, at_the_end, hand.picture()}) == 3
