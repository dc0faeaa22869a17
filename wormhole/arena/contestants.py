"""This program's search as a contestant, in this process."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Protocol

from wormhole.engine.levels import Level, Limit
from wormhole.engine.network import Network
from wormhole.engine.opening_book import Book
from wormhole.engine.opponent import Opponent, recalled
from wormhole.engine.search_loops import SEARCH, has_fast_loops
from wormhole.engine.thinker import Thinker
from wormhole.rules.board import Board
from wormhole.rules.errors import WormholeError
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant
from wormhole.version import VERSION


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


class LevelPlayer:
    """Plays at ``level``, on ``threads``, with search parameters changed by ``overrides``.

    The seed of each game's board also seeds its random choices. Raises
    :class:`~wormhole.rules.errors.WormholeError` for an unknown parameter.
    """

    def __init__(
        self, variant: Variant, level: Level, overrides: Mapping[str, float], threads: int = 1
    ) -> None:
        self._variant, self._level = variant, level
        self._overrides, self._threads = overrides, threads
        at_level = f" level {level.number}" if level.number else ""
        solves = f" solver={level.solver_seconds:g}" if level.solver_seconds else ""
        reads = " book=1" if level.book_centipawns else ""
        self._book = Book(variant) if level.book_centipawns else None
        self._name = full_name(overrides, threads) + at_level + solves + reads
        self._begin(0)

    @property
    def name(self) -> str:
        """The program, its level, and the changed parameters."""
        return self._name

    def new_game(self, board: Board) -> None:
        """Forget the game before."""
        self._begin(board.seed)

    def move(self, board: Board) -> Move:
        """The move chosen at the level."""
        known = recalled(self._book, board, self._level, self._generator)
        choice = known or self._opponent.choose(board, self._level)
        if choice is None:
            raise EngineError("finds no move")
        return choice.move

    def close(self) -> None:
        """Stop the search, if one is running."""
        self._opponent.stop()

    def _begin(self, seed: int) -> None:
        self._generator = random.Random(seed)
        # Only levels have a taste: ``ours:solver=...`` is compared with ``ours``.
        self._opponent = Opponent(
            self._variant,
            fast=has_fast_loops(),
            generator=self._generator,
            has_taste=self._level.number > 0,
            threads=self._threads,
            overrides=self._overrides,
        )
