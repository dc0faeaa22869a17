"""The computer player, the solver, the miner and self-play work in every game of the catalogue."""

from __future__ import annotations

import contextlib
import random
from dataclasses import replace

import pytest

from tests.support.parts import exhaustive, mostly_exhaustive
from wormhole import Board, variant, variants
from wormhole.base.errors import WormholeError
from wormhole.engine.levels import LEVELS, Limit
from wormhole.engine.opponent import Opponent
from wormhole.engine.search_loops import SOLVER, has_fast_loops
from wormhole.engine.solver import Solver, is_solvable
from wormhole.rules.game_file import composed
from wormhole.rules.variant import LeftSquare
from wormhole.training import mining, self_play_games
from wormhole.training.encoding import Encoding
from wormhole.training.mining import PuzzleMiner
from wormhole.training.self_play_games import SelfPlayer
from wormhole.training.training_loops import SELF_PLAY

WITHOUT_EVEN_OPENINGS = "fox-and-hounds"
"""One side is ahead from the start: too few games begin evenly for mining, not for self-play."""

EVEN = [name for name in variants() if name != WITHOUT_EVEN_OPENINGS]


def play_on(board, plies):
    """Play on at the weakest and at the strongest level in turns."""
    weak = replace(LEVELS[0], limit=Limit(depth=1))
    strong = replace(LEVELS[-1], limit=Limit(nodes=100), solver_seconds=0.01)
    opponent = Opponent(
        board.variant, fast=has_fast_loops(), generator=random.Random(0), table_entries=1 << 10
    )
    with contextlib.closing(opponent):
        for ply in range(plies):
            if board.is_game_over():
                break
            board.push(opponent.choose(board, (weak, strong)[ply % 2]).move)


@pytest.mark.parametrize("name", mostly_exhaustive(variants(), *variants()[::4]))
def test_the_levels_play(name):
    board = Board(name, seed=0)
    play_on(board, 6)
    assert board.move_stack


@exhaustive
@pytest.mark.parametrize("name", variants())
def test_the_levels_play_and_the_solver_answers_where_the_board_folds(name):
    if variant(name).left_square is not LeftSquare.STAYS:
        pytest.skip("its squares go anyway")
    game = composed(variant(name), LeftSquare.FOLDS)
    board = Board(game, seed=0)
    play_on(board, 60)
    while board.is_game_over():
        board.pop()
    solution = Solver(game, fast=SOLVER.use()).solve(board, nodes=2000)
    assert solution is None or is_solvable(game)


@exhaustive
@pytest.mark.parametrize("name", EVEN)
def test_puzzles_are_mined(name, monkeypatch):
    monkeypatch.setattr(mining, "SEARCH_LIMIT", Limit(nodes=200))
    monkeypatch.setattr(mining, "MOST_PLIES", 20)
    monkeypatch.setattr(mining, "LEVEL_TRIES", 1)
    with contextlib.closing(PuzzleMiner(variant(name), seed=0)) as miner:
        for puzzle in miner.do(0):
            board = Board(name, puzzle.fen)
            for text in puzzle.moves:
                board.push_uci(text)


@exhaustive
def test_a_game_without_even_openings_says_so():
    with (
        contextlib.closing(PuzzleMiner(variant(WITHOUT_EVEN_OPENINGS), seed=0)) as miner,
        pytest.raises(WormholeError, match="no balanced opening"),
    ):
        miner.do(0)


@exhaustive
@pytest.mark.parametrize("name", variants())
def test_self_play_is_encoded(name, monkeypatch):
    monkeypatch.setattr(self_play_games, "GAMES_A_JOB", 1)
    assert SELF_PLAY.use()
    game = variant(name)
    batch = SelfPlayer(game, None, nodes=30).do(0)
    encoding = Encoding.of(game)
    features = encoding.of_records(batch.records).features
    assert features.shape == (len(batch), encoding.most_active)
    assert features.max(initial=0) <= encoding.features
