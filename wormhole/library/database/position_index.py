"""The positions of games, by their keys: 32 bits of a position's Zobrist key.

A game is kept with the keys of its main line. Once it is in a segment, they are in the rows of the segment,
sorted. A row has the positions whose keys begin with the same bits, four bytes for each: the other bits of
the key, and the game's place in the segment. So a search reads one short row of each segment.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from wormhole.library.database.connections import Connections, LibraryError
from wormhole.library.database.game_rows import read_game
from wormhole.library.database.segments import ROW_BITS
from wormhole.rules.board import Board
from wormhole.rules.move import Move

FILLED_AT_ONCE = 50
"""Games whose keys are added in one transaction."""

_KEY_BITS = 32
_BUCKET_SHIFT = _KEY_BITS - ROW_BITS
"""The bits of a key behind those that select the row."""


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


@cache
def keys_version() -> int:
    """A number that changes when the keys of positions do."""
    return short_key(Board("chess")) or 1


def note_change(connection: sqlite3.Connection, number: int) -> None:
    """Note that this game was changed or is to be removed: what segments have of it is out of date."""
    connection.execute("REPLACE INTO changes (game) VALUES (?)", (number,))


def keep_keys(connection: sqlite3.Connection, number: int, revision: int, keys: bytes) -> None:
    """Write the keys of a game, unless it has another revision by now."""
    connection.execute(
        "REPLACE INTO positions (game, revision, version, keys)"
        " SELECT number, revision, ?, ? FROM games WHERE number = ? AND revision = ?",
        (keys_version(), keys, number, revision),
    )


def missing_keys(connection: sqlite3.Connection, games: str) -> list[int]:
    """Those of the games, a selection in SQL, whose keys must be computed."""
    found = connection.execute(
        "SELECT games.number FROM games LEFT JOIN positions ON game = games.number"
        f" WHERE games.number IN ({games}) AND (positions.revision IS NOT games.revision OR version <> ?)",
        (keys_version(),),
    )
    return [number for (number,) in found]


def fill(connections: Connections, numbers: Sequence[int]) -> None:
    """Compute the keys of these games, in short transactions. One that cannot be read has none."""
    for first in range(0, len(numbers), FILLED_AT_ONCE):
        found = []
        with connections.reading() as connection:
            for number in numbers[first : first + FILLED_AT_ONCE]:
                row = connection.execute("SELECT revision FROM games WHERE number = ?", (number,)).fetchone()
                try:
                    kept = read_game(connection, number)
                except LibraryError:
                    found += [(number, row[0], b"")] if row is not None else []
                else:
                    keys = keys_of(kept.game.start, kept.game.mainline_moves())
                    found.append((number, kept.revision, keys))
        with connections.writing(durable=False) as connection:
            for each in found:
                keep_keys(connection, *each)


def entries_of(keys: Sequence[bytes]) -> Iterator[tuple[int, bytes]]:
    """The rows of a segment: the first bits of keys, and the positions, from the keys of each game."""
    rows = np.repeat(np.arange(len(keys), dtype=np.uint64), [len(each) // 4 for each in keys])
    whole = np.frombuffer(b"".join(each[: len(each) // 4 * 4] for each in keys), "<u4").astype(np.uint64)
    # The key, then the game: to sort by them, and to leave out what occurs again in a game.
    positions = np.sort(whole << np.uint64(ROW_BITS) | rows)
    positions = positions[np.diff(positions, prepend=np.uint64(0)) > 0]
    entries = positions.astype("<u4").tobytes()
    first_of = np.arange((1 << ROW_BITS) + 1, dtype=np.uint64) << np.uint64(_KEY_BITS)
    ends = (4 * np.searchsorted(positions, first_of)).tolist()
    for bucket, (first, end) in enumerate(pairwise(ends)):
        if first < end:
            yield bucket, entries[first:end]


def write_entries(connection: sqlite3.Connection, segment: int, keys: Sequence[bytes]) -> None:
    """Write the positions of a segment, from the keys of each of its games."""
    connection.executemany(
        "REPLACE INTO segment_positions VALUES (?, ?)",
        ((segment << ROW_BITS | bucket, entries) for bucket, entries in entries_of(keys)),
    )


def find_in_segments(
    connection: sqlite3.Connection, keys: Collection[int]
) -> Iterator[tuple[int, npt.NDArray[np.intp]]]:
    """The segments that have one of these keys, each with the places of its games."""
    for key in keys:
        bucket, rest = key >> _BUCKET_SHIFT, key & ((1 << _BUCKET_SHIFT) - 1)
        for segment, entries in connection.execute(
            "SELECT segments.number, entries FROM segments"
            f" JOIN segment_positions AS p ON p.number = (segments.number << {ROW_BITS} | ?)",
            (bucket,),
        ):
            if isinstance(entries, bytes) and len(entries) % 4 == 0:
                found = np.frombuffer(entries, "<u4")
                first, end = np.searchsorted(found, [rest << ROW_BITS, (rest + 1) << ROW_BITS])
                if first < end:
                    yield segment, (found[first:end] & ((1 << ROW_BITS) - 1)).astype(np.intp)


def find_in_changes(connection: sqlite3.Connection, keys: Collection[int]) -> set[int]:
    """The changed games with one of these keys."""
    found = connection.execute(
        "SELECT changes.game, keys FROM changes JOIN positions ON positions.game = changes.game"
        " WHERE version = ?",
        (keys_version(),),
    ).fetchall()
    wanted = np.array([*keys], "<u4")
    good = [(game, blob) for game, blob in found if isinstance(blob, bytes) and len(blob) % 4 == 0]
    whole = np.frombuffer(b"".join(blob for _, blob in good), "<u4")
    ends = np.cumsum([len(blob) // 4 for _, blob in good])
    rows = np.searchsorted(ends, np.flatnonzero(np.isin(whole, wanted)), side="right")
    return {good[row][0] for row in set(rows.tolist())}
