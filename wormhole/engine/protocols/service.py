"""The computer player for another program: settings, the opponent, and one search at a time.

The protocols (``uci.py``, ``xboard.py``) translate between this and the lines of the other program.
"""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from wormhole.base.errors import WormholeError
from wormhole.base.text_files import MEGABYTE
from wormhole.engine.ladders import ladder_of
from wormhole.engine.levels import LEVELS, Level, Limit, at_skill, narrowed
from wormhole.engine.network import network_trouble
from wormhole.engine.opening_book import Book
from wormhole.engine.opponent import WAITING_SHARE, ChosenMove, Opponent, needs_little, recalled
from wormhole.engine.protocols.options import (
    BYTES_AN_ENTRY,
    CLEAR_HASH,
    HASH,
    EngineOptions,
    Option,
    changed,
)
from wormhole.engine.readiness import SOON_SECONDS, Readiness
from wormhole.engine.thinker import Thought, available_bytes
from wormhole.engine.time_management import rest_of
from wormhole.rules.board import Board
from wormhole.rules.fen import MOST_COUNT
from wormhole.rules.game_file import variant

SOLVING_SHARE = 0.1
"""Share of a move's time for solving the ending."""

SOLVABLE_SQUARES = 40
"""The solver is used with at most this many squares; with more, no proof would finish."""

LOOK_AGAIN_SECONDS = 0.05
TELL_SECONDS = 5.0
"""The interval of reports on the compilation to a client that waits for it."""

UNLIMITED = replace(LEVELS[-1], limit=Limit(), solver_seconds=math.inf)
"""Full strength without limits."""

MOST_SHARE = 0.8
"""The greatest share of the free memory that a transposition table may take."""

SLOW_START = "the computer player is being loaded or compiled; the first moves may wait for it"


@dataclass(frozen=True)
class Request:
    """A request for a search. If ``ponder``, the times of ``limit`` count from a later moment on."""

    limit: Limit = field(default_factory=Limit)
    infinite: bool = False
    ponder: bool = False
    among: tuple[str, ...] = ()
    """The texts of the moves to select from; empty for all."""

    @property
    def waits(self) -> bool:
        """Whether the answer waits until the client requests it."""
        return self.infinite or self.ponder


class Listener(Protocol):
    """Receives the results of a search. All calls come from the thread of the search."""

    def on_thought(self, thought: Thought) -> None:
        """A depth is finished; called for each of its best lines."""

    def on_note(self, text: str) -> None:
        """A message for the user."""

    def on_answer(self, choice: ChosenMove | None, line: tuple[str, ...]) -> None:
        """The search is over, and its answer is requested.

        ``line`` begins with the move to play; it is empty if there is none. Without a ``choice`` the search
        has failed, and the line has any legal move.
        """


