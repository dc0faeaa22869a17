"""The rating of a puzzle: the strength of the level that solves it every second time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from wormhole.engine.levels import LEVELS, Level, Limit
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.engine.opponent import Opponent
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant

TRIES, TRIES_WITHOUT_CHANCE = 4, 1
"""How often a level is asked; the second, if it always sees all moves."""

MOST_NODES = 60_000
"""The strongest level gets these nodes instead of six seconds."""

TABLE_ENTRIES = 1 << 15

USUAL_ELO, USUAL_SPREAD = 1300, 450
"""The normal distribution that ratings are drawn towards, since few tries say little."""

RATINGS = np.arange(300, 2801, 5)
"""The ratings that are considered."""

ELO_SCALE = 400 / np.log(10)


@dataclass(frozen=True)
class Tried:
    """How often a player of that strength was asked, and how often it found the solution."""

    elo: int
    tries: int
    solved: int


class Grader:
    """Asks every level for the solutions of puzzles of one game."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self._opponent = Opponent(
            variant, fast=has_fast_loops(), generator=random.Random(seed), table_entries=TABLE_ENTRIES
        )

    def rating(self, board: Board, moves: Sequence[str]) -> int:
        """The rating of the puzzle with this solution."""
        return fitted([self._tried(level, board, moves) for level in LEVELS])

    def close(self) -> None:
        """End all threads."""
        self._opponent.close()

    def _tried(self, level: Level, board: Board, moves: Sequence[str]) -> Tried:
        if level.limit.nodes is None and level.sight.is_perfect:
            level = replace(level, limit=Limit(nodes=MOST_NODES))
        tries = TRIES_WITHOUT_CHANCE if level.sight.is_perfect else TRIES
        solved = 0
        for _ in range(tries):
            self._opponent.forget()
            solved += self._solves(level, board.copy(), moves)
        return Tried(level.elo, tries, solved)

    def _solves(self, level: Level, board: Board, moves: Sequence[str]) -> bool:
        """Whether the level plays every move of the solver; without dice, any mate is right as the last."""
        for number, text in enumerate(moves):
            if number % 2 == 0:
                choice = self._opponent.choose(board, level)
                if choice is None:
                    return False
                if choice.move.text != text.partition("@")[0]:
                    is_last = number == len(moves) - 1 and not board.has_dice
                    return is_last and _ends_game(board, choice.move)
            board.push_uci(text)
        return True


def _ends_game(board: Board, move: Move) -> bool:
    board.push(move)
    return board.is_game_over()


def fitted(tried: Sequence[Tried]) -> int:
    """The rating that makes what was tried most likely, by the logistic curve of Elo.

    >>> fitted([Tried(600, 4, 0), Tried(1000, 4, 2), Tried(1400, 4, 4)])
    1025
    """
    likelihood = -0.5 * ((RATINGS - USUAL_ELO) / USUAL_SPREAD) ** 2
    for each in tried:
        lead = (each.elo - RATINGS) / ELO_SCALE
        likelihood -= each.solved * np.logaddexp(0, -lead)
        likelihood -= (each.tries - each.solved) * np.logaddexp(0, lead)
    return int(RATINGS[np.argmax(likelihood)])
