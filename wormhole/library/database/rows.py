"""Games as a list shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from wormhole.rules.quoting import printable

if TYPE_CHECKING:
    import sqlite3

PEOPLE, AGAINST_COMPUTER, DEMONSTRATION, IMPORTED = KINDS = (
    "people",
    "computer",
    "demonstration",
    "imported",
)
"""Two people, a person against the computer, the computer against itself, and games of unknown players."""

MOST_ASKED = 500
"""Rows that one statement reads."""
LONGEST_TEXT = 200


@dataclass(frozen=True)
class Row:
    """A game in a list. ``level`` and ``side`` (the person's: white or black) only against the computer."""

    number: int
    variant: str
    """The game's name in the catalogue, or its file's."""
    title: str
    white: str
    black: str
    kind: str
    """One of ``KINDS``."""
    level: int | None
    side: str
    result: str
    termination: str
    date: str
    """As in PGN, with ``?`` for what is unknown."""
    plies: int
    opening: str
    """The first moves in UCI notation."""
    changed: datetime | None
    """When it was kept last, UTC."""
    deleted: bool = False


_COLUMNS = (
    "number, substr(variant, 1, 200), substr(title, 1, 200), substr(white, 1, 200), substr(black, 1, 200),"
    " kind, level, side, result, substr(termination, 1, 200), date, plies, substr(opening, 1, 200), changed,"
    " deleted"
)


def read_rows(connection: sqlite3.Connection, numbers: Sequence[int]) -> list[Row]:
    """The rows of these games, in this order; numbers without a game are left out."""
    found: dict[int, Row] = {}
    for first in range(0, len(numbers), MOST_ASKED):
        asked = [int(number) for number in numbers[first : first + MOST_ASKED]]
        marks = ",".join("?" * len(asked))
        for values in connection.execute(f"SELECT {_COLUMNS} FROM games WHERE number IN ({marks})", asked):
            found[values[0]] = _row(values)
    return [found[number] for number in numbers if number in found]


def _row(values: Sequence[object]) -> Row:
    number, variant, title, white, black, kind, level, side, result, *rest = values
    termination, date, plies, opening, changed, deleted = rest
    return Row(
        number=number if isinstance(number, int) else 0,
        variant=_text(variant),
        title=_text(title),
        white=_text(white),
        black=_text(black),
        kind=kind if kind in KINDS else IMPORTED,
        level=level if isinstance(level, int) else None,
        side=_text(side),
        result=_text(result),
        termination=_text(termination),
        date=_text(date),
        plies=plies if isinstance(plies, int) else 0,
        opening=_text(opening),
        changed=moment(changed),
        deleted=deleted is not None,
    )


def moment(value: object) -> datetime | None:
    """The time in a column; None if it is none."""
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value).replace(tzinfo=timezone.utc)
    except ValueError:
        return None


def _text(value: object) -> str:
    # The file may hold anything in any column.
    return printable(value[:LONGEST_TEXT]) if isinstance(value, str) else ""
