"""``NamedTuple``, made in half the time: a command makes a hundred such classes before it does anything."""

from __future__ import annotations

from collections import namedtuple
from types import GenericAlias
from typing import TYPE_CHECKING, Any

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple
else:

    class _Made(type):
        """Makes classes as ``typing`` does, but leaves annotations as they are written; ``typing`` compiles each."""

        def __new__(cls, name: str, bases: tuple[type, ...], given: dict[str, Any]) -> type:
            if not bases:
                return super().__new__(cls, name, bases, given)
            fields = given.get("__annotations__", {})
            defaults = [given[field] for field in fields if field in given]
            made = namedtuple(name, fields, defaults=defaults, module=given["__module__"])
            for key, value in given.items():
                if key not in fields and key not in ("__module__", "__qualname__"):
                    setattr(made, key, value)
            if bases[1:]:  # ``Generic``
                made.__class_getitem__ = classmethod(GenericAlias)
            return made

    class NamedTuple(metaclass=_Made):
        """What ``typing.NamedTuple`` is, for all of this package."""
