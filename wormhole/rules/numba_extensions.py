"""What our compiled loops add to numba: unsigned indices, libraries of inner loops, a prefetch as LLVM code.

In Python ``row[-1]`` is the last element, so numba compares every signed index with zero. Our loops never use
negative indices, and are a tenth faster without the comparison. The pass runs before type inference. See
https://numba.readthedocs.io/en/stable/developer/custom_pipeline.html.

Numba links each function with all that it calls, optimizes all of it and makes machine code of it, and does
so again for each caller. Most of our loops are only called by other loops. They are linked only into the
outer loops, those that Python calls, and optimized there. Compiling takes less than half the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite.binding import Linkage
from llvmlite.ir import FunctionType, IntType, IRBuilder, Value, VoidType
from numba import _dynfunc
from numba.core import cgutils, ir, types
from numba.core.base import BaseContext
from numba.core.codegen import CodeLibrary, JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, StateDict
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.typed_passes import NativeLowering
from numba.core.typing.templates import Signature
from numba.core.untyped_passes import ReconstructSSA
from numba.extending import intrinsic

from wormhole.rules.loops import prefetch

READ, KEEP_IN_ALL_CACHES, DATA = 0, 3, 1


@register_pass(mutates_CFG=False, analysis_only=False)
class UnsignedIndices(FunctionPass):
    """Replaces every index of a function by ``uintp(index)``, and each index of several dimensions."""

    _name = "unsigned_indices"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: StateDict) -> bool:
        """Rewrite the function; returns True, since it is changed."""
        definitions = state.func_ir._definitions

        def assign(block: ir.Block, lines: list[ir.Stmt], name: str, value: ir.Expr | ir.Global) -> ir.Var:
            variable = block.scope.redefine(name, value.loc)
            lines.append(ir.Assign(value, variable, value.loc))
            definitions[variable.name].append(value)
            return variable

        def unsigned(block: ir.Block, lines: list[ir.Stmt], index: ir.Var, loc: ir.Loc) -> ir.Var:
            kind = assign(block, lines, "$uintp", ir.Global("uintp", types.uintp, loc))
            return assign(block, lines, "$index", ir.Expr.call(kind, [index], (), loc))

        def indices(index: ir.Var) -> list[ir.Var] | None:
            """The indices of several dimensions; None if it is one index."""
            (defined,) = definitions[index.name] if len(definitions[index.name]) == 1 else (None,)
            is_tuple = isinstance(defined, ir.Expr) and defined.op == "build_tuple"
            return defined.items if is_tuple else None

        for block in state.func_ir.blocks.values():
            lines: list[ir.Stmt] = []
            for line in block.body:
                place = line.value if isinstance(line, ir.Assign) else line
                is_read = isinstance(place, ir.Expr) and place.op == "getitem"
                if is_read or isinstance(place, ir.SetItem):
                    several = indices(place.index)
                    if several is None:
                        place.index = unsigned(block, lines, place.index, line.loc)
                    else:
                        parts = [unsigned(block, lines, each, line.loc) for each in several]
                        made = ir.Expr.build_tuple(parts, line.loc)
                        place.index = assign(block, lines, "$indices", made)
                lines.append(line)
            block.body = lines
        return True


class InnerLibrary(JITCodeLibrary):
    """The code of an inner loop, which is never run from here."""

    def finalize(self) -> None:
        """Leave the code as it is, for the libraries of outer loops."""
        self._raise_if_finalized()
        self._finalized = True


class OuterLibrary(JITCodeLibrary):
    """The code of an outer loop and of all inner loops that it calls, directly or not."""

    def finalize(self) -> None:
        """Link, optimize and make machine code."""
        found: dict[CodeLibrary, None] = {}
        self._find_below(self, found)
        # LLVM leaves out what nothing calls yet, so callers come first.
        self._linking_libraries = [library for library in reversed(found) if library is not self]
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Tell LLVM that nothing else calls the inner loops."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()

    @classmethod
    def _find_below(cls, library: CodeLibrary, found: dict[CodeLibrary, None]) -> None:
        """Find what a library links, each after all that it calls."""
        for each in library._linking_libraries:
            if each not in found:
                cls._find_below(each, found)
        found[library] = None


@register_pass(mutates_CFG=True, analysis_only=False)
class OuterLowering(NativeLowering):
    """Makes LLVM code of an outer loop."""

    _name = "outer_lowering"

    def run_pass(self, state: StateDict) -> bool:
        """Make the code in an :class:`OuterLibrary`."""
        state.library = OuterLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(NativeLowering):
    """Makes LLVM code of an inner loop, and of nothing that would call it from Python."""

    _name = "inner_lowering"

    def run_pass(self, state: StateDict) -> bool:
        """Make the code in an :class:`InnerLibrary`, and register the loop for its callers."""
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        flags = state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        super().run_pass(state)
        made = state["cr"]
        # Callers find the loop by this object, which has no machine code and is never called.
        function = _dynfunc.make_function(
            made.fndesc.lookup_module(), made.fndesc.qualname, "", 0, made.env, (state.library,)
        )
        state.targetctx.insert_user_function(function, made.fndesc, [state.library])
        state["cr"] = made._replace(cfunc=function)
        return True


class OuterCompiler(CompilerBase):
    """Numba's compiler with :class:`UnsignedIndices`, for loops that Python calls."""

    LOWERING: type[NativeLowering] = OuterLowering

    def define_pipelines(self) -> list[PassManager]:
        """The usual passes, with ours after SSA reconstruction and before type inference."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(UnsignedIndices, ReconstructSSA)
        passes.passes = [
            (self.LOWERING, told) if each is NativeLowering else (each, told) for each, told in passes.passes
        ]
        passes.finalize()
        return [passes]


class InnerCompiler(OuterCompiler):
    """The same for loops that only other loops call."""

    LOWERING = InnerLowering


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
