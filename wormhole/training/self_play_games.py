"""Self-play games from which a network learns, played in compiled code."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from wormhole.base.errors import WormholeError
from wormhole.compiling.arrays import record
from wormhole.engine.array_file import NOT_ARRAYS, ArraySpec, read_arrays, write_arrays
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.network import Network
from wormhole.rules.board import Board
from wormhole.rules.geometry import ROW
from wormhole.rules.tabulation import blocks
from wormhole.rules.variant import Variant
from wormhole.training.loops.self_play import (
    DICE,
    EVEN_CENTIPAWNS,
    HELD,
    MOST_CENTIPAWNS,
    MOST_PLIES,
    NODES_A_MOVE,
    OPENING_PLIES,
    PLAN,
    RESULT,
    SEED,
    SQUARES,
    UNEVEN,
    play_game,
)
from wormhole.training.training_loops import SELF_PLAY

NODES = 250
"""Nodes of the search for each move. Many games teach more than good moves do."""
GAMES_A_JOB = 100
LONGEST_GAME = 400
OPENING = range(4, 13)
"""The random plies at the start."""
EVEN = 350
"""The largest score of either side after them, in centipawns."""
DECIDED = 3000
"""Positions with larger scores are not kept."""
TABLE_ENTRIES = 1 << 16

_MOST_POSITIONS = GAMES_A_JOB * LONGEST_GAME
FORMS = {
    "rows": ArraySpec(np.dtype(np.uint8), 2, _MOST_POSITIONS * ROW),
    "scores": ArraySpec(np.dtype(np.int16), 1, _MOST_POSITIONS),
    "lengths": ArraySpec(np.dtype(np.int32), 1, GAMES_A_JOB),
    "results": ArraySpec(np.dtype(np.int8), 1, GAMES_A_JOB),
}
"""The arrays of a file, with their greatest sizes."""


@dataclass(frozen=True)
class Batch:
    """Quiet positions of some games, in the order of play.

    * ``rows`` uint8[n, :func:`row_length`]: the pieces on all squares, how many of each piece number are in
      hand in a game with hands, then the side to move
    * ``scores`` int16[n]: centipawns for the side to move, by a search
    * ``lengths`` int32[games]: the number of positions of each game
    * ``results`` int8[games]: the result of each game for White, 1, 0 or -1
    """

    rows: np.ndarray
    scores: np.ndarray
    lengths: np.ndarray
    results: np.ndarray

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.lengths)

    @property
    def chances(self) -> np.ndarray:
        """float32[n]: the results for the side to move, from 0 for a loss to 1 for a win."""
        return self.turned((np.repeat(self.results, self.lengths).astype(np.float32) + 1) / 2)

    def turned(self, chances: np.ndarray) -> np.ndarray:
        """White's ``chances`` float[n] as those of the side to move, or the other way round."""
        return np.where(self.rows[:, -1] == 0, chances, 1 - chances)

    @staticmethod
    def joined(batches: Sequence[Batch]) -> Batch:
        """All batches as one."""
        return Batch(*map(np.concatenate, zip(*(vars(batch).values() for batch in batches), strict=True)))

    def to_bytes(self) -> bytes:
        """The content of a file."""
        return write_arrays(vars(self))

    @staticmethod
    def from_bytes(content: bytes) -> Batch:
        """Read :meth:`to_bytes`. Raises :class:`WormholeError` for anything else."""
        try:
            batch = Batch(**read_arrays(content, FORMS))
            counts = {len(batch.rows), len(batch.scores), int(batch.lengths.sum(dtype=np.int64))}
            if len(counts) > 1 or len(batch.lengths) != len(batch.results) or (batch.lengths < 0).any():
                raise WormholeError(NOT_ARRAYS)
        except WormholeError as error:
            raise WormholeError("not a file of positions: {trouble}", trouble=error.message) from None
        return batch


class SelfPlayer:
    """A worker that plays games by the computer against itself; a job is a seed.

    ``network`` is the content of a network's file; None: the evaluation that the program has.
    """

    def __init__(self, variant: Variant, network: bytes | None, nodes: int = NODES) -> None:
        learned = None if network is None else Network.from_bytes(network)
        self._loop = SELF_PLAY.twin(play_game)
        self._start = Board(variant)
        work = record(workspace_for(variant, network=learned))
        self._table = new_table(TABLE_ENTRIES)
        self._sides = work, work, self._table, self._table
        self._nodes = nodes
        self._is_wanted = True

    def do(self, seed: int) -> Batch | None:
        """The games of that seed; None if stopped."""
        generator = random.Random(f"self-play {seed}")
        rows = np.zeros((LONGEST_GAME, row_length(self._start.variant)), np.uint8)
        scores = np.zeros(LONGEST_GAME, np.int64)
        kept: list[tuple[np.ndarray, np.ndarray, int]] = []
        while len(kept) < GAMES_A_JOB:
            if not self._is_wanted:
                return None
            plan = new_plan(self._start, generator, self._nodes)
            self._table[:] = 0
            first = blocks(self._start.variant, self._start.position, fast=True)
            count = self._loop(*first, *self._sides, plan, rows.ravel(), scores)
            if plan[RESULT] != UNEVEN:
                kept.append((rows[:count].copy(), scores[:count].astype(np.int16), int(plan[RESULT])))
        return Batch(
            np.concatenate([some for some, _, _ in kept]),
            np.concatenate([some for _, some, _ in kept]),
            np.array([len(some) for some, _, _ in kept], np.int32),
            np.array([result for _, _, result in kept], np.int8),
        )

    def stop(self) -> None:
        """End after the game that is being played."""
        self._is_wanted = False

    def close(self) -> None:
        """Nothing is held."""


def kinds_held(variant: Variant) -> int:
    """The number of kinds of pieces that may be in a hand, each side's counted; 0 without hands."""
    return 2 * len(variant.piece_types) if variant.hands else 0


def row_length(variant: Variant) -> int:
    """The length of a position's row."""
    return variant.geometry.squares + kinds_held(variant) + 1


def new_plan(start: Board, generator: random.Random, nodes: int) -> np.ndarray:
    """A plan of a game from that position with a random opening and so many nodes a move."""
    plan = np.zeros(PLAN, np.int64)
    plan[SEED] = generator.randrange(1 << 30)
    plan[SQUARES] = start.variant.geometry.squares
    plan[DICE] = start.has_dice
    plan[OPENING_PLIES] = generator.choice(OPENING)
    plan[NODES_A_MOVE] = nodes
    plan[EVEN_CENTIPAWNS], plan[MOST_CENTIPAWNS] = EVEN, DECIDED
    plan[MOST_PLIES] = LONGEST_GAME
    plan[HELD] = kinds_held(start.variant)
    return plan
