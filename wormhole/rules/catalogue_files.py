"""The files of the catalogue: their names, and what the menu says of each. No file is parsed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

CATALOGUE = "wormhole.rules.catalogue"


class MenuGroup(Enum):
    """The groups of the menu, in their order. A game's file names its own."""

    FAMILY = "family"
    MODERN = "modern"
    LARGE = "large"
    DROPS = "drops"
    GOALS = "goals"
    REGIONAL = "regional"
    SMALL = "small"


@dataclass(frozen=True)
class MenuGame:
    """A game of the menu."""

    name: str
    title: str
    group: MenuGroup
    place: int
    """Within its group; games with the same place are sorted by title."""


LAST = 9999
"""The place of a game that names none."""

_TITLE = re.compile('^title = "(.*)"$', re.MULTILINE)
_OTHER_NAMES = re.compile(r"^other_names = \[(.*)\]$", re.MULTILINE)
_GROUP = re.compile('^group = "([a-z]+)"$', re.MULTILINE)
_PLACE = re.compile("^menu = ([0-9]+)$", re.MULTILINE)


@cache
def variants() -> tuple[str, ...]:
    """The names of all games in the catalogue, sorted; no file is read for them."""
    names = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def text_of(name: str) -> str:
    """The text of a game's file; ``name`` must be one of :func:`variants`."""
    return _folder().joinpath(f"{name}.toml").read_text("utf-8")


def titles_of(name: str) -> tuple[str, ...]:
    """The title of a game, and its other names."""
    head = text_of(name).partition("\n[")[0]
    others = _OTHER_NAMES.search(head)
    title = _TITLE.search(head)
    return (*(title.groups() if title else ()), *(re.findall('"(.*?)"', others[1]) if others else ()))


@cache
def _folder() -> Traversable:
    return resources.files(CATALOGUE)


@cache
def menu_entries() -> tuple[MenuGame, ...]:
    """The games with a group, in the order of the menu."""
    entries = (entry for name in variants() if (entry := _entry(name)) is not None)
    groups = list(MenuGroup)
    return tuple(
        sorted(entries, key=lambda entry: (groups.index(entry.group), entry.place, entry.title, entry.name))
    )


def menu(group: str | None = None) -> tuple[str, ...]:
    """The names of the catalogue's games that the window offers, or those of one group, in their order.

    >>> menu("family")[:3]
    ('wormhole', 'wormhole2', 'wormhole-fide')
    """
    if group is None:
        return tuple(entry.name for entry in menu_entries())
    wanted = MenuGroup(group)
    return tuple(entry.name for entry in menu_entries() if entry.group is wanted)


def _entry(name: str) -> MenuGame | None:
    head = text_of(name).partition("\n[")[0]
    title, group, place = (pattern.search(head) for pattern in (_TITLE, _GROUP, _PLACE))
    if title is None or group is None:
        return None
    return MenuGame(name, title[1], MenuGroup(group[1]), int(place[1]) if place else LAST)
