"""What our compiled loops add to numba: a short pipeline, one type for each argument, a prefetch.

Numba spends most of its time in Python. It types a function anew for each combination of argument types, runs
two dozen passes of which our loops need seven, and writes long code for each read of an array. Here callers
pass integers as int64 and arrays without their lengths, so that each loop is compiled once, and elements of
arrays are read and written by short code. Compiling takes less than a third of the time. See
https://numba.readthedocs.io/en/stable/developer/custom_pipeline.html.

Numba links each function with all that it calls, optimizes all of it and makes machine code of it, and does
so again for each caller. Here this is done once for all loops of a group, with all that they call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from llvmlite.binding import Linkage
from llvmlite.ir import Constant, FunctionType, IntType, IRBuilder, Value, VoidType
from llvmlite.ir import Type as IRType
from numba import _dynfunc
from numba.core import cgutils, ir, types
from numba.core.base import BaseContext
from numba.core.codegen import Codegen, CodeLibrary, JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, StateDict
from numba.core.compiler_machinery import CompilerPass
from numba.core.dispatcher import Dispatcher
from numba.core.imputils import lower_cast
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.typing.context import BaseContext as BaseTypingContext
from numba.core.typing.templates import Signature
from numba.core.untyped_passes import FixupArgs, ReconstructSSA, TranslateByteCode
from numba.extending import intrinsic

from wormhole.compiling import prefetch

READ, KEEP_IN_ALL_CACHES, DATA = 0, 3, 1

FIRST_SPECIAL = 100
"""Constants from here on stand for special squares and pieces, such as none. For such an argument, a loop is
compiled once more: it has less to do then, and the speed of the rules depends on it."""


class LoopLibrary(JITCodeLibrary):
    """The code of a loop before it is linked. It is not run from here."""

    def finalize(self) -> None:
        """Leave the code as it is, for a :class:`GroupLibrary`."""
        self._raise_if_finalized()
        self._finalized = True


class GroupLibrary(JITCodeLibrary):
    """The code of a group of loops, which Python calls, and of all inner loops that these call."""

    def __init__(self, codegen: Codegen, name: str, outer: Sequence[LoopLibrary]) -> None:
        super().__init__(codegen, name)
        found: dict[CodeLibrary, None] = {}
        for each in outer:
            self._final_module.link_in(each._final_module, preserve=True)
            _find_below(each, found)
        # LLVM leaves out what nothing calls yet, so callers come first.
        self._linking_libraries = [library for library in reversed(found) if library not in outer]

    def _optimize_final_module(self) -> None:
        """Tell LLVM that nothing else calls the inner loops."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


def _find_below(library: CodeLibrary, found: dict[CodeLibrary, None]) -> None:
    """Find what a library links, each after all that it calls, and the library itself."""
    for each in library._linking_libraries:
        if each not in found:
            _find_below(each, found)
    found[library] = None


def link(results: Sequence[CompileResult]) -> list[CompileResult]:
    """Link compiled loops with all that they call, optimize, and make machine code."""
    context = results[0].target_context
    names = "+".join(each.fndesc.qualname for each in results)
    library = GroupLibrary(context.codegen(), names, [each.library for each in results])
    library.enable_object_caching()
    library.finalize()
    entries = (context.get_executable(library, each.fndesc, each.environment) for each in results)
    return [
        each._replace(library=library, entry_point=entry)  # type: ignore[call-arg]
        for each, entry in zip(results, entries, strict=True)
    ]


