"""A game that was read from somewhere, ready to be looked at and played on."""

from __future__ import annotations

from dataclasses import dataclass

from wormhole.gui.match.cursor import Cursor
from wormhole.gui.match.result import has_derived_result
from wormhole.library.record import Game, GameNode


@dataclass(frozen=True)
class OpenedGame:
    """A game with the place in it that is shown first."""

    cursor: Cursor
    number: int | None = None
    """Its number in the library, if it is kept there."""
    flipped: bool | None = None
    """Whether Black is below; None if it was not shown before."""
    has_derived_result: bool = True
    """Whether the result follows from the end of the main line."""

    @classmethod
    def at(
        cls, game: Game, node: GameNode | None = None, number: int | None = None, flipped: bool | None = None
    ) -> OpenedGame:
        """The game at `node`, or else at its end. For a long game this takes longer than a frame."""
        game.find_sans()
        cursor = Cursor(game, game.end())
        is_derived = has_derived_result(game, cursor.board)
        if node is not None:
            cursor.go(node.end())
            cursor.go(node)
        return cls(cursor, number, flipped, is_derived)
