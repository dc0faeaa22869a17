"""A hash of everything that the machine code of loops depends on, and of nothing else.

It depends on bytecode, constants, the versions of Python, numba and LLVM, and the kind of processor. It does
not depend on the place, the time or the comments of the loops' source. So the machine code that was made on
one machine can be loaded on another one.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

Loop = Callable[..., Any]

_PACKAGE = __name__.partition(".")[0]

COMPILERS = tuple(f"{_PACKAGE}.compiling.{name}" for name in ("twins", "numba_extensions"))
"""The modules that define how loops are compiled; their whole source is hashed."""


def fingerprint(loops: Iterable[Loop]) -> str:
    """Sixteen hexadecimal digits that change when the machine code of these loops may change. Needs numba."""
    parts = [machine(), *map(_source, COMPILERS)]
    below = frozenset().union(*map(loops_below, loops))
    parts += sorted(repr((*name_of(loop), _code(loop), constants(loop))) for loop in below)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def loops_below(loop: Loop) -> frozenset[Loop]:
    """A loop and all loops that it calls, directly or not."""
    found = {loop}
    waiting = [loop]
    while waiting:
        new = set(callees(waiting.pop()).values()) - found
        found |= new
        waiting.extend(new)
    return frozenset(found)


def callees(loop: Loop) -> dict[str, FunctionType]:
    """The functions of this package, or of its own module, that a loop calls, by their names in the loop."""
    return {
        name: value
        for name, value in _globals_of(loop).items()
        if isinstance(value, FunctionType) and value.__module__.startswith((_PACKAGE + ".", loop.__module__))
    }


def constants(loop: Loop) -> dict[str, object]:
    """The module's values that a loop uses, without functions; numba compiles them in.

    Of modules that it uses, the names: where they lie makes no difference.
    """
    called = callees(loop)
    return {
        name: value.__name__ if isinstance(value, ModuleType) else value
        for name, value in _globals_of(loop).items()
        if name not in called
    }


def name_of(loop: Loop) -> tuple[str, str]:
    """Module and name of a loop."""
    return loop.__module__, loop.__qualname__


class Processor(NamedTuple):
    """A kind of processor, by LLVM's name, and its features beyond those of that name."""

    name: str
    features: str


BASELINES = {
    **dict.fromkeys(("x86_64", "amd64"), (Processor("x86-64-v3", ""), ("avx2", "bmi2", "fma"))),
    **dict.fromkeys(("aarch64", "arm64"), (Processor("generic", ""), ())),
}
"""For which processor of a platform loops are compiled, and the features that it must have. A machine without
them compiles for itself.

On x86-64 these are the processors with AVX2, since 2013. For older ones, the search would be slower by some
5 %; for newer ones, it is no faster.
"""


def processor() -> Processor:
    """The processor for which loops are compiled: as a rule a baseline of the platform. Needs numba."""
    from llvmlite import binding

    try:
        has = binding.get_host_cpu_features()
    except RuntimeError:  # LLVM cannot tell on every system
        return Processor(binding.get_host_cpu_name(), "")
    baseline, needed = BASELINES.get(platform.machine().lower(), (None, ()))
    if baseline is not None and all(has.get(feature) for feature in needed):
        return baseline
    return Processor(binding.get_host_cpu_name(), has.flatten())


def machine() -> str:
    """The processor, the versions of the compilers, and numba's settings in the environment."""
    import llvmlite
    import numba
    from llvmlite import binding

    settings = sorted(f"{name}={value}" for name, value in os.environ.items() if name.startswith("NUMBA_"))
    python = f"{sys.implementation.name} {sys.version_info[:2]}"
    versions = (python, numba.__version__, llvmlite.__version__)
    return "\n".join((*versions, binding.get_default_triple(), *processor(), *settings))


def _globals_of(loop: Loop) -> Mapping[str, object]:
    return {
        name: loop.__globals__[name]
        for name in sorted(set(loop.__code__.co_names))
        if name in loop.__globals__
    }


def _code(loop: Loop) -> tuple[object, ...]:
    code = loop.__code__
    values = tuple(value for value in code.co_consts if value != loop.__doc__)
    return code.co_code, values, code.co_names, code.co_varnames, code.co_argcount, loop.__defaults__


def _source(module: str) -> str:
    spec = find_spec(module)
    get_source = getattr(spec.loader, "get_source", None) if spec else None  # a bundle's loader has no base
    return get_source(module) or "" if get_source else ""
