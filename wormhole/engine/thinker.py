"""One search of one position: deeper and deeper until a limit or a word from outside ends it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from wormhole.engine.configuration import AS_USUAL, workspace_for
from wormhole.engine.levels import Limit
from wormhole.engine.loops.search import search
from wormhole.engine.loops.transposition import AGES, new_table
from wormhole.engine.loops.workspace import (
    AGE,
    ALLOWED,
    DEPTH,
    LINE,
    LINE_LENGTH,
    MATE,
    MATE_BOUND,
    MAX_PAST,
    NODE_LIMIT,
    NODES,
    PAST,
    SCORE,
    SELECTIVE_DEPTH,
    STOP,
    Workspace,
)
from wormhole.rules.arrays import record, shared, views
from wormhole.rules.board import Board
from wormhole.rules.compiled import compiled
from wormhole.rules.coordinates import move_text
from wormhole.rules.move import Move
from wormhole.rules.position import MAX_PLY, new_scratch
from wormhole.rules.tabulation import table_record, tables
from wormhole.rules.variant import Variant

NO_LIMIT = 1 << 62

TABLE_ENTRIES = 1 << 20
"""Positions that a search remembers; 16 bytes each."""


@dataclass(frozen=True)
class Thought:
    """How far a search has come: depth in plies, score for the side to move, nodes, and the best line."""

    depth: int = 0
    score_centipawns: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()
    selective_depth: int = 0
    """The longest line looked at, in plies."""
    seconds: float = field(default=0.0, compare=False)
    table_permille: int = field(default=0, compare=False)
    """How full the table of positions is."""


class Thinker:
    """Searches positions of one game, one at a time, on arrays that it keeps.

    Where dice are rolled after each move, it plays as if no counter would come or go. It knows that some
    will, but one roll names one square of sixty-four, and seldom one on a line that matters within the few
    moves that it sees; averaging over all rolls would cost most of its depth. The seed of the dice lies in
    the board, which the search never sees: it cannot peek.

    ``fast`` takes the compiled loops. ``taste`` seeds a slight liking for some squares, so that games differ;
    None plays without. Any thread may call :meth:`stop` and :meth:`thought` while :meth:`think` runs.
    """

    def __init__(
        self,
        variant: Variant,
        *,
        fast: bool,
        taste: int | None = None,
        table_entries: int = TABLE_ENTRIES,
        overrides: Mapping[str, float] = AS_USUAL,
    ) -> None:
        self._variant = variant
        self._block = record(workspace_for(variant, taste, overrides))
        self._work = shared(Workspace, self._block)
        table = new_table(table_entries)
        self._table = table if fast else memoryview(table)
        self._begun = time.perf_counter()
        self._fast = fast
        self._search: Callable[..., int] = compiled(search) if fast else search

    def think(
        self,
        board: Board,
        limit: Limit,
        wanted: Callable[[], bool] = lambda: True,
        *,
        told: Callable[[Thought], None] = lambda thought: None,
        among: Collection[str] = (),
    ) -> Move | None:
        """The best move found within ``limit``; None if the game is over or the search is not wanted.

        ``wanted`` is asked once the search can be stopped: whether it is to begin at all. ``told`` is called
        after each depth. Only moves ``among`` these texts are considered, if there are any.
        """
        report = self._work.report
        age = (int(report[AGE]) + 1) % AGES
        report[:] = 0
        report[AGE] = age
        report[NODE_LIMIT] = limit.nodes or NO_LIMIT
        self._work.killers[:] = 0
        self._work.history[:] = 0
        past = board.past_keys[-MAX_PAST:]
        self._work.keys[: len(past)] = past
        report[PAST] = len(past)
        self._begun = time.perf_counter()
        moves = [move for move in board.legal_moves if not among or move.text in among]
        numbers = [board.number_of(move) for move in moves] if among else []
        self._work.allowed[: len(numbers)] = numbers
        report[ALLOWED] = len(numbers)
        if not moves or board.is_game_over() or not wanted():
            return None
        timer = threading.Timer(limit.seconds, self.stop) if limit.seconds is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            self._deepen(board, min(limit.depth, MAX_PLY - 1), told, alone=len(moves) == 1)
        finally:
            if timer:
                timer.cancel()
        best = int(report[LINE])
        return next((move for move in moves if board.number_of(move) == best), None)

    def stop(self) -> None:
        """End the search under way; within 50 ms it answers with the best move so far."""
        self._work.report[STOP] = 1

    def thought(self) -> Thought:
        """How far the search under way, or the last one, has come."""
        report = self._work.report
        line = report[LINE : LINE + int(report[LINE_LENGTH])].tolist()
        text = tuple(move_text(self._variant, number) for number in line)
        numbers = (int(report[index]) for index in (DEPTH, SCORE, NODES))
        seconds = time.perf_counter() - self._begun
        sample = np.asarray(self._table[1:2000:2])
        permille = round(1000 * np.count_nonzero(sample) / len(sample))
        return Thought(*numbers, text, int(report[SELECTIVE_DEPTH]), seconds, permille)

    def _deepen(self, board: Board, depth: int, told: Callable[[Thought], None], *, alone: bool) -> None:
        report = self._work.report
        if self._fast:
            arrays = table_record(self._variant), record(board.position), record(new_scratch()), self._block
        else:
            arrays = tuple(map(views, (tables(self._variant), board.position, new_scratch(), self._work)))
        key = board.key()
        for depth_now in range(1, depth + 1):
            score = self._search(*arrays, self._table, key, 0, 0, depth_now, -MATE - 1, MATE + 1)
            if report[STOP] and not report[LINE_LENGTH] and not self._work.lengths[0]:
                # Stopped before any move was looked at: one ply takes a moment, and finds a sound one.
                report[STOP], report[NODE_LIMIT] = 0, NO_LIMIT
                score = self._search(*arrays, self._table, key, 0, 0, 1, -MATE - 1, MATE + 1)
                report[STOP] = 1
            self._keep_line()
            if report[STOP]:
                return
            report[SCORE], report[DEPTH] = score, depth_now
            told(self.thought())
            if alone or abs(score) > MATE_BOUND:
                return

    def _keep_line(self) -> None:
        """Take the best line into the report; a search that was stopped may have found none."""
        report, length = self._work.report, int(self._work.lengths[0])
        if length:
            report[LINE_LENGTH] = 0
            report[LINE : LINE + length] = self._work.lines[:length]
            report[LINE_LENGTH] = length
