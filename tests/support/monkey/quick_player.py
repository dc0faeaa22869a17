"""A computer player that takes no time, for the monkey."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.support.fake_player import FakePlayer
from wormhole import Board, Move
from wormhole.engine.player import Answer, Progress


class QuickPlayer(FakePlayer):
    """Answers with random moves, sometimes with an error."""

    def __init__(self, post: Callable[[Answer], None]) -> None:
        super().__init__(self._found)
        self.post = post
        self._dice = random.Random(1)

    def progress(self) -> Progress:
        """Some progress."""
        return Progress(self.ticket, self._dice.choice((None, 0.5)), depth=3)

    def _found(self, board: Board) -> Move | str:
        return "it broke" if self._dice.random() < 0.02 else self._dice.choice(board.legal_moves)
