"""The ending solver: proven results of positions near the end of a game.

If every move removes a square, games are short enough to search their endings completely. The proof is
full-width (:mod:`wormhole.engine.loops.solve`), so its results are certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from wormhole.engine.deadline import Deadline
from wormhole.engine.loop_groups import SOLVER
from wormhole.engine.loops.solve import (
    DRAWN,
    NODE_LIMIT,
    NODES,
    STOP,
    WON,
    SolverWorkspace,
    forces,
    new_solver_workspace,
)
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import NO_LIMIT
from wormhole.rules.arrays import record, shared, views
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.position import MAX_PLY
from wormhole.rules.tables import BARE_DRAWS, QUIET_LIMIT, STALEMATE_DRAWS, STALEMATE_WINS
from wormhole.rules.tabulation import blocks, tables
from wormhole.rules.variant import Variant

TABLE_ENTRIES = 1 << 18
"""Entries of the solver's hash table; 16 bytes each."""


@dataclass(frozen=True)
class Solution:
    """The proven result of a position: the winner, or None for a draw, and the best line to the end.

    ``moves`` counts the winner's moves, as in "White wins in 9"; in a draw, those of the side to move.
    """

    winner: bool | None
    moves: int
    line: tuple[str, ...]

    def after_move_of(self, mover: bool) -> Solution:
        """The result after ``mover`` has played the first move of the line."""
        return replace(self, moves=self.moves - (mover is self.winner), line=self.line[1:])


class Solver:
    """Solves positions of one game, one at a time, on its own arrays. Any thread may call :meth:`stop`."""

    def __init__(self, variant: Variant, *, fast: bool, table_entries: int = TABLE_ENTRIES) -> None:
        self._variant = variant
        block = record(new_solver_workspace())
        self._work = shared(SolverWorkspace, block)
        self._form = block if fast else views(self._work)
        self._fast = fast
        table = new_table(table_entries)
        self._table = table if fast else memoryview(table)
        self._forces: Callable[..., bool] = SOLVER.twin(forces) if fast else forces
        self._deadline = Deadline(partial(_stop, self._work))

    def solve(
        self,
        board: Board,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        wanted: Callable[[], bool] = lambda: True,
    ) -> Solution | None:
        """The result of ``board``, or None if ``nodes`` or ``seconds`` do not suffice for a proof.

        A win is the shortest one. Also None if the game is over, if its variant is not solvable, or if
        ``wanted()`` is false, which is called once :meth:`stop` has an effect.
        """
        report = self._work.report
        report[STOP], report[NODES], report[NODE_LIMIT] = 0, 0, nodes or NO_LIMIT
        if not is_solvable(board.variant) or board.is_game_over() or not wanted():
            return None
        with self._deadline.work():
            if seconds is not None:
                self._deadline.stop_after(seconds)
            return self._deepen(board)

    def wins_within(self, board: Board, side: bool, plies: int, nodes: int | None = None) -> bool | None:
        """Whether ``side`` can force a win within so many plies; None if ``nodes`` do not suffice.

        It holds for every game without dice, since the shortest win repeats no position and ``plies`` are
        few: draws by repetition and by quiet moves are left out.
        """
        report = self._work.report
        report[STOP], report[NODES], report[NODE_LIMIT] = 0, 0, nodes or NO_LIMIT
        is_proven = self._is_proven(board, side, WON, plies)
        return None if report[STOP] else is_proven

    def stop(self) -> None:
        """Stop the proof in progress; it returns None."""
        _stop(self._work)

    def close(self) -> None:
        """End all threads; not while solving."""
        self._deadline.close()

    @property
    def nodes(self) -> int:
        """Nodes of the current or last proof."""
        return int(self._work.report[NODES])

    def _deepen(self, board: Board) -> Solution | None:
        sure_of_draw: set[bool] = set()
        for depth in range(1, _longest(board) + 1):
            for side, least in _questions(board, depth):
                if side in sure_of_draw and least == DRAWN:
                    continue
                is_proven = self._is_proven(board, side, least, depth)
                if self._work.report[STOP]:
                    return None
                if is_proven and least == WON:
                    return self._solution(board, side, depth)
                if is_proven:
                    sure_of_draw.add(side)
            if len(sure_of_draw) == 2:
                return self._solution(board, None, depth)
        return None

    def _is_proven(self, board: Board, side: bool, least: int, depth: int) -> bool:
        arrays = *blocks(self._variant, board.position, fast=self._fast), self._form, self._table
        return bool(self._forces(*arrays, board.key(), 0, 0, depth, 0 if side is WHITE else 1, least))

    def _solution(self, board: Board, winner: bool | None, plies: int) -> Solution | None:
        """The result with its line; None if the time is over before its first move is found."""
        line = tuple(move.text for move in self._line(board.copy(), winner, plies))
        moves = plies // 2 if winner is (not board.turn) else (plies + 1) // 2
        return Solution(winner, moves, line) if line else None

    def _line(self, board: Board, winner: bool | None, plies: int) -> Iterator[Move]:
        """The moves that win soonest, lose latest, or keep the draw; fewer if stopped."""
        for left in range(plies - 1, -1, -1):
            if board.is_game_over():
                return
            move = next(
                (move for move in board.legal_moves if self._is_best(board, move, winner, left)), None
            )
            if move is None or self._work.report[STOP]:
                return
            yield move
            board.push(move)

    def _is_best(self, board: Board, move: Move, winner: bool | None, left: int) -> bool:
        """Whether a move keeps the known result, which is ``left`` plies away after the move."""
        mover = board.turn
        board.push(move)
        try:
            if winner is None:
                return self._is_proven(board, mover, DRAWN, left)
            if mover is winner:
                return self._is_proven(board, winner, WON, left)
            return not self._is_proven(board, winner, WON, left - 1)
        finally:
            board.pop()


