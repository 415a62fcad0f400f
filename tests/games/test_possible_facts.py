"""What a form by clicks offers of a condition is what is not objected to: number by number, option by option."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest
from support.campaigns import situations
from support.depth import one_of, share
from support.leaks import NOON
from support.suites import ORDERED

from adjudicator.forms import click_page
from adjudicator.forms.click_page import form_pages
from adjudicator.forms.units import EXACT, FactUnit
from adjudicator.games import game
from adjudicator.table.situation import situation_at

CONDITIONED = [name for name in ORDERED if game(name).orders.conditions]
SITUATIONS = share(18, CONDITIONED)
NUMBERS = range(16)


class Offered(NamedTuple):
    """A condition that a player's page offers, and what it tells of the argument."""

    unit: FactUnit
    told: dict[str, Any]
    view: Any

    def is_taken(self, values: dict[int, Any]) -> bool:
        """Whether nothing is objected to an argument with these values of its parts."""
        return not list(self.unit.condition.objections(self.view, self.unit.plain(values)[self.unit.name]))


@pytest.fixture
def offered(request: pytest.FixtureRequest) -> list[Offered]:
    """What is offered to players in front of their forms, in many situations of a game."""
    return offered_in(request.param)


@cache
def offered_in(game: str) -> list[Offered]:
    found: list[Offered] = []
    make = click_page.offered

    def spied(units: Any, rules: Any, view: Any, *more: Any) -> Iterator[tuple[FactUnit, str]]:
        for unit, told in make(units, rules, view, *more):
            found.append(Offered(unit, json.loads(told), view))
            yield unit, told

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(click_page, "offered", spied)
        for now, player in situations(game, SITUATIONS):
            form_pages(situation_at(now, NOON), [player], now.campaign.voice())
    assert found
    return found


@pytest.mark.parametrize("offered", one_of(CONDITIONED, 1), indirect=True)
def test_the_numbers_of_a_bound_are_those_that_are_taken(offered: list[Offered]) -> None:
    bounds = [one for one in offered if one.unit.is_bound]
    assert bounds
    for one in bounds:
        for part, n in product(range(EXACT, EXACT + 3), NUMBERS):
            low, high = one.told["numbers"][part]
            listed = low <= n <= high and not (part == EXACT and n in one.told.get("gaps", ()))
            first, last = one.told["numbers"][EXACT]
            if (
                part == EXACT or first <= n <= last
            ):  # from a number that is past on: so it is anyhow, and none is offered
                assert listed == one.is_taken({part: n}), (one.unit.name, part, n, one.told, one.view)
            assert not listed or one.is_taken({part: n})


@pytest.mark.parametrize("offered", CONDITIONED, indirect=True)
def test_the_options_of_an_argument_are_those_that_are_taken(offered: list[Offered]) -> None:
    singles = [one for one in offered if not one.unit.is_bound and not one.unit.parts[1:]]
    assert singles or all(one.unit.is_bound for one in offered)  # as of a game with one condition
    for one in singles:
        part = one.unit.parts[0]
        for n, option in enumerate(part.options):
            value = [option.value] if part.several else option.value
            assert (n in one.told.get("only", range(len(part.options)))) == one.is_taken({0: value}), one
        if part.several and len(part.options) > 1:
            most = one.told.get("most", [len(part.options)])[0]
            names = [part.options[n].value for n in one.told.get("only", range(len(part.options)))]
            for count in range(1, min(len(names), 10) + 1):
                assert (count <= most) == one.is_taken({0: names[:count]}), (one, count)


def limits_of(one: Offered, key: int | None) -> dict[str, Any] | None:
    """What the page tells of the other parts beside an option of the key part; None where that is not offered."""
    return next((limits for those, limits in one.told["by"] if key is None or key in those), None)


def fits(one: Offered, limits: dict[str, Any], filled: dict[int, int]) -> bool:
    """Whether the page takes these options and numbers of parts beside the key."""
    for number, n in filled.items():
        part = one.unit.parts[number]
        low, high = limits.get("numbers", {}).get(str(number), (0, 1000)) if part.number else (0, 1000)
        if not low <= n <= high or (part.options and n not in limits.get("only", {}).get(str(number), ())):
            return False
    never = limits.get("never", ())
    return not any(filled.get(a) == n and filled.get(b) == m for a, n, b, m in never)


def ways_to_fill(one: Offered, shape: tuple[int, ...], key: int | None) -> Iterator[dict[int, int]]:
    """The parts of a shape but its cells and its key, filled in all ways."""
    parts = [n for n in shape if n != key and not one.unit.parts[n].cell]
    counted = [NUMBERS if one.unit.parts[n].number else range(len(one.unit.parts[n].options)) for n in parts]
    for filled in product(*counted):
        yield dict(zip(parts, filled, strict=True))


@pytest.mark.parametrize("offered", ["tsewnart"], indirect=True)
def test_the_parts_of_an_argument_that_go_together_are_those_that_are_taken_together(offered: list[Offered]) -> None:
    several = [one for one in offered if not one.unit.is_bound and one.unit.parts[1:]]
    assert {one.unit.name for one in several} == {"my_ghosts_at", "mate", "pieces_of"}
    for one in several:
        key, parts = one.told.get("key"), one.unit.parts
        cells = {n: list(one.unit.asked.cells[0]) for n, part in enumerate(parts) if part.cell}
        for chosen in (None,) if key is None else range(len(parts[key].options)):
            beside = cells if key is None else {**cells, key: parts[key].options[chosen].value}
            limits = limits_of(one, chosen)
            for shape in one.unit.shapes:
                if sum(parts[n].number is not None for n in shape) > 1:
                    continue  # of two bounds the page looks itself whether they cross
                for filled in ways_to_fill(one, shape, key):
                    values = {n: parts[n].options[at].value if parts[n].options else at for n, at in filled.items()}
                    listed = limits is not None and fits(one, limits, filled)
                    assert listed == one.is_taken({**beside, **values}), (one.unit.name, chosen, filled, one.told)
