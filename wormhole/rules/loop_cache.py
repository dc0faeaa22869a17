"""The cache files of compiled loops.

Each file begins with a checksum of its name and content, so that damaged, incomplete or confused files are
never run. They are in the user's cache folder or, if that is not writable, in the folder for temporary files.
No other user may write there, because the content is executed.
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

from wormhole.version import APPLICATION

KEPT_SECONDS = 14 * 24 * 3600.0
"""A file unused for this long is removed when another one is written."""

HALF_WRITTEN_SECONDS = 3600.0
"""A temporary file older than this was left by a killed process."""

_NEW = ".new"
_SUM = hashlib.sha256().digest_size


class CacheError(Exception):
    """A cache file is missing, damaged, or cannot be read or written."""


def read(name: str) -> bytes:
    """The content of the file ``name``. Raises :class:`CacheError`."""
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
                os.utime(path)  # marks it as used
            return found[_SUM:]
        trouble = f"{path} is damaged"
    raise CacheError(trouble)


def write(name: str, content: bytes) -> None:
    """Write ``content`` to the file ``name``, atomically. Raises :class:`CacheError`."""
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
    """Replace a file atomically: other processes see the old content or the new one."""
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
    yield Path(platformdirs.user_cache_dir(APPLICATION), "compiled")
    user = f"-{os.getuid()}" if hasattr(os, "getuid") else ""
    with contextlib.suppress(OSError):  # there may be no folder for temporary files
        yield Path(tempfile.gettempdir(), f"{APPLICATION}{user}")


def _is_private(folder: Path) -> bool:
    """Whether no other user may write there; always True on Windows, where users have separate folders."""
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
        with contextlib.suppress(OSError):  # another process may have removed it
            age = now - path.stat().st_mtime
            if age > KEPT_SECONDS or (path.suffix == _NEW and age > HALF_WRITTEN_SECONDS):
                path.unlink()
