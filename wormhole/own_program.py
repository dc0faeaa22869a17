"""How this program starts itself: by Python, or as a bundle, whose executable needs no Python."""

from __future__ import annotations

import os
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent
_ROOT = _PACKAGE.parent

_CHILD = "--child"
"""The first argument of a bundle's executable that runs as a child process."""

_PYTHON_CHILD = (
    "import pkgutil, sys; function, count = sys.argv[1], int(sys.argv[2]); words = sys.argv[3 : 3 + count]; "
    "sys.path[:] = sys.argv[3 + count :]; pkgutil.resolve_name(function)(*words)"
)
"""The program of a child: it uses its parent's ``sys.path``, so that the working folder does not matter."""

_LIBRARIES = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""The variables of a system's library path, which a bundle's executable sets for its own libraries."""


def is_bundled() -> bool:
    """Whether this process is a bundle's executable (``tools/bundle``)."""
    return getattr(sys, "frozen", False)


def child_command(function: str, *words: str) -> list[str]:
    """The command of a child process that calls a function, as ``module:name``, with these words."""
    if is_bundled():
        return [sys.executable, _CHILD, function, *words]
    path = [*map(str, sys.path), str(_ROOT)]
    return [sys.executable or "", "-c", _PYTHON_CHILD, function, str(len(words)), *words, *path]


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


def how_to_add(extra: str) -> str:
    """How to add the missing library of an optional extra."""
    command = f"pip install 'wormhole-chess[{extra}]'"
    return f"a bundle does not have it, but {command} does" if is_bundled() else f"install it by: {command}"


def in_own_group() -> Mapping[str, Any]:
    """The arguments of ``Popen`` for a child that Ctrl-C in the terminal does not reach.

    It stays in the session, if Python can do that: Linux gives each session its share of the processor,
    whatever the nice values in it are, and a low priority would have no effect.
    """
    return {"process_group": 0} if sys.version_info >= (3, 11) else {"start_new_session": True}


def environment_of_others() -> Mapping[str, str]:
    """The environment of other programs: they must not load a bundle's libraries."""
    found = dict(os.environ)
    if is_bundled():
        for name in _LIBRARIES:
            found.pop(name, None)
            if (before := found.pop(f"{name}_ORIG", None)) is not None:
                found[name] = before
    return found
