"""What a person searches the library for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from wormhole.rules.board import Board


@dataclass(frozen=True)
class Query:
    """Conditions that a game must meet, all of them. The defaults find every game that is not deleted."""

    text: str = ""
    """Words that all must occur in players, event, place, date or the game's title."""
    variant: str | None = None
    """The name of the game."""
    kinds: tuple[str, ...] = ()
    """Some of ``rows.KINDS``; empty: all."""
    level: int | None = None
    """The computer's level, in games of a person against it."""
    side: str | None = None
    """The person's side against the computer, white or black."""
    result: str | None = None
    since: date | None = None
    until: date | None = None
    opening: str = ""
    """The first moves, in UCI notation or in SAN, with or without move numbers."""
    fen: str = ""
    """A position of the main line."""

    @classmethod
    def of_position(cls, board: Board) -> Query:
        """The games in which that position occurs."""
        return cls(variant=board.variant.name, fen=board.fen())
