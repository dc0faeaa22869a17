"""The ending solver: proven results of positions near the end of a game.

If every move removes a square, games are short enough to search their endings completely. The proof is
full-width (:mod:`wormhole.engine.loops.solve`), so its results are certain.

The solver first looks for a short win. If there is none, it finds who wins, without a limit of plies; then it
looks for the shortest win in the time that is left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from wormhole.compiling.arrays import record, shared, views
from wormhole.engine.loops.proofs import NEVER, SURE, lost_of, probe_proof, proven_of
from wormhole.engine.loops.solve import (
    QUESTION,
    QUESTIONS,
    SolverWorkspace,
    explore,
    new_solver_workspace,
    question_key,
)
from wormhole.engine.loops.transposition import new_table
from wormhole.engine.loops.workspace import NO_LIMIT, NODE_LIMIT, NODES, STOP
from wormhole.engine.search_loops import SOLVER
from wormhole.engine.time_management import Deadline
from wormhole.rules.board import Board
from wormhole.rules.draw_limits import Counting
from wormhole.rules.move import Move
from wormhole.rules.piece import BLACK, WHITE
from wormhole.rules.position import MAX_PLY
from wormhole.rules.tabulation import blocks, tables
from wormhole.rules.variant import Variant

TABLE_ENTRIES = 1 << 19
"""Entries of the solver's hash table; 16 bytes each."""

SHORT_NODES = 500
"""Nodes for the search of a short win: about a millisecond."""


@dataclass(frozen=True)
class Solution:
    """The proven result of a position: the winner, or None for a draw, and the best line to the end.

    ``moves`` counts the winner's moves, as in "White wins in 9"; in a draw, those of the side to move.
    ``is_shortest``: no win is shorter. Otherwise it is only known that the win takes no more than ``moves``.
    """

    winner: bool | None
    moves: int
    line: tuple[str, ...]
    is_shortest: bool = True

    def after_move_of(self, mover: bool) -> Solution:
        """The result after ``mover`` has played the first move of the line."""
        return replace(self, moves=self.moves - (mover is self.winner), line=self.line[1:])


@dataclass(frozen=True)
class _Win:
    """A proven win: the winner, the plies within which they win, and whether no win is shorter."""

    winner: bool
    plies: int
    is_shortest: bool = False


