"""What a page holds for programs: its games, position or definition, and how it is read back.

Nothing of a page is run or shown as HTML. One element with JSON is found in its text, and its texts are given
to the readers of strangers' files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
from msgspec import Meta

from wormhole.base.errors import WormholeError

SOURCE_ID = "wormhole-chess-source"
FORMAT = 1
MOST_BYTES = 40_000_000
"""Of a page that is read."""
MOST_DEFINITIONS = 100
_SOURCE = re.compile(rf'<script type="application/json" id="{SOURCE_ID}">([^<]*)</script>')


class PageError(WormholeError):
    """A page holds nothing that can be opened."""


@dataclass(frozen=True)
class PageSource:
    """The texts that a page was made from.

    ``games`` is PGN, ``position`` a FEN of the game ``variant``. ``definitions`` are the files of games that
    are not in the catalogue, by name. ``study`` and ``lesson`` are the texts of such files.
    """

    games: str = ""
    position: str = ""
    variant: str = ""
    definitions: Mapping[str, str] = field(default_factory=dict)
    lesson: str = ""
    study: str = ""

    def written(self) -> dict[str, object]:
        """The value that stands in the page; without what is empty."""
        values = {name: value for name, value in vars(self).items() if value}
        return {"format": FORMAT, **values}


class _Written(msgspec.Struct):
    format: Annotated[int, Meta(ge=1)]
    games: str = ""
    position: str = ""
    variant: str = ""
    definitions: dict[str, str] = {}
    lesson: str = ""
    study: str = ""


def source_of(page: str) -> PageSource:
    """What a page holds. Raises :class:`PageError` if that is nothing of ours, or damaged."""
    found = _SOURCE.findall(page)
    if not found:
        raise PageError("This page holds no game, position or definition of this program.")
    if len(found) > 1:
        raise PageError("This page is damaged: it holds more than one source.")
    try:
        read = msgspec.json.decode(found[0], type=_Written)
    except (msgspec.DecodeError, UnicodeError):  # ValidationError is a DecodeError
        raise PageError("This page is damaged: what it holds cannot be read.") from None
    if read.format > FORMAT:
        raise PageError("This page was made by a newer version of the program.")
    if len(read.definitions) > MOST_DEFINITIONS:
        raise PageError("This page is damaged: what it holds cannot be read.")
    return PageSource(read.games, read.position, read.variant, read.definitions, read.lesson, read.study)
