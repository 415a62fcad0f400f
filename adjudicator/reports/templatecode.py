"""The code that templates become: what Jinja writes of them, without what the project's templates never use.

It runs without Jinja (``reports/rendering.py``), which takes longer to load than a turn to be told.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from types import CodeType
from typing import Any, NoReturn

from jinja2 import Environment
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.nodes import Call, EvalContext, Expr, Filter, Getattr, Getitem, Macro, Name, Node, Slice, Template, Test

from adjudicator.reports.rendering import FILTERS, TESTS


class DirectCode(CodeGenerator):
    """Writes a module with one function, ``root``, which is given the context and writes the template piece by piece.

    The code of Jinja asks of each function whether it wants the context, and escapes what it shows a second time.
    """

    def visit_Template(self, node: Template, frame: Frame | None = None) -> None:  # noqa: N802 (Jinja's names)
        """Write the module."""
        self.writeline("from adjudicator.reports.rendering import *")
        self.writeline("def root(context):", extra=1)
        self.indent()
        self.write_commons()
        self._macros = {macro.name for macro in node.find_all(Macro)}
        frame = Frame(EvalContext(self.environment, self.name))
        frame.symbols.analyze_node(node)
        frame.toplevel = frame.rootlevel = True
        self.enter_frame(frame)
        self.blockvisit(node.body, frame)
        self.leave_frame(frame, with_python_scope=True)
        self.outdent()

    def write_commons(self) -> None:
        """Write what each template begins with; the last line makes a generator of one that shows nothing."""
        self.writeline("resolve, show = context.resolve, context.show")
        self.writeline("if 0: yield None")

    def pull_dependencies(self, nodes: Iterable[Node]) -> None:
        """Write nothing: filters and tests are called by their names."""

    def visit_Filter(self, node: Filter, frame: Frame) -> None:  # noqa: N802
        """Write the call of a filter."""
        self._named("FILTERS", FILTERS, node, frame)

    def visit_Test(self, node: Test, frame: Frame) -> None:  # noqa: N802
        """Write the call of a test."""
        self._named("TESTS", TESTS, node, frame)

    def _named(self, table: str, known: dict[str, Any], node: Filter | Test, frame: Frame) -> None:
        if node.name not in known or node.node is None:
            self._unknown(node, frame)
        self.write(f"{table}[{node.name!r}](")
        self.visit(node.node, frame)
        self.signature(node, frame)
        self.write(")")

    def visit_Getattr(self, node: Getattr, frame: Frame) -> None:  # noqa: N802
        """Write how an attribute is looked for: first what a record has under that key, as there are thousands."""
        self.write(f"(owner[{node.attr!r}] if type(owner := ")
        self.visit(node.node, frame)
        self.write(f") is dict and {node.attr!r} in owner else get(owner, {node.attr!r}))")

    def visit_Getitem(self, node: Getitem, frame: Frame) -> None:  # noqa: N802
        """Write how an item is looked for, or a slice taken."""
        if isinstance(node.arg, Slice):
            super().visit_Getitem(node, frame)
            return
        self.write("item(")
        self.visit(node.node, frame)
        self.write(", ")
        self.visit(node.arg, frame)
        self.write(")")

    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Write a call, without what only functions of Jinja's own ask for."""
        if forward_caller or node.dyn_args is not None or node.dyn_kwargs is not None:
            self._unknown(node, frame)
        named = node.kwargs and self._is_macro(node.node)
        self.write("by_name(" if named else "")
        if isinstance(node.node, Getattr):  # what is called is a macro or a method, and under no key
            self.visit(node.node.node, frame)
            self.write(f".{node.node.attr}")
        else:
            self.visit(node.node, frame)
        self.write(", " if named else "(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")

    def _is_macro(self, called: Expr) -> bool:
        """Tell whether what is called with names of arguments is a macro: of another template, or of this one."""
        return isinstance(called, Getattr) or (isinstance(called, Name) and called.name in self._macros)

    def return_buffer_contents(self, frame: Frame, force_unescaped: bool = False) -> None:
        """Write what a macro returns: all that it shows is escaped."""
        self.writeline(f"return safe(concat({frame.buffer}))")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Write what makes a macro of the function that has just been written for it."""
        node = macro_ref.node
        defaults = f"({'missing, ' * len(node.args)})"
        self.write(f"as_macro(macro, {getattr(node, 'name', '')!r}, {defaults})")

    def _make_finalize(self) -> Any:
        return self._FinalizeInfo(None, "")

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        """Begin to write how something is shown: what is safe, as most is, as it stands; all else by ``show``."""
        self.write("(shown if type(shown := ")

    def _output_child_post(self, node: Expr, frame: Frame, finalize: Any) -> None:
        self.write(") is Markup else show(shown))")

    def _unknown(self, node: Node, frame: Frame) -> NoReturn:
        self.fail(f"{type(node).__name__} {getattr(node, 'name', '')}", node.lineno)

    visit_Extends = visit_Block = visit_Include = visit_Import = visit_FromImport = _unknown  # noqa: N815
    visit_AssignBlock = visit_CallBlock = visit_FilterBlock = visit_With = visit_Scope = _unknown  # noqa: N815


@cache
def _environment() -> Environment:
    class Compiling(Environment):
        code_generator_class = DirectCode

    made = Compiling(
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        extensions=["jinja2.ext.do"],
    )
    made.filters, made.tests = FILTERS, dict(TESTS)
    return made


def module_source(template: str, name: str) -> str:
    """Return the Python module that the text of a template becomes; ``name`` is said where it is at fault.

    Raises Jinja's ``TemplateSyntaxError``, also for what this code has no way of writing.
    """
    return _generated(template, name)[0]


def module_code(template: str, path: str) -> CodeType:
    """Return that module compiled, so that what goes wrong in it is told with the line of the template at ``path``."""
    source, lines = _generated(template, path)
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt):
            node.lineno = max((line for line, written in lines if written <= node.lineno), default=1)
            node.end_lineno = node.end_col_offset = None
    return compile(tree, path, "exec")


def _generated(template: str, name: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the source, and which line of the template begins at which line of it."""
    environment = _environment()
    generator = DirectCode(environment, name, name)
    generator.visit(environment.parse(template, name, name))
    return generator.stream.getvalue() + "\n", generator.debug_info  # type: ignore[attr-defined]
