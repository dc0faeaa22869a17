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
from bisect import insort
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from wormhole.engine.clock import Deadline, DepthProgress, is_time_to_end
from wormhole.engine.configuration import AS_USUAL, workspace_for
from wormhole.engine.levels import Limit
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.network import Network
from wormhole.engine.searcher import Searcher, SearchStopped
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

LOWEST, HIGHEST = -MATE - 1, MATE + 1
"""Every score lies between these."""

WIDEST_CENTIPAWNS = 1000
"""A wider window is opened completely."""

FALLBACK_NODES = 2000
"""Node limit of :func:`fallback_line`; a few milliseconds."""

FIRST_EXPECTING_DEPTH = 5
"""From this depth on, the window is around the last score; before it, scores vary too much."""

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
class BestLine:
    """The best line of a search to ``depth``, as move numbers of the loops, and its score."""

    depth: int
    score_centipawns: int
    moves: tuple[int, ...]


def search_near(expected_centipawns: int, window_centipawns: int, search: Callable[[int, int], int]) -> int:
    """The exact score of ``search(alpha, beta)``, found with a window around the expected score.

    See https://www.chessprogramming.org/Aspiration_Windows. A search that fails high or low is repeated with
    that side of the window wider. Mate scores get a full window, so that the mate's length is exact.
    """
    width = window_centipawns
    alpha, beta = LOWEST, HIGHEST
    if abs(expected_centipawns) <= MATE_BOUND:
        alpha, beta = expected_centipawns - width, expected_centipawns + width
    while True:
        score = search(alpha, beta)
        width *= 3
        is_bounded = width <= WIDEST_CENTIPAWNS and abs(score) <= MATE_BOUND
        if score <= alpha and alpha > LOWEST:
            alpha = score - width if is_bounded else LOWEST
        elif score >= beta and beta < HIGHEST:
            beta = score + width if is_bounded else HIGHEST
        else:
            return score


def best_line(
    searcher: Searcher, depth: int, before: Sequence[BestLine] = (), moves: Sequence[int] = ()
) -> BestLine:
    """The best line that begins with one of ``moves`` (empty: any); ``before``: the lines of the last depth.

    Raises :class:`~wormhole.engine.searcher.SearchStopped`.
    """

    def search(alpha: int, beta: int) -> int:
        return searcher.search(depth, alpha, beta, moves)

    window = searcher.window_centipawns
    if depth < FIRST_EXPECTING_DEPTH or not before or not window:
        score = search(LOWEST, HIGHEST)
    else:
        score = search_near(before[0].score_centipawns, window, search)
    return BestLine(depth, score, searcher.line)


def best_lines(
    searcher: Searcher, depth: int, before: Sequence[BestLine], moves: Sequence[int], count: int
) -> tuple[BestLine, ...]:
    """The ``count`` best lines, best first, each with a different first move; all scores are exact.

    Each of ``moves`` is searched on its own, those of ``before`` first. Once there are ``count`` lines, a
    null-window search tests whether a move beats the last of them. Raises
    :class:`~wormhole.engine.searcher.SearchStopped`.
    """
    first = [line.moves[0] for line in before]
    found: list[BestLine] = []
    for move in [*first, *(move for move in moves if move not in first)]:
        floor = LOWEST
        if len(found) == count:
            floor = found[-1].score_centipawns
            if searcher.search(depth, floor, floor + 1, [move]) <= floor:
                continue
        score = searcher.search(depth, floor, HIGHEST, [move])
        if score > floor:
            del found[count - 1 :]
            insort(found, BestLine(depth, score, searcher.line), key=lambda line: -line.score_centipawns)
    return tuple(found)


def fallback_line(searcher: Searcher, moves: Sequence[int]) -> BestLine:
    """The best line one ply deep, for a search that was stopped before it had searched any move.

    A long exchange may exceed a move's share of ``FALLBACK_NODES``; such a move is played only if all moves
    do.
    """
    best = None
    for move in moves:
        searcher.extend(max(FALLBACK_NODES // len(moves), 1))
        with suppress(SearchStopped):
            floor = best.score_centipawns if best else LOWEST
            score = searcher.search(1, floor, HIGHEST, [move])
            if score > floor:
                best = BestLine(1, score, searcher.line)
    return best or BestLine(0, 0, tuple(moves[:1]))


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


@dataclass(frozen=True)
class _Root:
    """The task of a search: the moves to select from, and the number of lines wanted.

    ``allowed`` equals ``moves``, or is empty if these are all legal moves.
    """

    moves: tuple[int, ...]
    allowed: tuple[int, ...]
    line_count: int

    def search(self, searcher: Searcher, depth: int, before: Sequence[BestLine]) -> tuple[BestLine, ...]:
        """The best lines of a depth; ``before`` are those of the last depth."""
        if self.line_count > 1:
            return best_lines(searcher, depth, before, self.moves, self.line_count)
        return (best_line(searcher, depth, before, self.allowed),)


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
        numbers = tuple(map(board.number_of, moves))
        root = _Root(numbers, numbers if among else (), min(line_count, len(numbers)))
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
                self._deepen(root, on_thought)
            except SearchStopped:
                self._lines = self._lines_at_stop(root)
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

    def _deepen(self, root: _Root, on_thought: Callable[[Thought], None]) -> None:
        """Iterative deepening. Raises :class:`SearchStopped`. All helper threads have ended afterwards."""
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
                    on_thought(thought)
                now = time.perf_counter()
                best = self._lines[0]
                last = before[0] if before else best
                steady_depths = steady_depths + 1 if last.moves[0] == best.moves[0] else 0
                drop = last.score_centipawns - best.score_centipawns
                pace = DepthProgress(now - self._begun, now - begun, steady_depths, drop)
                is_forced = len(root.moves) == 1 and self._limit.seconds is not None
                if is_forced or all(map(_is_mate, self._lines)) or is_time_to_end(self._limit, pace):
                    return
        finally:
            for helper in self._helpers:
                helper.stop()
            for task in helping:
                task.result()

    def _help(self, helper: Searcher, place: int, root: _Root) -> None:
        """Search as the main thread does until stopped, every other helper one ply deeper."""
        lines: tuple[BestLine, ...] = ()
        with contextlib.suppress(SearchStopped):
            while True:
                done = lines[0].depth if lines else 0
                depth = max(done, self._lines[0].depth + place % 2) + 1
                lines = (best_line(helper, min(depth, MAX_PLY - 1), lines, root.allowed),)

    def _lines_at_stop(self, root: _Root) -> tuple[BestLine, ...]:
        """The lines of a search that was stopped within a depth: the best move that it has searched."""
        if root.line_count > 1 and self._lines:
            return self._lines
        if root.line_count == 1 and self._main.line:
            done = self._lines[0] if self._lines else BestLine(0, 0, ())
            return (replace(done, moves=self._main.line),)
        return (fallback_line(self._main, root.moves),)


def _is_mate(line: BestLine) -> bool:
    """Whether the line ends in a mate within its depth, so that there is no shorter mate."""
    return MATE - abs(line.score_centipawns) <= line.depth
