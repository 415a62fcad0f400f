"""What the code of templates asks for while it runs: Jinja has written that code, and is not needed to run it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from types import SimpleNamespace
from typing import Any, NoReturn, TypeAlias

from markupsafe import Markup, escape

from adjudicator.reports.markup import ESCAPE

Root: TypeAlias = Callable[["Context"], Iterator[str]]
"""A template as a function: writes it piece by piece."""

missing: Any = object()
"""Stands where there is no value: of a name, of an argument."""

safe: Callable[[str], Markup] = partial(str.__new__, Markup)
"""Marks a text as escaped; ``Markup(text)`` asks of each first whether it can escape itself."""


@cache
def escaped_in(form: str) -> Callable[[str], Markup]:
    """Return what escapes a text in a format; names and cells come many times in the reports of a stage."""
    escape = ESCAPE[form]
    return lru_cache(maxsize=4096)(lambda text: safe(escape(text)))


class Context:
    """The names that a template knows: those it is given; and what it sets outside its macros."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        """Take what the template is given; its ``format`` says how what it shows is escaped."""
        self.vars: dict[str, Any] = {}
        self.exported_vars: set[str] = set()
        self.resolve: Callable[[str], Any] = _Given(given).__getitem__
        """Returns what a name stands for, or ``missing``."""
        escaped = escaped_in(given["format"])
        self.show: Callable[[Any], Markup] = lambda value: escaped(str(value))
        """Escapes what is shown and is not safe."""


class _Given(dict[str, Any]):
    """What a template is given, by name."""

    def __missing__(self, name: str) -> Any:
        return missing


def rendered(root: Root, given: Mapping[str, Any]) -> str:
    """Return what a template makes of all that it is given. Raises ``NameError`` where it shows what is not there."""
    return "".join(root(Context(given)))


def exported(root: Root, given: Mapping[str, Any]) -> SimpleNamespace:
    """Return the macros of a template, and what else it sets, as attributes."""
    context = Context(given)
    for _ in root(context):
        pass
    return SimpleNamespace(**{name: context.vars[name] for name in context.exported_vars})


def as_macro(function: Any, name: str, defaults: tuple[Any, ...]) -> Any:
    """Return a macro called ``name``: the function that was written for it; what it returns is safe."""
    function.__name__, function.__defaults__ = name, defaults
    return function


def by_name(called: Any, *given: Any, **named: Any) -> Any:
    """Call a macro with arguments by the names that they have in its template. Raises ``TypeError`` as functions do."""
    code = called.__code__
    names = [name.split("_", 2)[2] for name in code.co_varnames[len(given) : code.co_argcount]]  # ``l_1_`` before each
    return called(*given, *[named.pop(name, missing) for name in names], **named)


class Undefined:
    """What a template finds where nothing is: to ask whether it is there is all that can be done with it."""

    __slots__ = ("_name",)

    def __init__(self, hint: str = "", name: Any = "") -> None:
        """Take what there should be, by a ``name``."""
        self._name = name

    def _fail(self, *_: Any) -> NoReturn:
        raise NameError(self._name)

    __str__ = __bool__ = __iter__ = __len__ = __contains__ = __call__ = __getattr__ = __getitem__ = _fail
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = __mul__ = __rmul__ = __sub__ = __rsub__ = _fail
    __hash__ = _fail


def get(owner: Any, name: str) -> Any:
    """Return ``owner.name`` as templates mean it: of a record what is under that key, of all else an attribute."""
    if type(owner) is dict:
        return owner[name] if name in owner else Undefined(name=name)
    found = getattr(owner, name, missing)
    return item(owner, name) if found is missing else found


def item(owner: Any, key: Any) -> Any:
    """Return ``owner[key]``."""
    try:
        return owner[key]
    except (LookupError, TypeError):
        return Undefined(name=key)


def joined(parts: Iterable[Any]) -> str:
    """Return texts put together: safe if one of them is, the others then escaped as in a page."""
    texts = [part if isinstance(part, str) else str(part) for part in parts]
    if Markup not in map(type, texts):
        return "".join(texts)
    return safe("".join([text if type(text) is Markup else escape(text) for text in texts]))


class Loop:
    """Where a loop is: the ``index`` is counted from 1."""

    __slots__ = ("index", "last")

    def __init__(self, index: int, last: bool) -> None:
        """Take which time it is, and whether it is the last."""
        self.index, self.last = index, last


def looped(values: Iterable[Any], *_: Any) -> Iterator[tuple[Any, Loop]]:
    """Go through ``values``, and say each time where the loop is."""
    all_values = list(values)
    for index, value in enumerate(all_values, 1):
        yield value, Loop(index, index == len(all_values))


# What templates may use of the filters and tests that Jinja has -----------------------------------------------


def _join(values: Iterable[Any], between: str = "") -> str:
    texts = list(values)
    parts = [part for text in texts for part in (between, text)][1:]
    return joined(parts)


def _chosen(values: Iterable[Any], test: str = "true", *than: Any) -> Iterator[Any]:
    return (value for value in values if TESTS[test](value, *than))


def _rejected(values: Iterable[Any], test: str = "true", *than: Any) -> Iterator[Any]:
    return (value for value in values if not TESTS[test](value, *than))


def _chosen_by(values: Iterable[Any], attribute: str, test: str = "true", *than: Any) -> Iterator[Any]:
    return (value for value in values if TESTS[test](get(value, attribute), *than))


def _mapped(values: Iterable[Any], name: str = "", *, attribute: str = "") -> Iterator[Any]:
    return (get(value, attribute) if attribute else FILTERS[name](value) for value in values)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value)


FILTERS: dict[str, Callable[..., Any]] = {
    "default": lambda value, otherwise="": otherwise if isinstance(value, Undefined) else value,
    "first": lambda values: next(iter(values)),
    "items": lambda record: record.items(),
    "join": _join,
    "last": lambda values: next(reversed(values)),
    "length": len,
    "list": list,
    "map": _mapped,
    "max": max,
    "reject": _rejected,
    "reverse": lambda values: reversed(list(values)),
    "safe": lambda text: safe(str(text)),
    "select": _chosen,
    "selectattr": _chosen_by,
    "string": _text,
    "trim": lambda text: safe(str.strip(text)) if type(text) is Markup else _text(text).strip(),
}
TESTS: dict[str, Callable[..., bool]] = {
    "defined": lambda value: not isinstance(value, Undefined),
    "equalto": lambda value, than: bool(value == than),
    "mapping": lambda value: isinstance(value, Mapping),
    "none": lambda value: value is None,
    "true": bool,
}

# By the names that the code of templates has for them --------------------------------------------------------

undefined, concat, markup_join, LoopContext = Undefined, "".join, joined, looped


def cond_expr_undefined(hint: str) -> str:
    """Return what ``a if b`` is where ``b`` is not: nothing to show."""
    return ""


__all__ = [
    "FILTERS",
    "TESTS",
    "LoopContext",
    "Markup",
    "as_macro",
    "by_name",
    "concat",
    "cond_expr_undefined",
    "get",
    "item",
    "markup_join",
    "missing",
    "safe",
    "undefined",
]
"""What that code imports."""
