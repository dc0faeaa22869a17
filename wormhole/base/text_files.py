"""Reading files that users name, with limits so that no file can hang the program or fill its memory.

Every problem raises an :class:`OSError` whose ``strerror`` is a message for the user. A name that becomes
part of a path (of a game, a theme, a lesson, a language) may come from a stranger, so it is checked here.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import hashlib
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from wormhole.base.errors import Message, WormholeError, reason_of
from wormhole.base.quoting import shown_path

MOST_BYTES = 100
"""Of a name in UTF-8. Systems take 255, and a file's name has more parts."""

_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')
_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\..*)?", re.I
)
"""What Windows takes for devices, whatever follows after a dot."""

MEGABYTE = 1 << 20

_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f]")
"""Control characters that no text has; the one left out ended files of MS-DOS."""


def is_file_name(name: str) -> bool:
    """Whether a file or a folder can have this name on every system, in the folder where it is looked for.

    >>> [is_file_name(name) for name in ("my game", "../x", "a\\0", "NUL.toml", "x.")]
    [True, False, False, False, False]
    """
    return (
        0 < len(name) <= MOST_BYTES >= len(name.encode("utf-8", "replace"))
        and name.isprintable()
        and name.strip(" ") == name
        and not name.startswith(".")
        and not name.endswith(".")
        and not _FORBIDDEN.search(name)
        and not _RESERVED.fullmatch(name)
    )


def file_name(name: str) -> str:
    """The name as a part of a path: itself if that is possible, else one like it that no other name has.

    >>> file_name("wormhole"), file_name("/etc/x")
    ('wormhole', 'etc-x-800518de')
    """
    if is_file_name(name):
        return name
    like = "-".join(re.findall(r"[a-z0-9]+", name[:MOST_BYTES].lower()))[: MOST_BYTES // 2]
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{like or 'game'}-{digest}"


@contextlib.contextmanager
def errors_of(path: Path) -> Iterator[None]:
    """Raise an OSError of what is done here as a :class:`WormholeError` that begins with the path."""
    try:
        yield
    except OSError as error:
        raise WormholeError("{path}: {trouble}", path=shown_path(path), trouble=reason_of(error)) from None


def files_in(folder: Path, suffix: str) -> list[Path]:
    """The files of a folder whose names end so, in the order of their names; none if it cannot be read."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return [path for name in sorted(names) if name.endswith(suffix) and os.path.isfile(path := folder / name)]


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
    """The text in a regular file of at most ``most_bytes``, with ``\\n`` as line ends."""
    try:
        text = text_of(read_bytes(path, most_bytes))
    except UnicodeError:
        raise OSError(errno.EILSEQ, Message("this is not text"), str(path)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def text_of(content: bytes) -> str:
    """The text that bytes stand for: UTF-8, UTF-16 with a mark, else Latin-1. A mark is left out.

    Raises :class:`UnicodeError` for bytes that are no text.

    >>> text_of(b"caf\\xc3\\xa9"), text_of(b"caf\\xe9"), text_of("caf\u00e9".encode("utf-16"))
    ('caf\u00e9', 'caf\u00e9', 'caf\u00e9')
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        if _NO_TEXT.search(content):
            raise
        return content.decode("latin-1")


def _size(count: int) -> str:
    return f"{count // MEGABYTE} MB" if count >= MEGABYTE else f"{count // 1024} KB"
