"""A whole game, computer against computer, through the window's loop, without a display."""

from __future__ import annotations

import time

import pygame
import pytest
from patience import PATIENCE_SECONDS
from window_steps import step

from wormhole import Board
from wormhole.gui.game.game_screen import GameScreen
from wormhole.gui.loop.app import LONGEST_SLEEP_SECONDS, App
from wormhole.play.start_options import Options

HASTE = 40
"""How many times faster the window's clock runs, so that the test does not wait for animations."""


@pytest.fixture
def app(tmp_path):
    start = time.monotonic()
    options = Options(
        start_game=True,
        white="computer",
        level=1,
        size=(800, 600),
        settings_path=tmp_path / "settings.toml",
    )
    app = App(options, clock=lambda: start + (time.monotonic() - start) * HASTE)
    yield app
    app.close()


def step_until(app, has_come):
    give_up = time.monotonic() + PATIENCE_SECONDS
    while not has_come():
        assert app.is_open
        assert time.monotonic() < give_up, "the game does not get on"
        if not step(app):
            time.sleep(0.001)


def picture():
    return pygame.image.tobytes(pygame.display.get_surface(), "RGB")


def test_the_computer_plays_itself_to_the_end(app):
    assert isinstance(app.screen, GameScreen)
    match = app.screen.match
    step_until(app, lambda: len(match.nodes) >= 2)
    in_play = picture()
    step_until(app, lambda: match.outcome is not None)
    at_the_end = picture()
    step_until(app, lambda: app.wakes_in(app._clock()) == LONGEST_SLEEP_SECONDS)

    board = Board()
    for node in match.nodes:
        assert board.outcome() is None
        assert board.san(node.move) == node.san()
        board.push(node.move)
    assert board.outcome() == match.outcome
    assert board.outcome().winner is not None
    assert len(board.holes) == len(match.nodes) <= 62
    assert len({in_play, at_the_end, picture()}) == 3
