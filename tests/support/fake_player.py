"""A computer player that does not think: it answers when a test says so, or at once."""

from __future__ import annotations

from collections.abc import Callable

from wormhole import Board, Move
from wormhole.engine.clock import Clock
from wormhole.engine.levels import Level
from wormhole.engine.player import Answer, Progress

THINKING = Progress(0, None, depth=5, score_centipawns=80)

Choose = Callable[[Board], Move | str]
"""Chooses a move, or says what went wrong."""


class FakePlayer:
    """Has the methods of `Player`. With `choose`, it answers at once; `post` gets its answers."""

    def __init__(self, choose: Choose | None = None) -> None:
        self.post: Callable[[Answer], None] = print
        self.board: Board | None = None
        """What it was asked for, until it is told to stop."""
        self.asked: list[tuple[str, Level]] = []
        self.clocks: list[Clock | None] = []
        self.pondered: list[str] = []
        self.pondered_on: str | None = None
        self.stops = 0
        self.is_closed = False
        self.now: Progress | None = THINKING
        self._choose = choose

    @property
    def ticket(self) -> int:
        """The number of the latest question."""
        return len(self.asked)

    def think(self, board: Board, level: Level, clock: Clock | None = None) -> int:
        """Remember what was asked; returns its number."""
        self.board = board.copy()
        self.asked.append((board.fen(), level))
        self.clocks.append(clock)
        if self._choose is not None:
            self.answer(self._choose(board))
        return self.ticket

    def answer(self, found: Move | str | None = None) -> None:
        """Answer with a move, the first legal one if none is given, or with an error."""
        if found is None:
            assert self.board is not None
            found = self.board.legal_moves[0]
        if isinstance(found, str):
            self.post(Answer(self.ticket, None, found))
        else:
            self.post(Answer(self.ticket, found))

    def ponder(self, board: Board) -> None:
        """Remember the position."""
        self.pondered_on = board.fen()
        self.pondered.append(self.pondered_on)

    def stop(self) -> None:
        """Forget what was asked."""
        self.board = self.pondered_on = None
        self.stops += 1

    def close(self) -> None:
        """Remember that it was closed."""
        self.is_closed = True

    def progress(self) -> Progress | None:
        """Always the same, until a test sets it."""
        return self.now
