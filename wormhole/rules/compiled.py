"""The loops compiled by numba, as twins of the plain functions that they are written as.

Compiling takes seconds, once. The result is kept in the user's cache folder, under a name made of the loops'
own source, so that any change of theirs makes it anew; from then on it loads in a fraction of a second.
"""

from __future__ import annotations

import hashlib
import os
import platform
import tempfile
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
    """Where the compiled loops of this very source, Python and numba are kept; the folder is made.

    Loops depend on files of loops, and on what is here beside this one; on nothing else.
    """
    source = hashlib.sha256()
    root = Path(__file__).resolve().parents[1]
    for file in sorted([*root.glob("rules/*.py"), *root.glob("*/loops/*.py")]):
        source.update(file.read_bytes())
    version = metadata.version("numba") if available() else "none"
    name = f"{platform.python_version()}-numba-{version}-{source.hexdigest()[:16]}"
    for base in (
        Path(platformdirs.user_cache_dir("wormhole-chess")),
        Path(tempfile.gettempdir(), "wormhole-chess"),
    ):
        folder = base / "loops" / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    raise CompilerMissingError("there is no folder to keep the compiled loops in")


def available() -> bool:
    """Whether the loops can be compiled here."""
    return find_spec("numba") is not None


@cache
def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled twin of a loop, and of every loop of ours that it calls.

    Numba compiles at the first call with arguments of new types. Raises :class:`CompilerMissingError`.
    A loop that calls itself must be compiled as such, not through a caller that hands it constants: numba
    takes those for types of their own, and what it caches then crashes.
    """
    if not available():
        raise CompilerMissingError("numba is not installed: nothing can be compiled")
    import numba

    numba.config.CACHE_DIR = str(cache_folder())
    return _twin(function, cached=True)


@cache
def _twin(function: Callable[..., Any], *, cached: bool) -> Callable[..., Any]:
    """Only the loops that are called from outside are cached: the file of each holds all that it calls."""
    import numba

    from wormhole.rules.intrinsics import INTRINSICS
    from wormhole.rules.unsigned import UnsignedIndexCompiler

    if function in INTRINSICS:
        return INTRINSICS[function]
    names = dict(function.__globals__)
    twin = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    twin.__module__ = function.__module__
    # Without numba's own memory there is no counting of references to the arrays, which would cost more
    # than the loops themselves; they allocate nothing.
    make = numba.njit(nogil=True, cache=cached, _nrt=False, pipeline_class=UnsignedIndexCompiler)
    dispatcher = make(twin)
    for name, callee in _callees(function).items():
        names[name] = dispatcher if callee is function else _twin(callee, cached=False)
    return dispatcher


def loops_below(function: Callable[..., Any]) -> frozenset[Callable[..., Any]]:
    """A loop and all loops that it calls, directly or not."""
    found = {function}
    waiting = [function]
    while waiting:
        new = set(_callees(waiting.pop()).values()) - found
        found |= new
        waiting.extend(new)
    return frozenset(found)


def _callees(function: Callable[..., Any]) -> dict[str, FunctionType]:
    """The functions of ours, or of its own file, that a loop calls, by the names it has for them."""
    called = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    return {
        name: callee
        for name, callee in called.items()
        if isinstance(callee, FunctionType)
        and callee.__module__.startswith((_PACKAGE + ".", function.__module__))
    }
