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

from wormhole.base.errors import Message, WormholeError
from wormhole.base.text_files import is_file_name
from wormhole.library.chosen_game import ChosenGame
from wormhole.library.own_pictures import with_kept_pictures
from wormhole.rules.board import Board
from wormhole.rules.game_file import parse

SOURCE_ID = "wormhole-chess-source"
FORMAT = 1
MOST_BYTES = 40_000_000
"""Of a page that is read."""
MOST_DEFINITIONS = 100
NOTHING = Message("This page holds no game, position or definition of this program.")
DAMAGED = Message("This page is damaged: what it holds cannot be read.")
_SOURCE = re.compile(rf'<script type="application/json" id="{SOURCE_ID}">([^<]*)</script>')


class PageError(WormholeError):
    """A page holds nothing that can be opened."""


@dataclass(frozen=True)
class PageSource:
    """The texts that a page was made from.

    ``games`` is PGN; a position is a game without moves, the chapters of a study are games. ``definitions``
    are the files of games, by their names, and ``pictures`` their own pictures, by the letters of the pieces.
    ``lesson`` is the file of a lesson.
    """

    games: str = ""
    definitions: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    lesson: str = ""

    def written(self) -> dict[str, object]:
        """The value that stands in the page; without what is empty."""
        values = {name: value for name, value in vars(self).items() if value}
        return {"format": FORMAT, **values}


class _SourceFields(msgspec.Struct):
    format: Annotated[int, Meta(ge=1)]
    games: str = ""
    definitions: dict[str, str] = {}
    pictures: dict[str, dict[str, str]] = {}
    lesson: str = ""


def source_of(page: str) -> PageSource:
    """What a page holds. Raises :class:`PageError` if that is nothing of ours, or damaged."""
    found = _SOURCE.findall(page)
    if not found:
        raise PageError(NOTHING)
    if len(found) > 1:
        raise PageError("This page is damaged: it holds more than one source.")
    try:
        read = msgspec.json.decode(found[0], type=_SourceFields)
    except (msgspec.DecodeError, UnicodeError):  # ValidationError is a DecodeError
        raise PageError(DAMAGED) from None
    if read.format > FORMAT:
        raise PageError("This page was made by a newer version of the program.")
    if len(read.definitions) > MOST_DEFINITIONS:
        raise PageError(DAMAGED)
    return PageSource(read.games, read.definitions, read.pictures, read.lesson)


def defined_games(source: PageSource) -> list[ChosenGame]:
    """The games that a page defines. Raises WormholeError with what is wrong in a definition."""
    found = []
    for name, text in source.definitions.items():
        if not is_file_name(name):
            raise PageError(DAMAGED)
        game, complaint = with_kept_pictures(parse(text, name), source.pictures.get(name, {}))
        Board(game)  # its first position is checked
        found.append(ChosenGame(game, complaint=complaint))
    return found
