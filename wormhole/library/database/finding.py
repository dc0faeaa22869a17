"""Finds the games that match a query, by one statement of SQL."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from wormhole.library.database.game_rows import AGAINST_COMPUTER, MAIL, OPENING_PLIES, PEOPLE, known_games
from wormhole.library.database.position_index import PositionIndex, short_key
from wormhole.library.headers import START_TAGS, start_tags
from wormhole.library.search_text import searchable
from wormhole.rules.board import Board
from wormhole.rules.errors import FenError, MoveError
from wormhole.rules.schema import json_table
from wormhole.rules.variant import Variant

PLAYED = "(CASE WHEN date GLOB '[0-9]*' THEN replace(date, '?', '0') ELSE '' END)"
"""The day as text that sorts. The index ``listed_games`` has this expression, so the two must be the same."""
NEWEST_FIRST = f"{PLAYED} DESC, number DESC"
"""The order of lists: games without a date come last, and those of a day by their numbers."""
OLDEST_FIRST = f"{PLAYED}, number"

SEED = "Seed"
_GAMES = (
    "SELECT opening, result, headers FROM games JOIN records USING (number)"
    f" WHERE deleted IS NULL AND kind IN ('{PEOPLE}', '{AGAINST_COMPUTER}', '{MAIL}') AND variant = ?"
    " AND result IN ('1-0', '0-1', '1/2-1/2')"
)

_UCI = re.compile(r"(?:[a-z]+[0-9]+){2}[a-z]?(?:@[a-z]+[0-9]+)?|0000")
_MOVE_NUMBER = re.compile(r"\d+\.+")
_FEW = 1000
"""Up to so many games are looked up one by one; for more, a scan of all is faster."""


def day_of(text: object) -> date | None:
    """The day of a PGN date, the first possible one if only the year or month is known; None if none is.

    >>> [str(day_of(text)) for text in ("2024.05.17", "1851.06.??", "1900.??.??", "????.??.??", "2023.02.30")]
    ['2024-05-17', '1851-06-01', '1900-01-01', 'None', 'None']
    """
    if not isinstance(text, str):
        return None
    year, month, day = [*text.split("."), "", ""][:3]
    try:
        return date(int(year), _number(month), _number(day))
    except (ValueError, OverflowError):
        return None


def _number(text: str) -> int:
    return int(text) if text.strip("?") else 1


@dataclass(frozen=True)
class Query:
    """Conditions that a game must meet, all of them. The defaults find every game that is not deleted."""

    text: str = ""
    """Words that all must occur in players, event, place, date or the game's title."""
    variant: str | None = None
    """The name of the game."""
    kinds: tuple[str, ...] = ()
    """Some of ``rows.KINDS``; empty: all."""
    level: int | None = None
    """The computer's level, in games of a user against it."""
    side: str | None = None
    """The user's side against the computer, white or black."""
    result: str | None = None
    since: date | None = None
    until: date | None = None
    opening: str = ""
    """The first moves, in UCI notation or in SAN, with or without move numbers."""
    fen: str = ""
    """A position of the main line."""

    @classmethod
    def of_position(cls, board: Board) -> Query:
        """The games in which that position occurs."""
        return cls(variant=board.variant.name, fen=board.fen())


@dataclass(frozen=True)
class FirstMoves:
    """The first moves of a finished game in UCI notation; the winner is None in a draw."""

    moves: tuple[str, ...]
    winner: bool | None


def read_first_moves(connection: sqlite3.Connection, variant: Variant) -> list[FirstMoves]:
    """The finished games from the usual start of a game, with its own rules."""
    usual = _start(start_tags(Board(variant, seed=0)))
    found = []
    for opening, result, headers in connection.execute(_GAMES, (variant.name,)):
        if isinstance(opening, str) and _start(_tags(headers)) == usual:
            winner = None if result == "1/2-1/2" else result == "1-0"
            found.append(FirstMoves(tuple(opening.split()), winner))
    return found


def _start(tags: Mapping[str, object]) -> dict[str, object]:
    """The headers of the rules and the start position, but not of the dice."""
    return {name: tags[name] for name in START_TAGS if name in tags and name != SEED}


def _tags(headers: object) -> dict[str, object]:
    return (json_table(headers) if isinstance(headers, str) else None) or {}


