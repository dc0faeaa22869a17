"""Finds games by a position: 32 bits of the Zobrist key of each position of each main line, in one array.

A hundred thousand games have some eight million positions. An index of the database with so many keys would
slow down every import; NumPy looks through them in milliseconds.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection

import numpy as np

from wormhole.library.database.connections import Connections
from wormhole.library.database.errors import LibraryError
from wormhole.library.database.reading import read_game
from wormhole.library.record import Game
from wormhole.rules.board import Board

FILLED_AT_ONCE = 50
"""Games whose keys are added in one transaction."""

_WITHOUT_KEYS = (
    "SELECT games.number FROM games LEFT JOIN positions ON positions.game = games.number"
    " WHERE deleted IS NULL AND"
    " (positions.revision IS NULL OR positions.revision <> games.revision OR version <> ?)"
)


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


def keep_keys(connection: sqlite3.Connection, number: int, revision: int, keys: bytes) -> None:
    """Write the keys of a game with that revision."""
    connection.execute(
        "REPLACE INTO positions (game, revision, version, keys) VALUES (?, ?, ?, ?)",
        (number, revision, keys_version(), keys),
    )


def keys_version() -> int:
    """A number that changes when the keys of positions do."""
    return short_key(Board("chess"))


class PositionIndex:
    """The keys of all games in memory. New games are read when they are first needed."""

    def __init__(self) -> None:
        self._last = 0
        self._keys = np.zeros(0, "<u4")
        self._games = np.zeros(0, np.int64)
        self._ends = np.zeros(0, np.int64)
        """Per row of the table: its game, and where its keys end."""
        self._newest: dict[int, int] = {}
        """The last row of each game; an earlier one is out of date."""

    def bring_up_to_date(self, connections: Connections) -> None:
        """Work out the keys that are missing, and read the new ones."""
        with connections.reading() as connection:
            missing = [number for (number,) in connection.execute(_WITHOUT_KEYS, (keys_version(),))]
        for first in range(0, len(missing), FILLED_AT_ONCE):
            _fill(connections, missing[first : first + FILLED_AT_ONCE])
        with connections.reading() as connection:
            self._read(connection)

    def games_with(self, keys: Collection[int]) -> set[int]:
        """The numbers of the games with one of these keys."""
        hits = np.flatnonzero(np.isin(self._keys, np.array(list(keys), "<u4")))
        rows = np.unique(np.searchsorted(self._ends, hits, side="right"))
        return {
            int(game)
            for row, game in zip(rows, self._games[rows], strict=True)
            if self._newest[int(game)] == row
        }

    def _read(self, connection: sqlite3.Connection) -> None:
        rows = connection.execute(
            "SELECT number, game, keys FROM positions WHERE number > ? ORDER BY number", (self._last,)
        ).fetchall()
        good = [row for row in rows if isinstance(row[2], bytes) and len(row[2]) % 4 == 0]
        if not good:
            return
        self._last = rows[-1][0]
        known = len(self._games)
        self._newest |= {game: known + index for index, (_, game, _) in enumerate(good)}
        lengths = np.array([len(keys) // 4 for _, _, keys in good])
        self._games = np.concatenate([self._games, np.array([game for _, game, _ in good])])
        self._ends = np.concatenate([self._ends, len(self._keys) + np.cumsum(lengths)])
        self._keys = np.concatenate([self._keys, np.frombuffer(b"".join(row[2] for row in good), "<u4")])


def _fill(connections: Connections, numbers: Collection[int]) -> None:
    found = []
    with connections.reading() as connection:
        for number in numbers:
            try:
                kept = read_game(connection, number)
            except LibraryError:
                continue
            found.append((number, kept.revision, keys_of(kept.game)))
    with connections.writing(durable=False) as connection:
        for each in found:
            keep_keys(connection, *each)
