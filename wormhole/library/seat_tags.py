"""The players in a PGN's tags White and Black: a person, perhaps by name, or the computer at a level."""

from __future__ import annotations

import re
from collections.abc import Mapping

PERSON = "Person"
LONGEST_NAME = 30
COMPUTER = "Computer, level "
_COMPUTER = COMPUTER + "{}"
_NAMED_COMPUTER = re.compile(_COMPUTER.format(r"(\d{1,4})"))

Levels = tuple[int | None, int | None]
"""The computer's level as White and as Black; None for a person."""


def seat_tags(levels: Levels, names: tuple[str, str] = ("", "")) -> dict[str, str]:
    """The tags from which :func:`seat_levels` restores the players; a person without a name is a person.

    >>> seat_tags((None, 3))
    {'White': 'Person', 'Black': 'Computer, level 3'}
    >>> seat_tags((None, 3), ("Ada", ""))["White"]
    'Ada'
    """
    white, black = (
        (person_name(name) or PERSON) if level is None else _COMPUTER.format(level)
        for level, name in zip(levels, names, strict=True)
    )
    return {"White": white, "Black": black}


def person_name(tag: str) -> str:
    """The name of a person in a tag, or what was written as one; empty if it names nobody.

    >>> person_name("Ada"), person_name("Person"), person_name("?"), person_name("Computer, level 3")
    ('Ada', '', '', '')
    """
    name = tag.strip()
    return "" if name in (PERSON, "?", "") or _NAMED_COMPUTER.fullmatch(name) else name


def seat_levels(tags: Mapping[str, str]) -> Levels | None:
    """The players of a game saved by this program; None if both names are unknown.

    >>> seat_levels({"White": "Ada", "Black": "Computer, level 3"})
    (None, 3)
    """
    names = (tags.get("White", ""), tags.get("Black", ""))
    found = [_NAMED_COMPUTER.fullmatch(name) for name in names]
    if PERSON not in names and not any(found):
        return None
    white, black = (None if match is None else int(match[1]) for match in found)
    return white, black
