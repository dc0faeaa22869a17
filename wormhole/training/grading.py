"""The rating of a puzzle: the strength of the level that solves it every second time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from wormhole.engine.choosing import Candidate, choose, notice
from wormhole.engine.levels import LEVELS, Level, Limit
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.engine.opponent import Opponent
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant

TRIES = 24
"""How often a level that plays by chance chooses a move."""

OBSERVATIONS = 4
"""The answers of a level weigh as much as so many independent ones."""

MOST_NODES = 60_000
"""The strongest level gets these nodes instead of six seconds."""

TABLE_ENTRIES = 1 << 15

USUAL_ELO, USUAL_SPREAD = 1300, 450
"""The normal distribution that ratings are drawn towards, since ten levels say little."""

RATINGS = np.arange(300, 2801, 5)
"""The ratings that are considered."""

ELO_SCALE = 400 / np.log(10)


class Grader:
    """Asks every level for the solutions of puzzles of one game."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self._seed = seed
        self._generator = random.Random(seed)
        fast = has_fast_loops()
        self._opponent = Opponent(variant, fast=fast, generator=self._generator, table_entries=TABLE_ENTRIES)
        self._thinker = Thinker(variant, fast=fast, table_entries=TABLE_ENTRIES)

    def rating(self, board: Board, moves: Sequence[str]) -> int:
        """The rating of the puzzle with this solution, whatever was rated before."""
        self._generator.seed(f"{self._seed} {board.fen()}")
        questions = [(board.copy(), _winners(board, moves[0], is_last=len(moves) == 1))]
        board = board.copy()
        for number, text in enumerate(moves[:-1], 1):
            board.push_uci(text)
            if number % 2 == 0:
                winners = _winners(board, moves[number], is_last=number == len(moves) - 1)
                questions.append((board.copy(), winners))
        chances = np.ones(len(LEVELS))
        for position, winners in questions:
            seen = {move: notice(position, move) for move in position.legal_moves}
            for place, level in enumerate(LEVELS):
                if chances[place]:
                    chances[place] *= self._chance(level, position, winners, seen)
        return fitted([level.elo for level in LEVELS], chances.tolist())

    def close(self) -> None:
        """End all threads."""
        self._opponent.close()
        self._thinker.close()

    def _chance(self, level: Level, board: Board, winners: set[Move], seen: dict[Move, float]) -> float:
        """How often the level plays one of the ``winners``."""
        if level.sight.is_perfect:
            if level.limit.nodes is None:
                level = replace(level, limit=Limit(nodes=MOST_NODES))
            self._opponent.forget()
            choice = self._opponent.choose(board, level)
            return float(choice is not None and choice.move in winners)
        self._thinker.forget()
        self._thinker.think(board, level.limit, line_count=len(seen))
        scores = {thought.line[0]: thought.score_centipawns for thought in self._thinker.thoughts()}
        candidates = [
            Candidate(move, scores[move.text], chance) for move, chance in seen.items() if move.text in scores
        ]
        return sum(choose(candidates, level.sight, self._generator) in winners for _ in range(TRIES)) / TRIES


def fitted(strengths: Sequence[float], chances: Sequence[float]) -> int:
    """The rating that makes these chances of players of these strengths most likely, by the curve of Elo.

    >>> fitted([600, 1000, 1400], [0.0, 0.5, 1.0])
    1025
    """
    likelihood = -0.5 * ((RATINGS - USUAL_ELO) / USUAL_SPREAD) ** 2
    for elo, chance in zip(strengths, chances, strict=True):
        lead = (elo - RATINGS) / ELO_SCALE
        likelihood -= OBSERVATIONS * (chance * np.logaddexp(0, -lead) + (1 - chance) * np.logaddexp(0, lead))
    return int(RATINGS[np.argmax(likelihood)])


def _winners(board: Board, text: str, *, is_last: bool) -> set[Move]:
    """The moves that solve the puzzle: that of the solution, and without dice any that wins at once."""
    solution = board.parse_uci(text.partition("@")[0])
    if not is_last or board.has_dice:
        return {solution}
    return {solution, *(move for move in board.legal_moves if _ends_game(board, move))}


def _ends_game(board: Board, move: Move) -> bool:
    """Whether the move wins at once."""
    mover = board.turn
    board.push(move)
    outcome = board.outcome()
    board.pop()
    return outcome is not None and outcome.winner is mover
