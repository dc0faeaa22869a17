"""A game that was read from somewhere, ready to be looked at and played on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wormhole.gui.match.cursor import Cursor
from wormhole.gui.match.result import has_derived_result
from wormhole.library.record import Game, GameNode

if TYPE_CHECKING:
    from wormhole.library.database.reading import Kept


@dataclass(frozen=True)
class OpenedGame:
    """A game with the place in it that is shown first."""

    cursor: Cursor
    number: int | None = None
    """Its number in the library, if it is kept there."""
    revision: int | None = None
    """Its revision there."""
    is_found: bool = False
    """Whether it was read from a file or a text, so that the library is to have it, too."""
    flipped: bool | None = None
    """Whether Black is below; None if it was not shown before."""
    spent_seconds: float = 0.0
    """What the turn at its end had taken when it was left."""
    has_derived_result: bool = True
    """Whether the result follows from the end of the main line."""

    @property
    def place(self) -> tuple[int | None, int | None]:
        """Its number and revision in the library."""
        return self.number, self.revision

    @property
    def was_played_here(self) -> bool:
        """Whether it was at play in this program, not only read."""
        return self.flipped is not None

    @classmethod
    def kept(cls, kept: Kept) -> OpenedGame:
        """A game of the library as it was left. For a long game this takes longer than a frame."""
        node = kept.game.end() if kept.play is None else kept.game.at(kept.play.path)
        flipped = None if kept.play is None else kept.play.flipped
        opened = cls.at(kept.game, node)
        spent = 0.0 if kept.play is None else kept.play.spent_seconds
        return replace(
            opened, number=kept.number, revision=kept.revision, flipped=flipped, spent_seconds=spent
        )

    @classmethod
    def at(cls, game: Game, node: GameNode | None = None) -> OpenedGame:
        """A game at `node`, or else at its end. For a long game this takes longer than a frame."""
        game.find_sans()
        cursor = Cursor(game, game.end())
        is_derived = has_derived_result(game, cursor.board)
        if node is not None:
            cursor.go(node.end())
            cursor.go(node)
        return cls(cursor, has_derived_result=is_derived)
