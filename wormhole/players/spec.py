"""A player as data, for seats and matches, and its form as text.

``ours``, ``ours:level=2`` and ``ours:nodes=5000,null_move=0`` are this program; ``uci:COMMAND`` and
``xboard:COMMAND`` are other engines, ``uci,seconds=0.5,Hash=16:COMMAND`` one with settings. ``level`` is a
level, ``skill`` a strength between the marks of two levels, whatever the game (``ours:skill=4.5``); they,
``depth``, ``nodes`` and ``seconds`` limit each move. ``name`` is the player's name, and ``folder`` is where
another program is started, by default its own folder. ``character`` is one of those of
:mod:`wormhole.engine.characters`, which plays at the level: ``ours:character=hasty,level=5``. ``threads``
belongs to our search, ``solver`` is the time in seconds for solving endings, and ``book=1`` allows the
opening book; without that, no level uses its book. Any other name is a parameter of our search, or an option
of the engine; ``network`` is the file of a learned evaluation, or 0 for none.
"""

from __future__ import annotations

import math
import random
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from wormhole.base.errors import WormholeError
from wormhole.base.quoting import clipped, quoted
from wormhole.base.text_files import errors_of
from wormhole.engine.characters import CHARACTERS, Character
from wormhole.engine.levels import LEVELS, Level, Limit, at_skill, played_by
from wormhole.players.timeouts import TIMEOUT_SECONDS

if TYPE_CHECKING:
    from wormhole.players.player import Answer, Player

OURS = "ours"
UCI, XBOARD = PROTOCOLS = "uci", "xboard"
MOST_NODES = 10**15
MOST = 10**6
"""The greatest value of other counts and of search parameters."""
LIMITS = ("level", "skill", "depth", "nodes", "seconds")


@dataclass(frozen=True)
class PlayerSpec:
    """A description from which any process can make a player. ``command`` is empty for this program."""

    text: str
    kind: str
    command: tuple[str, ...]
    limit: Limit
    settings: tuple[tuple[str, str], ...] = ()
    name: str | None = None
    """Its name, if one was given."""
    level: Level | None = None
    """Only for this program: the level that it plays at; None for the search alone."""
    network: bytes | None = None
    """Only for this program: the content of the file of a learned evaluation, instead of its own."""
    ponders: bool = False
    """Only for other programs: whether they think on the opponent's time."""
    engine: str = ""
    """Only for other programs: the name in the user's list of engines, if it was chosen there."""
    folder: str = ""
    """Only for other programs: the folder in which it is started; empty for its own."""

    @property
    def is_ours(self) -> bool:
        """Whether it is this program."""
        return self.kind == OURS

    @property
    def start(self) -> tuple[object, ...]:
        """How another program is started; two with the same one do the same."""
        return self.command, self.settings, self.folder

    @property
    def title(self) -> str:
        """Its name, else its text form."""
        if self.name:
            return self.name
        return PurePath(self.command[0]).stem if self.command else self.text

    def player(
        self,
        timeout_seconds: float = TIMEOUT_SECONDS,
        on_answer: Callable[[Answer], None] = lambda answer: None,
    ) -> Player:
        """The player. Raises :class:`WormholeError` for a bad setting.

        One of this program has a search of its own, and the seed of each game's board decides all chance.
        """
        settings = dict(self.settings)
        if self.kind == OURS:
            return self._own_player(settings, on_answer)
        from wormhole.players.uci_player import UciPlayer
        from wormhole.players.xboard_player import XboardPlayer

        kind = UciPlayer if self.kind == UCI else XboardPlayer
        return kind(
            self.command,
            self.limit,
            settings,
            timeout_seconds,
            on_answer,
            ponders=self.ponders,
            folder=self.folder,
        )

    def _own_player(self, settings: dict[str, str], on_answer: Callable[[Answer], None]) -> Player:
        from wormhole.players.level_player import LevelPlayer, OwnSearch, SearchOptions, full_name

        threads = _positive(self.text, "threads", settings.pop("threads", "1"), _most_threads())
        overrides = {name: _any_number(self.text, name, value) for name, value in settings.items()}
        level = self.level or replace(
            LEVELS[-1], number=0, limit=self.limit, solver_seconds=0.0, book_centipawns=0
        )
        # Only levels have a taste: ``ours:solver=...`` is compared with ``ours``.
        options = SearchOptions(
            threads, overrides=overrides, network=self.network, has_taste=level.number > 0
        )
        at_level = f" level {level.number}" if level.number else ""
        if level.skill is not None:
            at_level = f" skill {level.skill:g}"
        at_level += f" {level.character.name}" if level.character else ""
        solves = f" solver={level.solver_seconds:g}" if level.solver_seconds else ""
        reads = " book=1" if level.book_centipawns else ""
        return LevelPlayer(
            level,
            OwnSearch(options, random.Random(0)),
            on_answer,
            name=full_name(overrides, threads) + at_level + solves + reads,
            is_repeatable=True,
        )

    def called(self, name: str) -> PlayerSpec:
        """The same under that name."""
        return replace(self, name=name)


def at_level(level: Level) -> PlayerSpec:
    """This program at a level, as its character if it has one.

    >>> at_level(LEVELS[2]).title, at_level(played_by(LEVELS[2], CHARACTERS["hasty"])).title
    ('ours:level=3', 'ours:character=hasty,level=3')
    """
    style = f"character={level.character.key}," if level.character else ""
    return PlayerSpec(f"{OURS}:{style}level={level.number}", OURS, (), level.limit, level=level)


