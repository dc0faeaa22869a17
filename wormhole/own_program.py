"""How this program starts itself, by Python or as a bundle, and what other programs inherit from it."""

from __future__ import annotations

import contextlib
import os
import pkgutil
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent
_ROOT = _PACKAGE.parent

_CHILD = "--child"
"""The first argument of a bundle's executable that runs as a child process."""

_PYTHON_CHILD = (
    "import sys; function, count = sys.argv[1], int(sys.argv[2]); words = sys.argv[3 : 3 + count]; "
    "sys.path[:] = dict.fromkeys(sys.argv[3 + count :] + sys.path); "
    "import pkgutil; pkgutil.resolve_name(function)(*words)"
)
"""The program of a child, which imports what its parent imports."""

_MARK = "WORMHOLE_CHESS_STARTED_"
"""Begins the variable that marks the processes of another program."""

MOST_GENERATIONS = 20
"""While processes are killed, others may be started."""

_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""The variables of a system's library path, which a bundle's executable sets for its own libraries."""


def is_bundled() -> bool:
    """Whether this process is a bundle's executable (``tools/bundle``)."""
    return getattr(sys, "frozen", False)


def child_command(function: str, *words: str) -> list[str]:
    """The command of a child process that calls a function, as ``module:name``, with these words."""
    if is_bundled():
        return [sys.executable, _CHILD, function, *words]
    # Isolated: Python would look for its own modules in the working folder first.
    flags = ["-I", "-B"] if sys.dont_write_bytecode else ["-I"]
    child = [sys.executable or "", *flags, "-c", _PYTHON_CHILD]
    return [*child, function, str(len(words)), *words, *import_path()]


def import_path() -> list[str]:
    """``sys.path`` without the working folder, where anybody's files may be; the program's folder is last."""
    return [*(each for each in map(str, sys.path) if not _is_working_folder(each)), str(_ROOT)]


def _is_working_folder(entry: str) -> bool:
    try:
        return entry == "" or os.path.samefile(entry, os.curdir)
    except OSError:  # one of them does not exist
        return False


def run_as_child(arguments: list[str]) -> bool:
    """Call the function that a bundle's arguments name; returns whether they name one."""
    if arguments[:1] != [_CHILD]:
        return False
    pkgutil.resolve_name(arguments[1])(*arguments[2:])
    return True


def own_command() -> list[str]:
    """The command that starts this program from any folder."""
    if is_bundled():
        return [sys.executable]
    if (_ROOT / "main.py").is_file():
        return [sys.executable, str(_ROOT / "main.py")]
    script = Path(sys.executable).with_name("wormhole-chess")
    return [str(script)] if script.is_file() else [sys.executable, "-m", _PACKAGE.name]


def cores() -> int:
    """The number of cores that this process may use; in a container, fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def command_to_add(extra: str) -> str:
    """The command that adds the libraries of an optional extra."""
    return f"pip install 'wormhole-chess[{extra}]'"


def how_to_add(extra: str) -> str:
    """How to add the missing library of an optional extra."""
    command = command_to_add(extra)
    return f"a bundle does not have it, but {command} does" if is_bundled() else f"install it by: {command}"


def in_own_group() -> Mapping[str, Any]:
    """The arguments of ``Popen`` for a child that Ctrl-C in the terminal does not reach.

    It stays in the session, if Python can do that: Linux gives each session its share of the processor,
    whatever the nice values in it are, and a low priority would have no effect.
    """
    return {"process_group": 0} if sys.version_info >= (3, 11) else {"start_new_session": True}


def environment_of_others(mark: str = "") -> Mapping[str, str]:
    """The environment of other programs: they must not load a bundle's libraries.

    A ``mark`` is in it, too, for :func:`end_marked`.
    """
    found = dict(os.environ)
    if mark:
        found[_MARK + mark] = "1"
    if is_bundled():
        for name in _LIBRARIES:
            found.pop(name, None)
            if (before := found.pop(f"{name}_ORIG", None)) is not None:
                found[name] = before
    return found


def end_marked(mark: str) -> None:
    """Kill the processes that were started with this mark, and what they have started, in any session.

    Only Linux shows the environment of processes. One that has removed the mark from its own is not found.
    """
    wanted = f"{_MARK}{mark}=1".encode()
    for _ in range(MOST_GENERATIONS):
        found = [number for number in _own_processes() if wanted in _environment(number)]
        for number in found:
            with contextlib.suppress(OSError):
                os.kill(number, signal.SIGKILL)
        if not found:
            return


def _own_processes() -> list[int]:
    """The numbers of the other processes; none where the system has no list of them as files."""
    try:
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
    except OSError:
        return []


def _environment(number: int) -> list[bytes]:
    """The environment with which a process was started; empty for those of other users."""
    try:
        return Path(f"/proc/{number}/environ").read_bytes().split(b"\0")
    except OSError:
        return []
