"""Every game of the catalogue, computer against computer, through the window's loop to its end."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

import wormhole
from tests.support.hand import Hand
from tests.support.parts import EACH_GAME
from tests.support.scripted_player import ScriptedPlayer
from wormhole.library import pgn, settings
from wormhole.library.record import Game
from wormhole.library.settings import Settings
from wormhole.rules.game_file import composed
from wormhole.rules.variant import LeftSquare

STEP_SECONDS = 1.0
"""Steps of the window's clock: longer than any pause before a move."""
MOST_STEPS = 4000


def taker(seed):
    """A player that answers at once, with a capture if there is one, so that games end."""
    chance = random.Random(seed)

    def choose(board):
        moves = board.legal_moves
        return chance.choice([move for move in moves if board.is_capture(move)] or moves)

    return ScriptedPlayer(choose)


BETWEEN_COMPUTERS = {"start_game": True, "white": "computer"}


def play_to_the_end(tmp_path, options, seed=3):
    settings.save(tmp_path / "settings.toml", Settings(motion=False, muted=True))
    with Hand(tmp_path, (800, 600), player=taker(seed), **BETWEEN_COMPUTERS, **options) as hand:
        for _ in range(MOST_STEPS):
            hand.step(STEP_SECONDS)
            if hand.screen.state.dimming:
                break
        return hand.match, hand.screen.picture.result.banner.content, pygame.display.get_surface().copy()


def check(match, result):
    assert match.result.outcome is not None
    assert match.result.outcome.reason().endswith(".")
    assert result.title in ("White wins", "Black wins", "A draw")
    assert len(match.cursor.nodes) == len(match.cursor.board.move_stack)
    if match.cursor.board.has_dice:
        assert all(node.move.roll is not None and "@" in node.san() for node in match.cursor.nodes)
    (game,) = pgn.read(str(match.game), [match.cursor.board.variant])
    assert game.end().board().fen() == match.cursor.board.fen()


@pytest.mark.parametrize("name", EACH_GAME)
def test_to_an_ending(tmp_path, name):
    match, result, picture = play_to_the_end(tmp_path, {"variant": name})
    assert match.cursor.board.variant == wormhole.variant(name)
    check(match, result)
    assert picture.get_size() == (800, 600)


def test_smess_is_won_by_capturing_the_brain(tmp_path):
    board = wormhole.Board("smess")
    chance = random.Random(1)
    while board.outcome() is None:
        board.push(chance.choice(board.legal_moves))
    assert "brain is captured" in board.outcome().reason()
    match, result, _ = play_to_the_end(tmp_path, {"game": Game.from_board(board)})
    assert match.result.outcome == board.outcome()
    assert "brain is captured" in result.reason


def test_a_game_composed_and_a_game_from_a_file(tmp_path):
    folding = composed(wormhole.variant("chess"), LeftSquare.FOLDS)
    check(*play_to_the_end(tmp_path, {"variant": folding})[:2])
    pegasus = wormhole.load(Path(__file__).parents[1] / "docs" / "examples" / "pegasus.toml")
    check(*play_to_the_end(tmp_path, {"variant": pegasus})[:2])
