"""This program's search as a contestant, in this process."""

from __future__ import annotations

from collections.abc import Mapping

from wormhole.arena.contestant import EngineError
from wormhole.engine.levels import Limit
from wormhole.engine.loop_groups import SEARCH
from wormhole.engine.network import Network
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant
from wormhole.version import VERSION


class OwnPlayer:
    """Searches within ``limit``, on ``threads``, with search parameters changed by ``overrides``.

    ``network`` is a learned evaluation, instead of the one that ships.

    Each game begins with an empty transposition table, so games do not depend on each other. Raises
    :class:`~wormhole.rules.errors.WormholeError` for an unknown parameter.
    """

    def __init__(
        self,
        variant: Variant,
        limit: Limit,
        overrides: Mapping[str, float],
        threads: int = 1,
        network: Network | None = None,
    ) -> None:
        self._variant, self._limit = variant, limit
        self._overrides, self._threads = overrides, threads
        self._network = network
        self._name = full_name(overrides, threads)
        self._thinker = self._new_thinker()

    @property
    def name(self) -> str:
        """The program and the changed parameters."""
        return self._name

    def new_game(self, _board: Board) -> None:
        """Forget the game before."""
        self._thinker = self._new_thinker()

    def move(self, board: Board) -> Move:
        """The best move found within the limit."""
        move = self._thinker.think(board, self._limit)
        if move is None:
            raise EngineError("finds no move")
        return move

    def close(self) -> None:
        """Stop the search, if one is running."""
        self._thinker.stop()

    def _new_thinker(self) -> Thinker:
        return Thinker(
            self._variant,
            fast=SEARCH.use(),
            threads=self._threads,
            overrides=self._overrides,
            network=self._network,
        )


def full_name(overrides: Mapping[str, float], threads: int) -> str:
    """This program's name, with all settings that are not the default.

    >>> full_name({"null_move": 0}, 2).partition(" ")[2].partition(" ")[2]
    'threads=2 null_move=0'
    """
    unusual = ({"threads": threads} if threads > 1 else {}) | dict(overrides)
    return " ".join([f"Wormhole {VERSION}", *(f"{name}={value}" for name, value in unusual.items())])
