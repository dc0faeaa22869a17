"""The versions of the library's tables, and the way from each to the next.

A version is a file of SQL in ``migrations``. ``PRAGMA user_version`` tells the version of a file.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path

from wormhole.library.database.connection import secure
from wormhole.library.database.errors import DamagedError, LibraryError
from wormhole.rules.quoting import shown_path

APPLICATION_ID = 0x57_4F_52_4D
"""Says in the file's header whose it is."""
MIGRATIONS = "wormhole.library.database"

_FOLDER = resources.files(MIGRATIONS) / "migrations"


@cache
def newest() -> int:
    """The version that this program reads and writes."""
    names = [entry.name.removesuffix(".sql") for entry in _FOLDER.iterdir() if entry.name.endswith(".sql")]
    return max(int(name) for name in names)


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new file, or bring those of an older version up to date.

    Raises :class:`DamagedError` if the tables are not ours, and :class:`LibraryError` for a newer version or
    a database of another program, which stay as they are.
    """
    if _version(connection, path) == newest():
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another window may have been faster.
        for version in range(_version(connection, path) + 1, newest() + 1):
            _migrate(connection, version)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the file, whose tables are checked; 0 for an empty file."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    found = _tables(connection)
    if not found and application in (0, APPLICATION_ID):
        return 0
    if application != APPLICATION_ID:
        raise LibraryError(
            "{path} is a database of another program; it is left as it is.", path=shown_path(path)
        )
    if version > newest():
        raise LibraryError(
            "The library of games ({path}) was made by a newer version of this program; it is left as it is.",
            path=shown_path(path),
        )
    if version < 1 or found != _expected(version):
        raise DamagedError(
            "The library of games ({path}) does not have the tables of one.", path=shown_path(path)
        )
    return version


def _tables(connection: sqlite3.Connection) -> frozenset[tuple[object, ...]]:
    """Everything that the file defines: a trigger or view would run what is written in it."""
    return frozenset(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master"))


@cache
def _expected(version: int) -> frozenset[tuple[object, ...]]:
    """Everything that a good file of that version defines."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    secure(connection)
    try:
        for each in range(1, version + 1):
            _migrate(connection, each)
        return _tables(connection)
    finally:
        connection.close()


def table_text(name: str) -> str:
    """How a table of the newest version is defined."""
    return next(str(sql) for kind, own, _, sql in _expected(newest()) if (kind, own) == ("table", name))


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    for statement in _statements((_FOLDER / f"{version}.sql").read_text("utf-8")):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {version}")


def _statements(text: str) -> Iterator[str]:
    """The statements of a file, each of which ends with its line."""
    statement = ""
    for line in re.sub(r"(?m)^--.*\n", "", text).splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
