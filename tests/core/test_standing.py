"""Standing orders that give a part of what is owed are given; the rest is still asked of whoever orders himself."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from adjudicator.core.actions import Action
from adjudicator.core.conditions import ConditionFact, conditions_on
from adjudicator.core.faults import Objection, Phrase
from adjudicator.core.game_orders import Orders
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import answer


class View(NamedTuple):
    phase: str = "turn"


def action(key: str) -> Action:
    return Action((key,), frozenset({"turn"}), lambda view: (), lambda view, given: Phrase("said"))


class TwoOwed(Orders):
    """A card and a vote are owed, and no card may be above 3; ``barred`` players may do nothing at all."""

    actions = (action("card"), action("vote"))
    conditions = conditions_on(frozenset({"turn"}), ConditionFact("always", lambda view: True, lambda view: True))

    def objections(self, view: View, orders: Plain) -> list[Objection]:
        if view.phase == "turn" and orders.get("vote") == "barred":
            return [Objection("barred")]
        found = [Objection(f"{key}-missing", incomplete=True) for key in ("card", "vote") if key not in orders]
        return [*found, *(Objection("too-high", ("card",)) for _ in "x" if orders.get("card", 0) > 3)]


RULES = TwoOwed("support.windowed")


@pytest.mark.parametrize(
    ("left", "given"),
    [
        ({"card": 2}, {"card": 2}),
        ({"vote": "yes"}, {"vote": "yes"}),
        ({"card": 2, "vote": "yes"}, {"card": 2, "vote": "yes"}),
        ({"card": 4, "vote": "yes"}, {"vote": "yes"}),
        ({"card": 4}, None),
        ({"card": 2, "vote": "barred"}, None),
    ],
)
def test_standing_orders_may_give_a_part_of_what_is_owed(left: Plain, given: Any) -> None:
    assert answer(RULES, View(), "turn", left)[0] == given


@pytest.mark.parametrize(("card", "given"), [(2, {"card": 2}), (4, {"vote": "yes"})])
def test_a_clause_may_give_a_part_of_what_is_owed(card: int, given: Plain) -> None:
    left = {"if": [{"always": True, "then": {"card": card}}], "vote": "yes"}
    assert answer(RULES, View(), "turn", left)[0] == given


def test_whoever_orders_himself_is_asked_for_the_rest() -> None:
    assert [one.code for one in RULES.objections(View(), {"card": 2})] == ["vote-missing"]
