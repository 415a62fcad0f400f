"""§5 of the rules: the dice, and the sets of aspects that are invoked, against brute force."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest
from support.depth import sample

from adjudicator.core.dice import Dice
from adjudicator.games.zfate.orders import Item
from adjudicator.games.zfate.rolls import Invokes, Side, outcome_of
from adjudicator.games.zfate.state import Aspect, Scene, Setting, State


def test_throws_are_as_likely_as_the_page_says() -> None:
    """Z03, Z04, Z05."""
    sums = Counter(sum(faces) for faces in product((-1, 0, 1), repeat=4))
    assert [sums[total] for total in range(-4, 5)] == [1, 4, 10, 16, 19, 16, 10, 4, 1]


def test_outcomes_follow_the_shifts() -> None:
    """Z13."""
    told = {-9: "fail", -1: "fail", 0: "tie", 1: "success", 2: "success", 3: "style", 9: "style"}
    assert {shifts: outcome_of(shifts) for shifts in told} == told


def drawn(chance: random.Random) -> tuple[Invokes, Side]:
    """Return a table of three aspects and a boost, and what two players would invoke on one roll."""
    state = State(scene=Scene(present=["Ana", "Bob"]))
    for name in ("Ana", "Bob"):
        state.pay("bank", name, chance.randint(0, 2), "refresh")
    kinds = ("personal", "concept", "situation", "situation")
    state.aspects = [
        Aspect(
            f"A{n}", "Ana", kind, free={name: chance.randint(1, 2) for name in ("Ana", "Bob") if chance.random() < 0.4}
        )
        for n, kind in enumerate(kinds)
    ]
    state.aspects.append(Aspect("élan", "Ana", "boost", free={"Ana": 1}))
    invokes = Invokes(Setting(("Ana", "Bob")), state, Dice("seed", 1), lambda name, what, code: None)
    if chance.random() < 0.3:
        invokes.limits["Ana"] = chance.randint(0, 1)
    texts = [aspect.text for aspect in state.aspects]
    items = [
        Item(owner, n, chance.choice(texts), mode=chance.choice(("", "", "free", "point")))
        for owner in ("Ana", "Bob")
        for n in range(chance.randint(0, 4))
    ]
    return invokes, Side("Ana", "action", items=items, aim=1)


def by_hand(invokes: Invokes, side: Side, count: int) -> list[int] | None:
    """Return the numbers of the cheapest allowed set, of all sets of that size."""
    found = []
    for chosen in combinations(range(len(side.items)), count):
        taken: list[tuple[Item, object]] = []
        for number in chosen:
            use = invokes.use(side, side.items[number], taken)  # type: ignore[arg-type]
            if use.code:
                break
            taken.append((side.items[number], use))
        else:
            paid = sum(use.mode == "point" for _, use in taken)  # type: ignore[attr-defined]
            personal = sum(use.aspect.personal for _, use in taken)  # type: ignore[attr-defined]
            found.append((paid, personal, list(chosen)))
    return min(found)[2] if found else None


@pytest.mark.parametrize("number", sample(range(1000), 25))
def test_the_cheapest_set_is_the_cheapest_of_all(number: int) -> None:
    invokes, side = drawn(random.Random(number))
    for count in range(1, 5):
        found = invokes.cheapest(side, count)
        expected = by_hand(invokes, side, count)
        assert (found and [side.items.index(item) for item, _ in found]) == expected
