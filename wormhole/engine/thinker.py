"""Iterative deepening of one position until a limit is reached or another thread stops it.

The transposition table gets its memory before the first search needs it. A new table takes no memory until it
is written to. Linux then allocates and clears 2 MB at a time, so a search on a fresh table of some gigabytes
would clear 2 MB for each of its first nodes.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from wormhole.engine.configuration import AS_USUAL, workspace_for
from wormhole.engine.levels import Limit
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE
from wormhole.engine.network import Network
from wormhole.engine.searcher import BestLine, Searcher, SearchStopped
from wormhole.engine.time_management import Deadline, DepthProgress, is_time_to_end
from wormhole.rules.board import Board
from wormhole.rules.move import Move, moves_in
from wormhole.rules.position import MAX_PLY
from wormhole.rules.variant import Variant

LARGE_BYTES = 64 << 20
"""Smaller tables get their memory during the search, which takes no time."""
STEP_BYTES = 64 << 20
MADV_POPULATE_WRITE = 23

MEMORY = Path("/proc/meminfo")
GROUP = Path("/sys/fs/cgroup")

TABLE_ENTRIES = 1 << 20
"""Entries of the transposition table; 16 bytes each."""

FIRST_HELPED_DEPTH = 5
"""The helper threads start at this depth; shallower depths take less time than starting a thread."""


def available_bytes() -> int | None:
    """The memory that programs can still get, on this machine or in this container; None if unknown."""
    found: list[int] = []
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = MEMORY.read_text().splitlines()
        found.append(int(next(line for line in lines if line.startswith("MemAvailable:")).split()[1]) << 10)
    with contextlib.suppress(OSError, ValueError):
        most, used = ((GROUP / f"memory.{name}").read_text() for name in ("max", "current"))
        found.append(max(int(most) - int(used), 0))
    return min(found, default=None)


class Filling:
    """Makes the system allocate a table's memory in a thread, without changing its content; small tables are
    skipped.

    It ends early if memory is short, or if the system cannot do it; the search then allocates bit by bit.
    """

    def __init__(self, table: np.ndarray) -> None:
        self._is_wanted = True
        self._thread: threading.Thread | None = None
        if sys.platform == "linux" and table.nbytes >= LARGE_BYTES:
            self._thread = threading.Thread(target=self._fill, args=(table,), name="filling", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Wait for its end."""
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """End it."""
        self._is_wanted = False
        self.wait()

    def _fill(self, table: np.ndarray) -> None:
        try:
            madvise = ctypes.CDLL(None).madvise
        except (OSError, AttributeError):
            return
        madvise.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
        begin = -(-table.ctypes.data // mmap.PAGESIZE) * mmap.PAGESIZE
        end = (table.ctypes.data + table.nbytes) // mmap.PAGESIZE * mmap.PAGESIZE
        for place in range(begin, end, STEP_BYTES):
            room = available_bytes()
            if not self._is_wanted or (room is not None and room < 2 * STEP_BYTES):
                return
            if madvise(place, min(STEP_BYTES, end - place), MADV_POPULATE_WRITE) != 0:
                return


@dataclass(frozen=True)
class Thought:
    """The progress of a search: depth in plies, score for the side to move, nodes, and a line."""

    depth: int = 0
    score_centipawns: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()
    selective_depth: int = 0
    """The longest line searched, in plies."""
    seconds: float = field(default=0.0, compare=False)
    table_permille: int = field(default=0, compare=False)
    """The share of the transposition table that is used."""
    place: int = 1
    """The rank of the line: 1 is the best."""


class Thinker:
    """Searches positions of one game, one at a time, on arrays that it keeps.

    In a game with dice, the search ignores future rolls: a roll names one square of sixty-four, which seldom
    lies on a line that matters, and averaging over all rolls would cost most of the depth. The seed of the
    dice is in the board, which the search has no access to.

    ``fast`` selects the compiled loops. ``taste`` seeds small random changes of the piece-square values, so
    that games differ; None leaves them out. ``threads`` search with one transposition table
    (https://www.chessprogramming.org/Lazy_SMP); uncompiled, there is one thread. ``overrides`` is for
    matches, ``network`` a learned evaluation, see :func:`~wormhole.engine.configuration.workspace_for`.

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
        network: Network | None = None,
    ) -> None:
        workspace = workspace_for(variant, taste, overrides, network)
        self._variant = variant
        self._moves: Mapping[int, Move] = {}
        self._table = new_table(table_entries)
        self._filling = Filling(self._table)
        self._main, *self._helpers = (
            Searcher(variant, workspace, self._table, fast=fast) for _ in range(threads if fast else 1)
        )
        self._pool = ThreadPoolExecutor(max(len(self._helpers), 1), "searching along")
        self._deadline = Deadline(self._main.stop)
        self._lines: tuple[BestLine, ...] = ()
        self._numbers: tuple[int, ...] = ()
        """The moves to select from."""
        self._allowed: tuple[int, ...] = ()
        """The same; empty if these are all legal moves."""
        self._line_count = 1
        self._limit = Limit()
        self._begun = time.perf_counter()
        self._seconds = 0.0

    def think(
        self,
        board: Board,
        limit: Limit,
        wanted: Callable[[], bool] = lambda: True,
        *,
        on_thought: Callable[[Thought], None] = lambda thought: None,
        among: Collection[str] = (),
        line_count: int = 1,
    ) -> Move | None:
        """The best move within ``limit``; None if the game is over or the search is not wanted.

        ``wanted`` says whether to begin; it is called once the search can be stopped. ``on_thought`` is
        called after each depth, for each of the ``line_count`` best lines. If ``among`` is not empty, only
        the moves with these texts are searched.
        """
        self._begun = time.perf_counter()
        self._moves = moves_in(self._variant, board.position)
        moves = [move for move in board.legal_moves if not among or move.text in among]
        self._numbers = numbers = tuple(map(board.number_of, moves))
        self._allowed = numbers if among else ()
        self._line_count = min(line_count, len(numbers))
        searchers = (self._main, *self._helpers)
        for searcher in searchers:
            searcher.set_position(
                board, None if limit.nodes is None else max(limit.nodes // len(searchers), 1)
            )
        self._lines = ()
        self._limit = limit
        with self._deadline.work():
            try:
                if not moves or board.is_game_over() or not wanted():
                    return None
                if limit.seconds is not None:
                    self._deadline.stop_after(limit.seconds - (time.perf_counter() - self._begun))
                self._deepen(on_thought)
            except SearchStopped:
                self._lines = self._lines_at_stop()
            finally:
                self._seconds = time.perf_counter() - self._begun
        return moves[numbers.index(self._lines[0].moves[0])]

    def stop(self) -> None:
        """Stop the search in progress; within 50 ms it returns the best move so far."""
        self._main.stop()

    def limit_to(self, limit: Limit) -> None:
        """Stop the search in progress within the seconds of ``limit``, counted from now.

        The time to aim at (``soft_seconds``) counts from the start of the search.
        """
        self._limit = limit
        if limit.soft_seconds is not None and time.perf_counter() - self._begun >= limit.soft_seconds:
            self._deadline.stop_now()
        elif limit.seconds is not None:
            self._deadline.stop_after(limit.seconds)

    def thoughts(self) -> tuple[Thought, ...]:
        """The best lines of the last finished depth, of the current search or the last one."""
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
                tuple(self._moves[number].text for number in line.moves),
                selective_depth,
                seconds,
                permille,
                place,
            )
            for place, line in enumerate(self._lines or (BestLine(0, 0, ()),), 1)
        )

    def thought(self) -> Thought:
        """The best line of :meth:`thoughts`."""
        return self.thoughts()[0]

    def forget(self) -> None:
        """Clear the results of earlier searches; not while searching."""
        self._table[:] = 0
        for searcher in (self._main, *self._helpers):
            searcher.clear()

    def make_ready(self) -> None:
        """Wait until the table has its memory, so that the first search does not wait for it."""
        self._filling.wait()

    def close(self) -> None:
        """End all threads; not while searching."""
        self._filling.close()
        self._pool.shutdown()
        self._deadline.close()

    def _deepen(self, on_thought: Callable[[Thought], None]) -> None:
        """Iterative deepening. Raises :class:`SearchStopped`. All helper threads have ended afterwards."""
        helping: list[Future[None]] = []
        steady_depths = 0
        try:
            for depth in range(1, min(self._limit.depth, MAX_PLY - 1) + 1):
                if depth == FIRST_HELPED_DEPTH:
                    helping = [
                        self._pool.submit(self._help, helper, place)
                        for place, helper in enumerate(self._helpers, 1)
                    ]
                begun = time.perf_counter()
                before = self._lines
                if self._line_count > 1:
                    self._lines = self._main.best_lines(depth, before, self._numbers, self._line_count)
                else:
                    self._lines = (self._main.best_line(depth, before, self._allowed),)
                for thought in self.thoughts():
                    on_thought(thought)
                now = time.perf_counter()
                best = self._lines[0]
                last = before[0] if before else best
                steady_depths = steady_depths + 1 if last.moves[0] == best.moves[0] else 0
                drop = last.score_centipawns - best.score_centipawns
                progress = DepthProgress(now - self._begun, now - begun, steady_depths, drop)
                is_forced = len(self._numbers) == 1 and self._limit.seconds is not None
                if is_forced or all(map(_is_mate, self._lines)) or is_time_to_end(self._limit, progress):
                    return
        finally:
            for helper in self._helpers:
                helper.stop()
            for task in helping:
                task.result()

    def _help(self, helper: Searcher, place: int) -> None:
        """Search as the main thread does until stopped, every other helper one ply deeper."""
        lines: tuple[BestLine, ...] = ()
        with contextlib.suppress(SearchStopped):
            while True:
                done = lines[0].depth if lines else 0
                depth = max(done, self._lines[0].depth + place % 2) + 1
                lines = (helper.best_line(min(depth, MAX_PLY - 1), lines, self._allowed),)

    def _lines_at_stop(self) -> tuple[BestLine, ...]:
        """The lines of a search that was stopped within a depth: the best move that it has searched."""
        if self._line_count > 1 and self._lines:
            return self._lines
        if self._line_count == 1 and self._main.line:
            done = self._lines[0] if self._lines else BestLine(0, 0, ())
            return (replace(done, moves=self._main.line),)
        return (self._main.fallback_line(self._numbers),)


def _is_mate(line: BestLine) -> bool:
    """Whether the line ends in a mate within its depth, so that there is no shorter mate."""
    return MATE - abs(line.score_centipawns) <= line.depth
