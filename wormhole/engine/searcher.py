"""One search thread: its arrays, its calls of the search loop, and the best lines of a depth."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from wormhole.compiling.arrays import record, shared, views
from wormhole.engine.loops.histories import clear_histories, halve_continuations, halve_histories
from wormhole.engine.loops.search import search
from wormhole.engine.loops.transposition import AGES
from wormhole.engine.loops.workspace import (
    AGE,
    ALLOWED,
    ASPIRATION,
    CONTINUATIONS,
    LINE_LENGTH,
    MATE,
    MATE_BOUND,
    MAX_PAST,
    NO_LIMIT,
    NODE_LIMIT,
    NODES,
    PAST,
    SELECTIVE_DEPTH,
    STOP,
    Workspace,
    at,
)
from wormhole.engine.search_loops import SEARCH
from wormhole.rules.board import Board
from wormhole.rules.tabulation import blocks
from wormhole.rules.variant import Variant

LOWEST, HIGHEST = -MATE - 1, MATE + 1
"""Every score lies between these."""

WIDEST_CENTIPAWNS = 1000
"""A wider window is opened completely."""

FIRST_EXPECTING_DEPTH = 5
"""From this depth on, the window is around the last score; before it, scores vary too much."""

FALLBACK_NODES = 2000
"""Node limit of :meth:`Searcher.fallback_line`; a few milliseconds."""


@dataclass(frozen=True)
class BestLine:
    """The best line of a search to ``depth``, as move numbers of the loops, and its score."""

    depth: int
    score_centipawns: int
    moves: tuple[int, ...]


class SearchStopped(Exception):  # noqa: N818 (it is not an error)
    """The search was stopped, or has reached its node limit."""


class Searcher:
    """Searches one position at a time; several searchers may share a transposition ``table``.

    ``workspace`` is copied. ``fast`` selects the compiled loop. ``line`` is the best line so far, as move
    numbers of the loops; after a stop, the best of the moves that were searched.
    """

    def __init__(self, variant: Variant, workspace: Workspace, table: np.ndarray, *, fast: bool) -> None:
        self._variant = variant
        self._fast = fast
        block = record(workspace)
        self._work = shared(Workspace, block)
        self._work_argument = block if fast else views(self._work)
        self._table = table if fast else memoryview(table)
        self._loop: Callable[..., int] = SEARCH.twin(search) if fast else search
        self.line: tuple[int, ...] = ()

    def set_position(self, board: Board, node_limit: int | None = None) -> None:
        """Set up the position of ``board`` and its history for repetitions; clears an earlier stop."""
        work = self._work
        halve_histories(work)
        if work.features[CONTINUATIONS]:
            halve_continuations(work)
        self.line = ()
        past = board.past_keys[-MAX_PAST:]
        work.keys[: len(past) + 1] = [*past, board.key()]
        checks = board.past_checks[-MAX_PAST:]
        work.past_checks[: len(checks)] = checks
        age = (work.control[AGE] + 1) % AGES
        work.control[:] = 0
        work.control[AGE] = age
        work.control[PAST] = len(past)
        work.control[NODE_LIMIT] = NO_LIMIT if node_limit is None else node_limit
        self._blocks = blocks(self._variant, board.position, fast=self._fast)

    def search(self, depth: int, alpha: int, beta: int, moves: Sequence[int] = ()) -> int:
        """The score, exact within ``alpha`` to ``beta``, if one of ``moves`` is played (empty: any).

        Raises :class:`SearchStopped`.
        """
        work = self._work
        work.allowed[: len(moves)] = moves
        work.control[ALLOWED] = len(moves)
        score = self._loop(*self._blocks, self._work_argument, self._table, 0, depth, alpha, beta, 0)
        if length := int(work.stack[at(0, LINE_LENGTH)]):
            self.line = tuple(work.lines[:length].tolist())
        if work.control[STOP]:
            raise SearchStopped
        return int(score)

    def best_line(self, depth: int, before: Sequence[BestLine] = (), moves: Sequence[int] = ()) -> BestLine:
        """The best line that begins with one of ``moves`` (empty: any).

        ``before`` are the lines of the last depth. The search has a window around the last score, see
        https://www.chessprogramming.org/Aspiration_Windows. A search that fails high or low is repeated with
        that side of the window wider. Mate scores get a full window, so that the mate's length is exact.
        Raises :class:`SearchStopped`.
        """
        width, alpha, beta = self.window_centipawns, LOWEST, HIGHEST
        if depth >= FIRST_EXPECTING_DEPTH and before and width:
            expected = before[0].score_centipawns
            if abs(expected) <= MATE_BOUND:
                alpha, beta = expected - width, expected + width
        while True:
            score = self.search(depth, alpha, beta, moves)
            width *= 3
            is_bounded = width <= WIDEST_CENTIPAWNS and abs(score) <= MATE_BOUND
            if score <= alpha and alpha > LOWEST:
                alpha = score - width if is_bounded else LOWEST
            elif score >= beta and beta < HIGHEST:
                beta = score + width if is_bounded else HIGHEST
            else:
                return BestLine(depth, score, self.line)

    def best_lines(
        self, depth: int, before: Sequence[BestLine], moves: Sequence[int], count: int
    ) -> tuple[BestLine, ...]:
        """The ``count`` best lines, best first, each with a different first move; all scores are exact.

        Each of ``moves`` is searched on its own, those of ``before`` first. Once there are ``count`` lines, a
        null-window search tests whether a move beats the last of them. Raises :class:`SearchStopped`.
        """
        first = [line.moves[0] for line in before]
        found: list[BestLine] = []
        for move in [*first, *(move for move in moves if move not in first)]:
            floor = LOWEST
            if len(found) == count:
                floor = found[-1].score_centipawns
                if self.search(depth, floor, floor + 1, [move]) <= floor:
                    continue
            score = self.search(depth, floor, HIGHEST, [move])
            if score > floor:
                del found[count - 1 :]
                insort(found, BestLine(depth, score, self.line), key=lambda line: -line.score_centipawns)
        return tuple(found)

    def fallback_line(self, moves: Sequence[int]) -> BestLine:
        """The best line one ply deep, for a search that was stopped before it had searched any move.

        A long exchange may exceed a move's share of ``FALLBACK_NODES``; such a move is played only if all
        moves do.
        """
        best = None
        for move in moves:
            self._work.control[STOP] = 0
            self._work.control[NODE_LIMIT] = self.nodes + max(FALLBACK_NODES // len(moves), 1)
            with suppress(SearchStopped):
                floor = best.score_centipawns if best else LOWEST
                score = self.search(1, floor, HIGHEST, [move])
                if score > floor:
                    best = BestLine(1, score, self.line)
        return best or BestLine(0, 0, tuple(moves[:1]))

    def clear(self) -> None:
        """Clear the results of earlier searches; not while searching."""
        clear_histories(self._work)

    def stop(self) -> None:
        """Stop the search in progress; any thread may call this."""
        self._work.control[STOP] = 1

    @property
    def window_centipawns(self) -> int:
        """Half the width of the first aspiration window; 0: no window."""
        return int(self._work.features[ASPIRATION])

    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
        return int(self._work.control[NODES])

    @property
    def selective_depth(self) -> int:
        """The longest line searched, in plies."""
        return int(self._work.control[SELECTIVE_DEPTH])
