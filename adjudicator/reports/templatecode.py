"""The code that templates become: what the project's templates never use of Jinja, it does not ask for each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.nodes import Call, Expr
from jinja2.utils import missing
from markupsafe import Markup

safe: Callable[[str], Markup] = partial(str.__new__, Markup)
"""Marks a text as escaped; ``Markup(text)`` asks of each first whether it can escape itself."""


class Macro:
    """A macro of a template; what it returns is safe."""

    __slots__ = ("_function", "_names", "name")

    def __init__(self, function: Callable[..., str], name: str, names: Sequence[str]) -> None:
        """Make a macro called ``name`` of the function that was written for it, which takes all ``names`` in order."""
        self._function, self.name, self._names = function, name, names

    def __call__(self, *given: Any, **named: Any) -> Markup:
        """Return what it writes; what it is not given has its default. Raises ``TypeError`` as functions do."""
        if len(given) != len(self._names) or named:
            given = self._all(given, named)
        return safe(self._function(*given))

    def _all(self, given: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        rest = self._names[len(given) :]
        if len(given) > len(self._names) or not named.keys() <= set(rest):
            raise TypeError(self.name, self._names, len(given), *named)
        return (*given, *(named.get(name, missing) for name in rest))


class DirectCode(CodeGenerator):
    """Writes code that calls what is called, and takes what ``finalize`` returns as it is: it has been escaped.

    The code of Jinja asks of each function whether it wants the context, and escapes what it shows a second time.
    """

    def visit_Call(self, node: Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 (Jinja's name)
        """Write a call, without what only functions of Jinja's own ask for."""
        if forward_caller or node.dyn_args is not None or node.dyn_kwargs is not None:
            self.fail("starred-call", node.lineno)
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Write what makes a macro of the function that has just been written for it."""
        node = macro_ref.node
        names = tuple(argument.name for argument in node.args)
        self.write(f"environment.macro(macro, {getattr(node, 'name', '')!r}, {names!r})")

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        self.write(finalize.src)

    def _output_child_post(self, node: Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")
