"""The ladders of levels: how strong the ten levels are in each measured game, and by which settings.

Marks that are evenly apart in one game are not in another. So each measured game has skills of its own for
its levels (``ladders.toml``). A game that is not measured takes the ladder of another one.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from wormhole.base.errors import WormholeError
from wormhole.base.schema import read
from wormhole.base.toml import packaged
from wormhole.engine.levels import LEVELS, Level, at_skill, played_by
from wormhole.rules.game_file import variant
from wormhole.rules.variant import LeftSquare, Variant

SQUARES_GO, SQUARES_STAY = "wormhole", "chess"
"""The games whose ladders the others take: those in which squares do not stay, and those in which they do."""

Skill = Annotated[float, Meta(ge=1.0, le=10.0)]
Elo = Annotated[int, Meta(ge=0, le=4000)]


@dataclass(frozen=True)
class Ladder:
    """The skills of a game's levels between the marks, and their strengths, weakest first."""

    skills: tuple[Skill, ...]
    elos: tuple[Elo, ...]

    def elo(self, level: Level) -> int:
        """The strength of a level in this game."""
        return self.elos[level.number - 1]

    def elo_at(self, skill: float) -> float:
        """The strength at a skill."""
        return float(np.interp(skill, self.skills, self.elos))

    def skill_of_elo(self, elo: float) -> float:
        """The skill of a player of that strength; of the weakest or the strongest level beyond them."""
        return float(np.interp(elo, self.elos, self.skills))


LADDERS = {game: read(Ladder, table) for game, table in packaged("wormhole.engine", "ladders.toml").items()}
"""The ladders of the measured games, by their names."""

WEAKEST_ELO = min(ladder.elos[0] for ladder in LADDERS.values())
STRONGEST_ELO = max(ladder.elos[-1] for ladder in LADDERS.values())


def ladder_of(game: Variant | None) -> Ladder:
    """The ladder of a game, or of the nearest one if it is not measured; None is the usual game."""
    if game is None:
        return LADDERS[SQUARES_GO]
    if game.name in LADDERS and game.left_square is variant(game.name).left_square:
        return LADDERS[game.name]
    return LADDERS[SQUARES_STAY if game.left_square is LeftSquare.STAYS else SQUARES_GO]


def ladder_named(name: str) -> Ladder:
    """The ladder of the game of that name; that of the usual game if there is no such game any more."""
    with contextlib.suppress(WormholeError):
        return ladder_of(variant(name))
    return ladder_of(None)


def level_in(game: Variant, level: Level, chance: float) -> Level:
    """The settings of a move of the level in a game: at its skill on the ladder, unless it has a skill.

    What was changed of the level stays, such as a limit of a contestant. A level with a number that is none
    of theirs stays as it is. ``chance`` is as for :func:`~wormhole.engine.levels.at_skill`.
    """
    if level.skill is not None:
        mark, skill = at_skill(level.skill), level.skill
    elif 1 <= level.number <= len(LEVELS):
        mark, skill = LEVELS[level.number - 1], ladder_of(game).skills[level.number - 1]
    else:
        return level
    mark, here = (played_by(each, level.character) for each in (mark, at_skill(skill, chance)))
    limit = replace(here.limit, **_changes(mark.limit, level.limit))
    return replace(here, **{**_changes(mark, level), "limit": limit, "skill": skill})


def _changes(before: Any, after: Any) -> dict[str, Any]:
    """The fields of a dataclass that are different, with their values after the change."""
    pairs = ((each.name, getattr(before, each.name), getattr(after, each.name)) for each in fields(before))
    return {name: new for name, old, new in pairs if new != old}
