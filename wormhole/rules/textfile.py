"""Reading files from users, with limits so that no file can hang the program or fill its memory.

Every problem raises an :class:`OSError` whose ``strerror`` is a message for a person.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from wormhole.rules.message import Message

MEGABYTE = 1 << 20


def open_regular(path: Path | str) -> BinaryIO:
    """Open a regular file for reading; refuses folders, devices and pipes, which could block or never end."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError:
        raise OSError(errno.EINVAL, Message("a file cannot have this name"), str(path)) from None
    try:
        check_regular(os.fstat(descriptor).st_mode, path)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def check_regular(mode: int, path: Path | str) -> None:
    """Raise OSError unless the mode is that of a regular file."""
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, Message("this is a folder"), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, Message("this is not an ordinary file"), str(path))


def read_bytes(path: Path | str, most_bytes: int) -> bytes:
    """The content of a regular file of at most ``most_bytes``."""
    with open_regular(path) as file:
        content = file.read(most_bytes + 1)
    if len(content) > most_bytes:
        raise OSError(
            errno.EFBIG,
            Message("this file is larger than {most}", most=_size(most_bytes)),
            str(path),
        )
    return content


def read_ends(path: Path | str, first: int, last: int) -> bytes:
    """The content of a regular file; of one with more than ``last`` bytes, only the first line, if it has
    ``first`` bytes at most, and the whole lines among the last bytes.
    """
    with open_regular(path) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        if size <= last:
            return file.read(last)
        beginning = file.readline(first)
        file.seek(max(file.tell(), size - last))
        file.readline(last)
        return (beginning if beginning.endswith(b"\n") else b"") + file.read(last)


def read_text(path: Path | str, most_bytes: int) -> str:
    """The content of a regular file of at most ``most_bytes`` as UTF-8 text, with ``\\n`` as line ends."""
    try:
        text = read_bytes(path, most_bytes).decode("utf-8")
    except UnicodeDecodeError:
        raise OSError(errno.EILSEQ, Message("this is not UTF-8 text"), str(path)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _size(count: int) -> str:
    return f"{count // MEGABYTE} MB" if count >= MEGABYTE else f"{count // 1024} KB"
