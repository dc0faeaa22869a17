"""The state of play of a kept game: seats, current place, side of the board, clock."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Annotated

import msgspec
from msgspec import Meta

from wormhole.base.schema import find, json_table, known, sift
from wormhole.library.headers import LONGEST_NAME
from wormhole.library.mail.mail_state import MailState

_Level = Annotated[int, Meta(ge=1, le=10_000)]

_Key = Annotated[str, Meta(max_length=40)]


@dataclass(frozen=True)
class SeatedProgram:
    """Another program that a person gave a seat: its name in the list of engines, and the ``origin`` of that
    list. A program of another list is named, but never started.
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    origin: _Key = ""


Programs = tuple[SeatedProgram | None, SeatedProgram | None]
"""The other programs as White and as Black; None for a user or a level."""


@dataclass(frozen=True)
class PlayState:
    """Levels are None for a user, characters are empty for the plain computer; ``path`` is the cursor's place
    in the tree (``GameNode.path``).

    ``spent_seconds``: the time that the turn at the game's end had taken when it was left.
    """

    white_level: _Level | None = None
    black_level: _Level | None = None
    path: Annotated[tuple[Annotated[int, Meta(ge=0, le=10_000)], ...], Meta(max_length=20_000)] = ()
    flipped: bool = False
    spent_seconds: Annotated[float, Meta(ge=0, le=1e6)] = 0.0
    mail: MailState | None = None
    """Of a game by mail: all that its record does not tell."""
    white_character: _Key = ""
    black_character: _Key = ""
    rated: _Key = ""
    """The identifier of a rated game."""
    white_program: SeatedProgram | None = None
    black_program: SeatedProgram | None = None

    @property
    def levels(self) -> tuple[int | None, int | None]:
        """The computer's level as White and as Black; None for a user."""
        return self.white_level, self.black_level

    @property
    def characters(self) -> tuple[str, str]:
        """The keys of the computer's characters as White and as Black."""
        return self.white_character, self.black_character

    @property
    def programs(self) -> Programs:
        """The other programs as White and as Black."""
        return self.white_program, self.black_program


def dumps(state: PlayState) -> str:
    """The state as JSON."""
    table = {field.name: msgspec.to_builtins(getattr(state, field.name)) for field in fields(state)}
    table = {name: value for name, value in table.items() if value != ""}
    for name in ("mail", "white_program", "black_program"):
        if table[name] is None:
            del table[name]
    return json.dumps(table, separators=(",", ":"))


def loads(text: str) -> PlayState:
    """The state in a JSON text; each bad value becomes the default.

    >>> loads('{"black_level": 3, "path": [0, 1], "flipped": "so"}') == PlayState(black_level=3, path=(0, 1))
    True
    """
    table = json_table(text) or {}
    return find(PlayState, table) or PlayState(**sift(PlayState, known(PlayState, table))[0])
