"""One search of one position: deeper and deeper until a limit or a word from outside ends it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace

import numpy as np

from wormhole.engine.clock import Pace, is_enough
from wormhole.engine.configuration import AS_USUAL, workspace_for
from wormhole.engine.deadline import Deadline
from wormhole.engine.levels import Limit
from wormhole.engine.lines import Line, best_line, best_lines, glance
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.searcher import Searcher, SearchStopped
from wormhole.rules.board import Board
from wormhole.rules.move import Move, moves_by_number
from wormhole.rules.position import MAX_PLY
from wormhole.rules.variant import Variant

TABLE_ENTRIES = 1 << 20
"""Positions that a search remembers; 16 bytes each."""

FIRST_HELPED_DEPTH = 5
"""Before this depth, a thread would end sooner than another can be woken."""


@dataclass(frozen=True)
class Thought:
    """How far a search has come: depth in plies, score for the side to move, nodes, and a line."""

    depth: int = 0
    score_centipawns: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()
    selective_depth: int = 0
    """The longest line looked at, in plies."""
    seconds: float = field(default=0.0, compare=False)
    table_permille: int = field(default=0, compare=False)
    """How full the table of positions is."""
    place: int = 1
    """Whether the line is the best, the second best, ..."""


@dataclass(frozen=True)
class _Root:
    """What is asked of a search: the moves to choose among, and how many lines are wanted.

    ``allowed`` are the moves again, and none where all legal ones may be chosen.
    """

    moves: tuple[int, ...]
    allowed: tuple[int, ...]
    line_count: int

    def search(self, searcher: Searcher, depth: int, before: Sequence[Line]) -> tuple[Line, ...]:
        """The best lines of a depth; ``before`` are those of the last one."""
        if self.line_count > 1:
            return best_lines(searcher, depth, before, self.moves, self.line_count)
        return (best_line(searcher, depth, before, self.allowed),)


class Thinker:
    """Searches positions of one game, one at a time, on arrays that it keeps.

    Where dice are rolled after each move, it plays as if no counter would come or go. It knows that some
    will, but one roll names one square of sixty-four, and seldom one on a line that matters within the few
    moves that it sees; averaging over all rolls would cost most of its depth. The seed of the dice lies in
    the board, which the search never sees: it cannot peek.

    ``fast`` takes the compiled loops. ``taste`` seeds a slight liking for some squares, so that games differ;
    None plays without. ``threads`` search together, on one table of positions: what one of them finds out,
    the others need not (https://www.chessprogramming.org/Lazy_SMP); uncompiled, there is one. ``overrides``
    is for matches, see :func:`~wormhole.engine.configuration.workspace_for`.

    While :meth:`think` runs, any thread may call :meth:`stop`, :meth:`limit_to` and :meth:`thoughts`.
    """

    def __init__(
        self,
        variant: Variant,
        *,
        fast: bool,
        taste: int | None = None,
        table_entries: int = TABLE_ENTRIES,
        threads: int = 1,
        overrides: Mapping[str, float] = AS_USUAL,
    ) -> None:
        workspace = workspace_for(variant, taste, overrides)
        self._variant = variant
        self._table = new_table(table_entries)
        self._main, *self._helpers = (
            Searcher(variant, workspace, self._table, fast=fast) for _ in range(threads if fast else 1)
        )
        self._pool = ThreadPoolExecutor(max(len(self._helpers), 1), "searching along")
        self._deadline = Deadline(self._main.stop)
        self._lines: tuple[Line, ...] = ()
        self._limit = Limit()
        self._begun = time.perf_counter()
        self._seconds = 0.0

    def think(
        self,
        board: Board,
        limit: Limit,
        wanted: Callable[[], bool] = lambda: True,
        *,
        told: Callable[[Thought], None] = lambda thought: None,
        among: Collection[str] = (),
        line_count: int = 1,
    ) -> Move | None:
        """The best move found within ``limit``; None if the game is over or the search is not wanted.

        ``wanted`` is asked once the search can be stopped: whether it is to begin at all. ``told`` is called
        after each depth, for each of the ``line_count`` best lines. Only moves ``among`` these texts are
        considered, if there are any.
        """
        self._begun = time.perf_counter()
        moves = [move for move in board.legal_moves if not among or move.text in among]
        numbers = tuple(map(board.number_of, moves))
        root = _Root(numbers, numbers if among else (), min(line_count, len(numbers)))
        searchers = (self._main, *self._helpers)
        for searcher in searchers:
            searcher.place(board, None if limit.nodes is None else max(limit.nodes // len(searchers), 1))
        self._lines = ()
        self._limit = limit
        with self._deadline.work():
            try:
                if not moves or board.is_game_over() or not wanted():
                    return None
                if limit.seconds is not None:
                    self._deadline.stop_after(limit.seconds - (time.perf_counter() - self._begun))
                self._deepen(root, told)
            except SearchStopped:
                self._lines = self._lines_at_stop(root)
            finally:
                self._seconds = time.perf_counter() - self._begun
        return moves[numbers.index(self._lines[0].moves[0])]

    def stop(self) -> None:
        """End the search under way; within 50 ms it answers with the best move so far."""
        self._main.stop()

    def limit_to(self, limit: Limit) -> None:
        """End the search under way within the seconds of ``limit``, counted from now.

        What it has taken so far counts for the time to aim at.
        """
        self._limit = limit
        if limit.soft_seconds is not None and time.perf_counter() - self._begun >= limit.soft_seconds:
            self._deadline.stop_now()
        elif limit.seconds is not None:
            self._deadline.stop_after(limit.seconds)

    def thoughts(self) -> tuple[Thought, ...]:
        """The best lines of the last depth that is finished, of the search under way or the last one."""
        searchers = (self._main, *self._helpers)
        nodes = sum(searcher.nodes for searcher in searchers)
        selective_depth = max(searcher.selective_depth for searcher in searchers)
        seconds = time.perf_counter() - self._begun if self._deadline.is_under_way else self._seconds
        sample = self._table[1:2000:2]
        permille = round(1000 * np.count_nonzero(sample) / len(sample))
        return tuple(
            Thought(
                line.depth,
                line.score_centipawns,
                nodes,
                tuple(moves_by_number(self._variant)[number].text for number in line.moves),
                selective_depth,
                seconds,
                permille,
                place,
            )
            for place, line in enumerate(self._lines or (Line(0, 0, ()),), 1)
        )

    def thought(self) -> Thought:
        """How far the search under way, or the last one, has come, with the best line."""
        return self.thoughts()[0]

    def forget(self) -> None:
        """Empty the table of positions; not while searching."""
        self._table[:] = 0

    def _deepen(self, root: _Root, told: Callable[[Thought], None]) -> None:
        """Search deeper and deeper. Raises :class:`SearchStopped`; whoever helped is at rest then, too."""
        helping: list[Future[None]] = []
        steady_depths = 0
        try:
            for depth in range(1, min(self._limit.depth, MAX_PLY - 1) + 1):
                if depth == FIRST_HELPED_DEPTH:
                    helping = [
                        self._pool.submit(self._help, helper, place, root)
                        for place, helper in enumerate(self._helpers, 1)
                    ]
                begun = time.perf_counter()
                before = self._lines
                self._lines = root.search(self._main, depth, before)
                for thought in self.thoughts():
                    told(thought)
                now = time.perf_counter()
                best = self._lines[0]
                last = before[0] if before else best
                steady_depths = steady_depths + 1 if last.moves[0] == best.moves[0] else 0
                drop = last.score_centipawns - best.score_centipawns
                pace = Pace(now - self._begun, now - begun, steady_depths, drop)
                is_forced = len(root.moves) == 1 and self._limit.seconds is not None
                if is_forced or all(map(_is_mate, self._lines)) or is_enough(self._limit, pace):
                    return
        finally:
            for helper in self._helpers:
                helper.stop()
            for task in helping:
                task.result()

    def _help(self, helper: Searcher, place: int, root: _Root) -> None:
        """Search as the main thread does, every other helper a ply deeper, until told to stop."""
        lines: tuple[Line, ...] = ()
        with contextlib.suppress(SearchStopped):
            while True:
                done = lines[0].depth if lines else 0
                depth = max(done, self._lines[0].depth + place % 2) + 1
                lines = (best_line(helper, min(depth, MAX_PLY - 1), lines, root.allowed),)

    def _lines_at_stop(self, root: _Root) -> tuple[Line, ...]:
        """What a search comes to that is stopped within a depth: the best move that it came to look at."""
        if root.line_count > 1 and self._lines:
            return self._lines
        if root.line_count == 1 and self._main.line:
            done = self._lines[0] if self._lines else Line(0, 0, ())
            return (replace(done, moves=self._main.line),)
        return (glance(self._main, root.moves),)


def _is_mate(line: Line) -> bool:
    """Whether the line ends in a mate within its depth, so that none is shorter."""
    return MATE - abs(line.score_centipawns) <= line.depth
