"""The open connections to a library, each used by one thread at a time."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from wormhole.library.database.connection import FAULTS
from wormhole.library.database.errors import DamagedError, LibraryError, library_error
from wormhole.library.database.opening import Identity, connection_to, identity, open_library, replace_damaged
from wormhole.rules.message import Message

SOON_PAGES, LATE_PAGES = 1000, 4000
"""Pages in the log after which a commit writes them into the file. That takes long, and a commit that must be
durable is waited for: beside an import, the import does it.
"""


class Connections:
    """Connections to one file; opens as many as there are threads that read or write at the same time.

    If the file turns out to be damaged, or another one takes its place, the connections to it are closed.
    ``complaint`` is a sentence about a damaged file, or None. Raises :class:`LibraryError`.
    """

    def __init__(self, path: Path) -> None:
        self.complaint: str | None = None
        self._path = path
        self._idle: list[sqlite3.Connection] = []
        self._changing = threading.Lock()
        self._identity: Identity | None = None
        with self._changing:
            self._open()

    def close(self) -> None:
        """Close all that are not in use."""
        while self._idle:
            self._idle.pop().close()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection."""
        with self._taken() as connection:
            yield connection

    @contextlib.contextmanager
    def writing(self, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction, which is committed at the end, or rolled back by an error.

        ``durable``: a power cut after it loses nothing.
        """
        with self._taken() as connection:
            synchronous, pages = ("FULL", LATE_PAGES) if durable else ("NORMAL", SOON_PAGES)
            connection.execute(f"PRAGMA synchronous = {synchronous}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {pages}")
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    with contextlib.suppress(*FAULTS):
                        connection.execute("ROLLBACK")

    @contextlib.contextmanager
    def _taken(self) -> Iterator[sqlite3.Connection]:
        opened, connection = self._take()
        try:
            yield connection
        except FAULTS as error:
            connection.close()
            trouble = library_error(self._path, error)
            if isinstance(trouble, DamagedError):
                raise LibraryError(self._replace(opened)) from None
            raise trouble from None
        except BaseException:
            connection.close()
            raise
        if opened == self._identity:
            self._idle.append(connection)
        else:
            connection.close()

    def _take(self) -> tuple[Identity | None, sqlite3.Connection]:
        with self._changing:
            if identity(self._path) != self._identity:
                self._open()
            opened = self._identity
            if self._idle:
                return opened, self._idle.pop()
        try:
            return opened, connection_to(self._path)
        except DamagedError:
            raise LibraryError(self._replace(opened)) from None

    def _open(self) -> None:
        self.close()
        connection, complaint = open_library(self._path)
        self._opened(connection, complaint)

    def _replace(self, damaged: Identity | None) -> str:
        """Set the damaged file aside; returns a sentence."""
        with self._changing:
            if self._identity == damaged:
                self.close()
                self._opened(*replace_damaged(self._path, damaged))
        return self.complaint or Message("The library of games was damaged. Another window has replaced it.")

    def _opened(self, connection: sqlite3.Connection, complaint: str | None) -> None:
        self._idle.append(connection)
        self._identity = identity(self._path)
        self.complaint = complaint or self.complaint
