"""The keys of a game's positions: 32 bits of the Zobrist key of each position of the main line.

A game that was written without its keys stands in the table ``unindexed`` until they are worked out.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import numpy as np

from wormhole.library.database.connections import Connections
from wormhole.library.database.errors import LibraryError
from wormhole.library.database.reading import read_game
from wormhole.library.record import Game
from wormhole.rules.board import Board

FILLED_AT_ONCE = 50
"""Games whose keys are added in one transaction."""


def short_key(board: Board) -> int:
    """The lower 32 bits of the position's key."""
    return board.key() & 0xFFFF_FFFF


def keys_of(game: Game) -> bytes:
    """The keys of all positions of the main line."""
    board = game.start.copy()
    keys = [short_key(board)]
    for move in game.mainline_moves():
        board.push(move)
        keys.append(short_key(board))
    return np.array(keys, "<u4").tobytes()


def keys_version() -> int:
    """A number that changes when the keys of positions do."""
    return short_key(Board("chess"))


def need_keys(connection: sqlite3.Connection, number: int) -> None:
    """Say that the keys of this game must be worked out."""
    connection.execute("INSERT OR IGNORE INTO unindexed SELECT number FROM games WHERE number = ?", (number,))


def keep_keys(connection: sqlite3.Connection, number: int, revision: int, keys: bytes) -> None:
    """Write the keys of a game, unless it has another revision by now."""
    written = connection.execute(
        "REPLACE INTO positions (game, revision, version, keys)"
        " SELECT number, revision, ?, ? FROM games WHERE number = ? AND revision = ?",
        (keys_version(), keys, number, revision),
    )
    if written.rowcount:
        _end_need(connection, number)


def fill_missing(connections: Connections) -> None:
    """Work out the keys that are missing, in short transactions."""
    with connections.reading() as connection:
        missing = [number for (number,) in connection.execute("SELECT game FROM unindexed")]
    for first in range(0, len(missing), FILLED_AT_ONCE):
        fill(connections, missing[first : first + FILLED_AT_ONCE])


def fill(connections: Connections, numbers: Sequence[int]) -> None:
    """Work out the keys of these games, in one transaction."""
    found, bad = [], []
    with connections.reading() as connection:
        for number in numbers:
            try:
                kept = read_game(connection, number)
            except LibraryError:
                bad.append(number)
            else:
                found.append((number, kept.revision, keys_of(kept.game)))
    with connections.writing(durable=False) as connection:
        for each in found:
            keep_keys(connection, *each)
        for number in bad:
            _end_need(connection, number)


def _end_need(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("DELETE FROM unindexed WHERE game = ?", (number,))
