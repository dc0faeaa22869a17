"""Compiled twins of loops: compiling them with numba, and writing them to and reading them from bytes.

This module uses undocumented parts of numba. If a version of numba lacks them, loops are compiled in the
ordinary way, or anew in each process.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType
from typing import Any

from wormhole.compiling.fingerprint import Loop, callees, processor

FAST = "fast"
"""The name of :func:`fast_way`."""

Twins = Mapping[Loop, Any]
"""The compiled functions, by their plain functions."""

Calls = Callable[[Callable[[Loop], Loop]], None]
"""A function that calls what it is given for each loop, once, with arguments as in all later calls."""


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
    link: Callable[[Sequence[Any]], Sequence[Any]] = lambda results: results
    """Links what was compiled of all twins, and returns it."""


ORDINARY = CompileMode("ordinary", {"nogil": True}, {"nogil": True})
"""Documented options only."""


@cache
def fast_way() -> CompileMode:
    """The way with a short pipeline, unsigned indices and without numba's runtime (``_nrt``).

    Without the runtime, references to arrays are not counted, which would cost more than the loops do; the
    loops allocate nothing. Raises any error if numba does not support this.
    """
    from wormhole.compiling.numba_extensions import (
        INTRINSICS,
        InnerCompiler,
        OuterCompiler,
        compile_once,
        link,
    )

    options = {"nogil": True, "_nrt": False, "pipeline_class": OuterCompiler}
    inner_options = {**options, "pipeline_class": InnerCompiler}
    return CompileMode(FAST, options, inner_options, INTRINSICS, compile_once, link)


def choose_processor() -> None:
    """Let numba compile for :func:`~wormhole.compiling.fingerprint.processor`, in this process from now on.

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


def compiled(loops: Iterable[Loop], calls: Calls, way: CompileMode) -> Twins:
    """Twins with all loops that they call. Each is compiled for the types of the arguments in ``calls``.

    A recursive loop must be called directly, not through a caller that passes constants: numba would give the
    constants literal types, and the code read from the cache would crash.
    """
    from numba.core.compiler_lock import global_compiler_lock

    made = {loop: _twin(loop, way, way.options) for loop in loops}

    def compiler_of(loop: Loop) -> Loop:
        twin = made[loop]

        def compile_for(*arguments: Any) -> None:
            twin.compile(tuple(map(twin.typeof_pyval, arguments)))

        return compile_for

    calls(compiler_of)
    with global_compiler_lock:
        results = way.link([_only_result(twin) for twin in made.values()])
    return _with_code(dict(zip(made, results, strict=True)))


def written(twins: Twins, way: str) -> bytes:
    """The machine code of twins, with all that they call, as bytes.

    ``way`` is the name of the way in which they were compiled.
    """
    from numba.core.serialize import dumps

    results = [_only_result(twin) for twin in twins.values()]
    libraries = {id(each.library): each.library for each in results}
    code = {number: library.serialize_using_object_code() for number, library in libraries.items()}
    places = []
    for each in results:
        each.fndesc.typemap = each.fndesc.calltypes = None  # they cannot be written
        environments = each._find_referenced_environments()
        places.append((id(each.library), each.fndesc, each.environment, each.signature, environments))
    return dumps((way, code, places))


def read(loops: Collection[Loop], content: bytes) -> tuple[Twins, str]:
    """The twins from the bytes of :func:`written`, and their way. They never compile.

    Twins of the fast way need nothing of what numba compiles with. Not to load it saves a quarter of a second
    and 17 MB.
    """
    from numba.core.compiler import compile_result
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    context = cpu_target.target_context
    with global_compiler_lock:
        way, code, places = pickle.loads(content)
        if way != FAST:
            context.refresh()
        libraries = {number: context.codegen().unserialize_library(each) for number, each in code.items()}
        results = {}
        for loop, place in zip(loops, places, strict=True):
            number, description, environment, signature, environments = place
            library = libraries[number]
            for each in environments:
                library.codegen.set_env(each.env_name, each)
            results[loop] = compile_result(
                typing_context=cpu_target.typing_context,
                target_context=context,
                library=library,
                environment=environment,
                entry_point=context.get_executable(library, description, environment),
                fndesc=description,
                signature=signature,
                objectmode=False,
            )
    return _with_code(results), way


def _with_code(results: Mapping[Loop, Any]) -> Twins:
    """Twins with this code, which refuse arguments of other types."""
    import numba

    twins = {loop: numba.njit(**ORDINARY.options)(_copy(loop)) for loop in results}
    for loop, twin in twins.items():
        twin.add_overload(results[loop])
        twin.disable_compile()
    return twins


def entry(twin: Any) -> Callable[..., Any]:
    """The machine code of a twin, called without a check of the arguments' types.

    Numba's dispatcher checks the types first, which takes longer than a short loop.
    """
    return getattr(_only_result(twin), "entry_point", twin)


def _only_result(twin: Any) -> Any:
    (only,) = twin.overloads.values()
    return only


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
