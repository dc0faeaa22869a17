"""What is wrong with a PGN text, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wormhole.rules.errors import WormholeError
from wormhole.rules.message import Message

if TYPE_CHECKING:
    from wormhole.library.record import Game


_WHERE = {
    (): Message("{why}"),
    ("number",): Message("game {number}: {why}"),
    ("line",): Message("line {line}: {why}"),
    ("number", "line"): Message("game {number}, line {line}: {why}"),
}


class PgnError(WormholeError):
    """A text that is not PGN, or an illegal move in it.

    ``number`` is the game's number in the text and ``line`` the line of the fault, both from 1; ``move`` is
    the bad move as written, and ``why`` says what is wrong. ``game`` holds what was read before the fault; it
    is None if the start position is bad. All but ``why`` may be unknown.
    """

    def __init__(
        self,
        why: str,
        number: int | None = None,
        line: int | None = None,
        *,
        move: str | None = None,
        headers: Mapping[str, str] | None = None,
        game: Game | None = None,
    ) -> None:
        where = {name: value for name, value in (("number", number), ("line", line)) if value is not None}
        super().__init__(_WHERE[tuple(where)], **where, why=why)
        self.why = why
        self.number, self.line, self.move, self.game = number, line, move, game
        self.headers: Mapping[str, str] = headers or {}
