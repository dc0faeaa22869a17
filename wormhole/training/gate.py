"""Pairs of games between two players that differ in networks or search numbers; the gate match of a round."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from wormhole.arena.elo import Sprt, estimate
from wormhole.arena.pairs import Pair, PairGame, Tally
from wormhole.compiling.arrays import record
from wormhole.engine.configuration import features, workspace_for
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import REDUCTIONS, reductions
from wormhole.engine.network import Network
from wormhole.engine.weights import Weights
from wormhole.rules.board import Board
from wormhole.rules.tabulation import blocks
from wormhole.rules.variant import Variant
from wormhole.training.loops.packing import LENGTH
from wormhole.training.loops.self_play import PLIES, RESULT, UNEVEN, play_game
from wormhole.training.positions import form_of
from wormhole.training.self_play_games import LONGEST_GAME, TABLE_ENTRIES, new_plan
from wormhole.training.training_loops import SELF_PLAY
from wormhole.work.crew import Crew

STRONGER = Sprt(0, 15)
"""A new evaluation is kept if this test accepts the higher difference ..."""
CERTAIN = 0.99
"""... or if the time is over before the test ends, and it is stronger with this likelihood."""
GATE_NODES = 1500
"""The nodes of each search."""
MOST_PAIRS = 10_000

Numbers = tuple[tuple[str, int], ...]
"""Changed numbers of a search's features, by name."""
Side = tuple[np.void, np.ndarray]
"""A workspace and a transposition table."""


@dataclass(frozen=True)
class Duel:
    """A job: a seed of the opening, and the changed numbers of each side's search."""

    seed: int
    first: Numbers = ()
    second: Numbers = ()


class Duelist:
    """A worker that plays duels: two games from one opening, with colours reversed, in compiled code.

    ``networks`` are the contents of both sides' network files, ``valued`` the weights of a side without a
    network; None: the evaluation that the program has.
    """

    def __init__(
        self,
        variant: Variant,
        nodes: int,
        networks: tuple[bytes | None, bytes | None] = (None, None),
        valued: tuple[Weights | None, Weights | None] = (None, None),
    ) -> None:
        self._variant, self._nodes, self._is_wanted = variant, nodes, True
        self._loop = SELF_PLAY.twin(play_game)
        self._start = Board(variant)
        learned = [None if content is None else Network.from_bytes(content) for content in networks]
        self._sides: list[Side] = [
            (record(workspace_for(variant, network=network, valued=weights)), new_table(TABLE_ENTRIES))
            for network, weights in zip(learned, valued, strict=True)
        ]
        self._form = form_of(variant)
        self._records = np.zeros(LONGEST_GAME * self._form[LENGTH], np.uint8)

    def do(self, duel: Duel) -> Pair | None:
        """Both games, in which each side is credited with half of the time; None if stopped."""
        for (work, _), numbers in zip(self._sides, (duel.first, duel.second), strict=True):
            work["features"][:] = features(self._variant, dict(numbers))
            work["reductions"][:] = reductions(int(work["features"][REDUCTIONS]))
        generator = random.Random(f"duel {duel.seed}")
        while self._is_wanted:
            plan = new_plan(self._start, generator, self._nodes)
            as_white = self._game(plan.copy(), 1, self._sides)
            if as_white is None:
                continue
            as_black = self._game(plan.copy(), -1, self._sides[::-1])
            if as_black is not None:
                return Pair((as_white, as_black))
        return None

    def stop(self) -> None:
        """End after the games that are being played."""
        self._is_wanted = False

    def close(self) -> None:
        """Nothing is held."""

    def _game(self, plan: np.ndarray, sign: int, sides: list[Side]) -> PairGame | None:
        """A game that the first side plays as White, or with ``sign`` -1 as Black; None if it is uneven."""
        (white, white_table), (black, black_table) = sides
        for table in (white_table, black_table):
            table[:] = 0
        first = blocks(self._variant, self._start.position, fast=True)
        begun = time.perf_counter()
        self._loop(*first, white, black, white_table, black_table, plan, self._form, self._records)
        seconds = (time.perf_counter() - begun) / 2
        if plan[RESULT] == UNEVEN:
            return None
        moves = int(plan[PLIES]) // 2
        return PairGame(1 + sign * int(plan[RESULT]), (seconds, seconds), (moves, moves))


def gate_match(
    duelist: Callable[[], Duelist], crew: Crew, seed: int, seconds: float, report: Callable[[Tally], bool]
) -> Tally:
    """Play a new evaluation against the one before until the test or the time ends it.

    ``report`` gets each tally and returns whether to continue.
    """
    tally, begun = Tally(), time.monotonic()
    duels = (Duel((seed << 32) + number) for number in range(MOST_PAIRS))
    pairs = crew.results(duelist, duels)
    with contextlib.closing(pairs):
        for _, pair in pairs:
            tally = tally.with_pair(pair)
            is_decided = STRONGER.accepted(tally.pentanomial) is not None
            if not report(tally) or is_decided or time.monotonic() - begun > seconds:
                break
    return tally


def is_stronger(tally: Tally) -> bool:
    """Whether the first side, with the new evaluation, has shown that it is stronger."""
    accepted, measured = STRONGER.accepted(tally.pentanomial), estimate(tally.pentanomial)
    if accepted is None:
        return measured is not None and measured.superiority >= CERTAIN
    return accepted == STRONGER.elo1
