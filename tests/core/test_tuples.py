"""``NamedTuple`` of this package is what that of ``typing`` is."""

from __future__ import annotations

import copy
import pickle
import typing
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import pytest

from adjudicator.core.tuples import NamedTuple, TypedDict

One = TypeVar("One")


class Ours(NamedTuple):
    """A cell that may be marked."""

    x: int
    y: int = 7
    mark: str = ""
    """What stands on it."""

    @property
    def total(self) -> int:
        return self.x + self.y

    @classmethod
    def origin(cls) -> Ours:
        return cls(0, 0)


class Theirs(typing.NamedTuple):
    """A cell that may be marked."""

    x: int
    y: int = 7
    mark: str = ""

    @property
    def total(self) -> int:
        return self.x + self.y

    @classmethod
    def origin(cls) -> Theirs:
        return cls(0, 0)


class Empty(NamedTuple):
    """No field."""


class Alone(NamedTuple):
    """One field."""

    only: int


class Shown(NamedTuple):
    """A tuple that says itself otherwise."""

    word: str

    def __str__(self) -> str:
        return f"<{self.word}>"


class Of(NamedTuple, Generic[One]):
    """A tuple of anything."""

    one: One


def names(shown: str) -> str:
    return shown.replace("Theirs", "Ours")


SAME: dict[str, Callable[[Any], Any]] = {
    "a tuple": lambda cls: (cls(1, 2, "a"), cls(1), cls(y=3, x=2), cls(1, mark="b")),
    "its fields": lambda cls: (cls._fields, cls._field_defaults, cls.__match_args__, cls.__doc__, cls.__slots__),
    "read by name": lambda cls: (cls(1).x, cls(1).y, cls(1, mark="z").mark, cls(1).total, cls.origin()),
    "shown": lambda cls: (names(repr(cls(1, mark="é"))), names(str(cls(1)))),
    "replaced": lambda cls: (cls(1)._replace(y=2), names(type(cls(1)._replace(x=2)).__name__)),
    "made of values": lambda cls: cls._make(iter([4, 5, "c"])),
    "as a record": lambda cls: list(cls(1)._asdict().items()),
    "compared": lambda cls: (cls(1) == (1, 7, ""), cls(1) < cls(2), hash(cls(1)), cls(1) in {cls(1)}),
    "copied": lambda cls: (copy.copy(cls(1)), copy.deepcopy(cls(1, mark="x"))),
    "taken apart": lambda cls: [*cls(1, 2)],
    "its signature": lambda cls: names(str(cls.__new__.__code__.co_varnames[1:])),
}


@pytest.mark.parametrize("what", SAME)
def test_same(what: str) -> None:
    assert SAME[what](Ours) == SAME[what](Theirs)


WRONG: dict[str, Callable[[Any], Any]] = {
    "too few": lambda cls: cls(),
    "too many": lambda cls: cls(1, 2, "a", 4),
    "unknown": lambda cls: cls(1, z=2),
    "given twice": lambda cls: cls(1, x=2),
    "another name in its place": lambda cls: cls(1)._replace(z=3),
}


@pytest.mark.parametrize("what", WRONG)
def test_refused_by_both(what: str) -> None:
    for cls in (Ours, Theirs):
        with pytest.raises((TypeError, ValueError)):
            WRONG[what](cls)


def test_a_field_without_a_default_behind_one_with_a_default() -> None:
    with pytest.raises(TypeError):

        class Wrong(NamedTuple):
            x: int = 1
            y: int  # type: ignore[misc] # what is tested


def test_few_fields() -> None:
    assert Empty() == () and Alone(3) == (3,) and Alone(only=3).only == 3


def test_what_a_class_says_itself() -> None:
    assert str(Shown("a")) == "<a>" and repr(Shown("a")) == "Shown(word='a')"


def test_one_of_anything() -> None:
    assert Of[int](3) == (3,) and Of(one="a").one == "a"


def test_matched_by_place() -> None:
    match Ours(1, 2):
        case Ours(x, y, mark):
            assert (x, y, mark) == (1, 2, "")


def test_pickled() -> None:
    assert pickle.loads(pickle.dumps(Ours(1))) == Ours(1)


def test_nothing_can_be_set() -> None:
    with pytest.raises(AttributeError):
        Ours(1).x = 2  # type: ignore[misc] # what is tested
    with pytest.raises(AttributeError):
        Ours(1).more = 2  # type: ignore[attr-defined] # what is tested


class Mark(TypedDict):
    """Where a mark is."""

    line: int
    said: typing.NotRequired[str]


class Few(TypedDict, total=False):
    """Some of these."""

    one: int


def test_a_typed_dictionary_is_a_plain_one_and_keeps_its_annotations() -> None:
    made: Mark = {"line": 3, "said": "so"}
    assert type(Mark(line=3, said="so")) is dict
    assert Mark(line=3, said="so") == made
    assert Few() == {}
    assert list(typing.get_type_hints(Mark)) == ["line", "said"]
