"""Random games played by the package and by the reference rules; everything that both report must agree.

``pytest -m soak tests/test_differential.py`` plays a thousand games of each variant.
"""

from __future__ import annotations

import random

import pytest

import wormhole
from tests.reference.game import Game
from tests.support.parts import EACH_GAME, mostly_exhaustive

GAMES, SOAK_GAMES = 3, 1000
MOST_PLIES = 160
"""The longest game; without folding random games could be very long."""


def play_beside(name: str, seed: int) -> None:
    """One random game, chosen from the reference's moves."""
    choose = random.Random(f"{name} {seed}")
    board, game = wormhole.Board(name, seed=seed), Game(name)
    for _ in range(MOST_PLIES):
        moves = sorted(game.legal_moves())
        where = f"{name}, seed {seed}, {[str(move) for move in board.move_stack]}"
        assert sorted(move.text for move in board.legal_moves) == moves, where
        assert board.is_check() == game.is_check(), where
        assert board.fen() == game.fen(), where
        outcome = board.outcome()
        assert (outcome.result() if outcome else None) == game.outcome(), where
        if outcome or not moves:
            return
        played = board.push_uci(choose.choice(moves))
        game.play(played.text)


@pytest.mark.parametrize("seed", mostly_exhaustive(range(GAMES), 0))
@pytest.mark.parametrize("name", EACH_GAME)
def test_random_games_agree_with_the_reference(name: str, seed: int) -> None:
    play_beside(name, seed)


@pytest.mark.soak
@pytest.mark.parametrize("name", EACH_GAME)
def test_a_thousand_random_games_agree_with_the_reference(name: str) -> None:
    for seed in range(GAMES, GAMES + SOAK_GAMES):
        play_beside(name, seed)
