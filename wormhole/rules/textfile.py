"""Files that other people and programs wrote, opened so that none can hang or flood the program.

Whatever is wrong with a file is an :class:`OSError` whose ``strerror`` says it to a person.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

MEGABYTE = 1 << 20


def open_regular(path: Path | str) -> BinaryIO:
    """A regular file, to be read; never a directory, a device or a pipe, which could go on for ever."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError:
        raise OSError(errno.EINVAL, "no file can have this name", str(path)) from None
    try:
        check_regular(os.fstat(descriptor).st_mode, path)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def check_regular(mode: int, path: Path | str) -> None:
    """Refuse what is no regular file. Raises OSError."""
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, "this is a folder", str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "this is no ordinary file", str(path))


def read_bytes(path: Path | str, most_bytes: int) -> bytes:
    """All that a regular file holds, if that is not more than ``most_bytes``."""
    with open_regular(path) as file:
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise OSError(errno.EFBIG, f"this file is larger than {_size(most_bytes)}", str(path))
    return content


def read_text(path: Path | str, most_bytes: int) -> str:
    """The same as text in UTF-8, with ``\\n`` at the end of its lines."""
    try:
        text = read_bytes(path, most_bytes).decode("utf-8")
    except UnicodeDecodeError:
        raise OSError(errno.EILSEQ, "this is no text in UTF-8", str(path)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _size(count: int) -> str:
    return f"{count // MEGABYTE} MB" if count >= MEGABYTE else f"{count // 1024} KB"
