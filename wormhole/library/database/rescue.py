"""Takes the readable games of a damaged library over into a new one."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

from wormhole.library.database import schema
from wormhole.library.database.connection import FAULTS, connect

MOST_BAD_ROWS = 1000
"""After so many unreadable rows on end, the rest counts as lost."""

MOST_SECONDS = 60.0
"""A damaged table can be without end."""

_TABLES = ("definitions", "games", "records")


def rescue(damaged: Path, fresh: sqlite3.Connection) -> int:
    """Copy what can be read; returns the number of games. Raises what SQLite raises when it writes."""
    try:
        source = connect(damaged, "rw")
    except FAULTS:
        return 0
    try:
        if not _has_our_tables(source):
            return 0
        end = time.monotonic() + MOST_SECONDS
        source.set_progress_handler(lambda: time.monotonic() > end, 10_000)
        fresh.execute("BEGIN IMMEDIATE")
        for table in _TABLES:
            for row in _readable(source, table):
                marks = ",".join("?" * len(row))
                try:
                    fresh.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)
                except sqlite3.OperationalError:  # such as a full disk
                    raise
                except FAULTS:
                    continue
        fresh.execute("DELETE FROM games WHERE number NOT IN (SELECT number FROM records)")
        # They may be those of an older version, whose tables are the same.
        fresh.execute("UPDATE games SET words = searchable(words) WHERE words GLOB '*[^ -~]*'")
        fresh.execute("INSERT INTO unindexed SELECT number FROM games")
        (count,) = fresh.execute("SELECT count(*) FROM games").fetchone()
        fresh.execute("COMMIT")
        return count
    except FAULTS:
        if fresh.in_transaction:
            fresh.execute("ROLLBACK")
        raise
    finally:
        source.close()


def _has_our_tables(source: sqlite3.Connection) -> bool:
    """Whether the tables to be copied are ours: a view could run without end."""
    try:
        found = dict(source.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall())
    except FAULTS:
        return False
    return all(found.get(table) == schema.table_text(table) for table in _TABLES)


def _readable(source: sqlite3.Connection, table: str) -> Iterator[tuple[object, ...]]:
    """The rows by number; one that cannot be read is skipped."""
    last = bad = 0
    while bad < MOST_BAD_ROWS:
        try:
            for row in source.execute(f"SELECT * FROM {table} WHERE number > ? ORDER BY number", (last,)):
                # The pages of a damaged table may come again and again.
                if row[0] > last:
                    yield row
                    last, bad = row[0], 0
            return
        except FAULTS:
            last, bad = last + 1, bad + 1
