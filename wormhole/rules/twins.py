"""Twins of loops, made by numba: compiled, written to bytes, and read from them.

This is what is asked of numba beyond its documented part. A version of it that answers no more costs speed:
loops are compiled in the ordinary way, or for each process anew.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType
from typing import Any

from wormhole.rules.fingerprint import Loop, callees

Twins = Mapping[Loop, Any]
"""The compiled functions, by the plain ones."""


@dataclass(frozen=True, eq=False)
class Way:
    """One way to compile: options for numba, and the twins that are not made from Python."""

    options: Mapping[str, object]
    intrinsics: Mapping[Loop, Loop] = field(default_factory=dict)


ORDINARY = Way({"nogil": True})
"""What numba promises to every program."""


@cache
def fast_way() -> Way:
    """With every index unsigned and without numba's own memory.

    The latter saves counting of references to the arrays, which would cost more than the loops themselves;
    they allocate nothing. Raises whatever a numba raises that knows nothing of this.
    """
    from wormhole.rules.intrinsics import INTRINSICS
    from wormhole.rules.unsigned import UnsignedIndexCompiler

    options = {"nogil": True, "_nrt": False, "pipeline_class": UnsignedIndexCompiler}
    return Way(options, INTRINSICS)


def compilable(loops: Iterable[Loop], way: Way) -> Twins:
    """Twins that are compiled when they are first called, with all loops below them.

    A loop that calls itself must be called from outside, not through a caller that hands it constants: numba
    takes those for types of their own, and what is kept of it then crashes.
    """
    return {loop: _twin(loop, way) for loop in loops}


def written(twins: Twins) -> bytes:
    """The machine code of twins that were called, each with all that it calls."""
    from numba.core.serialize import dumps

    return dumps([[each._reduce() for each in twin.overloads.values()] for twin in twins.values()])


def read(loops: Collection[Loop], content: bytes) -> Twins:
    """The twins that were written. They compile nothing, whatever they are called with."""
    import numba
    from numba.core.compiler import CompileResult
    from numba.core.compiler_lock import global_compiler_lock

    twins = {loop: numba.njit(**ORDINARY.options)(_copy(loop)) for loop in loops}
    with global_compiler_lock:
        for twin, kept in zip(twins.values(), pickle.loads(content), strict=True):
            twin.targetctx.refresh()
            for each in kept:
                twin.add_overload(CompileResult._rebuild(twin.targetctx, *each))
    freeze(twins)
    return twins


def entry(twin: Any) -> Callable[..., Any]:
    """The machine code of a twin that was compiled for one kind of arguments, called without looking at them.

    Numba's own way to it looks at the types of all arguments first, which takes longer than a short loop.
    """
    (only,) = twin.overloads.values()
    return getattr(only, "entry_point", twin)


def freeze(twins: Twins) -> None:
    """From now on, arguments of new types are refused, not compiled for."""
    for twin in twins.values():
        twin.disable_compile()


def _twin(loop: Loop, way: Way) -> Any:
    import numba

    copy = _copy(loop)
    twin = numba.njit(**way.options)(copy)
    for name, callee in callees(loop).items():
        copy.__globals__[name] = twin if callee is loop else _inner_twin(callee, way)
    return twin


@cache
def _inner_twin(loop: Loop, way: Way) -> Any:
    """One that only twins call; they share it."""
    return way.intrinsics.get(loop) or _twin(loop, way)


def _copy(loop: Loop) -> Callable[..., Any]:
    """The same function with globals of its own."""
    copy = FunctionType(loop.__code__, dict(loop.__globals__), loop.__name__, loop.__defaults__)
    copy.__module__ = loop.__module__
    return copy
