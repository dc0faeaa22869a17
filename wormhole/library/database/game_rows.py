"""A game in the tables: its row in a list, its record, and the definition of its game.

The library stores the text of definitions that are not in the catalogue, so that a game can be continued
without its file. The library uses no path in that text: a picture that is not among the program's own is
replaced by the piece's letter, unless the game at hand has it.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from functools import lru_cache
from itertools import islice

from wormhole import assets
from wormhole.base.errors import VariantError, WormholeError
from wormhole.base.quoting import printable, quoted
from wormhole.base.schema import json_table
from wormhole.base.toml import MOST_BYTES
from wormhole.library import pgn, pgn_text, play_state
from wormhole.library.database.connections import LARGEST_VALUE, LibraryError
from wormhole.library.headers import start_board
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.rules.catalogue_files import menu, variants
from wormhole.rules.game_file import parse, variant
from wormhole.rules.variant import Variant

PEOPLE, AGAINST_COMPUTER, DEMONSTRATION, IMPORTED, MAIL = KINDS = (
    "people",
    "computer",
    "demonstration",
    "imported",
    "mail",
)
"""Two users, a user against the computer, the computer against itself, games of unknown players, and a user
against somebody far away."""

MOST_ASKED = 500
"""Rows that one statement reads."""
LONGEST_TEXT = 200

_COLUMNS = (
    "number, substr(variant, 1, 200), substr(title, 1, 200), substr(white, 1, 200), substr(black, 1, 200),"
    " kind, level, side, result, date, plies, changed, deleted"
)

OPENING_PLIES = 40
"""The length of the openings that can be searched."""

_RECORD = (
    "SELECT games.revision, definition, headers, movetext, play FROM games JOIN records USING (number)"
    " WHERE number = ? AND length(headers) + length(movetext) + length(ifnull(play, '')) <= ?"
)


@dataclass(frozen=True)
class GameRow:
    """A game in a list. ``level`` only against the computer, ``side`` (the user's: white or black) there and
    by mail."""

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
    date: str
    """As in PGN, with ``?`` for what is unknown."""
    plies: int
    changed: datetime | None
    """When it was kept last, UTC."""
    deleted: bool = False


def read_rows(connection: sqlite3.Connection, numbers: Sequence[int]) -> list[GameRow]:
    """The rows of these games, in this order; numbers without a game are left out."""
    found: dict[int, GameRow] = {}
    for first in range(0, len(numbers), MOST_ASKED):
        asked = [int(number) for number in numbers[first : first + MOST_ASKED]]
        marks = ",".join("?" * len(asked))
        for values in connection.execute(f"SELECT {_COLUMNS} FROM games WHERE number IN ({marks})", asked):
            found[values[0]] = _row(values)
    return [found[number] for number in numbers if number in found]


def _row(values: Sequence[object]) -> GameRow:
    number, variant, title, white, black, kind, level, side, result, *rest = values
    date, plies, changed, deleted = rest
    return GameRow(
        number=number if isinstance(number, int) else 0,
        variant=_text(variant),
        title=_text(title),
        white=_text(white),
        black=_text(black),
        kind=kind if kind in KINDS else IMPORTED,
        level=level if isinstance(level, int) else None,
        side=_text(side),
        result=_text(result),
        date=_text(date),
        plies=plies if isinstance(plies, int) else 0,
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


@dataclass(frozen=True)
class Snapshot:
    """A game at one moment. ``play`` is None for a game that is kept, but not played here."""

    variant: Variant
    headers: Mapping[str, str]
    movetext: str
    opening: str
    """The first moves in UCI notation, each followed by a space."""
    plies: int
    play: PlayState | None = None


def snapshot(game: Game, play: PlayState | None = None) -> Snapshot:
    """The game as it is now."""
    main = [move.text for move in game.mainline_moves()]
    opening = "".join(f"{move} " for move in islice(main, OPENING_PLIES))
    return Snapshot(game.start.variant, dict(game.headers), game.movetext(), opening, len(main), play)


def keep_definition(connection: sqlite3.Connection, game: Variant) -> int | None:
    """The number of the game's definition, which is kept if it is new; None for a game of the catalogue."""
    if is_catalogued(game):
        return None
    if not game.definition:
        raise LibraryError("{title} has no file, so its games cannot be saved.", title=quoted(game.title))
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
        game = parsed_definition(*row)
    except VariantError as error:
        raise LibraryError(error.message) from None
    same = (other for other in at_hand if (other.name, other.definition) == row)
    return next((_with_pictures_of(other, game) for other in same), game)


def known_games(
    connection: sqlite3.Connection, kept: Iterable[str], name: str | None = None
) -> list[Variant]:
    """Wormhole Chess and its family, those ``kept``, and those that the library defines; or those of a
    ``name``."""
    wanted = {*menu("family"), *kept} if name is None else {name}
    games = [variant(each) for each in variants() if each in wanted]
    for number, own in connection.execute("SELECT number, name FROM definitions LIMIT 100").fetchall():
        if name is None or own == name:
            with contextlib.suppress(LibraryError):
                games.append(defined(connection, number))
    return games


@lru_cache(maxsize=32)
def parsed_definition(name: str, text: str) -> Variant:
    """The game that a text defines, without pictures of its own. Raises :class:`VariantError`."""
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


@dataclass(frozen=True)
class LibraryGame:
    """A game of the library; ``revision`` changes with every change of the game."""

    number: int
    game: Game
    play: PlayState | None
    """The state of its play; None for a game that was only imported."""
    revision: int
    row: GameRow


def read_game(connection: sqlite3.Connection, number: int, at_hand: Iterable[Variant] = ()) -> LibraryGame:
    """The game with that number. Raises :class:`LibraryError`."""
    rows = read_rows(connection, [number])
    values = connection.execute(_RECORD, (number, LARGEST_VALUE)).fetchone()
    if not rows or values is None:
        raise LibraryError("The library has no game {number}.", number=number)
    revision, definition, headers, moves, play = values
    try:
        if not isinstance(moves, str):
            raise LibraryError("its moves are not text")
        tags = _headers(headers)
        own = [] if definition is None else [defined(connection, definition, at_hand)]
        game = pgn.read_movetext(start_board(tags, own), tags, moves)
    except WormholeError as error:
        raise LibraryError(
            "Game {number} of the library cannot be read: {trouble}", number=number, trouble=error.message
        ) from None
    state = play_state.loads(play) if isinstance(play, str) else None
    return LibraryGame(number, game, state, revision, rows[0])


def _headers(text: object) -> dict[str, str]:
    found = json_table(text) if isinstance(text, str) else None
    if found is None or not all(isinstance(value, str) for value in found.values()):
        raise LibraryError("its headers are damaged")
    # Others could not be written as PGN.
    return {name: value for name, value in found.items() if pgn_text.is_tag_name(name)}
