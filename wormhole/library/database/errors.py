"""What is wrong with a library, in a sentence."""

from __future__ import annotations

from pathlib import Path

from wormhole.rules.errors import WormholeError
from wormhole.rules.message import Message
from wormhole.rules.quoting import shown_path


class LibraryError(WormholeError):
    """The library cannot be read or written, or a game in it is not readable."""


class DamagedError(LibraryError):
    """The file is no library, or a damaged one."""


_TROUBLES = {
    "disk is full": Message("the disk is full"),
    "locked": Message("another program is using it"),
    "busy": Message("another program is using it"),
    "readonly": Message("it cannot be written to"),
    "unable to open": Message("it cannot be opened"),
    "disk i/o": Message("the disk reports an error"),
    "too big": Message("a game is too large"),
}
_DAMAGES = ("malformed", "not a database", "corrupt", "no such table", "no such column", "unsupported file")


def library_error(path: Path, error: Exception) -> LibraryError:
    """The error of ours for one of SQLite or of the system.

    >>> print(library_error(Path("games.sqlite3"), OSError("database or disk is full")))
    The library of games (games.sqlite3) cannot be used: the disk is full.
    """
    if isinstance(error, LibraryError):
        return error
    if isinstance(error, UnicodeDecodeError):
        return DamagedError(_sentence(path, Message("the file is damaged")))
    said = (getattr(error, "strerror", None) or str(error)).strip()
    low = said.lower()
    if any(word in low for word in _DAMAGES):
        return DamagedError(_sentence(path, Message("the file is damaged")))
    return LibraryError(
        _sentence(path, next((ours for theirs, ours in _TROUBLES.items() if theirs in low), said))
    )


def _sentence(path: Path, trouble: str) -> Message:
    return Message(
        "The library of games ({path}) cannot be used: {trouble}.", path=shown_path(path), trouble=trouble
    )
