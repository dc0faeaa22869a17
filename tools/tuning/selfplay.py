"""Plays games of the computer player against itself and collects their quiet positions."""

from __future__ import annotations

from collections.abc import Callable

from tools.tuning.samples import Sample
from wormhole import Board, Move
from wormhole.arena.random_openings import random_opening
from wormhole.engine.levels import Limit
from wormhole.engine.loops.workspace import MATE_BOUND
from wormhole.engine.search_loops import has_fast_loops
from wormhole.engine.thinker import Thinker
from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.variant import Variant

OPENING_PLIES = 8
"""Earlier positions come from random moves only."""

MOST_PLIES = 300
"""A longer game is a draw."""

TABLE_ENTRIES = 1 << 16


class SelfPlay:
    """A worker that plays games by their numbers, and returns their quiet positions."""

    def __init__(self, variant: Variant, seed: int, nodes: int) -> None:
        self._variant, self._seed, self._nodes = variant, seed, nodes
        self._is_wanted = True

    def do(self, number: int) -> list[Sample]:
        """The samples of the game of that number."""
        return play_game(self._variant, number, self._seed, self._nodes, lambda: self._is_wanted)

    def stop(self) -> None:
        """End the game before its next move."""
        self._is_wanted = False

    def close(self) -> None:
        """Nothing is held between games."""


def play_game(
    variant: Variant, number: int, seed: int, nodes: int, is_wanted: Callable[[], bool] = lambda: True
) -> list[Sample]:
    """The quiet positions of a game from a random opening; ``nodes`` limits each search.

    The taste of both sides changes with each game, so that games differ. A game that is no longer wanted ends
    early.
    """
    board = random_opening(variant, seed, number).board(variant, dice_seed=(seed << 20) + number)
    thinker = Thinker(
        variant, fast=has_fast_loops(), taste=(seed << 20) + number, table_entries=TABLE_ENTRIES
    )
    fens: list[str] = []
    while (outcome := board.outcome()) is None and len(board.move_stack) < MOST_PLIES and is_wanted():
        move = thinker.think(board, Limit(nodes=nodes))
        assert move is not None, "the game is not over"
        score = thinker.thought().score_centipawns
        if len(board.move_stack) >= OPENING_PLIES and is_quiet(board, move, score):
            fens.append(board.fen())
        # A mate that was found is played, unless dice prevent it.
        if abs(score) > MATE_BOUND and not board.has_dice:
            has_white_won = board.turn is (WHITE if score > 0 else BLACK)
            return [Sample(fen, number, float(has_white_won)) for fen in fens]
        board.push(move)
    winner = None if outcome is None else outcome.winner
    result = 0.5 if winner is None else float(winner is WHITE)
    return [Sample(fen, number, result) for fen in fens]


def is_quiet(board: Board, best: Move, score: int) -> bool:
    """Whether the best move is no capture or promotion, no mate is found, and no side is in check."""
    if board.is_capture(best) or best.promotion is not None or abs(score) > MATE_BOUND:
        return False
    return not board.is_check()