class _Part(NamedTuple):
    """A condition in SQL and its values."""

    sql: str
    values: tuple[object, ...] = ()


def find_numbers(connection: sqlite3.Connection, query: Query, positions: PositionIndex) -> list[int]:
    """The numbers of the games, in the order of lists. Raises :class:`FenError` for a bad position."""
    among = None
    table = "games"
    parts = [_Part("deleted IS NULL"), *_plain_parts(query), *_date_parts(query.since, query.until)]
    if query.opening.strip():
        parts.append(_opening_part(query.opening, _games(connection, query.variant)))
        table = "games NOT INDEXED"  # the index lacks openings, and to look up each one takes longer
    if query.fen.strip():
        keys = _keys(query.fen, _games(connection, query.variant))
        parts.append(_Part(f"variant IN ({_marks(tuple(keys))})", tuple(keys)))
        among = positions.games_with(set(keys.values()))
        if len(among) <= _FEW:
            # They are integers, and there may be more than SQLite takes as values.
            parts.append(_Part(f"number IN ({','.join(map(str, among))})"))
    where = " AND ".join(f"({part.sql})" for part in parts)
    values = [value for part in parts for value in part.values]
    # One text for all: for each row of SQLite, a thread gives the interpreter away and waits for it.
    (text,) = connection.execute(
        "SELECT group_concat(number) FROM"
        f" (SELECT number FROM {table} WHERE {where} ORDER BY {NEWEST_FIRST})",
        values,
    ).fetchone()
    numbers = map(int, text.split(",")) if text else ()
    return [number for number in numbers if among is None or number in among]


def _plain_parts(query: Query) -> list[_Part]:
    columns = {
        "variant": query.variant,
        "level": query.level,
        "side": query.side,
        "result": query.result,
    }
    parts = [_Part(f"{name} = ?", (value,)) for name, value in columns.items() if value is not None]
    parts += [_Part("instr(words, ?)", (word,)) for word in searchable(query.text).split()]
    if query.kinds:
        parts.append(_Part(f"kind IN ({_marks(query.kinds)})", tuple(query.kinds)))
    return parts


def _date_parts(since: date | None, until: date | None) -> list[_Part]:
    """Dates are compared as text: in ``2024.05.??`` the unknown day counts as the last one of the month."""
    parts = []
    if since is not None:
        parts.append(_Part("date >= ?", (since.strftime("%Y.%m.%d"),)))
    if until is not None:
        parts.append(_Part("replace(date, '?', '0') <= ?", (until.strftime("%Y.%m.%d"),)))
    return [*parts, _Part("date < '?'")] if parts else []


def _games(connection: sqlite3.Connection, name: str | None) -> list[Variant]:
    return [game for game in known_games(connection) if name in (None, game.name)]


def _keys(fen: str, games: Sequence[Variant]) -> dict[str, int]:
    """The keys of the position, one for each set of rules. Raises :class:`FenError` for a bad position."""
    keys = {}
    error = FenError("the library has no game with this position")
    for game in games:
        try:
            keys[game.name] = short_key(Board(game, fen))
        except FenError as trouble:
            error = trouble
    if not keys:
        raise error
    return keys


def _opening_part(text: str, games: Sequence[Variant]) -> _Part:
    """The games that begin with these moves; SAN may mean other moves in each game."""
    words = _MOVE_NUMBER.sub(" ", text).split()[:OPENING_PLIES]
    starts = {_prefix(words)} if all(map(_UCI.fullmatch, words)) else set()
    choices = [_Part("opening >= ? AND opening < ?", (start, start + "~")) for start in starts]
    for game in games:
        start = None if starts else _opening_in(game, words)
        if start is not None:
            choices.append(
                _Part("variant = ? AND opening >= ? AND opening < ?", (game.name, start, start + "~"))
            )
    values = tuple(value for choice in choices for value in choice.values)
    return _Part(" OR ".join(f"({choice.sql})" for choice in choices) or "FALSE", values)


def _opening_in(game: Variant, words: Sequence[str]) -> str | None:
    """The moves as the library stores them; None if they are not legal in the game."""
    board = Board(game, seed=0)
    try:
        for word in words:
            board.push_san(word)
    except MoveError:
        return None
    return _prefix([move.text for move in board.move_stack])


def _prefix(words: Sequence[str]) -> str:
    return "".join(f"{word} " for word in words)


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))
