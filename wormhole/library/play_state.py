"""The state of play of a kept game: seats, current place, side of the board, clock."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Annotated

import msgspec
from msgspec import Meta

from wormhole.library.mail.mail_state import MailState
from wormhole.rules.schema import find, json_table, known, sift

_Level = Annotated[int, Meta(ge=1, le=10_000)]


@dataclass(frozen=True)
class PlayState:
    """Levels are None for a user; ``path`` is the cursor's place in the tree (``GameNode.path``).

    ``spent_seconds``: the time that the turn at the game's end had taken when it was left.
    """

    white_level: _Level | None = None
    black_level: _Level | None = None
    path: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(max_length=20_000)] = ()
    flipped: bool = False
    spent_seconds: Annotated[float, Meta(ge=0, le=1e6)] = 0.0
    mail: MailState | None = None
    """Of a game by mail: all that its record does not tell."""

    @property
    def levels(self) -> tuple[int | None, int | None]:
        """The computer's level as White and as Black; None for a user."""
        return self.white_level, self.black_level


def dumps(state: PlayState) -> str:
    """The state as JSON."""
    table = {field.name: msgspec.to_builtins(getattr(state, field.name)) for field in fields(state)}
    if state.mail is None:
        del table["mail"]
    return json.dumps(table, separators=(",", ":"))


def loads(text: str) -> PlayState:
    """The state in a JSON text; each bad value becomes the default.

    >>> loads('{"black_level": 3, "path": [0, 1], "flipped": "so"}')
    PlayState(white_level=None, black_level=3, path=(0, 1), flipped=False, spent_seconds=0.0, mail=None)
    """
    table = json_table(text) or {}
    return find(PlayState, table) or PlayState(**sift(PlayState, known(PlayState, table))[0])
