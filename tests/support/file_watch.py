"""Watches which files a process opens or changes and which processes it starts, by Python's audit events.

Libraries that open files without Python are not seen, but for SQLite.
"""

from __future__ import annotations

import errno
import os
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

_READ = dict.fromkeys(("open", "os.listdir", "os.scandir", "os.chdir", "sqlite3.connect"), 1)
_CHANGED = {
    **dict.fromkeys(("os.remove", "os.rmdir", "os.mkdir", "os.truncate", "os.chmod", "os.chown"), 1),
    **dict.fromkeys(("os.utime", "os.setxattr", "os.removexattr", "shutil.rmtree"), 1),
    **dict.fromkeys(("os.rename", "os.link", "os.symlink"), 2),
}
"""Audit events, and how many of their first arguments are paths."""
_IN_FOLDERS = ("os.remove", "os.rmdir", "os.mkdir", "os.rename", "os.link", "os.symlink", "os.chmod")
"""Their last arguments may be descriptors of the folders that the paths begin in; -1 for none."""
_STARTS = ("subprocess.Popen", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system")
_CONNECTS = ("socket.connect", "socket.bind", "socket.getaddrinfo", "urllib.Request")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_SYSTEM = (
    "/usr/lib",
    "/usr/local/lib",
    "/usr/share",
    "/lib",
    "/lib64",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys",
)
_DEVICES = (os.devnull, "/dev/urandom")


class FileWatch:
    """Forbids what this process does outside folders, from now until its end, and notes it in ``seen``.

    Nothing is changed but below ``own``. Without ``read``, everything may be read; else only what is below
    ``own`` and ``read``, and what Python and the system have. ``may_start``: processes may be started.
    """

    def __init__(self, own: Iterable[Path], read: Iterable[Path] | None = None) -> None:
        self.seen: list[str] = []
        self.may_start = read is None
        self._own = tuple(os.path.realpath(folder) for folder in own)
        self._read = None
        if read is not None:
            others = (*map(str, read), *_python(), *_SYSTEM, "/proc/self")
            self._read = (*self._own, *(os.path.realpath(other) for other in others))
        sys.dont_write_bytecode = True
        sys.addaudithook(self._hook)

    def taken(self) -> list[str]:
        """What was noted since the last time."""
        seen, self.seen = self.seen, []
        return seen

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _READ:
            is_changed = event == "open" and bool((arguments[2] or 0) & _WRITING)
            self._check(event, arguments[0], is_changed or event == "sqlite3.connect")
        elif event in _CHANGED:
            for place, path in enumerate(arguments[: _CHANGED[event]]):
                self._check(event, _from_folder(path, event, arguments, place), True)
        elif (event in _STARTS and not self.may_start) or (event in _CONNECTS and self._read is not None):
            self._refuse(event, str(arguments)[:300])

    def _check(self, event: str, path: Any, is_changed: bool) -> None:
        if path is None or isinstance(path, int):
            return
        where = _real(os.fsdecode(path))
        if where is None or where in _DEVICES:
            return
        allowed = self._own if is_changed else self._read
        if allowed is not None and not any(_is_below(where, folder) for folder in allowed):
            self._refuse(event, where)

    def _refuse(self, event: str, what: str) -> None:
        self.seen.append(f"{event}: {what}")
        raise PermissionError(errno.EACCES, f"{event} is not allowed here", what)


def _python() -> set[str]:
    """The folders of Python and of its libraries."""
    return {*sysconfig.get_paths().values(), sys.prefix, sys.base_prefix, sys.exec_prefix} - {"/", "/usr"}


def _from_folder(path: Any, event: str, arguments: tuple[Any, ...], place: int) -> Any:
    """The path as seen from the folder whose descriptor is among an event's arguments, if there is one."""
    count = _CHANGED[event]
    folders = [each for each in arguments[count:] if type(each) is int][-count:]
    folder = folders[min(place, len(folders) - 1)] if event in _IN_FOLDERS and folders else -1
    if folder < 0 or isinstance(path, int):
        return path
    return os.path.join(os.readlink(f"/proc/self/fd/{folder}"), os.fsdecode(path))


def _real(path: str) -> str | None:
    """The path without links; None for what no file can have as its name."""
    if path.startswith("file:"):
        path = unquote(urlsplit(path).path)
    elif path == ":memory:":
        return None
    try:
        return os.path.realpath(path)
    except ValueError:
        return None


def _is_below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
