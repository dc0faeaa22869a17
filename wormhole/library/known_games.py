"""The games that other programs know, and the names by which their PGN names them.

The names are those of lichess (scalachess, ``Variant.byName``), which compares whole names. ChessBase and
most others read chess and Chess960 only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from wormhole.base.errors import Message
from wormhole.rules.game_file import variant
from wormhole.rules.variant import Variant

if TYPE_CHECKING:
    from wormhole.library.database.game_database import GameDatabase

NAMES = {
    "chess": "Standard",
    "fischerandom": "Chess960",
    "crazyhouse": "Crazyhouse",
    "kingofthehill": "King of the Hill",
    "3check": "Three-check",
    "antichess": "Antichess",
    "atomic": "Atomic",
    "horde": "Horde",
    "racingkings": "Racing Kings",
}
"""By the names of the games here."""
ROWS_AT_ONCE = 1000


def name_elsewhere(game: Variant) -> str | None:
    """The name of a game in the PGN of other programs; None if they do not know it.

    >>> name_elsewhere(variant("3check")), name_elsewhere(variant("wormhole"))
    ('Three-check', None)
    """
    name = NAMES.get(game.name)
    return name if name is not None and game == variant(game.name) else None


def warning_of(games: Iterable[Variant]) -> Message | None:
    """What to say before PGN of these games is written: which of them other programs refuse, if they do.

    >>> print(warning_of([variant("chess"), variant("wormhole")]))
    Other programs do not know Wormhole Chess and will refuse this file.
    >>> warning_of([variant("atomic")])
    """
    return _warning(game.title for game in games if name_elsewhere(game) is None)


def warning_of_kept(database: GameDatabase, numbers: Sequence[int]) -> Message | None:
    """What :func:`warning_of` says of games of the library, of which few rows are in memory at once."""
    parts = (numbers[first : first + ROWS_AT_ONCE] for first in range(0, len(numbers), ROWS_AT_ONCE))
    rows = (row for part in parts for row in database.rows(part))
    return _warning(row.title for row in rows if row.variant not in NAMES)


def _warning(unknown: Iterator[str]) -> Message | None:
    title = next(unknown, None)
    if title is None:
        return None
    if any(other != title for other in unknown):
        return Message(
            "Other programs do not know {game} and other games here, and will refuse this file.",
            game=Message(title),
        )
    return Message("Other programs do not know {game} and will refuse this file.", game=Message(title))
