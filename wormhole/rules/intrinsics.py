"""Compiled twins that cannot be written in Python, built directly as LLVM code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite.ir import FunctionType, IntType, IRBuilder, Value, VoidType
from numba.core import cgutils, types
from numba.core.base import BaseContext
from numba.core.typing.templates import Signature
from numba.extending import intrinsic

from wormhole.rules.loops import prefetch

READ, KEEP_IN_ALL_CACHES, DATA = 0, 3, 1


@intrinsic
def _prefetch(_: object, row: types.Array, index: types.Integer) -> tuple[Signature, Callable[..., Value]]:
    """https://llvm.org/docs/LangRef.html#llvm-prefetch-intrinsic."""

    def generate(context: BaseContext, builder: IRBuilder, _: Signature, given: tuple[Value, Value]) -> Value:
        start = cgutils.create_struct_proxy(row)(context, builder, given[0]).data
        place = builder.bitcast(builder.gep(start, [given[1]]), cgutils.voidptr_t)
        number = IntType(32)
        kind = FunctionType(VoidType(), [cgutils.voidptr_t, number, number, number])
        call = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(call, [place, number(READ), number(KEEP_IN_ALL_CACHES), number(DATA)])
        return context.get_dummy_value()

    return types.none(row, index), generate


INTRINSICS: dict[Callable[..., Any], Callable[..., Any]] = {prefetch.prefetch: _prefetch}
"""The twins, by their plain functions."""
