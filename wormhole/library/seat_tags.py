"""Who sat where, as the tags White and Black of a PGN tell it: a person, or the computer at a level."""

from __future__ import annotations

import re
from collections.abc import Mapping

PERSON = "Person"
_COMPUTER = "Computer, level {}"
_NAMED_COMPUTER = re.compile(_COMPUTER.format(r"(\d{1,4})"))

Levels = tuple[int | None, int | None]
"""The computer's level at White's and at Black's seat; None where a person sits."""


def seat_tags(levels: Levels) -> dict[str, str]:
    """The tags by which :func:`seat_levels` finds out again who sat where.

    >>> seat_tags((None, 3))
    {'White': 'Person', 'Black': 'Computer, level 3'}
    """
    white, black = (PERSON if level is None else _COMPUTER.format(level) for level in levels)
    return {"White": white, "Black": black}


def seat_levels(tags: Mapping[str, str]) -> Levels | None:
    """Who sat where in a game of ours; None where both names are others', who may be anybody.

    >>> seat_levels({"White": "Ada", "Black": "Computer, level 3"})
    (None, 3)
    """
    names = (tags.get("White", ""), tags.get("Black", ""))
    found = [_NAMED_COMPUTER.fullmatch(name) for name in names]
    if PERSON not in names and not any(found):
        return None
    white, black = (None if match is None else int(match[1]) for match in found)
    return white, black
