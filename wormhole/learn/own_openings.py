"""The openings of the games that a person played, from the library."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from wormhole.engine.openings.positions import Counts, Openings
from wormhole.library.database.first_moves import FirstMoves
from wormhole.rules.errors import MoveError
from wormhole.rules.variant import Variant

COUNTED_PLIES = 24
"""Of each game."""


def own_openings(variant: Variant, games: Iterable[FirstMoves]) -> Openings:
    """What was played in these games. A move that is not legal ends its game."""
    openings = Openings()
    for game in games:
        with suppress(MoveError):
            openings.add(variant, game.moves[:COUNTED_PLIES], Counts.of(game.winner))
    return openings
