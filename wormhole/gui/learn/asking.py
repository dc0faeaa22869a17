"""Asks the engine in the background, for exercises: one question at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from wormhole import Board
from wormhole.base.errors import WormholeError
from wormhole.gui.languages.language import said
from wormhole.gui.look.widgets import Action
from wormhole.gui.window.background import Job, LatestJob
from wormhole.gui.window.engines import SearchResources
from wormhole.gui.window.events import FAULT, post
from wormhole.play.move_words import Notation, line_words


class LineText:
    """Words about the moves of a board, found in the background. `found` is called when they are there."""

    def __init__(self, notation: Notation, found: Action) -> None:
        self._notation = notation
        self._found = found
        self._newest: LatestJob[tuple[Board, str]] = LatestJob(self._take)
        self._board: Board | None = None
        """What the words are about."""
        self.words = ""
        """Those about an earlier position, until the new ones are there."""

    def read(self, board: Board) -> None:
        """Find the words about this board, unless they are known."""
        if self._board is not None and _is_same(self._board, board):
            return
        self._board = about = board.copy()
        if about.move_stack:
            self._newest.ask(lambda: (about, line_text(about.copy(), self._notation)))
        else:
            self.words = ""

    def update(self) -> None:
        """Take over what was found."""
        self._newest.update()

    def close(self) -> None:
        """Stop the search for words."""
        self._newest.close()

    def _take(self, found: tuple[Board, str]) -> None:
        about, words = found
        if about is self._board:
            self.words = words
            self._found()


def line_text(board: Board, notation: Notation) -> str:
    """The moves since the board began, and a sentence about the last one. It takes some milliseconds."""
    from wormhole.learn.captions import captions
    from wormhole.learn.fact_finder import last_move

    moves = line_words(board.root(), board.move_stack, notation)
    played = last_move(board)
    return moves if played is None else f"{moves}\n\n{said(captions(played, board.variant)[0])}"


def _is_same(board: Board, other: Board) -> bool:
    return board.fen() == other.fen() and board.move_stack == other.move_stack


LOOK_AGAIN_SECONDS = 0.05


class Searching(Protocol):
    """What answers: it can be stopped by any thread, and is closed at the end."""

    def stop(self) -> None:
        """Stop what is in progress."""
        ...

    def close(self) -> None:
        """End all threads; not while at work."""
        ...


Searcher = TypeVar("Searcher", bound=Searching)
Answer = TypeVar("Answer")


class Asking(Generic[Searcher, Answer]):
    """Makes a searcher when it is first asked; `make` gets whether it searches on the compiled loops.

    A question waits until the loops are ready, or, if not `waits`, is searched on the plain ones until then.
    `told` gets each answer in the window's thread, by `update`, unless something else was asked since then. A
    search gives way to the computer player's, and begins again after it.
    """

    def __init__(
        self,
        engine: SearchResources,
        make: Callable[[bool], Searcher],
        search: Callable[[Searcher, Board, Callable[[], bool]], Answer | None],
        told: Callable[[Answer | None], None],
        waits: bool = True,
    ) -> None:
        self._engine = engine
        self._make = make
        self._search = search
        self._told = told
        self._waits = waits
        self._searcher: Searcher | None = None
        self._is_fast = False
        self._searching = threading.Lock()
        self._job: Job[Answer | None] | None = None
        self._question: object = None
        """The current question; a job for another one ends."""

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None

    def ask(self, board: Board) -> None:
        """Ask about a position, instead of what was asked before."""
        self.forget()
        board = board.copy()
        self._question = question = object()
        self._job = Job(lambda job: self._answer(lambda: self._question is question, board))

    def forget(self) -> None:
        """Cancel the question; the search ends within 50 ms."""
        self._job = self._question = None
        if self._searcher is not None:
            self._searcher.stop()

    def update(self) -> None:
        """Deliver an answer, if there is one. The end of a search wakes the loop.

        After an error there is none; the window reports an unexpected one.
        """
        if self._job is None or not self._job.is_done_within(0.0):
            return
        job, self._job = self._job, None
        try:
            answer = job.result()
        except Exception as error:  # no failure of a search may end the exercise
            answer = None
            if not isinstance(error, WormholeError):
                post(FAULT, error=error)
        self._told(answer)

    def close(self) -> None:
        """End all searches, and then their threads."""
        self.forget()
        Job(lambda job: self._release())

    # The threads that search

    def _answer(self, is_wanted: Callable[[], bool], board: Board) -> Answer | None:
        readiness = self._engine.readiness
        while self._waits and is_wanted() and not readiness.wait(LOOK_AGAIN_SECONDS):
            pass
        with self._searching:
            if not is_wanted():
                return None
            searcher = self._made(readiness.is_done and readiness.is_fast)
            while is_wanted():
                answer, gave_way = self._search_in_turn(searcher, board, is_wanted)
                if not gave_way:
                    return answer
            return None

    def _made(self, fast: bool) -> Searcher:
        """The searcher, a new one if the compiled loops have come meanwhile."""
        if self._searcher is not None and self._is_fast != fast:
            self._searcher.close()
            self._searcher = None
        if self._searcher is None:
            self._searcher, self._is_fast = self._make(fast), fast
        return self._searcher

    def _search_in_turn(
        self, searcher: Searcher, board: Board, is_wanted: Callable[[], bool]
    ) -> tuple[Answer | None, bool]:
        """Search once; returns the answer, and whether it was cut short by something more important."""
        from wormhole.engine.search_lock import SearchPriority

        cut_short = threading.Event()

        def give_way() -> None:
            cut_short.set()
            searcher.stop()

        with self._engine.search_lock.hold(SearchPriority.REVIEW, give_way):
            answer = self._search(searcher, board, lambda: is_wanted() and not cut_short.is_set())
        return answer, cut_short.is_set()

    def _release(self) -> None:
        with self._searching:
            searcher, self._searcher = self._searcher, None
            if searcher is not None:
                searcher.close()
