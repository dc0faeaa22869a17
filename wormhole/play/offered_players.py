"""Who can take a seat: the computer's levels and characters, and the user's programs. Pure."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from wormhole import Variant
from wormhole.base.errors import Message
from wormhole.engine.characters import CHARACTERS, Character
from wormhole.engine.ladders import ladder_of
from wormhole.engine.levels import LEVELS, Level, Limit, played_by
from wormhole.library.own_engines import USUAL_SECONDS, OwnEngine
from wormhole.players.program_games import is_as_in_catalogue
from wormhole.players.program_options import ProgramOption, option_of
from wormhole.players.spec import PlayerSpec, at_level


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
    """What the settings keep and the command line takes: ``level:5``, ``character:hasty:5``,
    ``engine:Stockfish``."""
    kind: PlayerKind
    name: str
    """Of ours in English, else the name that the user gave it."""
    about: str
    """A sentence; of ours in English, of a program its own name if the user's is another one."""
    spec: PlayerSpec
    elo: int | None = None
    """Its strength in the game, if it is known; of a program the one to which it is limited."""
    limits: tuple[str, ...] = ()
    """The strength and the limits of a move of a program."""
    trouble: Message | None = None
    """Why it cannot play the chosen game."""


def level_key(number: int) -> str:
    """The key of a level.

    >>> level_key(5)
    'level:5'
    """
    return f"{LEVEL.value}:{number}"


def character_key(character: str, level: int) -> str:
    """The key of a character at a level.

    >>> character_key("hasty", 5)
    'character:hasty:5'
    """
    return f"{CHARACTER.value}:{character}:{level}"


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
    level = spec.level
    if level is None:
        return engine_key(spec.engine or spec.title)
    if level.character is not None:
        return character_key(level.character.key, level.number)
    return level_key(level.number)


def offered_level(level: Level, game: Variant | None = None) -> OfferedPlayer:
    """The computer at a level."""
    key, elo = level_key(level.number), ladder_of(game).elo(level)
    return OfferedPlayer(key, LEVEL, level.name, level.about, at_level(level), elo=elo)


def offered_character(character: Character, level: Level, game: Variant | None = None) -> OfferedPlayer:
    """A character at a level, which is as strong as the level."""
    return OfferedPlayer(
        character_key(character.key, level.number),
        CHARACTER,
        character.name,
        character.about,
        at_level(played_by(level, character)),
        elo=ladder_of(game).elo(level),
    )


def offered_program(engine: OwnEngine, game: Variant | None = None) -> OfferedPlayer:
    """A program that the user has added, with the reason if it does not play ``game``."""
    trouble = None
    if game is not None and not (game.name in engine.games and is_as_in_catalogue(game)):
        trouble = Message("does not play {game}", game=Message(game.title))
    return OfferedPlayer(
        engine_key(engine.name),
        PROGRAM,
        engine.name,
        "" if engine.title == engine.name else engine.title,
        engine_spec(engine),
        strength_of(engine),
        limits_of(engine),
        trouble,
    )


def offered_players(
    engines: Sequence[OwnEngine] = (), game: Variant | None = None, level: Level = LEVELS[0]
) -> tuple[OfferedPlayer, ...]:
    """All players, in the order in which they are listed; the characters play at ``level``."""
    return (
        *(offered_level(each, game) for each in LEVELS),
        *(offered_character(character, level, game) for character in CHARACTERS.values()),
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
    number = name.rpartition(":")[2]
    levels = [level for level in LEVELS if str(level.number) == number] or LEVELS
    return next((each for each in offered_players((), game, levels[0]) if each.key == key), None)


def analyst_of(
    key: str, engines: Sequence[OwnEngine] = (), game: Variant | None = None
) -> OfferedPlayer | None:
    """The program with that key as an analyst, at its full strength; None if it is not there any more."""
    named = (engine for engine in engines if engine_key(engine.name) == key)
    engine = next(named, None)
    return None if engine is None else offered_program(replace(engine, strength=None), game)


def elo_option(engine: OwnEngine) -> ProgramOption | None:
    """The option that limits the strength of a program in Elo, if it has one."""
    options = (option_of(engine.protocol, text) for text in engine.options)
    found = {option.name: option for option in options if option is not None}
    return found.get(ELO) if LIMIT_STRENGTH in found else None


def strength_of(engine: OwnEngine) -> int | None:
    """The strength in Elo to which the user has limited a program; None: its full strength."""
    return None if engine.strength is None or elo_option(engine) is None else engine.strength


def seat_name(engine: OwnEngine) -> str:
    """The name of a program in a game, with its limited strength.

    >>> seat_name(OwnEngine("Stockfish", "uci", ("stockfish",)))
    'Stockfish'
    """
    strength = strength_of(engine)
    return engine.name if strength is None else f"{engine.name} ({strength})"


SKILL_WORDS = ("skill", "strength", "elo")
"""In the names of options with which programs limit their strength in their own ways."""


def limits_of(engine: OwnEngine) -> tuple[str, ...]:
    """The strength of a program and the limits of its moves: messages, and options as the program names them.

    >>> limits_of(OwnEngine("Ada", "uci", ("ada",), depth=4, settings={"Skill Level": "3"}))
    ('Skill Level 3', 'depth 4')
    """
    found: list[str] = [
        f"{name} {value}"
        for name, value in engine.settings.items()
        if any(word in name.lower() for word in SKILL_WORDS)
    ]
    if strength_of(engine) is not None:
        found.insert(0, Message("Limited strength"))
    elif not found:
        found.append(Message("Full strength"))
    seconds = engine.seconds
    if (seconds, engine.depth, engine.nodes) == (None, None, None):
        seconds = USUAL_SECONDS
    if seconds is not None:
        found.append(Message("{seconds} s per move", seconds=f"{seconds:g}"))
    if engine.depth is not None:
        found.append(Message("depth {depth}", depth=engine.depth))
    if engine.nodes is not None:
        found.append(Message("{nodes} nodes", nodes=engine.nodes))
    return tuple(found)


def engine_spec(engine: OwnEngine) -> PlayerSpec:
    """The player that an added program is."""
    limit = Limit(engine.depth or Limit().depth, engine.seconds, engine.nodes)
    if (engine.seconds, engine.depth, engine.nodes) == (None, None, None):
        limit = Limit(seconds=USUAL_SECONDS)
    settings = dict(engine.settings)
    strength = strength_of(engine)
    if strength is not None:
        settings |= {LIMIT_STRENGTH: "true", ELO: str(strength)}
    words = [f"{name}={value}" for name, value in settings.items() if not set(",:=") & set(name + value)]
    head = ",".join((engine.protocol, *words))
    text = f"{head}:{shlex.join(engine.command)}"
    return PlayerSpec(
        text,
        engine.protocol,
        engine.command,
        limit,
        tuple(settings.items()),
        seat_name(engine),
        ponders=engine.ponders,
        engine=engine.name,
        folder=engine.folder,
    )