class BackgroundSearch:
    """A search in a thread of its own.

    The ``book`` answers at once. Else the thread first waits for the compiled loops, if they are being
    compiled: without a clock until they are ready, with one for a share of the move's time. ``prepared`` gets
    the opponent, from that thread.
    """

    def __init__(
        self,
        request: Request,
        level: Level,
        board: Board,
        line_count: int,
        listener: Listener,
        *,
        readiness: Readiness,
        prepared: Callable[[], Opponent],
        book: Book | None,
    ) -> None:
        self._request, self._level, self._board, self._line_count = request, level, board, line_count
        self._listener, self._readiness, self._prepared, self._book = listener, readiness, prepared, book
        self._limit = narrowed(request.limit, level.limit)
        """The limit once the time of the move counts."""
        self._opponent: Opponent | None = None
        self._counted_from = None if request.waits else time.perf_counter()
        """When the time of the move began; None while it does not count."""
        self._has_begun = False
        self._is_stopped = False
        self._is_dropped = False
        self._answer_now = threading.Event()
        """Set when a waiting search may give its answer."""
        if not request.waits:
            self._answer_now.set()
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    @property
    def is_pondering(self) -> bool:
        """Whether the expected move may still be played."""
        return self._request.ponder and not self._request.infinite and self._counted_from is None

    def stop(self) -> None:
        """Make the search answer now, and wait for it."""
        self._is_stopped = True
        if self._opponent is not None:
            self._opponent.stop()
        self._answer_now.set()
        self._thread.join()

    def drop(self) -> None:
        """End the search without an answer, and wait until it has ended."""
        self._is_dropped = True
        self.stop()

    def hit(self, limit: Limit | None = None) -> None:
        """The expected move was played: from now on the time counts, that of ``limit`` or of the request."""
        if limit is not None:
            self._limit = narrowed(limit, self._level.limit)
        self._counted_from = time.perf_counter()
        if self._has_begun and self._opponent is not None:
            self._opponent.thinker.limit_to(self._limit)
        self._answer_now.set()

    def _run(self) -> None:
        choice = None
        try:
            choice = self._recalled()
            if choice is None:
                self._wait_for_loops()
                self._opponent = self._prepared()
                choice = self._chosen(self._opponent)
        except Exception as error:
            self._listener.on_note(f"the search failed: {error}")
        self._answer_now.wait()
        if not self._is_dropped:
            line = choice.line if choice else tuple(move.text for move in self._board.legal_moves[:1])
            self._listener.on_answer(choice, line)

    def _recalled(self) -> ChosenMove | None:
        """The answer of the book; None if all lines or only some moves are requested."""
        if self._request.waits or self._request.among or self._line_count > 1:
            return None
        return recalled(self._book, self._board, self._level, random.Random())

    def _chosen(self, opponent: Opponent) -> ChosenMove | None:
        counted_from = self._counted_from
        if counted_from is None:
            limit = replace(self._limit, seconds=None, soft_seconds=None)
        else:
            limit = rest_of(self._limit, time.perf_counter() - counted_from)

        def is_wanted() -> bool:
            # Only now the search can be stopped and limited: earlier calls take effect here.
            self._has_begun = True
            if self._is_stopped:
                opponent.stop()
            elif self._counted_from is not counted_from:
                opponent.thinker.limit_to(self._limit)
            return True

        solving = min(self._level.solver_seconds, solver_seconds(self._board, limit))
        level = replace(self._level, limit=limit, solver_seconds=solving)
        return opponent.choose(
            self._board,
            level,
            is_wanted,
            on_thought=self._listener.on_thought,
            among=self._request.among,
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
            if needs_little(self._limit):
                return
            if time.perf_counter() - told_at >= TELL_SECONDS:
                told_at = time.perf_counter()
                self._listener.on_note(f"waiting for the search to be compiled, {progress:.0%} is done")
        if not (self._readiness.is_fast or self._is_stopped):
            self._listener.on_note("this search is slow, because it is not compiled")

    def _seconds_to_wait(self) -> float:
        """How long the search may still wait for the loops."""
        if self._is_stopped:
            return 0.0
        if self._counted_from is None:
            return math.inf
        return waits_seconds(self._limit) - (time.perf_counter() - self._counted_from)


def waits_seconds(limit: Limit) -> float:
    """How long a search within ``limit`` waits for compiled loops."""
    seconds = limit.soft_seconds or limit.seconds
    return math.inf if seconds is None else WAITING_SHARE * seconds


def solver_seconds(board: Board, limit: Limit) -> float:
    """The time for solving the ending of ``board``; 0.0 before the ending and without a time limit."""
    seconds = limit.soft_seconds or limit.seconds
    squares = board.variant.geometry.squares - len(board.holes)
    return SOLVING_SHARE * seconds if seconds and squares <= SOLVABLE_SQUARES else 0.0


class Service:
    """The computer player for one game at a time, with the settings of another program.

    Its compiled loops are loaded in the background; a child process compiles them on the first start of all.
    Only a search waits for that, and only as long as its clock allows. ``tell`` is called with texts for the
    user, from any thread; the other methods belong to one thread.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self.settings = EngineOptions()
        self.search: BackgroundSearch | None = None
        """The search in progress, or the last one until it is stopped."""
        self._opponent: Opponent | None = None
        self._opponent_is_fast = False
        self._book: Book | None = None
        self._readiness = Readiness(on_trouble=tell)

    def make_ready(self, patience_seconds: float = SOON_SECONDS) -> None:
        """Prepare the first move; report it if the loops have to be compiled, or take long to load."""
        if self.search is not None:
            return
        if self._readiness.is_loaded_soon(patience_seconds):
            self._prepared().thinker.make_ready()
        else:
            self._tell(SLOW_START)

    def set(self, option: Option, text: str) -> None:
        """Set an option. Ends the search. Raises :class:`WormholeError` if the value is not allowed."""
        self.stop()
        if option is CLEAR_HASH:
            self.forget()
            return
        before, after = self.settings, changed(self.settings, option, text)
        if option is HASH:
            self._check_room(after)
        self.settings = after
        if option.remakes and self.settings != before:
            self._release()

    def _check_room(self, settings: EngineOptions) -> None:
        """Raise :class:`WormholeError` if there is no room for a table of that size."""
        room = available_bytes()
        held = self.settings.table_entries if self._opponent is not None else 0
        wanted = (settings.table_entries - held) * BYTES_AN_ENTRY
        if room is not None and wanted > room * MOST_SHARE:
            most = (int(room * MOST_SHARE) + held * BYTES_AN_ENTRY) // MEGABYTE
            raise WormholeError(f"Hash is {settings.hash_megabytes}; this machine has room for {most}")

    def forget(self) -> None:
        """Forget the last game. The next opponent uses the newest network."""
        self.stop()
        self._release()

    def begin(self, board: Board, request: Request, listener: Listener) -> None:
        """Search a position of the game that the settings name, once the last search is over."""
        self.stop()
        request = replace(request, among=tuple(board.parse_played(text).text for text in request.among))
        self.search = BackgroundSearch(
            request,
            self._level(),
            still_open(board),
            self.settings.line_count,
            listener,
            readiness=self._readiness,
            prepared=self._prepared,
            book=self._book_in_use(),
        )

    def stop(self) -> None:
        """Make the search in progress answer now, if there is one."""
        if self.search is not None:
            self.search.stop()
            self.search = None

    def drop(self) -> None:
        """End the search in progress without an answer, if there is one."""
        if self.search is not None:
            self.search.drop()
            self.search = None

    def thought(self) -> Thought | None:
        """The progress of the search."""
        return None if self._opponent is None else self._opponent.thinker.thought()

    def close(self) -> None:
        """End all threads."""
        self.stop()
        self._release()
        self._readiness.close()

    def _book_in_use(self) -> Book | None:
        """The opening book of the game, if it is used. Cached, because it is read when first needed."""
        if not self.settings.has_book:
            return None
        game = variant(self.settings.game)
        if self._book is None or self._book.variant != game:
            self._book = Book(game)
        return self._book

    def _prepared(self) -> Opponent:
        """The opponent for the current settings; on the compiled loops, if they are loaded."""
        fast = self._readiness.is_fast
        if self._opponent is None or self._opponent_is_fast is not fast:
            self._release()
            settings = self.settings
            self._readiness.report_trouble(network_trouble(variant(settings.game)))
            self._opponent = Opponent(
                variant(settings.game),
                fast=fast,
                generator=random.Random(),
                has_taste=False,
                table_entries=settings.table_entries,
                threads=settings.threads,
            )
            self._opponent_is_fast = fast
            if fast:  # so that the time of the first move does not include it
                first = replace(LEVELS[-1], limit=Limit(depth=1), solver_seconds=0.0, book_centipawns=0)
                self._opponent.choose(Board(settings.game), first)
        return self._opponent

    def _release(self) -> None:
        """Release the opponent, with its threads."""
        opponent, self._opponent = self._opponent, None
        if opponent is not None:
            opponent.close()

    def _level(self) -> Level:
        """The level for the current settings."""
        settings = self.settings
        if settings.is_limited and not settings.is_analysis:
            skill = ladder_of(variant(settings.game)).skill_of_elo(settings.elo)
            return at_skill(skill, random.random())
        return replace(UNLIMITED, book_centipawns=0) if settings.is_analysis else UNLIMITED


def still_open(board: Board) -> Board:
    """A copy to search, in which a draw by repetition or quiet moves does not end the game.

    Other programs decide when a game is drawn. Some ask for a move after such a draw.
    """
    if not board.is_game_over():
        return board.copy()
    fields = board.fen().split()
    fields[4], fields[5] = "0", str(min(int(fields[5]), MOST_COUNT))
    return Board(board.variant, " ".join(fields))
