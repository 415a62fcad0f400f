"""``NamedTuple`` and ``TypedDict``, made in a fraction of the time: a command makes a hundred of them before all else.

``typing`` compiles each annotation, and ``collections`` the method ``__new__`` of each class. Here annotations stay as
they are written, and classes with as many fields share the code of ``__new__``, each with the names of its own.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType, GenericAlias
from typing import TYPE_CHECKING, Any

__all__ = ["NamedTuple", "TypedDict"]

if TYPE_CHECKING:
    from typing import NamedTuple, TypedDict
else:
    from collections import _tuplegetter, namedtuple  # the field of that number, as attributes of C are read

    class _Made(type):
        """Makes of a class body what ``collections.namedtuple`` makes of names."""

        def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, body)
            fields = tuple(body.get("__annotations__", ()))
            defaults = {field: body.pop(field) for field in fields if field in body}
            made = {**_SHARED, "_fields": fields, "__match_args__": fields, "_field_defaults": defaults}
            made |= {field: _tuplegetter(number, None) for number, field in enumerate(fields)}
            made["__new__"] = _new(name, fields, defaults)
            if bases[1:]:  # ``Generic``
                made["__class_getitem__"] = classmethod(GenericAlias)
            return type(name, (tuple,), made | body)

    def _new(name: str, fields: tuple[str, ...], defaults: dict[str, Any]) -> FunctionType:
        """Return the method that makes a tuple of values for these fields; the last may have ``defaults``."""
        if fields[len(fields) - len(defaults) :] != tuple(defaults):
            raise TypeError(name, fields, tuple(defaults))
        alike = _new_of(len(fields))
        code = alike.__code__.replace(co_varnames=("cls", *fields))
        made = FunctionType(code, alike.__globals__, "__new__", tuple(defaults.values()))
        made.__qualname__ = f"{name}.__new__"
        return made

    @cache
    def _new_of(count: int) -> FunctionType:
        """Return that method of a class with so many fields, under any names."""
        if count < len(_NEW):
            return _NEW[count]
        return namedtuple("_Any", [f"field{number}" for number in range(count)]).__new__

    _made = tuple.__new__
    _NEW = (  # of no field, of one, and so on: as many as most have, so that they need not be compiled
        lambda cls: _made(cls, ()),
        lambda cls, a: _made(cls, (a,)),
        lambda cls, a, b: _made(cls, (a, b)),
        lambda cls, a, b, c: _made(cls, (a, b, c)),
        lambda cls, a, b, c, d: _made(cls, (a, b, c, d)),
        lambda cls, a, b, c, d, e: _made(cls, (a, b, c, d, e)),
        lambda cls, a, b, c, d, e, f: _made(cls, (a, b, c, d, e, f)),
        lambda cls, a, b, c, d, e, f, g: _made(cls, (a, b, c, d, e, f, g)),
        lambda cls, a, b, c, d, e, f, g, h: _made(cls, (a, b, c, d, e, f, g, h)),
        lambda cls, a, b, c, d, e, f, g, h, i: _made(cls, (a, b, c, d, e, f, g, h, i)),
        lambda cls, a, b, c, d, e, f, g, h, i, j: _made(cls, (a, b, c, d, e, f, g, h, i, j)),
        lambda cls, a, b, c, d, e, f, g, h, i, j, k: _made(cls, (a, b, c, d, e, f, g, h, i, j, k)),
    )

    def _make(cls, values):
        made = tuple.__new__(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(cls.__name__, len(made))
        return made

    def _values(self):
        return tuple(self)

    def _replace(self, /, **values):
        made = self._make(map(values.pop, self._fields, self))
        if values:
            raise TypeError(type(self).__name__, list(values))
        return made

    def _asdict(self):
        return dict(zip(self._fields, self, strict=True))

    def _shown(self):
        return f"{type(self).__name__}({', '.join(map('{}={!r}'.format, self._fields, self))})"

    _SHARED = {
        "__slots__": (),
        "_make": classmethod(_make),
        "_replace": _replace,
        "_asdict": _asdict,
        "__repr__": _shown,
        "__getnewargs__": _values,
    }

    class NamedTuple(metaclass=_Made):
        """What ``typing.NamedTuple`` is, for all of this package."""

    class TypedDict(dict):
        """What ``typing.TypedDict`` is while the program runs: a name for plain dictionaries."""

        def __init_subclass__(cls, total=True):
            """Take what says whether each key has to be there; whoever checks types knows."""

        def __new__(cls, *given, **named):
            """Return a plain dictionary."""
            return dict(*given, **named)
