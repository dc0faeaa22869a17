"""Opens a library's file, brings its tables to the newest version, and rescues what a damaged file has.

Each thread has a connection of its own. A version of the tables is a file of SQL in ``migrations``, and
``PRAGMA user_version`` tells the version of a file.
"""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from urllib.parse import quote

import platformdirs

from wormhole.base.atomic_files import put_back, set_aside
from wormhole.base.errors import Message, WormholeError
from wormhole.base.quoting import shown_path
from wormhole.base.text_files import check_regular
from wormhole.library.search_text import searchable
from wormhole.version import APPLICATION

_IN_USE = ("locked", "busy")
_TROUBLES = {
    "disk is full": Message("the disk is full"),
    "readonly": Message("it cannot be written to"),
    "unable to open": Message("it cannot be opened"),
    "disk i/o": Message("the disk reports an error"),
    "too big": Message("a game is too large"),
}
_DAMAGES = ("malformed", "not a database", "corrupt", "no such table", "no such column", "unsupported file")

PATIENCE_SECONDS = 2.0
"""How long a connection waits for another one that writes."""
RETRY_SECONDS = 0.01
"""Where SQLite itself does not wait."""
LARGEST_VALUE = 64 << 20
"""Bytes of a text; more is refused."""

FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""The errors of SQLite; the second one for a damaged file, whose message quotes it."""

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

FILE_NAME = "games.sqlite3"

APPLICATION_ID = 0x57_4F_52_4D
"""The application's number in the file's header."""
MIGRATIONS = "wormhole.library.database"

_FOLDER = resources.files(MIGRATIONS) / "migrations"

MOST_BAD_ROWS = 1000
"""After so many unreadable rows in a row, the rest counts as lost."""

MOST_SECONDS = 60.0
"""A damaged table can be endless."""

_TABLES = ("definitions", "games", "records")

COMPANIONS = ("-wal", "-shm")
CHECKED_AT_ONCE = 4 << 20
"""Bytes: a file up to this size is checked as a whole when it is opened, in milliseconds."""

SOON_PAGES, LATE_PAGES = 1000, 4000
"""Pages in the log after which a commit writes them into the file. That takes long, and the caller waits for
a durable commit. During an import, the import does it.
"""


def default_path() -> Path:
    """The system's usual place for the library."""
    return Path(platformdirs.user_data_path(APPLICATION)) / FILE_NAME


class LibraryError(WormholeError):
    """The library cannot be read or written, or a game in it is not readable."""


class ReplacedError(LibraryError):
    """Another library has taken the place of the one whose games were listed."""


class InUseError(LibraryError):
    """Another program or window holds the file."""


class DamagedError(LibraryError):
    """The file is no library, or a damaged one."""


def library_error(path: Path, error: Exception) -> LibraryError:
    """The error of ours for one of SQLite or of the system.

    >>> print(library_error(Path("games.sqlite3"), OSError("database or disk is full")))
    The library (games.sqlite3) cannot be used: the disk is full.
    """
    if isinstance(error, LibraryError):
        return error
    if isinstance(error, UnicodeDecodeError):
        return DamagedError(_sentence(path, Message("the file is damaged")))
    said = (getattr(error, "strerror", None) or str(error)).strip()
    low = said.lower()
    if any(word in low for word in _DAMAGES):
        return DamagedError(_sentence(path, Message("the file is damaged")))
    if any(word in low for word in _IN_USE):
        return InUseError(_sentence(path, Message("another program is using it")))
    return LibraryError(
        _sentence(path, next((ours for theirs, ours in _TROUBLES.items() if theirs in low), said))
    )


def _sentence(path: Path, trouble: str) -> Message:
    return Message("The library ({path}) cannot be used: {trouble}.", path=shown_path(path), trouble=trouble)


def connect(path: Path, mode: str = "rwc") -> sqlite3.Connection:
    """A connection without automatic transactions; ``mode`` is one of SQLite's URIs: ro, rw or rwc.

    ``immutable`` reads a file on a disk where nothing can be written. Raises :class:`sqlite3.Error`.
    """
    options = "immutable=1" if mode == "immutable" else f"mode={mode}"
    # An absolute path: a name such as ":memory:" has no meaning of its own.
    name = quote(os.fsencode(os.path.abspath(path).replace(os.sep, "/")), safe="/:")
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
    """Forbid features that a file could misuse, read texts that are not UTF-8, and let SQL call
    `searchable`."""
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
    with _transaction(connection, "BEGIN"):
        if _version(connection, path) == newest():
            return
    with _transaction(connection, "BEGIN IMMEDIATE"):
        # Another window may have been faster.
        for version in range(_version(connection, path) + 1, newest() + 1):
            _migrate(connection, version)


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection, begin: str) -> Iterator[None]:
    """A transaction, which is committed at the end, or rolled back by an error."""
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            with contextlib.suppress(*FAULTS):
                connection.execute("ROLLBACK")


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the file, whose tables are checked; 0 for an empty file.

    Call it in a transaction: between two of the reads another window could make the tables.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    found = _tables(connection)
    if not found and application in (0, APPLICATION_ID):
        return 0
    if application != APPLICATION_ID:
        raise LibraryError(
            "{path} is a database of another program and was not changed.", path=shown_path(path)
        )
    if version > newest():
        raise LibraryError(
            "The library ({path}) was made by a newer version of this program and was not changed.",
            path=shown_path(path),
        )
    if version < 1 or found != _expected(version):
        raise DamagedError(
            "The library ({path}) does not have the tables of a library.", path=shown_path(path)
        )
    return version


