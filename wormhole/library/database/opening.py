"""Opens a library: makes a new one, brings an old one up to date, and sets a damaged one aside."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from pathlib import Path

from wormhole.library.database import schema
from wormhole.library.database.connection import FAULTS, connect
from wormhole.library.database.errors import DamagedError, LibraryError, library_error
from wormhole.library.database.rescue import rescue
from wormhole.library.set_aside import put_back, set_aside
from wormhole.rules.message import Message
from wormhole.rules.quoting import shown_path
from wormhole.rules.textfile import check_regular

COMPANIONS = ("-wal", "-shm")
CHECKED_AT_ONCE = 4 << 20
"""Bytes: a file up to this size is checked as a whole when it is opened, in milliseconds."""


Identity = tuple[int, int]
Identities = tuple[Identity | None, ...]


def open_library(path: Path) -> tuple[sqlite3.Connection, str | None]:
    """A connection, and a sentence about a damaged file that was set aside.

    Raises :class:`LibraryError`.
    """
    before = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            check_regular(os.stat(path).st_mode, path)
        before = identity(path)
        return connection_to(path, checks_all=True), None
    except DamagedError:
        return replace_damaged(path, before)
    except (OSError, *FAULTS) as error:
        raise library_error(path, error) from None


def connection_to(path: Path, checks_all: bool = False) -> sqlite3.Connection:
    """A connection to a good library, or to a new one; ``checks_all`` looks for damages.

    Raises :class:`LibraryError`.
    """
    try:
        return _checked(connect(path), path, checks_all)
    except FAULTS as error:
        trouble = library_error(path, error)
        if isinstance(trouble, DamagedError) or not path.exists():
            raise trouble from None
    # On a disk that cannot be written, SQLite cannot make the files beside the library.
    for mode in ("ro", "immutable"):
        try:
            return _checked(connect(path, mode), path, False)
        except FAULTS:
            continue
    raise trouble


def replace_damaged(path: Path, damaged: Identity | None) -> tuple[sqlite3.Connection, str | None]:
    """Set the damaged file aside, and make a new one with the games that are still readable.

    Another window may have done that already. Raises :class:`LibraryError`.
    """
    if identity(path) != damaged:
        return connection_to(path), None
    aside = set_aside(path, COMPANIONS)
    if aside is None:
        raise LibraryError(
            "The library of games ({path}) is damaged and cannot be renamed to make a new one.",
            path=shown_path(path),
        )
    connection = None
    try:
        connection = connection_to(path)
        rescued = rescue(aside, connection)
    except (OSError, LibraryError, *FAULTS) as error:
        # On a full disk nothing can be taken over; the next try finds the damaged file again.
        if connection is not None:
            connection.close()
        with contextlib.suppress(OSError):
            put_back(path, aside, COMPANIONS)
        raise library_error(path, error) from None
    return connection, Message(
        "The library of games was damaged. It is kept as {name}. Games taken over from it: {count}.",
        name=shown_path(aside.name),
        count=rescued,
    )


def identities(path: Path) -> Identities:
    """The identities of the library's file and of those beside it."""
    return tuple(identity(Path(f"{path}{end}")) for end in ("", *COMPANIONS))


def identity(path: Path) -> Identity | None:
    """What changes if another file takes this one's place; None if there is no file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _checked(connection: sqlite3.Connection, path: Path, checks_all: bool) -> sqlite3.Connection:
    try:
        schema.prepare(connection, path)
        if checks_all and os.path.getsize(path) <= CHECKED_AT_ONCE:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise DamagedError(str(found))
        connection.execute("PRAGMA journal_mode = WAL")
        # The files beside the library are there from now on, and can be told from others.
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection
