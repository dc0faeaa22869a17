"""The playing levels that a person chooses from, read from ``levels.toml``."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from wormhole.engine.choosing import Sight
from wormhole.rules.toml import packaged


@dataclass(frozen=True)
class Limit:
    """The end of a search: ``depth`` plies, ``seconds`` or ``nodes``, whichever comes first."""

    depth: int = 60
    seconds: float | None = None
    nodes: int | None = None
    soft_seconds: float | None = None
    """The time to aim at, if there is a clock; the search may end earlier or later."""


@dataclass(frozen=True)
class Level:
    """A playing level. ``number`` counts from 1, the weakest.

    ``elo`` is its strength in Wormhole Chess, ``chess_elo`` that in chess; docs/strength.md says how they are
    measured. ``solver_seconds`` is the time for solving the position before the search; 0 skips it.
    Moves of the opening book are played if they are worse than the best by at most ``book_centipawns``; with
    0, the book is not used.
    """

    number: int
    name: str
    about: str
    limit: Limit
    elo: int = 0
    chess_elo: int = 0
    sight: Sight = field(default_factory=Sight)
    solver_seconds: float = 0.0
    book_centipawns: int = 0


def _load() -> tuple[Level, ...]:
    entries = packaged("wormhole.engine", "levels.toml")["level"]
    return tuple(_level(number, entry) for number, entry in enumerate(entries, 1))


def _level(number: int, entry: dict[str, Any]) -> Level:
    """The level of a table in the file; each key is a field of the level, its limit or its sight."""
    limit, sight = (
        {field.name: entry.pop(field.name) for field in fields(kind) if field.name in entry}
        for kind in (Limit, Sight)
    )
    return Level(number=number, limit=Limit(**limit), sight=Sight(**sight), **entry)


LEVELS = _load()
"""All levels, weakest first."""
