"""The interface of all players: how a player is asked, how it is stopped, and what it answers."""

from __future__ import annotations

import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from wormhole.base.errors import WormholeError
from wormhole.engine.evaluation import agrees
from wormhole.engine.search_lock import report_error
from wormhole.rules.board import Board
from wormhole.rules.move import Move

if TYPE_CHECKING:
    from wormhole.engine.solver import Solution
    from wormhole.engine.time_management import Clock

JOIN_SECONDS = 2.0


class PlayerError(WormholeError):
    """A fault of a player, which cannot continue: it crashed, is silent, or plays an illegal move.

    The message follows the player's name: *ended with status 1*.
    """

    last_lines: tuple[str, ...] = ()
    """What another program wrote last, if it has failed."""


@dataclass(frozen=True, eq=False)
class MoveRequest:
    """The position that a player is asked about, with its history (``board.move_stack``).

    ``clock`` is that of the player, at the time ``at`` (``time.perf_counter``); None: it has no clock.
    """

    board: Board
    clock: Clock | None = None
    other_clock: Clock | None = None
    """The opponent's, if it is known."""
    at: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """The seconds since it was asked."""
        return time.perf_counter() - self.at


@dataclass(frozen=True)
class Answer:
    """The answer to ``asked``: a move, a resignation, or a ``fault`` as text for the user.

    ``solution`` is the proven result of the game after the move, if there is one. ``score_centipawns`` is the
    player's own evaluation of the move, and ``seconds`` is how long it took. ``due_seconds`` is how long
    after the request the move should be shown: a character answers as fast as a person.
    """

    asked: MoveRequest | None
    move: Move | None = None
    fault: str | None = None
    last_lines: tuple[str, ...] = ()
    """What another program wrote last before the fault."""
    resigns: bool = False
    offers_draw: bool = False
    """Whether it offers a draw with the move."""
    solution: Solution | None = None
    score_centipawns: int | None = None
    seconds: float | None = None
    due_seconds: float = 0.0


@dataclass(frozen=True)
class ThinkingInfo:
    """What a player reports while it thinks about ``asked``; the score is that of the side to move.

    ``preparing`` is 0.0 to 1.0 while the player is weaker because its loops are being compiled, else None.
    """

    asked: MoveRequest | None = None
    preparing: float | None = None
    depth: int = 0
    score_centipawns: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()


def ignore(answer: Answer) -> None:
    """Do nothing with an answer: the caller of :meth:`Player.play` has it already."""


