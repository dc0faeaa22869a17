"""Pairs of games in compiled code between two searches that differ in the numbers of their features."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from wormhole.engine.configuration import workspace_for
from wormhole.engine.features import features
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import REDUCTIONS, reductions
from wormhole.rules.arrays import record
from wormhole.rules.board import Board
from wormhole.rules.tabulation import blocks
from wormhole.rules.variant import Variant
from wormhole.training.games import LONGEST_GAME, TABLE_ENTRIES, new_plan
from wormhole.training.loop_groups import SELF_PLAY
from wormhole.training.loops.self_play import RESULT, UNEVEN, play_game


@dataclass(frozen=True)
class Duel:
    """A job: a seed of the opening, and the numbers of both sides' features as pairs of name and number."""

    seed: int
    first: tuple[tuple[str, int], ...]
    second: tuple[tuple[str, int], ...]


class Duelist:
    """A worker that plays duels: two games from one opening, with colours reversed."""

    def __init__(self, variant: Variant, nodes: int) -> None:
        self._variant, self._nodes = variant, nodes
        self._loop = SELF_PLAY.twin(play_game)
        self._start = Board(variant)
        self._sides = [(record(workspace_for(variant)), new_table(TABLE_ENTRIES)) for _ in range(2)]
        self._rows = np.zeros(LONGEST_GAME * (variant.geometry.squares + 1), np.uint8)
        self._scores = np.zeros(LONGEST_GAME, np.int64)

    def do(self, duel: Duel) -> int:
        """The games that the first side won, less those that it lost: -2 to 2."""
        for (work, _), numbers in zip(self._sides, (duel.first, duel.second), strict=True):
            work["features"][:] = features(self._variant, dict(numbers))
            work["reductions"][:] = reductions(int(work["features"][REDUCTIONS]))
        generator = random.Random(f"duel {duel.seed}")
        while True:
            plan = new_plan(self._start, generator, self._nodes)
            as_white, as_black = self._game(plan, *self._sides), self._game(plan, *reversed(self._sides))
            if UNEVEN not in (as_white, as_black):
                return as_white - as_black

    def stop(self) -> None:
        """Nothing: a duel takes a fraction of a second."""

    def close(self) -> None:
        """Nothing is held."""

    def _game(self, plan: np.ndarray, white: tuple, black: tuple) -> int:
        """The result for White, or ``UNEVEN``."""
        for _, table in (white, black):
            table[:] = 0
        played = plan.copy()
        first = blocks(self._variant, self._start.position, fast=True)
        works, tables = zip(white, black, strict=True)
        self._loop(*first, *works, *tables, played, self._rows, self._scores)
        return int(played[RESULT])
