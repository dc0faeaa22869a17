"""Writes files atomically: the whole text or nothing."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

from wormhole.base.errors import Message
from wormhole.base.text_files import check_regular


def write_text(path: Path, text: str) -> None:
    """Replace the file's content with a text in UTF-8, see :func:`write_bytes`."""
    write_parts(path, (text,))


def write_parts(path: Path, texts: Iterable[str]) -> None:
    """Replace the file's content with these texts in UTF-8, one after the other, see :func:`write_bytes`."""
    write_bytes(path, (text.encode("utf-8", "replace") for text in texts))


def write_bytes(path: Path, parts: Iterable[bytes]) -> None:
    """Replace the file's content with these parts once all of them are on disk.

    Links are followed, and an existing file keeps its permissions. Raises :class:`OSError`, whose
    ``strerror`` says what is wrong.
    """
    try:
        target = Path(os.path.realpath(path))
        permissions = _permissions(target)
        # The name is unique to this process, and O_EXCL refuses an existing file.
        fresh = target.with_name(f".wormhole-{os.getpid()}-{secrets.token_hex(4)}.new")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except ValueError:
        raise OSError(errno.EINVAL, Message("a file cannot have this name"), str(path)) from None
    try:
        with open(descriptor, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        if permissions is not None:
            os.chmod(fresh, permissions)
        os.replace(fresh, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(fresh)
        raise


def append_text(path: Path, text: str) -> None:
    """Append all of ``text`` to a file or nothing; creates the file if there is none.

    Raises :class:`OSError`, whose ``strerror`` says what is wrong.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags, 0o666)
    except ValueError:
        raise OSError(errno.EINVAL, Message("a file cannot have this name"), str(path)) from None
    with open(descriptor, "ab", buffering=0) as file:
        check_regular(os.fstat(descriptor).st_mode, path)
        length = os.fstat(descriptor).st_size
        waiting = memoryview(text.encode("utf-8", "replace"))
        try:
            while waiting:
                waiting = waiting[file.write(waiting) :]
        except BaseException:
            with contextlib.suppress(OSError):
                os.ftruncate(descriptor, length)
            raise


def _permissions(target: Path) -> int | None:
    """The permissions of an existing file. Raises OSError if it must not be replaced."""
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        return None
    check_regular(mode, target)
    if not os.access(target, os.W_OK):
        raise OSError(errno.EACCES, Message("this file is write-protected"), str(target))
    return stat.S_IMODE(mode)


def set_aside(path: Path, companions: Sequence[str] = ()) -> Path | None:
    """Rename a regular file without replacing one set aside earlier.

    Returns its new path, or None if that fails or is no regular file. ``companions`` are ends of names: the
    file's name with one of them is renamed, too.
    """
    if not os.path.isfile(path):
        return None
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.bad{'' if number == 1 else number}")
        if not any(os.path.lexists(f"{aside}{end}") for end in ("", *companions)):
            break
        number += 1
    try:
        # Companions first: without them the file itself would be complete, and wrong.
        for end in companions:
            if os.path.lexists(f"{path}{end}"):
                os.replace(f"{path}{end}", f"{aside}{end}")
        os.replace(path, aside)
    except OSError:
        return None
    return aside


def put_back(path: Path, aside: Path, companions: Sequence[str] = ()) -> None:
    """Restore a file that was set aside; a file in its place is removed. Raises OSError."""
    for end in ("", *companions):
        if os.path.lexists(f"{path}{end}"):
            os.unlink(f"{path}{end}")
    for end in ("", *companions):
        if os.path.lexists(f"{aside}{end}"):
            os.replace(f"{aside}{end}", f"{path}{end}")
