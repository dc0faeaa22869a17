"""The open windows: each one locks a small file beside the library until its process ends.

Windows also take turns in changing a file that they share.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from wormhole.base.errors import Message

_NAME = "{}-window-{}"
TRIES = 5
TURN_SECONDS = 3.0
"""How long a window waits for its turn to change a file; a change takes milliseconds."""
_HELD = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES)
"""The errors of a lock that another one has."""
_WINDOW = re.compile("[0-9]{1,20}-[0-9a-f]{1,40}")


def new_name() -> str:
    """A name that no other window has: the number of this process, and a random one."""
    return f"{os.getpid()}-{secrets.token_hex(8)}"


class WindowLock:
    """This window's file, locked from now until ``close`` or the end of the process.

    Raises :class:`OSError`.
    """

    def __init__(self, library: Path, name: str) -> None:
        _remove_old(library)
        self._path = _file(library, name)
        self._descriptor = _open(self._path, os.O_CREAT)
        # Until it is locked, another window may take it for an old one.
        for _ in range(TRIES):
            if is_locked_now(self._descriptor) and self._path.exists():
                break
            os.close(self._descriptor)
            self._descriptor = _open(self._path, os.O_CREAT)

    def close(self) -> None:
        """Remove the file."""
        # Windows cannot remove an open file, other systems should not leave one without its lock.
        if os.name == "nt":
            os.close(self._descriptor)
            _remove(self._path)
        else:
            _remove(self._path)
            os.close(self._descriptor)


def is_open_elsewhere(library: Path, name: str) -> bool:
    """Whether the window with that name is open in another process."""
    return not name.startswith(f"{os.getpid()}-") and _is_open(library, name)


def _is_open(library: Path, name: str) -> bool:
    # The name comes from the library's file, which may hold anything.
    if not _WINDOW.fullmatch(name):
        return False
    path = _file(library, name)
    if not os.path.exists(path):
        return False
    try:
        descriptor = _open(path)
    except OSError:
        return False
    try:
        return not is_locked_now(descriptor)
    finally:
        os.close(descriptor)


def _remove_old(library: Path) -> None:
    """Remove the files of windows that ended without doing so."""
    start = _file(library, "").name
    with contextlib.suppress(OSError):
        for entry in os.scandir(library.parent):
            name = entry.name.removeprefix(start)
            is_ours = entry.name.startswith(start) and _WINDOW.fullmatch(name) and entry.is_file()
            if is_ours and not _is_open(library, name):
                _remove(Path(entry.path))


def _file(library: Path, name: str) -> Path:
    return library.with_name(_NAME.format(library.name, name))


def _open(path: Path, flags: int = 0) -> int:
    return os.open(path, os.O_RDWR | flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        os.unlink(path)


@contextlib.contextmanager
def turn(path: Path) -> Iterator[None]:
    """This window's turn to read and write a file. The lock is on a file beside it, which stays.

    Raises :class:`OSError` if its turn does not come, or if there can be no such file.
    """
    descriptor = _open(path.with_name(f"{path.name}.lock"), os.O_CREAT)
    try:
        end = time.monotonic() + TURN_SECONDS
        while _is_held(descriptor):
            if time.monotonic() > end:
                raise OSError(errno.EBUSY, Message("another program is using it"), str(path))
            time.sleep(0.005)
        yield
    finally:
        os.close(descriptor)


def is_locked_now(descriptor: int) -> bool:
    """Lock the file; whether that was possible. The lock ends when the file is closed."""
    try:
        _lock(descriptor)
    except OSError:
        return False
    return True


def _is_held(descriptor: int) -> bool:
    """Lock the file, unless another window has locked it; some disks have no locks."""
    try:
        _lock(descriptor)
    except OSError as error:
        return error.errno in _HELD
    return False


def _lock(descriptor: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
