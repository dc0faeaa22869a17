"""Connections to the library's file, set up so that its content cannot do any harm."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from wormhole.library.search_text import searchable

PATIENCE_SECONDS = 2.0
"""How long a connection waits for another one that writes."""
LARGEST_VALUE = 64 << 20
"""Bytes of a text; more is refused."""

FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the second one for a damaged file, which its message quotes."""

_SETTINGS = (
    # A power cut must not lose what was committed.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA mmap_size = 0",
    "PRAGMA temp_store = MEMORY",
)
_FORBIDDEN = (sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH)


def connect(path: Path, mode: str = "rwc") -> sqlite3.Connection:
    """A connection without automatic transactions; ``mode`` is one of SQLite's URIs: ro, rw or rwc.

    ``immutable`` reads a file on a disk where nothing can be written. Raises :class:`sqlite3.Error`.
    """
    options = "immutable=1" if mode == "immutable" else f"mode={mode}"
    # An absolute path: a name such as ":memory:" has no meaning of its own.
    name = quote(os.path.abspath(path).replace(os.sep, "/"), safe="/:")
    connection = sqlite3.connect(
        f"file:{'' if name.startswith('/') else '/'}{name}?{options}",
        uri=True,
        timeout=PATIENCE_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    secure(connection)
    return connection


def secure(connection: sqlite3.Connection) -> None:
    """Forbid what a file could misuse, read texts that are not UTF-8, and let SQL call `searchable`."""
    connection.text_factory = _text
    for setting in _SETTINGS:
        connection.execute(setting)
    if hasattr(connection, "setlimit"):
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
    if hasattr(connection, "setconfig"):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
    connection.create_function("searchable", 1, _searchable, deterministic=True)
    connection.set_authorizer(_authorized)


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def _searchable(value: object) -> str:
    return searchable(value) if isinstance(value, str) else ""


def _authorized(action: int, *_: object) -> int:
    return sqlite3.SQLITE_DENY if action in _FORBIDDEN else sqlite3.SQLITE_OK
