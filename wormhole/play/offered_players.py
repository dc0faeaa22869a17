"""Who can take a seat: the computer's levels, and the programs that the user has added. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from wormhole import Variant
from wormhole.engine.levels import LEVELS, Level, Limit
from wormhole.library.own_engines import USUAL_SECONDS, OwnEngine
from wormhole.players.program_games import is_as_in_catalogue
from wormhole.players.program_options import ProgramOption, option_of
from wormhole.players.spec import PlayerSpec, at_level
from wormhole.rules.errors import Message


class PlayerKind(Enum):
    """The kinds of players; the value is the first word of a key."""

    LEVEL = "level"
    CHARACTER = "character"
    PROGRAM = "engine"


LEVEL, CHARACTER, PROGRAM = PlayerKind
LIMIT_STRENGTH, ELO = "UCI_LimitStrength", "UCI_Elo"


@dataclass(frozen=True)
class OfferedPlayer:
    """A player that can be chosen for a seat."""

    key: str
    """What the settings keep and the command line takes: ``level:5``, ``engine:Stockfish``."""
    kind: PlayerKind
    name: str
    """Of ours in English, else the name that the user gave it."""
    about: str
    """A sentence; of ours in English."""
    spec: PlayerSpec
    elo: int | None = None
    """Its strength in Wormhole Chess, if it is known."""
    trouble: Message | None = None
    """Why it cannot play the chosen game."""


def level_key(number: int) -> str:
    """The key of a level.

    >>> level_key(5)
    'level:5'
    """
    return f"{LEVEL.value}:{number}"


def engine_key(name: str) -> str:
    """The key of a program that the user has added.

    >>> engine_key("Stockfish 15.1")
    'engine:Stockfish 15.1'
    """
    return f"{PROGRAM.value}:{name}"


def player_key(spec: PlayerSpec) -> str:
    """The key of the player of a seat.

    >>> player_key(at_level(LEVELS[2]))
    'level:3'
    """
    return engine_key(spec.title) if spec.level is None else level_key(spec.level.number)


def offered_level(level: Level) -> OfferedPlayer:
    """The computer at a level."""
    return OfferedPlayer(
        level_key(level.number), LEVEL, level.name, level.about, at_level(level), elo=level.elo
    )


def offered_program(engine: OwnEngine, game: Variant | None = None) -> OfferedPlayer:
    """A program that the user has added, with the reason if it does not play ``game``."""
    trouble = None
    if game is not None and not (game.name in engine.games and is_as_in_catalogue(game)):
        trouble = Message("does not play {game}", game=Message(game.title))
    about = " · ".join(part for part in (engine.title, engine.author) if part and part != engine.name)
    key = engine_key(engine.name)
    return OfferedPlayer(key, PROGRAM, engine.name, about, engine_spec(engine), trouble=trouble)


def offered_players(
    engines: Sequence[OwnEngine] = (), game: Variant | None = None
) -> tuple[OfferedPlayer, ...]:
    """All players, in the order in which they are listed."""
    return (
        *(offered_level(level) for level in LEVELS),
        *(offered_program(engine, game) for engine in engines),
    )


def player_of(
    key: str, engines: Sequence[OwnEngine] = (), game: Variant | None = None
) -> OfferedPlayer | None:
    """The player with that key; None if it is not offered any more."""
    kind, _, name = key.partition(":")
    if kind == PROGRAM.value:
        engine = next((engine for engine in engines if engine.name == name), None)
        return None if engine is None else offered_program(engine, game)
    return next((each for each in offered_players() if each.key == key), None)


def elo_option(engine: OwnEngine) -> ProgramOption | None:
    """The option that limits the strength of a program in Elo, if it has one."""
    options = (option_of(engine.protocol, text) for text in engine.options)
    found = {option.name: option for option in options if option is not None}
    return found.get(ELO) if LIMIT_STRENGTH in found else None


def engine_spec(engine: OwnEngine) -> PlayerSpec:
    """The player that an added program is."""
    limit = Limit(engine.depth or Limit().depth, engine.seconds, engine.nodes)
    if (engine.seconds, engine.depth, engine.nodes) == (None, None, None):
        limit = Limit(seconds=USUAL_SECONDS)
    settings = dict(engine.settings)
    if engine.strength is not None and elo_option(engine) is not None:
        settings |= {LIMIT_STRENGTH: "true", ELO: str(engine.strength)}
    words = [f"{name}={value}" for name, value in settings.items() if not set(",:=") & set(name + value)]
    head = ",".join((engine.protocol, *words))
    text = f"{head}:{shlex.join(engine.command)}"
    return PlayerSpec(
        text,
        engine.protocol,
        engine.command,
        limit,
        tuple(settings.items()),
        engine.name,
        ponders=engine.ponders,
    )
