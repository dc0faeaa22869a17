"""The definitions of games: the library keeps the text of those that are not in the catalogue.

A game can so be continued when its file is gone. The library takes no path from its file: a picture that is
not among the program's own is replaced by the piece's letter, unless the game at hand has it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from wormhole import assets
from wormhole.library.database.errors import LibraryError
from wormhole.rules.errors import VariantError
from wormhole.rules.gamefile import parse, variant, variants
from wormhole.rules.quoting import quoted
from wormhole.rules.toml import MOST_BYTES
from wormhole.rules.variant import Variant


def keep_definition(connection: sqlite3.Connection, game: Variant) -> int | None:
    """The number of the game's definition, which is kept if it is new; None for a game of the catalogue."""
    if is_catalogued(game):
        return None
    if not game.definition:
        raise LibraryError("{title} has no file, so its games cannot be kept.", title=quoted(game.title))
    values = game.name, game.definition
    connection.execute("INSERT OR IGNORE INTO definitions (name, text) VALUES (?, ?)", values)
    row = connection.execute("SELECT number FROM definitions WHERE name = ? AND text = ?", values).fetchone()
    return row[0]


def is_catalogued(game: Variant) -> bool:
    """Whether the game is one of the catalogue, perhaps with changed rules."""
    return game.name in variants() and game.definition == variant(game.name).definition


def defined(connection: sqlite3.Connection, number: int, at_hand: Iterable[Variant] = ()) -> Variant:
    """The game with that definition; one of those at hand if it is the same, with its pictures.

    Raises :class:`LibraryError`.
    """
    row = connection.execute(
        "SELECT name, text FROM definitions WHERE number = ? AND length(text) <= ?", (number, MOST_BYTES)
    ).fetchone()
    if row is None or not all(isinstance(value, str) for value in row):
        raise LibraryError("the definition of its variant is missing")
    try:
        game = _parsed(*row)
    except VariantError as error:
        raise LibraryError(error.message) from None
    same = (other for other in at_hand if (other.name, other.definition) == row)
    return next((_with_pictures_of(other, game) for other in same), game)


def known_games(connection: sqlite3.Connection) -> list[Variant]:
    """The games of the catalogue, and those that are defined in the library."""
    games = [variant(name) for name in variants()]
    for (number,) in connection.execute("SELECT number FROM definitions LIMIT 100").fetchall():
        try:
            games.append(defined(connection, number))
        except LibraryError:
            continue
    return games


@lru_cache(maxsize=32)
def _parsed(name: str, text: str) -> Variant:
    game = parse(text, name)
    piece_types = {
        letter: replace(piece_type, sprite=_picture(piece_type.sprite, letter))
        for letter, piece_type in game.piece_types.items()
    }
    return replace(game, piece_types=piece_types)


def _with_pictures_of(other: Variant, game: Variant) -> Variant:
    piece_types = {
        letter: replace(piece_type, sprite=other.piece_types[letter].sprite)
        for letter, piece_type in game.piece_types.items()
    }
    return replace(game, piece_types=piece_types)


def _picture(sprite: str, letter: str) -> str:
    stem = sprite.removesuffix(".svg")
    return stem if stem in assets.piece_pictures() else letter
