"""The games that other programs know, and the names by which their PGN names them.

The names are those of lichess (scalachess, ``Variant.byName``), which compares whole names. ChessBase and
most others read chess and Chess960 only.
"""

from __future__ import annotations

from collections.abc import Iterable

from wormhole.base.errors import Message
from wormhole.rules.game_file import variant
from wormhole.rules.variant import Variant

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
    unknown = {game.title: None for game in games if name_elsewhere(game) is None}
    if not unknown:
        return None
    title, *others = unknown
    if others:
        return Message(
            "Other programs do not know {game} and other games here, and will refuse this file.",
            game=Message(title),
        )
    return Message("Other programs do not know {game} and will refuse this file.", game=Message(title))