class Player(ABC):
    """Takes a seat: plays games of any variant, one at a time.

    There are two ways to ask. A match waits: :meth:`new_game`, :meth:`play` and :meth:`end_game` return when
    they are done, and raise :class:`PlayerError` for a fault. The window does not wait: :meth:`begin`,
    :meth:`ask`, :meth:`ponder` and :meth:`finish` return at once and do the same in a thread of the player,
    which gives the answer to ``on_answer``. A fault is an answer, too. After a fault the player can be asked
    again.

    Any thread may call :meth:`stop`, :meth:`info` and :meth:`close`.
    """

    uses_book = True
    """Whether it may play by an opening book of its own."""
    takes_time = False
    """Whether its answers are due only when a person would move, if it can say that."""

    def __init__(self, on_answer: Callable[[Answer], None] = ignore) -> None:
        self.on_answer = on_answer
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._asked: MoveRequest | None = None
        """What it is to think about; None once it is answered or stopped."""
        self._is_pondering = False
        self._is_closed = False
        self._reported: set[str] = set()
        """The errors that were reported."""

    @property
    @abstractmethod
    def name(self) -> str:
        """Its own name, as far as it is known."""

    # For those who wait

    def new_game(self, board: Board) -> None:
        """Begin a game on ``board``, whose moves were played before. Raises :class:`PlayerError`."""

    def play(self, board: Board, clock: Clock | None = None, other_clock: Clock | None = None) -> Answer:
        """A legal move in the position of ``board``, or a resignation. Raises :class:`PlayerError`."""
        asked = self._asked = MoveRequest(board, clock, other_clock)
        answer = self._answer(asked)
        if answer.move is None and not answer.resigns:
            raise PlayerError("found no move")
        return answer

    def end_game(self, result: str) -> None:
        """The game is over, with this result, such as ``1-0``. Raises :class:`PlayerError`."""

    # For those who do not wait

    def begin(self, board: Board) -> None:
        """As :meth:`new_game`. A fault is reported when a move is asked for."""
        self._do_later(partial(self.new_game, board.copy()))

    def ask(self, board: Board, clock: Clock | None = None, other_clock: Clock | None = None) -> MoveRequest:
        """Ask for a move in the position of ``board``, which is copied. Earlier requests are dropped."""
        self.stop()
        asked = self._asked = MoveRequest(board.copy(), clock, other_clock)
        self._do_later(partial(self._give_answer, asked))
        return asked

    def ponder(self, board: Board, clock: Clock | None = None, other_clock: Clock | None = None) -> None:
        """Think about the position of ``board``, where the opponent is to move, until the next request.

        There is no answer. Players that cannot ponder do nothing.
        """
        self.stop()
        self._is_pondering = True
        asked = self._asked = MoveRequest(board.copy(), clock, other_clock)
        self._do_later(partial(self._ponder, asked))

    def stop(self) -> None:
        """Drop the current request: it is not answered."""
        asked, self._asked, self._is_pondering = self._asked, None, False
        if asked is not None:
            self._interrupt()

    def finish(self, result: str) -> None:
        """Have :meth:`end_game` done in the player's thread, if it has one."""
        self._do_later(partial(self.end_game, result))

    def close(self) -> None:
        """Stop, and release everything; in the player's thread, if it has one. It may be called twice."""
        self._is_closed = True
        self.stop()
        if self._thread is None:
            self._release()
        else:
            self._tasks.put(None)

    @property
    def is_gone(self) -> bool:
        """Whether it was closed, and its thread has ended."""
        return self._is_closed and (self._thread is None or not self._thread.is_alive())

    def join(self, seconds: float = JOIN_SECONDS) -> None:
        """Wait for the end of the thread after :meth:`close`, at most so long."""
        if self._thread is not None:
            self._thread.join(seconds)

    # At any time

    def info(self) -> ThinkingInfo:
        """Its report on the current request; pondering is not shown."""
        return ThinkingInfo(None if self._is_pondering else self._asked)

    def accepts_draw(
        self, color: bool, plies: int, score_centipawns: int | None, solution: Solution | None
    ) -> bool:
        """Whether it, who plays ``color``, agrees to a draw after so many plies.

        ``score_centipawns`` and ``solution`` are those of its answer with the last move.
        """
        return agrees(score_centipawns, plies) if solution is None else solution.winner != color

    def take_draw_offer(self) -> bool:
        """Pass an offer of a draw on, to be answered with the next move; False: see :meth:`accepts_draw`."""
        return False

    # What a kind of player adds

    @abstractmethod
    def _answer(self, asked: MoveRequest) -> Answer:
        """The answer; one without a move if the request was dropped meanwhile. Raises PlayerError."""

    def _ponder(self, asked: MoveRequest) -> None:
        """Think about a position until the request is dropped."""

    def _interrupt(self) -> None:
        """Stop thinking; any thread may call it."""

    def _release(self) -> None:
        """Release everything."""

    def _recovered(self, asked: MoveRequest, error: Exception) -> Answer:
        """The answer after an unexpected error, which is reported. Raises any error."""
        raise error

    # --- private ---

    def _is_wanted(self, asked: MoveRequest) -> bool:
        return self._asked is asked and not self._is_closed

    def _do_later(self, task: Callable[[], None]) -> None:
        if self._is_closed:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="player", daemon=True)
            self._thread.start()
        self._tasks.put(task)

    def _run(self) -> None:
        while (task := self._tasks.get()) is not None:
            try:
                task()
            except PlayerError:
                pass  # of a game's begin or end; the next request for a move reports it
            except Exception as error:
                self._report(error)
        self._release()

    def _give_answer(self, asked: MoveRequest) -> None:
        if not self._is_wanted(asked):
            return
        try:
            answer = self._checked(asked)
        except PlayerError as fault:
            answer = Answer(asked, fault=fault.message, last_lines=fault.last_lines)
        if self._is_wanted(asked):
            self._asked = None
            self.on_answer(replace(answer, asked=asked))

    def _checked(self, asked: MoveRequest) -> Answer:
        """The answer; a fallback after an unexpected error. Raises PlayerError."""
        try:
            return self._answer(asked)
        except PlayerError:
            raise
        except Exception as error:
            self._report(error)
            try:
                return self._recovered(asked, error)
            except Exception as again:
                raise PlayerError("the computer player failed: {trouble}", trouble=str(again)) from again

    def _report(self, error: Exception) -> None:
        """Report an error once."""
        if repr(error) not in self._reported:
            self._reported.add(repr(error))
            report_error(error)