def parse(text: str, limit: Limit) -> PlayerSpec:
    """The player that ``text`` describes; ``limit`` applies unless it has its own. Raises WormholeError.

    >>> parse("ours:depth=3,mobility=0", Limit(seconds=1.0)).settings
    (('mobility', '0'),)
    """
    head, _, tail = text.partition(":")
    kind, _, listed = head.partition(",")
    command: tuple[str, ...] = ()
    if kind == OURS:
        listed = ",".join(filter(None, (listed, tail)))
    elif kind in PROTOCOLS:
        command = _words(text, tail)
    else:
        raise WormholeError(f"{quoted(text)}: a player is {OURS}, uci:COMMAND or xboard:COMMAND")
    settings = _settings(text, listed)
    name = settings.pop("name", None)
    folder = "" if kind == OURS else settings.pop("folder", "")
    own = {word: settings.pop(word) for word in LIMITS if word in settings}
    stated = _stated(text, own)
    limit = _limit(text, own, stated) if own else limit
    level = _level(text, limit, stated, settings) if kind == OURS else None
    network = _network(settings) if kind == OURS else None
    return PlayerSpec(
        text, kind, command, limit, tuple(settings.items()), name, level, network, folder=folder
    )


def _network(settings: dict[str, str]) -> bytes | None:
    """The content of the file that ``network`` names, if it names one rather than a number."""
    from wormhole.engine.network import network_content

    name = settings.get("network", "0")
    if name in ("0", "1"):
        return None
    path = Path(settings.pop("network"))
    with errors_of(path):
        return network_content(path)


def _most_threads() -> int:
    from wormhole.engine.protocols.options import MAX_THREADS

    return MAX_THREADS


def _words(text: str, command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise WormholeError(f"{quoted(text)}: {error}") from None
    if not words:
        raise WormholeError(f"{quoted(text)} names no program")
    return words


def _settings(text: str, listed: str) -> dict[str, str]:
    pairs = [word.partition("=") for word in listed.split(",") if word]
    for name, sign, value in pairs:
        if not (name and sign and value):
            raise WormholeError(f"{quoted(text)}: {quoted(name + sign + value)} should read NAME=VALUE")
    return {name.strip(): value.strip() for name, _, value in pairs}


def _stated(text: str, own: Mapping[str, str]) -> Level | None:
    """The level whose number or skill is given."""
    if "skill" not in own:
        return _numbered(text, own["level"]) if "level" in own else None
    skill = _any_number(text, "skill", own["skill"])
    if "level" in own or not 1 <= skill <= len(LEVELS):
        raise WormholeError(f"{quoted(text)}: a skill is from 1 to {len(LEVELS)}, and stands for a level")
    return at_skill(skill)


def _level(text: str, limit: Limit, stated: Level | None, settings: dict[str, str]) -> Level | None:
    """The stated level, or one that only adds solver or book; None for the search alone."""
    solver, has_book = settings.pop("solver", None), _has_book(text, settings.pop("book", "0"))
    character = _character(text, settings.pop("character", None), stated)
    if stated is None and solver is None and not has_book:
        return None
    level = stated or replace(LEVELS[-1], number=0, solver_seconds=0.0)
    seconds = level.solver_seconds if solver is None else _seconds(text, "solver", solver)
    book = level.book_centipawns if has_book else 0
    level = replace(level, limit=limit, solver_seconds=seconds, book_centipawns=book)
    return played_by(level, character)


def _character(text: str, key: str | None, level: Level | None) -> Character | None:
    if key is None:
        return None
    if key not in CHARACTERS:
        raise WormholeError(
            f"{quoted(text)}: there is no character {quoted(key)}; they are {', '.join(CHARACTERS)}"
        )
    if level is None:
        raise WormholeError(f"{quoted(text)}: a character plays at a level, such as level=5")
    return CHARACTERS[key]


def _has_book(text: str, value: str) -> bool:
    if value not in ("0", "1"):
        raise WormholeError(f"{quoted(text)}: book is {quoted(value)}; it must be 0 or 1")
    return value == "1"


def _numbered(text: str, number: str) -> Level:
    place = _number(text, "level", number)
    if not 1 <= place <= len(LEVELS):
        raise WormholeError(
            f"{quoted(text)}: there is no level {clipped(number)}; levels are 1 to {len(LEVELS)}"
        )
    return LEVELS[place - 1]


def _limit(text: str, own: Mapping[str, str], stated: Level | None) -> Limit:
    limit = stated.limit if stated is not None else Limit()
    if "depth" in own:
        limit = replace(limit, depth=_positive(text, "depth", own["depth"]))
    if "nodes" in own:
        limit = replace(limit, nodes=_positive(text, "nodes", own["nodes"], MOST_NODES))
    if "seconds" in own:
        limit = replace(limit, seconds=_seconds(text, "seconds", own["seconds"]))
    return limit


def _seconds(text: str, name: str, value: str) -> float:
    seconds = _any_number(text, name, value)
    if seconds <= 0:
        raise WormholeError(f"{quoted(text)}: {name} is {seconds:g}; it must be above 0")
    return seconds


def _positive(text: str, name: str, value: str, most: int = MOST) -> int:
    number = _number(text, name, value)
    if not 1 <= number <= most:
        raise WormholeError(f"{quoted(text)}: {name} is {quoted(value)}; it must be from 1 to {most}")
    return number


def _number(text: str, name: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise WormholeError(
            f"{quoted(text)}: {name} is {quoted(value)}; a whole number is expected"
        ) from None


def _any_number(text: str, name: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise WormholeError(f"{quoted(text)}: {name} is {quoted(value)}; a number is expected")
    if abs(number) > MOST:
        raise WormholeError(f"{quoted(text)}: {name} is {quoted(value)}; it must be from {-MOST} to {MOST}")
    return int(number) if number.is_integer() else number
