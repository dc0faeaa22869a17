"""The search for the answer to one ``go`` of the Universal Chess Interface."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from wormhole.engine.clock import less
from wormhole.engine.levels import Level, Limit
from wormhole.engine.loops.workspace import MATE, MATE_BOUND
from wormhole.engine.opponent import Choice, Opponent
from wormhole.engine.player import WAITING_SHARE, needs_little
from wormhole.engine.readiness import Readiness
from wormhole.engine.solver import Solution
from wormhole.engine.thinker import Thought
from wormhole.engine.uci_go import Go
from wormhole.rules.board import Board

NO_MOVE = "(none)"
"""The usual answer if there is no move; the protocol does not define one."""

SOLVING_SHARE = 0.1
"""Share of a move's time for solving the ending."""

SOLVABLE_SQUARES = 40
"""The solver is used from this many squares on down; with more, no proof would finish."""

LOOK_AGAIN_SECONDS = 0.05
TELL_SECONDS = 5.0
"""How often the progress of the compilation is told to who waits for it."""


class Search:
    """A search in a thread of its own, which says ``info`` lines and at last ``bestmove``.

    The thread first waits for the compiled loops, if they are being compiled: without a clock until they are
    ready, with one for a share of the move's time. ``prepared`` gets the opponent, from that thread.
    """

    def __init__(
        self,
        asked: Go,
        level: Level,
        board: Board,
        line_count: int,
        *,
        readiness: Readiness,
        prepared: Callable[[], Opponent],
        say: Callable[[str], None],
    ) -> None:
        self._asked, self._level, self._board, self._line_count = asked, level, board, line_count
        self._readiness, self._prepared, self._say = readiness, prepared, say
        self._opponent: Opponent | None = None
        self._counted_from = None if asked.waits else time.perf_counter()
        """When the time of the move began; None while it does not count."""
        self._has_begun = False
        self._is_stopped = False
        self._answer_now = threading.Event()
        """Set when an answer that waits for ``stop`` or ``ponderhit`` may be given."""
        if not asked.waits:
            self._answer_now.set()
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    @property
    def is_pondering(self) -> bool:
        """Whether ``ponderhit`` may come."""
        return self._asked.ponder and not self._asked.infinite and self._counted_from is None

    def stop(self) -> None:
        """Have the answer given now, and wait for it."""
        self._is_stopped = True
        if self._opponent is not None:
            self._opponent.stop()
        self._answer_now.set()
        self._thread.join()

    def hit(self) -> None:
        """Count the time of the move from now on."""
        self._counted_from = time.perf_counter()
        if self._has_begun and self._opponent is not None:
            self._opponent.limit_to(self._asked.limit)
        self._answer_now.set()

    def _run(self) -> None:
        choice = None
        try:
            self._wait_for_loops()
            self._opponent = self._prepared()
            choice = self._chosen(self._opponent)
        except Exception as error:
            self._say(f"info string the search failed: {' '.join(str(error).split())}")
        if choice and choice.solution:
            self._say(solved_info(choice.solution, choice.line, self._board.turn))
        self._answer_now.wait()
        line = choice.line if choice else tuple(move.text for move in self._board.legal_moves[:1])
        answer = f"bestmove {line[0] if line else NO_MOVE}"
        if len(line) > 1:
            answer += f" ponder {line[1]}"
        self._say(answer)

    def _chosen(self, opponent: Opponent) -> Choice | None:
        counted_from, limit = self._counted_from, self._asked.first_limit
        if counted_from is not None:
            limit = less(self._asked.limit, time.perf_counter() - counted_from)

        def is_wanted() -> bool:
            # Only now the search can be stopped and limited; what came before is done here.
            self._has_begun = True
            if self._is_stopped:
                opponent.stop()
            elif self._counted_from is not counted_from:
                opponent.limit_to(self._asked.limit)
            return True

        solving = min(self._level.solver_seconds, solver_seconds(self._board, limit))
        return opponent.choose(
            self._board,
            replace(self._level, limit=limit, solver_seconds=solving),
            is_wanted,
            on_thought=lambda thought: self._say(info(thought)),
            among=self._asked.searchmoves,
            line_count=self._line_count,
        )

    def _wait_for_loops(self) -> None:
        """Wait until the loops are ready, or until it is time to play without."""
        told_at = -math.inf
        while not self._readiness.is_done and (seconds := self._seconds_to_wait()) > 0:
            self._readiness.wait(min(seconds, LOOK_AGAIN_SECONDS))
            progress = self._readiness.progress
            if progress is None:
                continue
            if needs_little(self._asked.limit):
                return
            if time.perf_counter() - told_at >= TELL_SECONDS:
                told_at = time.perf_counter()
                self._say(f"info string waiting for the search to be compiled, {progress:.0%} is done")
        if not (self._readiness.is_fast or self._is_stopped):
            self._say("info string this search is slow, because it is not compiled")

    def _seconds_to_wait(self) -> float:
        """How long the search may still wait for the loops."""
        if self._is_stopped:
            return 0.0
        if self._counted_from is None:
            return math.inf
        return waits_seconds(self._asked.limit) - (time.perf_counter() - self._counted_from)


def waits_seconds(limit: Limit) -> float:
    """How long a search within ``limit`` waits for compiled loops."""
    seconds = limit.soft_seconds or limit.seconds
    return math.inf if seconds is None else WAITING_SHARE * seconds


def still_open(board: Board) -> Board:
    """A copy to search, in which a draw by repetition or quiet moves does not end the game.

    Clients decide when a game is drawn. Some ask for a move after such a draw.
    """
    if not board.is_game_over():
        return board.copy()
    fields = board.fen().split()
    fields[4] = "0"
    return Board(board.variant, " ".join(fields))


def solver_seconds(board: Board, limit: Limit) -> float:
    """The time for solving the ending of ``board``; 0.0 before the ending and without a time limit."""
    seconds = limit.soft_seconds or limit.seconds
    squares = board.variant.geometry.squares - len(board.holes)
    return SOLVING_SHARE * seconds if seconds and squares <= SOLVABLE_SQUARES else 0.0


def info(thought: Thought) -> str:
    """The ``info`` line for one line of a finished depth."""
    milliseconds = max(1, round(thought.seconds * 1000))
    words = [
        *("info depth", thought.depth, "seldepth", thought.selective_depth, "multipv", thought.place),
        *("score", score(thought), "nodes", thought.nodes),
        *("nps", round(thought.nodes * 1000 / milliseconds), "hashfull", thought.table_permille),
        *("time", milliseconds, "pv", *thought.line),
    ]
    return " ".join(map(str, words))


def solved_info(solution: Solution, line: Sequence[str], mover: bool) -> str:
    """The ``info`` line of a move with a proven result; any win is shown as a mate."""
    plies = len(line)
    result = "cp 0"
    if solution.winner is not None:
        result = f"mate {solution.moves + 1 if solution.winner is mover else -solution.moves}"
    return f"info depth {plies} seldepth {plies} score {result} pv {' '.join(line)}"


def score(thought: Thought) -> str:
    """A score in UCI's form: ``cp 31``, ``mate 3``, ``mate -2``; mates are counted in moves."""
    value = thought.score_centipawns
    if abs(value) <= MATE_BOUND:
        return f"cp {value}"
    plies = MATE - abs(value)
    return f"mate {(plies + 1) // 2 if value > 0 else -(plies // 2)}"
