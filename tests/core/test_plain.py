"""Plain data: what a game keeps of its state comes back as it was, and what would not is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st
from resistance import tables as resistance_tables
from tsewnart.tables import Table, tables

from adjudicator.core.faults import Phrase, Word
from adjudicator.core.game_rules import Rules
from adjudicator.core.plain import LEFT_OUT, Sealed, from_plain, identity, refuse_unknown, to_plain
from adjudicator.core.stage import field_changes
from adjudicator.games import GAMES, game


@dataclass(frozen=True)
class Point:
    x: int
    y: float = 0.5


@dataclass
class Known:
    name: str
    cell: tuple[int, str]
    points: dict[str, Point]
    all: list[tuple[Point, ...]]
    last: Point | None = None
    old: Optional[str] = None  # noqa: UP045 - people write it thus too
    sure: bool = False
    more: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class Strange:
    value: Any = None


@dataclass
class Circle:
    inner: Circle | None = None


@dataclass
class Hidden:
    made: int = field(init=False, default=1)


class Pair(NamedTuple):
    name: str
    point: Point


@dataclass
class Grown:
    phase: str = "turn"
    turn: int = 1
    cards: dict[str, int] = field(default_factory=dict, metadata=LEFT_OUT)
    pair: Pair | None = field(default=None, metadata=LEFT_OUT)
    declared: Sealed | None = field(default=None, metadata=LEFT_OUT)
    effects: list[Point] = field(default_factory=list, metadata=LEFT_OUT | identity("x"))


POINTS = st.builds(Point, st.integers(), st.floats(allow_nan=False))
KNOWN = st.builds(
    Known,
    name=st.text(),
    cell=st.tuples(st.integers(), st.text()),
    points=st.dictionaries(st.text(), POINTS),
    all=st.lists(st.lists(POINTS).map(tuple)),
    last=st.none() | POINTS,
    old=st.none() | st.text(),
    sure=st.booleans(),
    more=st.dictionaries(st.text(), st.lists(st.integers())),
)


def kept(kind: Any, value: Any) -> Any:
    return from_plain(kind, json.loads(json.dumps(to_plain(value))))


@given(KNOWN)
def test_what_is_known_comes_back(value: Known) -> None:
    again = kept(Known, value)
    assert again == value
    assert repr(again) == repr(value)


def test_a_field_that_is_left_out_at_its_default_leaves_old_states_as_they_are() -> None:
    assert to_plain(Grown()) == {"phase": "turn", "turn": 1}
    assert from_plain(Grown, {"phase": "turn", "turn": 1}) == Grown()
    full = Grown("vote", 2, {"Anna": 1}, Pair("Luc", Point(1)), Sealed({"orders": [1, None]}), [Point(3)])
    assert kept(Grown, full) == full
    assert isinstance(kept(Grown, full).pair, Pair)


def test_a_field_without_a_default_must_be_there() -> None:
    with pytest.raises(KeyError):
        from_plain(Point, {"y": 1.0})


def test_things_of_a_list_are_told_by_what_they_are_known_by() -> None:
    before, after = Grown(effects=[Point(1), Point(2)]), Grown(effects=[Point(2, 1.5), Point(1)])
    [told] = field_changes(before, after, ["effects"])
    assert told.values["what"] == Phrase("change.of", {"what": Word("table", "effects"), "name": "2"})


@pytest.mark.parametrize(
    "kind",
    [
        *(Any, object, bytes, set[str], frozenset[str], dict[int, str], dict[str, set[str]], list[Any], dict, list),
        *(int | Point | None, int | str, tuple[()], Strange, list[Strange], Circle, Hidden, Point | Known),
    ],
    ids=str,
)
def test_an_annotation_that_is_not_known_is_refused_at_once(kind: Any) -> None:
    with pytest.raises(TypeError):
        refuse_unknown(kind)


@pytest.mark.parametrize("value", [{1: "a"}, frozenset("a"), {"a"}, b"a", object(), [{"a": {1, 2}}], Point])
def test_a_value_that_is_not_plain_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        to_plain(value)


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        *(
            (int, "3"),
            (int, True),
            (bool, 1),
            (str, None),
            (str, 3),
            (float, "1"),
            (list[int], "12"),
            (list[int], None),
        ),
        *((tuple[int, int], [1]), (tuple[int, int], [1, 2, 3]), (dict[str, int], []), (Point, [1, 2]), (Point, None)),
        *((tuple[str, ...], "ab"), (Point | None, 3), (dict[str, int], {1: 2})),
    ],
    ids=str,
)
def test_data_of_another_shape_is_refused(kind: Any, data: Any) -> None:
    with pytest.raises(TypeError):
        from_plain(kind, data)


@pytest.mark.parametrize("name", GAMES)
def test_every_annotation_of_a_games_state_is_known(name: str) -> None:
    refuse_unknown(game(name).rules.state_type)


def test_a_state_that_could_not_be_read_back_is_not_even_written() -> None:
    class Odd(Rules):
        state_type = Strange

    with pytest.raises(TypeError, match="Any"):
        Odd(__name__).dump(Strange(3))


@given(tables())
def test_states_of_tsewnart_come_back(table: Table) -> None:
    rules = game("tsewnart").rules
    for state in (table.state, rules.resolve(table.setting, table.state, table.orders, "0" * 32).state):
        again = rules.load(json.loads(json.dumps(rules.dump(state))))
        assert repr(again) == repr(state)


@given(st.integers(0, 10_000))
def test_states_of_the_resistance_come_back(number: int) -> None:
    rules = game("resistance").rules
    for table in resistance_tables.some_game(number):
        again = rules.load(json.loads(json.dumps(rules.dump(table.state))))
        assert repr(again) == repr(table.state)
