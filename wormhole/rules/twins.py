"""Compiled twins of loops: compiling them with numba, and writing them to and reading them from bytes.

This module uses undocumented parts of numba. If a version of numba lacks them, loops are compiled in the
ordinary way, or anew in each process.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType
from typing import Any

from wormhole.rules.fingerprint import Loop, callees, processor

FAST = "fast"
"""The name of :func:`fast_way`."""

Twins = Mapping[Loop, Any]
"""The compiled functions, by their plain functions."""


@dataclass(frozen=True, eq=False)
class CompileMode:
    """A way to compile: its name, numba's options, and the twins that are not compiled from Python."""

    name: str
    options: Mapping[str, object]
    inner_options: Mapping[str, object]
    """The options for loops that only other loops call."""
    intrinsics: Mapping[Loop, Loop] = field(default_factory=dict)
    prepare: Callable[[Any], None] = lambda twin: None
    """What is done with each twin before it is compiled."""


ORDINARY = CompileMode("ordinary", {"nogil": True}, {"nogil": True})
"""Documented options only."""


@cache
def fast_way() -> CompileMode:
    """The way with a short pipeline, unsigned indices and without numba's runtime (``_nrt``).

    Without the runtime, references to arrays are not counted, which would cost more than the loops do; the
    loops allocate nothing. Raises any error if numba does not support this.
    """
    from wormhole.rules.numba_extensions import INTRINSICS, InnerCompiler, OuterCompiler, compile_once

    options = {"nogil": True, "_nrt": False, "pipeline_class": OuterCompiler}
    return CompileMode(FAST, options, {**options, "pipeline_class": InnerCompiler}, INTRINSICS, compile_once)


def choose_processor() -> None:
    """Let numba compile for :func:`~wormhole.rules.fingerprint.processor`, in this process from now on.

    Without effect if numba has compiled before, or if the environment names a processor.
    """
    from numba.core import config

    if config.CPU_NAME is None and config.CPU_FEATURES is None:
        config.CPU_NAME, config.CPU_FEATURES = processor()


def is_for_processor() -> bool:
    """Whether numba compiles for the chosen processor, not for that of this machine."""
    from numba.core import config
    from numba.core.registry import cpu_target

    return bool(cpu_target.target_context.codegen()._tm_features == config.CPU_FEATURES)


def compilable(loops: Iterable[Loop], way: CompileMode) -> Twins:
    """Twins that are compiled on their first call, with all loops that they call.

    A recursive loop must be called directly, not through a caller that passes constants: numba would give the
    constants literal types, and the code read from the cache would crash.
    """
    return {loop: _twin(loop, way, way.options) for loop in loops}


def written(twins: Twins, way: str) -> bytes:
    """The machine code of twins that have been called, with all that they call, as bytes.

    ``way`` is the name of the way in which they were compiled.
    """
    from numba.core.serialize import dumps

    return dumps((way, [[each._reduce() for each in twin.overloads.values()] for twin in twins.values()]))


def read(loops: Collection[Loop], content: bytes) -> tuple[Twins, str]:
    """The twins from the bytes of :func:`written`, and their way. They never compile.

    Twins of the fast way need nothing of what numba compiles with. Not to load it saves a quarter of a second
    and 17 MB.
    """
    import numba
    from numba.core.compiler import CompileResult
    from numba.core.compiler_lock import global_compiler_lock

    twins = {loop: numba.njit(**ORDINARY.options)(_copy(loop)) for loop in loops}
    with global_compiler_lock:
        way, all_kept = pickle.loads(content)
        for twin, kept in zip(twins.values(), all_kept, strict=True):
            if way != FAST:
                twin.targetctx.refresh()
            for each in kept:
                twin.add_overload(CompileResult._rebuild(twin.targetctx, *each))
    freeze(twins)
    return twins, way


def entry(twin: Any) -> Callable[..., Any]:
    """The machine code of a twin with one compiled signature, called without a check of the arguments' types.

    Numba's dispatcher checks the types first, which takes longer than a short loop.
    """
    (only,) = twin.overloads.values()
    return getattr(only, "entry_point", twin)


def freeze(twins: Twins) -> None:
    """Make the twins refuse arguments of new types rather than compile for them."""
    for twin in twins.values():
        twin.disable_compile()


def _twin(loop: Loop, way: CompileMode, options: Mapping[str, object]) -> Any:
    import numba

    copy = _copy(loop)
    twin = numba.njit(**options)(copy)
    way.prepare(twin)
    for name, callee in callees(loop).items():
        copy.__globals__[name] = twin if callee is loop else _inner_twin(callee, way)
    return twin


@cache
def _inner_twin(loop: Loop, way: CompileMode) -> Any:
    """The twin of a loop that only twins call; they share it."""
    return way.intrinsics.get(loop) or _twin(loop, way, way.inner_options)


def _copy(loop: Loop) -> Callable[..., Any]:
    """A copy of a function with its own globals."""
    copy = FunctionType(loop.__code__, dict(loop.__globals__), loop.__name__, loop.__defaults__)
    copy.__module__ = loop.__module__
    return copy
