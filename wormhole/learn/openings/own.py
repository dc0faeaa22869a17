"""The openings of the games that a person played, from the library."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from wormhole.learn.openings.counts import Counts, Openings, without_roll
from wormhole.learn.openings.walk import go
from wormhole.library.database.first_moves import FirstMoves
from wormhole.rules.board import Board
from wormhole.rules.errors import MoveError
from wormhole.rules.variant import Variant

COUNTED_PLIES = 24
"""Of each game."""


def own_openings(variant: Variant, games: Iterable[FirstMoves]) -> Openings:
    """What was played in these games. A move that is not legal ends its game."""
    openings = Openings()
    board = Board(variant, seed=0)
    for game in sorted(games, key=lambda game: game.moves):
        counts = Counts.of(game.winner)
        with suppress(MoveError):
            for ply, text in enumerate(game.moves[:COUNTED_PLIES]):
                way = game.moves[:ply]
                go(board, way)
                openings.count(board, way, {without_roll(text): counts})
    return openings
