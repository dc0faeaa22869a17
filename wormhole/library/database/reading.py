"""Reads games from the library's tables, which may hold anything."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from wormhole.library import movetext, pgn, play_state
from wormhole.library.database.connection import LARGEST_VALUE
from wormhole.library.database.definitions import defined
from wormhole.library.database.errors import LibraryError
from wormhole.library.database.rows import Row, read_rows
from wormhole.library.play_state import PlayState
from wormhole.library.record import Game
from wormhole.library.start_tags import start_board
from wormhole.rules.errors import WormholeError
from wormhole.rules.variant import Variant

_RECORD = (
    "SELECT games.revision, definition, headers, movetext, play FROM games JOIN records USING (number)"
    " WHERE number = ? AND length(headers) + length(movetext) + length(ifnull(play, '')) <= ?"
)


@dataclass(frozen=True)
class Kept:
    """A game of the library; ``revision`` changes with every change of the game."""

    number: int
    game: Game
    play: PlayState | None
    """How it was being played; None for a game that was only imported."""
    revision: int
    row: Row


def read_game(connection: sqlite3.Connection, number: int, at_hand: Iterable[Variant] = ()) -> Kept:
    """The game with that number. Raises :class:`LibraryError`."""
    rows = read_rows(connection, [number])
    values = connection.execute(_RECORD, (number, LARGEST_VALUE)).fetchone()
    if not rows or values is None:
        raise LibraryError("There is no game {number} in the library.", number=number)
    revision, definition, headers, moves, play = values
    try:
        if not isinstance(moves, str):
            raise LibraryError("its moves are no text")
        tags = _headers(headers)
        own = [] if definition is None else [defined(connection, definition, at_hand)]
        game = pgn.read_movetext(start_board(tags, own), tags, moves)
    except WormholeError as error:
        raise LibraryError(
            "Game {number} of the library cannot be read: {trouble}", number=number, trouble=error.message
        ) from None
    state = play_state.loads(play) if isinstance(play, str) else None
    return Kept(number, game, state, revision, rows[0])


def _headers(text: object) -> dict[str, str]:
    try:
        found = json.loads(text) if isinstance(text, str) else None
    except ValueError:
        found = None
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise LibraryError("its headers are damaged")
    # Others could not be written as PGN.
    return {name: value for name, value in found.items() if movetext.is_tag_name(name)}
