"""One search thread: its arrays, and its calls of the search loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from wormhole.compiling.arrays import record, shared, views
from wormhole.engine.loops.histories import clear_histories, halve_continuations
from wormhole.engine.loops.search import search
from wormhole.engine.loops.transposition import AGES
from wormhole.engine.loops.workspace import (
    AGE,
    ALLOWED,
    ASPIRATION,
    CONTINUATIONS,
    MAX_PAST,
    NO_LIMIT,
    NODE_LIMIT,
    NODES,
    PAST,
    SELECTIVE_DEPTH,
    STOP,
    Workspace,
)
from wormhole.engine.search_loops import SEARCH
from wormhole.rules.board import Board
from wormhole.rules.tabulation import blocks
from wormhole.rules.variant import Variant


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
        clear_histories(work)
        if work.features[CONTINUATIONS]:
            halve_continuations(work)
        self.line = ()
        self._key = board.key()
        past = board.past_keys[-MAX_PAST:]
        work.keys[: len(past) + 1] = [*past, self._key]
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
        score = self._loop(
            *self._blocks, self._work_argument, self._table, self._key, 0, 0, depth, alpha, beta
        )
        if length := int(work.lengths[0]):
            self.line = tuple(work.lines[:length].tolist())
        if work.control[STOP]:
            raise SearchStopped
        return int(score)

    def clear(self) -> None:
        """Clear the results of earlier searches; not while searching."""
        self._work.continuations[:] = 0

    def stop(self) -> None:
        """Stop the search in progress; any thread may call this."""
        self._work.control[STOP] = 1

    def extend(self, nodes: int) -> None:
        """Clear the stop, for this many more nodes."""
        self._work.control[STOP] = 0
        self._work.control[NODE_LIMIT] = self.nodes + nodes

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
