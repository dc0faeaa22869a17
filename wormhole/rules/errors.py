"""What is wrong with a text, said so that a person can mend it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wormhole.rules.board import Board


class WormholeError(ValueError):
    """A text or a value that is no position, move, piece or game; the message says what and where."""


class FenError(WormholeError):
    """A text that describes no position of the game."""


class MoveError(WormholeError):
    """A text that is no legal move in the position."""


class VariantError(WormholeError):
    """A game file, or a name of a game, that cannot be used."""


class PgnError(WormholeError):
    """A text that is no game in portable game notation, or names a move that is not legal.

    ``number`` is the game's place in the text, from 1, and ``line`` the line of the trouble. What was read
    before the trouble is in ``tags`` and ``board``; the latter is None if not even the start was understood.
    """

    def __init__(
        self,
        trouble: str,
        number: int | None = None,
        line: int | None = None,
        tags: Mapping[str, str] | None = None,
        board: Board | None = None,
    ) -> None:
        where = [f"{name} {value}" for name, value in (("game", number), ("line", line)) if value is not None]
        super().__init__(f"{', '.join(where)}: {trouble}" if where else trouble)
        self.number, self.line = number, line
        self.tags: Mapping[str, str] = tags or {}
        self.board = board
