"""Self-play games from which a network learns, played in compiled code."""

from __future__ import annotations

import random

import numpy as np

from wormhole.compiling.arrays import record
from wormhole.engine.configuration import workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.network import Network
from wormhole.rules.board import Board
from wormhole.rules.tabulation import blocks
from wormhole.rules.variant import Variant
from wormhole.training.loops.packing import LENGTH
from wormhole.training.loops.self_play import (
    DICE,
    EVEN_CENTIPAWNS,
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
from wormhole.training.positions import Batch, form_of
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
        self._form = form_of(variant)
        self._is_wanted = True

    def do(self, seed: int) -> Batch | None:
        """The games of that seed; None if stopped."""
        generator = random.Random(f"self-play {seed}")
        records = np.zeros((LONGEST_GAME, self._form[LENGTH]), np.uint8)
        kept: list[tuple[np.ndarray, int]] = []
        while len(kept) < GAMES_A_JOB:
            if not self._is_wanted:
                return None
            plan = new_plan(self._start, generator, self._nodes)
            self._table[:] = 0
            first = blocks(self._start.variant, self._start.position, fast=True)
            count = self._loop(*first, *self._sides, plan, self._form, records.ravel())
            if plan[RESULT] != UNEVEN:
                kept.append((records[:count].copy(), int(plan[RESULT])))
        return Batch.of_games(kept)

    def stop(self) -> None:
        """End after the game that is being played."""
        self._is_wanted = False

    def close(self) -> None:
        """Nothing is held."""


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
    return plan