class LeanLower(Lower):
    """Makes LLVM code, with the shortest code for what our loops do most, and no reports for each line."""

    def lower_block(self, block: ir.Block) -> None:
        """Make the code of a block."""
        self.pre_block(block)
        for line in block.body:
            self.loc = line.loc
            self.lower_inst(line)
        self.post_block(block)

    def debug_print(self, msg: str) -> None:
        """Nothing is printed."""

    def alloca_lltype(self, name: str, lltype: IRType, datamodel: object = None) -> Value:
        """A place for a variable, without its size, which only debuggers need."""
        return cgutils.alloca_once(self.builder, lltype, name=name)

    def lower_expr(self, resty: types.Type, expr: ir.Expr) -> Value:
        """Make the code of an expression."""
        if expr.op == "getattr" and isinstance(resty, types.NestedArray):
            return self._array_of_record(resty, expr)
        return super().lower_expr(resty, expr)

    def _array_of_record(self, kind: types.NestedArray, expr: ir.Expr) -> Value:
        """An array that lies in a record: all but its place is constant."""
        record, context = self.typeof(expr.value.name), self.context
        layout, code = context.data_model_manager[kind], context.get_value_type(kind)
        known = {"nitems": kind.nitems, "itemsize": kind.size, "shape": kind.shape, "strides": kind.strides}
        members = [
            Constant(member, known.get(name))
            for name, member in zip(layout._fields, code.elements, strict=True)
        ]
        item = context.get_data_type(kind.dtype)
        place = cgutils.get_record_member(
            self.builder, self.loadvar(expr.value.name), record.offset(expr.attr), item
        )
        return self.builder.insert_value(Constant(code, members), place, layout.get_field_position("data"))

    def lower_binop(self, resty: types.Type, expr: ir.Expr, op: Callable[..., Any]) -> Value:
        """Make the code of an operation on two values."""
        signature = self.fndesc.calltypes[expr]
        values = self._cast_var(expr.lhs, signature.args[0]), self._cast_var(expr.rhs, signature.args[1])
        typing = lean_typing(self.context.typing_context)
        function = typing.resolve_value_type(op)
        chosen = typing.resolve_function_type(function, signature.args, {})
        result = self.context.get_function(function, chosen)(self.builder, values)
        return self.context.cast(self.builder, result, signature.return_type, resty)

    def lower_getitem(
        self, resty: types.Type, expr: ir.Expr, value: ir.Var, index: ir.Var, signature: Signature
    ) -> Value:
        """Make the code that reads an element."""
        place = self._place(value, index)
        if place is None:
            return super().lower_getitem(resty, expr, value, index, signature)
        array = self.typeof(value.name)
        found = self.context.unpack_value(self.builder, array.dtype, place, None if array.aligned else 1)
        return self.context.cast(self.builder, found, signature.return_type, resty)

    def lower_setitem(
        self, target_var: ir.Var, index_var: ir.Var, value_var: ir.Var, signature: Signature
    ) -> None:
        """Make the code that writes an element."""
        place = self._place(target_var, index_var)
        if place is None:
            super().lower_setitem(target_var, index_var, value_var, signature)
            return
        array = self.typeof(target_var.name)
        value = self._cast_var(value_var, array.dtype)
        self.context.pack_value(self.builder, array.dtype, value, place, None if array.aligned else 1)

    def _place(self, value: ir.Var, index: ir.Var) -> Value | None:
        """The address of an element of an array; None if the index is not one of an element.

        In Python ``row[-1]`` is the last element, so numba compares every signed index with zero. Our loops
        never use negative indices, and are a tenth faster without the comparison.
        """
        array, kind, builder = self.typeof(value.name), self.typeof(index.name), self.builder
        kinds: tuple[types.Type, ...] = kind.types if isinstance(kind, types.BaseTuple) else (kind,)
        if not isinstance(array, types.Array) or array.layout != "C" or len(kinds) != array.ndim:
            return None
        if not all(isinstance(each, types.Integer) for each in kinds):
            return None
        given = self.loadvar(index.name)
        parts = [given] if kinds == (kind,) else cgutils.unpack_tuple(builder, given, len(kinds))
        layout, found = self.context.data_model_manager[array], self.loadvar(value.name)
        lengths = layout.get_field_position("shape")
        place = None
        for axis, (part, part_kind) in enumerate(zip(parts, kinds, strict=True)):
            number = self.context.cast(builder, part, part_kind, types.uintp)
            if place is not None:
                length = builder.extract_value(found, [lengths, axis])
                number = builder.add(builder.mul(place, length), number)
            place = number
        return builder.gep(builder.extract_value(found, layout.get_field_position("data")), [place])


class LeanTyping(BaseTypingContext):
    """Numba's knowledge of types, which answers the same question about a built-in function once."""

    def __init__(self, known: BaseTypingContext) -> None:
        self.__dict__.update(known.__dict__)
        self._answers: dict[tuple[Any, ...], Signature] = {}

    def resolve_function_type(
        self, func: Any, args: Sequence[types.Type], kws: Mapping[str, types.Type]
    ) -> Any:
        """The signature of a call."""
        if kws or not isinstance(func, (types.Function, types.NumberClass)):
            return super().resolve_function_type(func, args, kws)
        question = func, *args
        answer = self._answers.get(question)
        if answer is None:
            answer = self._answers[question] = super().resolve_function_type(func, args, kws)
        return answer


lean_typing = cache(LeanTyping)


class OuterLowering(NativeLowering):
    """Makes LLVM code of an outer loop, and of what calls it from Python."""

    _name = "outer_lowering"
    lowering_class = LeanLower
    HAS_PYTHON_CALLERS = True

    def run_pass(self, state: StateDict) -> bool:
        """Make the code in a :class:`LoopLibrary`, and register the loop for its callers."""
        state.library = LoopLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        flags = state.flags
        flags.no_compile = flags.no_cfunc_wrapper = True
        flags.no_cpython_wrapper = not self.HAS_PYTHON_CALLERS
        super().run_pass(state)
        made = state["cr"]
        # Callers find the loop by this object, which has no machine code and is never called.
        function = _dynfunc.make_function(
            made.fndesc.lookup_module(), made.fndesc.qualname, "", 0, made.env, (state.library,)
        )
        state.targetctx.insert_user_function(function, made.fndesc, [state.library])
        state["cr"] = made._replace(cfunc=function)
        return True


class InnerLowering(OuterLowering):
    """Makes LLVM code of a loop that only other loops call."""

    _name = "inner_lowering"
    HAS_PYTHON_CALLERS = False


class LeanPasses:
    """Runs passes one after another, without the reports, timers and checks that numba adds to each."""

    pipeline_name = "lean"

    def __init__(self, *passes: CompilerPass) -> None:
        self.exec_times: dict[str, float] = {}
        self._passes = passes

    def run(self, state: StateDict) -> None:
        """Run them all."""
        for each in self._passes:
            each.run_pass(state)


class OuterCompiler(CompilerBase):
    """Numba's compiler for loops that Python calls."""

    LOWERING: type[NativeLowering] = OuterLowering

    def __init__(self, typingctx: BaseTypingContext, *others: Any) -> None:
        super().__init__(typingctx, *others)
        self.state.typingctx = lean_typing(typingctx)

    def define_pipelines(self) -> list[LeanPasses]:
        """Only the passes that our loops need."""
        return [
            LeanPasses(
                TranslateByteCode(),
                FixupArgs(),
                ReconstructSSA(),
                NopythonTypeInference(),
                PreLowerStripPhis(),
                self.LOWERING(),
                NoPythonBackend(),
            )
        ]


class InnerCompiler(OuterCompiler):
    """The same for loops that only other loops call."""

    LOWERING = InnerLowering


def compile_once(twin: Dispatcher) -> None:
    """Compile a twin for one type of each argument, whatever a caller passes."""
    fold = twin._compiler.fold_argument_types

    def shared(
        args: tuple[types.Type, ...], keywords: dict[str, types.Type]
    ) -> tuple[Any, tuple[types.Type, ...]]:
        signature, folded = fold(args, keywords)
        return signature, tuple(map(passed_as, folded))

    twin._compiler.fold_argument_types = shared


def passed_as(kind: types.Type) -> types.Type:
    """The type that an argument is passed as: every integer as int64, every array without its length."""
    if isinstance(kind, types.IntegerLiteral) and kind.literal_value >= FIRST_SPECIAL:
        return kind
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer):
        return types.int64
    if isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, "C")
    return kind


@lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator]
def _without_length(_: BaseContext, __: IRBuilder, ___: types.Type, ____: types.Type, value: Value) -> Value:
    """Both have the same layout."""
    return value


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
