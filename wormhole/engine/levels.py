"""How strongly the computer plays, as a person chooses it. The levels are data: ``levels.toml``."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from wormhole.engine.choosing import Sight
from wormhole.rules.toml import packaged


@dataclass(frozen=True)
class Limit:
    """Where a search ends: after ``depth`` plies, ``seconds``, or ``nodes``; whichever comes first."""

    depth: int = 60
    seconds: float | None = None
    nodes: int | None = None
    soft_seconds: float | None = None
    """Where there is a clock: the time to aim at. The search ends sooner or later, as it sees fit."""


@dataclass(frozen=True)
class Level:
    """A strength. ``number`` counts from 1, the weakest.

    ``elo`` compares the levels with each other, by what their matches suggest; the first is set to 400.
    ``solver_seconds`` go to proving the result, before the search; 0 proves nothing.
    """

    number: int
    name: str
    about: str
    limit: Limit
    elo: int = 0
    sight: Sight = field(default_factory=Sight)
    solver_seconds: float = 0.0


def _load() -> tuple[Level, ...]:
    entries = packaged("wormhole.engine", "levels.toml")["level"]
    return tuple(_level(number, entry) for number, entry in enumerate(entries, 1))


def _level(number: int, entry: dict[str, Any]) -> Level:
    """A level as its table in the file tells it; each key is a field of it, of its limit or of its sight."""
    limit, sight = (
        {field.name: entry.pop(field.name) for field in fields(kind) if field.name in entry}
        for kind in (Limit, Sight)
    )
    return Level(number=number, limit=Limit(**limit), sight=Sight(**sight), **entry)


LEVELS = _load()
"""All levels, weakest first."""
