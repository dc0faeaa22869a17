"""The files that compiled loops are kept in.

Each begins with a checksum of its name and of all that follows, so that nothing damaged, half-written or
mistaken for another is ever taken for machine code. Files lie in the user's cache folder, or, if that cannot
be written, in a folder for temporary files. Nobody else may write there: what is read is run.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import platformdirs

KEPT_SECONDS = 14 * 24 * 3600.0
"""A file that was not used for so long is removed when another is written."""

HALF_WRITTEN_SECONDS = 3600.0
"""A file that is still being written after so long was left behind by a process that was killed."""

_NEW = ".new"
_SUM = hashlib.sha256().digest_size


class CacheError(Exception):
    """A file that is not there, cannot be used, or cannot be written."""


def read(name: str) -> bytes:
    """What was written under that name. Raises :class:`CacheError`."""
    trouble = "not compiled yet"
    for folder in _folders():
        path = folder / name
        try:
            if not _is_private(folder):
                continue
            found = path.read_bytes()
        except FileNotFoundError:
            continue
        except OSError as error:
            trouble = f"{path}: {error.strerror}"
            continue
        if found[:_SUM] == _checksum(name, found[_SUM:]):
            with contextlib.suppress(OSError):
                os.utime(path)  # it is in use
            return found[_SUM:]
        trouble = f"{path} is damaged"
    raise CacheError(trouble)


def write(name: str, content: bytes) -> None:
    """Keep that under this name, whole or not at all. Raises :class:`CacheError`."""
    trouble = "there is no folder for them"
    for folder in _folders():
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
            if not _is_private(folder):
                trouble = f"others may write to {folder}"
                continue
            _write(folder / name, _checksum(name, content) + content)
        except OSError as error:
            trouble = f"{folder}: {error.strerror}"
            continue
        _remove_old(folder)
        return
    raise CacheError(trouble)


def _write(path: Path, content: bytes) -> None:
    """Others see the old file or the new one, at any time."""
    number, new = tempfile.mkstemp(_NEW, path.name, path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise


def _folders() -> Iterator[Path]:
    yield Path(platformdirs.user_cache_dir("wormhole-chess"), "compiled")
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    with contextlib.suppress(OSError):  # there may be no folder for temporary files
        yield Path(tempfile.gettempdir(), f"wormhole-chess{user}")


def _is_private(folder: Path) -> bool:
    """Whether nobody else may write there. Windows gives every user folders of their own."""
    if not hasattr(os, "getuid"):
        return True
    found = os.lstat(folder)
    is_writable = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not is_writable


def _checksum(name: str, content: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def _remove_old(folder: Path) -> None:
    now = time.time()
    for path in folder.iterdir():
        with contextlib.suppress(OSError):  # another process may have been quicker
            age = now - path.stat().st_mtime
            if age > KEPT_SECONDS or (path.suffix == _NEW and age > HALF_WRITTEN_SECONDS):
                path.unlink()
