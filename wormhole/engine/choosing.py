"""Choosing a move as a person does: some moves are not seen at all, and those seen are judged roughly.

What is overlooked is what people overlook: a move that nothing forces, that is long, leads backwards or over
holes. What is seen is chosen by how little worse it is than the best, never by lot alone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from wormhole.engine.loops.workspace import MATE
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import WHITE

QUIET, LONG, BACKWARD, FOLDED = 0.85, 0.75, 0.8, 0.7
"""How likely a move is seen, for each of these that it is; see :func:`notice`."""

LONG_SQUARES = 4
"""A move over so many files or ranks is long."""


@dataclass(frozen=True)
class Sight:
    """How well a player sees and judges.

    ``oversight``: 0 overlooks nothing, 1 what :func:`notice` says, 2 as two such glances missing it would.
    ``temperature_centipawns``: about how much worse a move may be and still be taken for the best.
    ``mates_seen``: wins in so many moves of one's own are never overlooked.
    """

    oversight: float = 0.0
    temperature_centipawns: float = 0.0
    mates_seen: int = 0

    @property
    def is_perfect(self) -> bool:
        """Whether the best move is always seen, and chosen."""
        return not self.oversight and not self.temperature_centipawns


@dataclass(frozen=True)
class Candidate:
    """A move, its score for who plays it, and how likely it is to be seen at a glance, 0.0 to 1.0."""

    move: Move
    score_centipawns: int
    notice: float = 1.0


def choose(candidates: Sequence[Candidate], sight: Sight, generator: random.Random) -> Move:
    """One of the candidates, of which there is at least one, as a player of that sight chooses.

    Of the moves seen, each has the odds ``exp(-loss / temperature)``, the loss being what it is worse than
    the best of them: https://en.wikipedia.org/wiki/Softmax_function.
    """
    seen = [candidate for candidate in candidates if _is_seen(candidate, sight, generator)] or candidates
    best = max(seen, key=lambda candidate: candidate.score_centipawns)
    if not sight.temperature_centipawns:
        return best.move
    odds = [
        math.exp((candidate.score_centipawns - best.score_centipawns) / sight.temperature_centipawns)
        for candidate in seen
    ]
    return generator.choices(seen, odds)[0].move


def notice(board: Board, move: Move) -> float:
    """How likely a person is to see a legal move of ``board`` at a glance.

    Checks, and captures on the square where the other side just moved, are seen for certain.
    """
    last = board.peek() if board.move_stack else None
    if board.check_sign(move) or (last is not None and board.captured_square(move) == last.to_square):
        return 1.0
    places = board.variant.geometry.place
    (file, rank), (to_file, to_rank) = places[move.from_square], places[move.to_square]
    forward = to_rank - rank if board.turn is WHITE else rank - to_rank
    chance = 1.0
    if not board.is_capture(move):
        chance *= QUIET
    if max(abs(to_file - file), abs(to_rank - rank)) >= LONG_SQUARES:
        chance *= LONG
    if forward < 0:
        chance *= BACKWARD
    if board.route(move).holes:
        chance *= FOLDED
    return chance


def _is_seen(candidate: Candidate, sight: Sight, generator: random.Random) -> bool:
    is_near_mate = candidate.score_centipawns > MATE - 2 * sight.mates_seen
    return is_near_mate or generator.random() < candidate.notice**sight.oversight