def _tables(connection: sqlite3.Connection) -> frozenset[tuple[object, ...]]:
    """Everything that the file defines. A trigger or view would run code of the file."""
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
    """The definition of a table of the newest version."""
    return next(str(sql) for kind, own, _, sql in _expected(newest()) if (kind, own) == ("table", name))


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    for statement in statements_to(version):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {version}")


def statements_to(version: int) -> Iterator[str]:
    """The statements that bring the tables of the version before to this one; each ends with its line."""
    text, statement = (_FOLDER / f"{version}.sql").read_text("utf-8"), ""
    for line in re.sub(r"(?m)^--.*\n", "", text).splitlines():
        statement += line + "\n"
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""


def rescue(damaged: Path, fresh: sqlite3.Connection) -> int:
    """Copy what can be read; returns the number of games. Raises SQLite's errors of writing."""
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
        fresh.execute("INSERT INTO changes (game) SELECT number FROM games ORDER BY number")
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
    """Whether the tables to be copied are ours: a view could run endlessly."""
    try:
        found = dict(source.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall())
    except FAULTS:
        return False
    return all(found.get(table) == table_text(table) for table in _TABLES)


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
    except (OSError, *FAULTS) as error:
        trouble = library_error(path, error)
        # If it is in use, a connection that only reads would stay when the other one has finished.
        if isinstance(trouble, DamagedError | InUseError) or not path.exists():
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
            "The library ({path}) is damaged and cannot be renamed to make a new one.",
            path=shown_path(path),
        )
    connection = None
    try:
        connection = connection_to(path)
        rescued = rescue(aside, connection)
    except (OSError, LibraryError, *FAULTS) as error:
        # On a full disk nothing can be copied; the next try finds the damaged file again.
        if connection is not None:
            connection.close()
        with contextlib.suppress(OSError):
            put_back(path, aside, COMPANIONS)
        raise library_error(path, error) from None
    return connection, Message(
        "The library was damaged and renamed to {name}. Games recovered from it: {count}.",
        name=shown_path(aside.name),
        count=rescued,
    )


def identities(path: Path) -> Identities:
    """The identities of the library's file and of those beside it."""
    return tuple(identity(Path(f"{path}{end}")) for end in ("", *COMPANIONS))


def identity(path: Path) -> Identity | None:
    """The identity of a file, which differs for a file in its place; None if there is no file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _checked(connection: sqlite3.Connection, path: Path, checks_all: bool) -> sqlite3.Connection:
    try:
        prepare(connection, path)
        if checks_all and os.path.getsize(path) <= CHECKED_AT_ONCE:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise DamagedError(str(found))
        _use_log(connection, path)
        # The files beside the library exist from now on, so their identities are known.
        connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _use_log(connection: sqlite3.Connection, path: Path) -> None:
    """Write changes into a log first, as all windows do.

    SQLite does not wait here for another window that writes while it makes the library.
    """
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.Error as error:
            if not isinstance(library_error(path, error), InUseError) or time.monotonic() >= end:
                raise
        time.sleep(RETRY_SECONDS)


class Connections:
    """Connections to one file; opens as many as there are threads that read or write at the same time.

    If the file turns out to be damaged, or another one takes its place or that of a file beside it, the
    connections to it are closed. ``openings`` rises then, since written data may be lost. ``complaint`` is a
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
        """Check that the file exists and, if it has changed, that it is good; a bad one is set aside."""
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
        except LibraryError:  # another program's file, or in use: the next write reports it
            with self._changing:
                self.close()
            raise
        with self._changing:
            outdated = [connection]
            if self._files == files:
                # What other connections have read may not be in the file any more.
                outdated, self._idle = self._idle, outdated
                self._state = state
                self.openings += 1
        for each in outdated:
            each.close()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection for one read; see :meth:`snapshot` for several."""
        with self._acquired() as connection:
            yield connection

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """A connection for several reads, between which nothing changes."""
        with self._acquired() as connection, _transaction(connection, "BEGIN"):
            yield connection

    @contextlib.contextmanager
    def writing(self, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction, which is committed at the end, or rolled back by an error.

        ``durable``: a power cut after it loses nothing.
        """
        with self._acquired() as connection:
            synchronous, pages = ("FULL", LATE_PAGES) if durable else ("NORMAL", SOON_PAGES)
            connection.execute(f"PRAGMA synchronous = {synchronous}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {pages}")
            with _transaction(connection, "BEGIN IMMEDIATE"):
                yield connection

    @contextlib.contextmanager
    def _acquired(self) -> Iterator[sqlite3.Connection]:
        opened, connection = self._acquire()
        try:
            yield connection
        except FAULTS as error:
            connection.close()
            trouble = library_error(self._path, error)
            if isinstance(trouble, DamagedError):
                raise LibraryError(self._replace(opened)) from None
            with self._changing:
                self.close()  # the next one is new, so that the fault of a connection does not stay
            raise trouble from None
        except BaseException:
            connection.close()
            raise
        if opened == self._files:
            self._idle.append(connection)
        else:
            connection.close()

    def _acquire(self) -> tuple[Identities, sqlite3.Connection]:
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
        """Remove the files beside the library that belong to a library file that was replaced."""
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
                # Data that is only in the log can be copied, too.
                with contextlib.suppress(IndexError, *FAULTS):
                    self._idle[0].execute("PRAGMA wal_checkpoint")
                self.close()
                self._opened(*replace_damaged(self._path, damaged[0]))
        return self.complaint or Message("The library was damaged. Another window has replaced it.")

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
