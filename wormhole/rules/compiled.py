"""The loops compiled by numba, as twins of the plain functions that they are written as.

Compiling takes seconds, once. The result is kept in the user's cache folder, under a name made of the loops'
own source, so that any change of theirs makes it anew; from then on it loads in a fraction of a second.
"""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Callable
from functools import cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

import platformdirs

_PACKAGE = __name__.partition(".")[0]


class CompilerMissingError(RuntimeError):
    """Numba is not installed, so nothing can be compiled."""


@cache
def cache_folder() -> Path:
    """Where the compiled loops of this very source, Python and numba are kept."""
    source = hashlib.sha256()
    root = Path(__file__).resolve().parents[1]
    for file in sorted([*root.glob("rules/**/*.py"), *root.glob("engine/**/*.py")]):
        source.update(file.read_bytes())
    version = metadata.version("numba") if available() else "none"
    name = f"{platform.python_version()}-numba-{version}-{source.hexdigest()[:16]}"
    return Path(platformdirs.user_cache_dir("wormhole-chess")) / "loops" / name


def available() -> bool:
    """Whether the loops can be compiled here."""
    return find_spec("numba") is not None


@cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled twin of a loop, and of every loop of ours that it calls.

    Numba compiles at the first call with arguments of new types. Raises :class:`CompilerMissingError`.
    """
    if not available():
        raise CompilerMissingError("numba is not installed: nothing can be compiled")
    os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())
    import numba

    names = dict(function.__globals__)
    twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    twin.__annotations__ = {}
    dispatcher = numba.njit(nogil=True, cache=True, _nrt=False)(twin)
    for name in function.__code__.co_names:
        callee = names.get(name)
        if callee is function:
            names[name] = dispatcher
        elif isinstance(callee, FunctionType) and callee.__module__.startswith(_PACKAGE):
            names[name] = compiled(callee)
    return dispatcher
