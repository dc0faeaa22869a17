"""A game as its catalogue file describes it: board, army, mutator, endings."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import resources
from typing import Any

from wormhole.rules import betza
from wormhole.rules.errors import VariantError
from wormhole.rules.geometry import MAX_SQUARES, Geometry
from wormhole.rules.placement import grid_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MENU = ("wormhole",)
"""The games of the catalogue in the order of the menu."""


class LeftSquare(Enum):
    """What becomes of the square that a man leaves."""

    STAYS = "none"
    FOLDS = "fold"


class Stalemate(Enum):
    """What it means to have no move while not in check."""

    LOSS = "loss"
    DRAW = "draw"


@dataclass(frozen=True)
class Man:
    """A kind of man: its letter, how it moves, and what it is to the game.

    ``home_rank`` is the rank, counted from the player's own side, where its first-move powers hold.
    """

    letter: str
    name: str
    sprite: str
    paths: tuple[betza.Path, ...]
    royal: bool = False
    aliases: str = ""
    home_rank: int = 0
    promotes_to: str = ""


@dataclass(frozen=True)
class Variant:
    """One game. ``men`` is by upper-case letter, in the order of the file."""

    name: str
    title: str
    inventor: str
    year: int
    about: str
    start: str
    geometry: Geometry
    men: Mapping[str, Man]
    left_square: LeftSquare
    stalemate: Stalemate

    def __hash__(self) -> int:
        return hash((self.name, self.start))

    @property
    def royal(self) -> Man:
        """The man that must not be lost."""
        return next(man for man in self.men.values() if man.royal)

    def letter_of(self, symbol: str) -> str | None:
        """The upper-case letter of a man written as ``symbol`` (either case, aliases too), or None."""
        upper = symbol.upper()
        if upper in self.men:
            return upper
        return next((man.letter for man in self.men.values() if upper in man.aliases), None)


def variants() -> tuple[str, ...]:
    """The names of all games, in the order of the menu."""
    return MENU


@cache
def variant(name: str) -> Variant:
    """The game called ``name``. Raises :class:`VariantError` if there is none."""
    if name not in MENU:
        raise VariantError(f"there is no game called {name!r}; there are: {', '.join(MENU)}")
    text = resources.files("wormhole.rules.catalogue").joinpath(f"{name}.toml").read_text("utf-8")
    return parse(text, name)


def parse(text: str, name: str) -> Variant:
    """The game that a file's ``text`` describes. Raises :class:`VariantError` saying what is wrong."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise VariantError(f"{name}: {error}") from None
    try:
        return _variant(table, name)
    except VariantError as error:
        raise VariantError(f"{name}: {error}") from None


def _variant(table: dict[str, Any], name: str) -> Variant:
    start = _field(table, "board", "start", str)
    geometry = Geometry.of_grid(grid_of(start))
    if geometry.squares > MAX_SQUARES:
        raise VariantError(f"board.start: {geometry.squares} squares; a board has {MAX_SQUARES} at most")
    men = {letter: _man(letter, entry) for letter, entry in _field(table, "men", None, dict).items()}
    royals = [man.letter for man in men.values() if man.royal]
    if len(royals) != 1:
        raise VariantError(f"men: one man must be royal, here {len(royals)} are")
    for man in men.values():
        for letter in man.promotes_to:
            if letter not in men:
                raise VariantError(f"men.{man.letter}.promotes_to: no man has the letter {letter!r}")
    return Variant(
        name=name,
        title=_field(table, "title", None, str),
        inventor=_field(table, "inventor", None, str, ""),
        year=_field(table, "year", None, int, 0),
        about=_field(table, "about", None, str, "").strip(),
        start=start,
        geometry=geometry,
        men=men,
        left_square=_choice(table, "mutator", "left_square", LeftSquare),
        stalemate=_choice(table, "endings", "stalemate", Stalemate),
    )


def _man(letter: str, entry: Any) -> Man:
    if not isinstance(entry, dict):
        raise VariantError(f"men.{letter}: a table is expected, such as [men.{letter}]")
    if len(letter) != 1 or not letter.isupper() or not letter.isascii():
        raise VariantError(f"men.{letter}: a man's letter is one capital, A to Z")
    fields = {"men." + letter: entry}
    where = "men." + letter
    try:
        paths = betza.paths(_field(fields, where, "moves", str))
    except VariantError as error:
        raise VariantError(f"{where}: {error}") from None
    return Man(
        letter=letter,
        name=_field(fields, where, "name", str),
        sprite=_field(fields, where, "sprite", str),
        paths=paths,
        royal=_field(fields, where, "royal", bool, False),
        aliases=_field(fields, where, "aliases", str, ""),
        home_rank=_field(fields, where, "home_rank", int, 0),
        promotes_to=_field(fields, where, "promotes_to", str, ""),
    )


_REQUIRED = object()


def _field(table: dict[str, Any], section: str, key: str | None, kind: type, default: Any = _REQUIRED) -> Any:
    """``table[section][key]`` (or ``table[section]``), checked to be of its kind."""
    where = section if key is None else f"{section}.{key}"
    value = table.get(section, default if key is None else {})
    if key is not None:
        value = value.get(key, default) if isinstance(value, dict) else default
    if value is _REQUIRED:
        raise VariantError(f"{where} is missing")
    if not isinstance(value, kind):
        raise VariantError(f"{where}: {value!r} is no {kind.__name__}")
    return value


def _choice(table: dict[str, Any], section: str, key: str, choices: type[Enum]) -> Any:
    value = _field(table, section, key, str)
    try:
        return choices(value)
    except ValueError:
        names = ", ".join(choice.value for choice in choices)
        raise VariantError(f"{section}.{key}: {value!r} is none of {names}") from None
