"""What orders of zFate may hang on is judged on the sender's own view."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.conditions import ME, Sight
from adjudicator.core.dice import Dice
from adjudicator.core.faults import Objection
from adjudicator.core.plain import Sealed
from adjudicator.games.zfate.cases import make_state
from adjudicator.games.zfate.conditions import CONDITIONS
from adjudicator.games.zfate.setup import make_setting
from adjudicator.games.zfate.state import Declared
from adjudicator.games.zfate.views import PlayerView, player_view

CASE: Any = {
    "players": ["Ana", "Bob"],
    "sheets": {"Ana": {"points": 2, "consequences": {"moderate": {"text": "Patte folle", "harm": "physical"}}}},
    "npcs": {"Goule": {}, "Rat": {}},
    "scene": {
        "kind": "conflict",
        "sides": {"nous": ["Ana", "Bob"], "eux": ["Goule", "Rat"]},
        "zones": {"Quai": ["Fosse"], "Fosse": []},
        "places": {"Ana": "Quai", "Bob": "Fosse", "Goule": "Quai", "Rat": "Fosse"},
        "out": ["Rat"],
    },
}


def view_of(player: str, declared: Declared | None = None) -> PlayerView:
    setting = make_setting(CASE)
    state = make_state(CASE, setting, Dice("seed", 1))
    state.phase, state.declared = ("reactions" if declared else "exchange"), declared
    return player_view(setting, state, player)


@pytest.mark.parametrize(
    ("name", "argument", "ana", "bob"),
    [
        ("points", {"at_least": 2}, True, True),
        ("points", {"at_least": 3}, False, False),
        ("consequence", "moderate", True, False),
        ("consequence", ["mild", "moderate"], True, False),
        ("consequence", "mild", False, False),
        ("zone", "quai", True, False),
        ("enemy_here", True, True, False),
        ("enemy_here", False, False, True),
        ("enemy_here", "goule", True, False),
        ("enemy_here", ["Rat"], False, False),
        ("scene", "conflict", True, True),
        ("exchange", {"at_least": 2}, False, False),
        ("out", "rat", True, True),
        ("out", ME, False, False),
    ],
)
def test_a_fact_of_an_exchange_holds_by_the_view_of_its_player(name: str, argument: Any, ana: bool, bob: bool) -> None:
    found = [Sight(CONDITIONS, view_of(player), "exchange").fact(name, argument) for player in ("Ana", "Bob")]
    assert found == [ana, bob]


@pytest.mark.parametrize(
    ("name", "argument", "ana", "bob"),
    [
        ("outcome", "fail", True, None),
        ("outcome", ["success", "style"], False, None),
        ("hit", {"at_least": 4}, True, False),
        ("hit", {"at_least": 5}, False, False),
        ("would_be_out", True, True, False),
    ],
)
def test_a_fact_of_a_window_holds_by_the_provisional_pass(
    name: str, argument: Any, ana: bool, bob: bool | None
) -> None:
    hits = {"Ana": {"Goule": 4, "Rat": 1}}
    declared = Declared(Sealed({}), Sealed([]), ["Ana", "Bob"], hits, {"Ana": "fail"}, [], ["Ana"])
    views = [view_of(player, declared) for player in ("Ana", "Bob")]
    assert [Sight(CONDITIONS, view, "reactions").fact(name, argument) for view in views] == [ana, bob]
    assert Sight(CONDITIONS, views[0], "exchange").fact(name, argument) is None


def test_a_zone_that_there_is_not_is_objected_to_with_the_nearest() -> None:
    (found,) = CONDITIONS["zone"].objections(view_of("Ana"), "Quais")
    assert isinstance(found, Objection)
    assert (found.code, found.nearest) == ("unknown-zone", "Quai")
