"""How the parts of a game find its functions and constants: by name, in the modules of its package."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, wraps
from importlib import import_module
from importlib.util import find_spec
from inspect import isgenerator
from typing import Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

Setting: TypeAlias = Any
"""The setting of a game, in the game's own type."""
State: TypeAlias = Any
"""The state of a game, a dataclass with the fields ``phase`` and ``turn``."""
View: TypeAlias = Any
"""What a player may know, in the game's own type."""

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


class Part:
    """A part of the contract: its methods and constants are those of a game's modules, or else the defaults here."""

    def __init__(self, package: str) -> None:
        """Find the functions of the part in the modules of a game's ``package``, or in the one module of that name."""
        self._package = package
        self._modules: dict[str, Any] = {}

    def own(self, module: str, name: str) -> Any:
        """Return what the game's ``module`` calls ``name``; None if it has nothing of that name."""
        if module not in self._modules:
            found = import_module(self._package)
            if hasattr(found, "__path__"):
                known = find_spec(f"{self._package}.{module}") is not None
                found = import_module(f"{self._package}.{module if known else 'game'}")
            self._modules[module] = found
        return getattr(self._modules[module], name, None)


def found_in(
    module: str, name: str = "", lazy: bool = False, names: bool = False
) -> Callable[[Callable[Concatenate[Any, P], R]], Callable[Concatenate[Any, P], R]]:
    """Decorate a method of the contract: it calls the game's function, if the game has one, or else the default.

    The function has the ``name`` of the method unless another one is given, and its arguments without ``self``. It may
    yield its results one by one; unless the method is ``lazy``, callers get them as a list. With ``names``, the names
    in the orders that are its second argument are those of the view that is its first: see ``Action.names``.
    """

    def decorate(default: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
        called = name or default.__name__

        @wraps(default)
        def method(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> R:
            function: Any = self.own(module, called) or partial(default, self)
            given: Sequence[Any] = args
            if names:
                view, orders = given
                given = view, self.meant(view, orders)[0]
            found: Any = function(*given, **kwargs)
            return list(found) if isgenerator(found) and not lazy else found  # type: ignore[return-value]

        method.contract = (module, called)  # type: ignore[attr-defined]
        return method

    return decorate


class Constant(Generic[T]):
    """A constant of the contract: that of the game's ``module``, or else a default."""

    def __init__(self, module: str, name: str, default: T) -> None:
        """Describe the constant ``name`` of ``module``."""
        self.module, self.name, self.default = module, name, default

    def __get__(self, part: Part | None, owner: type) -> T:
        """Return the game's constant."""
        found: T | None = None if part is None else part.own(self.module, self.name)
        return self.default if found is None else found
