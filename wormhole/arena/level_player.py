"""This program at a level, as it plays against a person."""

from __future__ import annotations

import random
from collections.abc import Mapping

from wormhole.arena.contestant import EngineError
from wormhole.arena.own_player import full_name
from wormhole.engine.levels import Level
from wormhole.engine.loop_groups import has_fast_loops
from wormhole.engine.openings.book import Book
from wormhole.engine.opponent import Opponent, recalled
from wormhole.rules.board import Board
from wormhole.rules.move import Move
from wormhole.rules.variant import Variant


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
