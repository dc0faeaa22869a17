"""What of a game is kept: copied from the game at one moment, and written by another thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.rules.variant import Variant

OPENING_PLIES = 40
"""The length of the openings that can be searched."""


@dataclass(frozen=True)
class Snapshot:
    """A game at one moment. ``play`` is None for a game that is only kept, and not played here."""

    variant: Variant
    headers: Mapping[str, str]
    movetext: str
    opening: str
    """The first moves in UCI notation, each followed by a space."""
    plies: int
    play: PlayState | None = None


def snapshot(game: Game, play: PlayState | None = None) -> Snapshot:
    """The game as it is now."""
    main = [node.uci() for node in game.mainline()]
    opening = "".join(f"{move} " for move in islice(main, OPENING_PLIES))
    return Snapshot(game.start.variant, dict(game.headers), game.movetext(), opening, len(main), play)
