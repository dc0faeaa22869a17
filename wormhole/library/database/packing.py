"""Makes segments of the games that have changed, and computes the keys that segments lack."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence

from wormhole.library.database.connections import Connections, LibraryError
from wormhole.library.database.position_index import fill, keys_version, missing_keys, write_entries
from wormhole.library.database.segments import (
    MOST_GAMES,
    READ,
    ROW_BITS,
    Columns,
    columns_of,
    openings_of,
    words_of,
)

PACKED_AT_ONCE = MOST_GAMES
"""Games of a new segment. Fewer that have changed are in none."""

Tell = Callable[[int, int], None]
"""Is told how many games of how many are done."""

_KEYS = (
    "SELECT positions.game, keys FROM positions JOIN games ON games.number = positions.game"
    " WHERE positions.revision = games.revision AND version = ? AND positions.game IN ({games})"
)
_FIRST_CHANGES = "SELECT game FROM changes WHERE number <= ?"


@contextlib.contextmanager
def if_writable(connections: Connections) -> Iterator[None]:
    """Ignore that nothing can be written; but not that the file was damaged, and is another one now."""
    openings = connections.openings
    try:
        yield
    except LibraryError:
        if connections.openings != openings:
            raise


def nobody(done: int, games: int) -> None:
    """Tell nobody."""


def pack(connections: Connections, tell: Tell = nobody) -> None:
    """Make segments of the games that changed first, until few are left."""
    done = 0
    while True:
        with connections.snapshot() as connection:
            (count,) = connection.execute("SELECT count(*) FROM changes").fetchone()
            if count < PACKED_AT_ONCE:
                return
            tell(done, done + count)
            rows = connection.execute(READ, (PACKED_AT_ONCE,)).fetchall()
            (last,) = connection.execute(
                "SELECT number FROM changes ORDER BY number LIMIT 1 OFFSET ?", (PACKED_AT_ONCE - 1,)
            ).fetchone()
        columns = columns_of(rows)
        arrays = (
            columns.names(),
            columns.table.tobytes(),
            words_of(rows).to_bytes(),
            openings_of(rows).to_bytes(),
        )
        with connections.writing(durable=False) as connection:
            # A game that changed meanwhile has another number.
            (same,) = connection.execute("SELECT count(*) FROM changes WHERE number <= ?", (last,)).fetchone()
            if same == PACKED_AT_ONCE:
                _write(connection, arrays, [row[0] for row in rows], last)
                done += PACKED_AT_ONCE


def _write(
    connection: sqlite3.Connection,
    arrays: tuple[str, bytes, bytes, bytes],
    games: Sequence[object],
    last: int,
) -> None:
    """Write a segment of these games, which are the changes up to the last one."""
    is_complete = not missing_keys(connection, _FIRST_CHANGES.replace("?", str(last)))
    segment = connection.execute(
        "INSERT INTO segments (version, names, columns, words, openings) VALUES (?, ?, ?, ?, ?)",
        (keys_version() if is_complete else 0, *arrays),
    ).lastrowid
    assert segment is not None, "a row was inserted"
    if is_complete:
        write_entries(connection, segment, _keys(connection, games))
        connection.execute(f"DELETE FROM positions WHERE game IN ({_FIRST_CHANGES})", (last,))
    connection.execute("DELETE FROM changes WHERE number <= ?", (last,))


def _keys(connection: sqlite3.Connection, games: Sequence[object]) -> list[bytes]:
    """The keys of these games, none for one that has none."""
    listed = ",".join(str(game) for game in games if isinstance(game, int))
    found = dict(connection.execute(_KEYS.format(games=listed), (keys_version(),)).fetchall())
    return [keys if isinstance(keys := found.get(game), bytes) else b"" for game in games]


def complete(connections: Connections, tell: Tell = nobody) -> None:
    """Compute the keys of changed games, and of the segments that lack them."""
    with connections.reading() as connection:
        changed = missing_keys(connection, "SELECT game FROM changes")
        segments = connection.execute(
            "SELECT number FROM segments WHERE version <> ?", (keys_version(),)
        ).fetchall()
    fill(connections, changed)
    for done, (segment,) in enumerate(segments):
        tell(done * PACKED_AT_ONCE, len(segments) * PACKED_AT_ONCE)
        _complete_segment(connections, segment)


def _complete_segment(connections: Connections, segment: int) -> None:
    with connections.reading() as connection:
        row = connection.execute(
            "SELECT names, columns FROM segments WHERE number = ?", (segment,)
        ).fetchone()
        if row is None:
            return
        games = Columns.from_stored(*row).table["number"].tolist()
        # What was changed since has keys of its own.
        listed = ",".join(map(str, games))
        missing = missing_keys(
            connection,
            f"SELECT number FROM games WHERE number IN ({listed}) EXCEPT SELECT game FROM changes",
        )
    fill(connections, missing)
    with connections.writing(durable=False) as connection:
        _remove_positions(connection, segment)
        write_entries(connection, segment, _keys(connection, games))
        connection.execute("UPDATE segments SET version = ? WHERE number = ?", (keys_version(), segment))
        connection.execute(
            f"DELETE FROM positions WHERE game IN ({listed}) AND game NOT IN (SELECT game FROM changes)"
        )


def remove_segments(connections: Connections, segments: Sequence[int]) -> None:
    """Remove these segments, whose games have all been changed or removed since."""
    with connections.writing(durable=False) as connection:
        for segment in segments:
            _remove_positions(connection, segment)
            connection.execute("DELETE FROM segments WHERE number = ?", (segment,))


def _remove_positions(connection: sqlite3.Connection, segment: int) -> None:
    connection.execute(
        "DELETE FROM segment_positions WHERE number BETWEEN ? AND ?",
        (segment << ROW_BITS, ((segment + 1) << ROW_BITS) - 1),
    )


def begin_anew(connection: sqlite3.Connection) -> None:
    """Make the segments again, from all games: those in the file are damaged."""
    connection.execute("DELETE FROM segments")
    connection.execute("DELETE FROM segment_positions")
    connection.execute("REPLACE INTO changes (game) SELECT number FROM games ORDER BY number")