class Solver:
    """Solves positions of one game, one at a time, on its own arrays. Any thread may call :meth:`stop`."""

    def __init__(self, variant: Variant, *, fast: bool, table_entries: int = TABLE_ENTRIES) -> None:
        self._variant = variant
        block = record(new_solver_workspace())
        self._work = shared(SolverWorkspace, block)
        self._form = block if fast else views(self._work)
        self._fast = fast
        table = new_table(table_entries)
        self._known: Any = memoryview(table)
        self._table = table if fast else self._known
        self._explore: Callable[..., int] = SOLVER.twin(explore) if fast else explore
        self._deadline = Deadline(partial(_stop, self._work))

    def solve(
        self,
        board: Board,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        shortest: bool = True,
        wanted: Callable[[], bool] = lambda: True,
    ) -> Solution | None:
        """The result of ``board``; None if ``nodes`` or ``seconds`` do not suffice for a proof.

        A win is the shortest one if they suffice for that, unless ``shortest`` is false. Also None if the
        game is over, if its variant is not solvable, or if ``wanted()`` is false, which is called once
        :meth:`stop` has an effect.
        """
        self._begin(nodes)
        if not is_solvable(board.variant) or board.is_game_over() or not wanted():
            return None
        with self._deadline.work():
            if seconds is not None:
                self._deadline.stop_after(seconds)
            return self._solved(board, shortest)

    def wins_within(self, board: Board, side: bool, plies: int, nodes: int | None = None) -> bool | None:
        """Whether ``side`` can force a win within so many plies; None if ``nodes`` do not suffice.

        It holds for every game without dice, since the shortest win repeats no position and ``plies`` are
        few: draws by repetition and by quiet moves are left out.
        """
        self._begin(nodes)
        return self._wins(board, side, plies)

    def stop(self) -> None:
        """Stop the proof in progress; it returns what is proven by then, or None."""
        _stop(self._work)

    def close(self) -> None:
        """End all threads; not while solving."""
        self._deadline.close()

    @property
    def nodes(self) -> int:
        """Nodes of the current or last proof."""
        return int(self._work.control[NODES])

    # --- questions ---

    def _begin(self, nodes: int | None) -> None:
        control = self._work.control
        control[STOP], control[NODES], control[NODE_LIMIT] = 0, 0, nodes or NO_LIMIT

    @property
    def _is_stopped(self) -> bool:
        control = self._work.control
        return bool(control[STOP] or control[NODES] >= control[NODE_LIMIT])

    def _wins(self, board: Board, side: bool, plies: int) -> bool | None:
        """Whether ``side`` can force a win within ``plies``; None if stopped."""
        control = self._work.control
        control[QUESTION] = control[QUESTION] % QUESTIONS + 1
        arrays = *blocks(self._variant, board.position, fast=self._fast), self._form, self._table
        entry = self._explore(*arrays, board.key(), 0, 0, plies, _number(side), SURE, SURE)
        return None if self._is_stopped else proven_of(int(entry)) <= plies

    def _wins_after(self, board: Board, move: Move, side: bool, plies: int) -> bool | None:
        """Whether ``side`` can force a win within ``plies`` after a move; None if stopped."""
        board.push(move)
        try:
            return self._wins(board, side, plies)
        finally:
            board.pop()

    def _known_plies(self, board: Board, winner: bool) -> int:
        """The plies within which ``winner`` is known to win; ``NEVER`` if it is not."""
        return min(proven_of(self._entry(board, winner)), lost_of(self._entry(board, not winner)))

    def _known_plies_after(self, board: Board, winner: bool) -> dict[Move, int]:
        """The plies within which ``winner`` is known to win after each legal move; ``NEVER`` if it is not."""
        found = {}
        for move in board.legal_moves:
            board.push(move)
            found[move] = self._known_plies(board, winner)
            board.pop()
        return found

    def _entry(self, board: Board, side: bool) -> int:
        """The table's entry for the claim that ``side`` wins."""
        arrays = blocks(self._variant, board.position, fast=False)[:2]
        return probe_proof(self._known, question_key(*arrays, board.key(), _number(side), _longest(board)))

    # --- results ---

    def _solved(self, board: Board, shortest: bool) -> Solution | None:
        longest = _longest(board)
        win = self._shortest(board, longest, (WHITE, BLACK), SHORT_NODES) or self._any_win(board, longest)
        if win is None:
            return None if self._is_stopped or longest < _squares(board) else self._draw(board)
        if shortest and not win.is_shortest:
            win = self._shortest(board, win.plies, (win.winner,)) or win
        return self._solution(board, win)

    def _shortest(
        self, board: Board, most_plies: int, sides: Sequence[bool], nodes: int = NO_LIMIT
    ) -> _Win | None:
        """The shortest win of one of the sides; None if about so many nodes do not suffice."""
        for plies in range(1, most_plies + 1):
            for side in sides:
                if _may_end(board, side, plies) and self._wins(board, side, plies):
                    return _Win(side, plies, is_shortest=True)
            if self._is_stopped or self.nodes > nodes:
                break
        return None

    def _any_win(self, board: Board, longest: int) -> _Win | None:
        """A win of either side, however long; None if there is none, or if stopped."""
        win = self._known_win(board, longest)
        for side in (board.turn, not board.turn):
            if win is None and self._wins(board, side, longest) is not None:
                win = self._known_win(board, longest)
        return win

    def _known_win(self, board: Board, longest: int) -> _Win | None:
        """The win that the table has."""
        wins = (_Win(side, self._known_plies(board, side)) for side in (WHITE, BLACK))
        return next((win for win in wins if win.plies <= longest), None)

    def _solution(self, board: Board, win: _Win) -> Solution | None:
        """The win with its line; None if the time is over before its first move is found."""
        line = self._line(board.copy(), win)
        moves = win.plies // 2 if win.winner is (not board.turn) else (win.plies + 1) // 2
        return Solution(win.winner, moves, line, win.is_shortest) if line else None

    def _line(self, board: Board, win: _Win) -> tuple[str, ...]:
        """The moves that win soonest and lose latest, as far as they are known."""
        line: list[str] = []
        for left in range(win.plies - 1, -1, -1):
            move = None if board.is_game_over() else self._best(board, win, left)
            if move is None:
                break
            line.append(move.text)
            board.push(move)
        return tuple(line)

    def _best(self, board: Board, win: _Win, left: int) -> Move | None:
        """A move that wins within ``left`` plies after it, or that loses as late as is known."""
        known = self._known_plies_after(board, win.winner)
        if board.turn is win.winner:
            soonest = min(known, key=known.__getitem__)
            if known[soonest] <= left:
                return soonest
            return next((move for move in known if self._wins_after(board, move, win.winner, left)), None)
        if win.is_shortest:
            for move in known:
                if self._wins_after(board, move, win.winner, left - 1) is False:
                    return move
        lost = [move for move in known if known[move] < NEVER]
        return max(lost, key=known.__getitem__, default=None)

    def _draw(self, board: Board) -> Solution | None:
        """A draw with a line that keeps it; None if the time is over before its first move is found."""
        twin, line = board.copy(), []
        while not twin.is_game_over():
            move = next((move for move in twin.legal_moves if self._holds(twin, move)), None)
            if move is None:
                break
            line.append(move.text)
            twin.push(move)
        return Solution(None, (len(line) + 1) // 2, tuple(line)) if line else None

    def _holds(self, board: Board, move: Move) -> bool:
        """Whether the other side cannot win after a move."""
        return self._wins_after(board, move, not board.turn, _longest(board) - 1) is False


def _stop(work: SolverWorkspace) -> None:
    """Stop the proof in progress. The deadline holds this, not the solver: the tables go with the solver."""
    work.control[STOP] = 1


def is_solvable(variant: Variant) -> bool:
    """Whether the endings of a game can be solved: each move removes a square, and its draws are simple.

    The only insufficient material that the loops know is bare royal pieces. Counted moves are no part of the
    positions that they know.
    """
    bare = (variant.royal.letter, variant.royal.letter)
    return (
        variant.squares_go
        and not variant.hands
        and not variant.endings.dead_same_color
        and variant.endings.count is Counting.NONE
        and all(left == bare or not variant.is_dead(left) for left in variant.endings.dead)
    )


def _may_end(board: Board, side: bool, plies: int) -> bool:
    """Whether ``side`` can win on that ply: only the side that moves last wins, unless stalemate wins."""
    last_mover = board.turn if plies % 2 == 1 else not board.turn
    options = tables(board.variant).options
    return side is last_mover or bool(options.stalemate_wins or options.mate_wins or options.mating)


def _number(side: bool) -> int:
    """The side as the loops number it."""
    return 0 if side is WHITE else 1


def _squares(board: Board) -> int:
    """The squares that are left: the game lasts at most as many plies."""
    return board.variant.geometry.squares - len(board.holes)


def _longest(board: Board) -> int:
    """The most plies that can be searched: all, unless quiet moves may draw before."""
    quiet = tables(board.variant).options.quiet_limit
    squares = _squares(board)
    return min(squares, MAX_PLY - 1, quiet - board.halfmove_clock if quiet else squares)
