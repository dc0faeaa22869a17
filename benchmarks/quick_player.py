"""A computer player that takes no time, for tests of the window."""

from __future__ import annotations

import random
from collections.abc import Callable

from wormhole import Board
from wormhole.engine.player import Answer, Progress


class QuickPlayer:
    """Has the methods of `Player`; answers with random moves, sometimes with an error."""

    def __init__(self, post: Callable[[Answer], None]) -> None:
        self._post = post
        self._dice = random.Random(1)
        self._ticket = 0

    def think(self, board: Board, level: object, clock: object = None) -> int:
        """Answer at once."""
        self._ticket += 1
        if self._dice.random() < 0.02:
            self._post(Answer(self._ticket, None, "it broke"))
        else:
            self._post(Answer(self._ticket, self._dice.choice(board.legal_moves)))
        return self._ticket

    def ponder(self, board: Board) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""

    def progress(self) -> Progress:
        """Some progress."""
        return Progress(self._ticket, self._dice.choice((None, 0.5)), depth=3)