def _stop(work: SolverWorkspace) -> None:
    """Stop the proof in progress. The deadline holds this, not the solver: the tables go with the solver."""
    work.report[STOP] = 1


def prove(board: Board, nodes: int | None = None) -> Solution | None:
    """The proven result of a position; None if ``nodes`` do not suffice.

    >>> prove(Board(fen="xnwxkxxx/ppxpxxpp/c1pC1x1x/PW1xxp1n/x1PcPxxP/3x1xPw/xPxPxPxx/CxNLKxNx b"), nodes=99)
    Solution(winner=False, moves=1, line=('d4e4',))
    """
    return Solver(board.variant, fast=SOLVER.use()).solve(board, nodes=nodes)


def is_solvable(variant: Variant) -> bool:
    """Whether the endings of a game can be solved: its moves remove squares, and its draws are simple.

    The only insufficient material that the loops know is bare royal pieces.
    """
    bare = (variant.royal.letter, variant.royal.letter)
    return (
        variant.squares_go
        and not variant.endings.dead_same_color
        and all(left == bare or not variant.is_dead(left) for left in variant.endings.dead)
    )


def _questions(board: Board, depth: int) -> Iterator[tuple[bool, int]]:
    """The questions at a depth: a side and the outcome it may force. Only one side can make the last move."""
    options = tables(board.variant).options
    last_mover = board.turn if depth % 2 == 1 else not board.turn
    yield last_mover, WON
    if options[STALEMATE_WINS]:
        yield not last_mover, WON
    if options[STALEMATE_DRAWS] or options[BARE_DRAWS]:
        yield from ((side, DRAWN) for side in (WHITE, BLACK))


def _longest(board: Board) -> int:
    """The most plies that the game can last: each removes a square, and quiet moves may be limited."""
    squares = board.variant.geometry.squares - len(board.holes)
    quiet = int(tables(board.variant).options[QUIET_LIMIT])
    return min(squares, MAX_PLY - 1, quiet - board.halfmove_clock if quiet else squares)
