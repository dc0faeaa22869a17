"""Keeps games as they are played. Nothing is kept yet: the database comes with its own commit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from wormhole.library.play_state import PlayState
from wormhole.library.record import Game


class KeptGame:
    """A game being kept."""

    is_settled = True
    has_failed = False

    def play(self, state: PlayState) -> None:
        """Keep where the players are."""

    def close(self) -> None:
        """Stop keeping."""


class Autosave:
    """Keeps games."""

    def __init__(self, path: Path, on_kept: Callable[[], None], on_trouble: Callable[[str], None]) -> None:
        self.path = path

    def keep(self, game: Game, play: PlayState, number: int | None = None) -> KeptGame:
        """Keep a game from now on."""
        return KeptGame()

    def close(self) -> None:
        """Stop keeping."""
