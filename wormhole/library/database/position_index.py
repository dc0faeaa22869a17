"""Finds games by a position: the keys of all positions in one array.

A hundred thousand games have some eight million positions. An index of the database with so many keys would
slow down every import; NumPy scans them in milliseconds. A key is 32 bits of a position's Zobrist key. A game
that was written without its keys is in the table ``unindexed`` until they are computed.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Collection, Iterable, Sequence

import numpy as np

from wormhole.library.database.connections import Connections, LibraryError
from wormhole.library.database.game_rows import read_game
from wormhole.rules.board import Board
from wormhole.rules.move import Move

FILLED_AT_ONCE = 50
"""Games whose keys are added in one transaction."""


def short_key(board: Board) -> int:
    """The lower 32 bits of the position's key."""
    return board.key() & 0xFFFF_FFFF


def keys_of(start: Board, moves: Iterable[Move]) -> bytes:
    """The keys of all positions of a line of moves."""
    board = start.copy()
    for move in moves:
        board.push(move)
    return keys_to(board)


def keys_to(board: Board) -> bytes:
    """The keys of all positions from the start of a game to this one."""
    return (board.keys() & 0xFFFF_FFFF).astype("<u4").tobytes()


def keys_version() -> int:
    """A number that changes when the keys of positions do."""
    return short_key(Board("chess"))


def need_keys(connection: sqlite3.Connection, number: int) -> None:
    """Mark this game: its keys must be computed."""
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
    """Compute the missing keys, in short transactions."""
    with connections.reading() as connection:
        missing = [number for (number,) in connection.execute("SELECT game FROM unindexed")]
    for first in range(0, len(missing), FILLED_AT_ONCE):
        fill(connections, missing[first : first + FILLED_AT_ONCE])


def fill(connections: Connections, numbers: Sequence[int]) -> None:
    """Compute the keys of these games, in one transaction."""
    found, bad = [], []
    with connections.reading() as connection:
        for number in numbers:
            try:
                kept = read_game(connection, number)
            except LibraryError:
                bad.append(number)
            else:
                found.append((number, kept.revision, keys_of(kept.game.start, kept.game.mainline_moves())))
    with connections.writing(durable=False) as connection:
        for each in found:
            keep_keys(connection, *each)
        for number in bad:
            _end_need(connection, number)


def _end_need(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("DELETE FROM unindexed WHERE game = ?", (number,))


class PositionIndex:
    """The keys of all games in memory. New games are read when they are first needed."""

    def __init__(self) -> None:
        self._reading = threading.Lock()
        self._last = 0
        self._keys = np.zeros(0, "<u4")
        self._games = np.zeros(0, np.int64)
        self._ends = np.zeros(0, np.int64)
        """Per row of the table: its game, and where its keys end."""
        self._is_newest = np.zeros(0, bool)
        """Whether it is the last row of its game; an earlier one is out of date."""
        self._rows: dict[int, int] = {}
        """The last row of each game."""

    def bring_up_to_date(self, connections: Connections) -> None:
        """Compute the missing keys, and read the new ones."""
        with self._reading:
            # On a read-only disk, only games that have keys are found.
            with contextlib.suppress(LibraryError):
                fill_missing(connections)
            if outdated := self._read(connections):
                with contextlib.suppress(LibraryError):
                    with connections.writing(durable=False) as connection:
                        for number in outdated:
                            need_keys(connection, number)
                    fill_missing(connections)
                self._read(connections)

    def games_with(self, keys: Collection[int]) -> set[int]:
        """The numbers of the games with one of these keys."""
        found = np.zeros(len(self._keys), bool)
        for key in keys:
            found |= self._keys == np.uint32(key)
        rows = np.searchsorted(self._ends, np.flatnonzero(found), side="right")
        return set(self._games[rows[self._is_newest[rows]]].tolist())

    def _read(self, connections: Connections) -> list[int]:
        """Read the new rows; returns the games whose keys are those of another version of the program."""
        with connections.reading() as connection:
            rows = connection.execute(
                "SELECT number, game, version, keys FROM positions WHERE number > ? ORDER BY number",
                (self._last,),
            ).fetchall()
        version = keys_version()
        good = [row for row in rows if row[2] == version and _is_good(row)]
        if rows:
            self._last = rows[-1][0]
        if good:
            self._add([game for _, game, _, _ in good], [keys for *_, keys in good])
        return [game for _, game, found, _ in rows if found != version]

    def _add(self, games: Sequence[int], keys: Sequence[bytes]) -> None:
        known = len(self._games)
        self._is_newest = np.concatenate([self._is_newest, np.ones(len(games), bool)])
        for row, game in enumerate(games, known):
            if game in self._rows:
                self._is_newest[self._rows[game]] = False
            self._rows[game] = row
        ends = len(self._keys) + np.cumsum([len(each) // 4 for each in keys])
        self._games = np.concatenate([self._games, np.array(games, np.int64)])
        self._ends = np.concatenate([self._ends, ends])
        self._keys = np.concatenate([self._keys, np.frombuffer(b"".join(keys), "<u4")])


def _is_good(row: tuple[object, ...]) -> bool:
    _, game, _, keys = row
    return isinstance(game, int) and isinstance(keys, bytes) and len(keys) % 4 == 0
