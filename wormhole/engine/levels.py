"""How strongly the computer plays, as a person chooses it. The levels are data: ``levels.toml``."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import resources

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


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
    """A strength. ``number`` counts from 1, the weakest."""

    number: int
    name: str
    about: str
    limit: Limit


def _load() -> tuple[Level, ...]:
    text = resources.files("wormhole.engine").joinpath("levels.toml").read_text("utf-8")
    return tuple(
        Level(number, entry["name"], entry["about"], Limit(entry["depth"], entry["seconds"]))
        for number, entry in enumerate(tomllib.loads(text)["level"], 1)
    )


LEVELS = _load()
"""All levels, weakest first."""
