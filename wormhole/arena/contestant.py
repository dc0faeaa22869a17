"""What a match asks of a player, whoever it is."""

from __future__ import annotations

from typing import Protocol

from wormhole.rules.board import Board
from wormhole.rules.errors import WormholeError
from wormhole.rules.move import Move


class EngineError(WormholeError):
    """A player that cannot go on: it died, is silent, resigned, or plays what is not legal."""


class Contestant(Protocol):
    """A player of one game of the family, for any number of games, one at a time.

    After an :class:`EngineError` it may be asked for a new game, and is started again.
    """

    @property
    def name(self) -> str:
        """What it calls itself."""

    def new_game(self, board: Board) -> None:
        """A game begins on ``board``, whose moves are its opening. Raises :class:`EngineError`."""

    def move(self, board: Board) -> Move:
        """A legal move in the position of ``board``. Raises :class:`EngineError`."""

    def close(self) -> None:
        """End whatever runs. Any thread may call it at any time, also twice."""
