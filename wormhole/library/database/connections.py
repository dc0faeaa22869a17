"""The open connections to a library, each used by one thread at a time."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

from wormhole.library.database.connection import FAULTS
from wormhole.library.database.errors import DamagedError, LibraryError, library_error
from wormhole.library.database.opening import (
    COMPANIONS,
    Identities,
    connection_to,
    identities,
    identity,
    open_library,
    replace_damaged,
)
from wormhole.rules.message import Message

SOON_PAGES, LATE_PAGES = 1000, 4000
"""Pages in the log after which a commit writes them into the file. That takes long, and a commit that must be
durable is waited for: beside an import, the import does it.
"""


class Connections:
    """Connections to one file; opens as many as there are threads that read or write at the same time.

    If the file turns out to be damaged, or another one takes its place or that of a file beside it, the
    connections to it are closed. ``openings`` rises then, as what was written may be gone. ``complaint`` is a
    sentence about a damaged file, or None. Raises :class:`LibraryError`.
    """

    def __init__(self, path: Path) -> None:
        self.complaint: str | None = None
        self._path = path
        self._idle: list[sqlite3.Connection] = []
        self._changing = threading.Lock()
        self._files: Identities = ()
        self._state: tuple[int, int] | None = None
        """Size and time of change of the file when it was known to be good."""
        self.openings = 0
        with self._changing:
            self._open()

    def close(self) -> None:
        """Close all that are not in use."""
        while self._idle:
            self._idle.pop().close()

    def check(self) -> None:
        """Look whether the file is still there, and still good if it has changed; a bad one is set aside."""
        with self._changing:
            if identities(self._path) != self._files:
                self._open()
                return
            state, files = _state(self._path), self._files
            if state == self._state:
                return
        if state is None or state[0] == 0:  # SQLite would take it for a new one, and remove its log
            self._replace(files)
            return
        try:
            connection = connection_to(self._path, checks_all=True)
        except DamagedError:
            self._replace(files)
            return
        except LibraryError:  # another program's file, or in use: whoever writes next is to be told
            with self._changing:
                self.close()
            raise
        with self._changing:
            outdated = [connection]
            if self._files == files:
                # What the others have read before may not be in the file any more.
                outdated, self._idle = self._idle, outdated
                self._state = state
                self.openings += 1
        for each in outdated:
            each.close()

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
        if opened == self._files:
            self._idle.append(connection)
        else:
            connection.close()

    def _take(self) -> tuple[Identities, sqlite3.Connection]:
        with self._changing:
            if identities(self._path) != self._files:
                self._open()
            opened = self._files
            if self._idle:
                return opened, self._idle.pop()
        try:
            return opened, connection_to(self._path)
        except DamagedError:
            raise LibraryError(self._replace(opened)) from None

    def _open(self) -> None:
        # Once the last connection is closed, the files beside the library are gone, and nothing is lost.
        is_another = bool(self._idle) or identity(self._path) not in self._files[:1]
        self.close()
        self._remove_old_log()
        self._opened(*open_library(self._path), is_another)

    def _remove_old_log(self) -> None:
        """Remove the files beside the library that belong to one whose place another file has."""
        if not self._files or identity(self._path) == self._files[0]:
            return
        for end, old in zip(COMPANIONS, self._files[1:], strict=True):
            beside = Path(f"{self._path}{end}")
            if old is not None and identity(beside) == old:
                with contextlib.suppress(OSError):
                    beside.unlink()

    def _replace(self, damaged: Identities) -> str:
        """Set the damaged file aside; returns a sentence."""
        with self._changing:
            if self._files == damaged:
                # What is only in the log can be taken over, too.
                with contextlib.suppress(IndexError, *FAULTS):
                    self._idle[0].execute("PRAGMA wal_checkpoint")
                self.close()
                self._opened(*replace_damaged(self._path, damaged[0]))
        return self.complaint or Message("The library of games was damaged. Another window has replaced it.")

    def _opened(self, connection: sqlite3.Connection, complaint: str | None, is_another: bool = True) -> None:
        self._idle.append(connection)
        self._files, self._state = identities(self._path), _state(self._path)
        self.openings += is_another or complaint is not None
        self.complaint = complaint or self.complaint


def _state(path: Path) -> tuple[int, int] | None:
    """The size of a file and when it was changed; None if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns
