"""How numba is told that no index is negative.

In Python ``row[-1]`` is the last of a row, so numba compares every index with zero before it is used. No loop
of ours counts from the end, and they index in almost every line: without that they are a tenth faster. What
numba takes for unsigned it does not compare, so every index is made unsigned before types are inferred. See
https://numba.readthedocs.io/en/stable/developer/custom_pipeline.html.
"""

from __future__ import annotations

from numba.core import ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder, StateDict
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass
from numba.core.untyped_passes import ReconstructSSA


@register_pass(mutates_CFG=False, analysis_only=False)
class UnsignedIndices(FunctionPass):
    """Puts ``uintp(index)`` in the place of every index of a function."""

    _name = "unsigned_indices"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: StateDict) -> bool:
        """Rewrite the function; True, since it is changed."""
        definitions = state.func_ir._definitions

        def assign(block: ir.Block, lines: list[ir.Stmt], name: str, value: ir.Expr | ir.Global) -> ir.Var:
            variable = block.scope.redefine(name, value.loc)
            lines.append(ir.Assign(value, variable, value.loc))
            definitions[variable.name].append(value)
            return variable

        for block in state.func_ir.blocks.values():
            lines: list[ir.Stmt] = []
            for line in block.body:
                place = line.value if isinstance(line, ir.Assign) else line
                is_read = isinstance(place, ir.Expr) and place.op == "getitem"
                if is_read or isinstance(place, ir.SetItem):
                    kind = assign(block, lines, "$uintp", ir.Global("uintp", types.uintp, line.loc))
                    call = ir.Expr.call(kind, [place.index], (), line.loc)
                    place.index = assign(block, lines, "$index", call)
                lines.append(line)
            block.body = lines
        return True


class UnsignedIndexCompiler(CompilerBase):
    """Numba's own way to machine code, with every index taken for unsigned."""

    def define_pipelines(self) -> list[PassManager]:
        """The usual passes, and ours where variables are settled and types are not yet."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(UnsignedIndices, ReconstructSSA)
        passes.finalize()
        return [passes]
