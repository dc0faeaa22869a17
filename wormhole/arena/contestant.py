"""The interface that a player of a match implements."""

from __future__ import annotations

from typing import Protocol

from wormhole.rules.board import Board
from wormhole.rules.errors import WormholeError
from wormhole.rules.move import Move


class EngineError(WormholeError):
    """A player that cannot go on: it crashed, is silent, resigned, or plays an illegal move."""


class Contestant(Protocol):
    """A player of one game of the family, for any number of games, one at a time.

    After an :class:`EngineError`, ``new_game`` starts it again.
    """

    @property
    def name(self) -> str:
        """Its own name."""

    def new_game(self, board: Board) -> None:
        """Begin a game on ``board``, whose moves are the opening. Raises :class:`EngineError`."""

    def move(self, board: Board) -> Move:
        """A legal move in the position of ``board``. Raises :class:`EngineError`."""

    def close(self) -> None:
        """Stop the search or process. Any thread may call it at any time, also twice."""
