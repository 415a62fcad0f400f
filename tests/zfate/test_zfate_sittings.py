"""Z46, Z47, Z68: what sittings, scenes and milestones do that cases cannot show."""

from __future__ import annotations

import pytest

from adjudicator.core.dice import Dice
from adjudicator.core.mj import Answer, Mj
from adjudicator.games.zfate.cases import make_state
from adjudicator.games.zfate.game import GAME
from adjudicator.games.zfate.setup import make_setting


@pytest.mark.parametrize(
    ("level", "options", "opened"),
    [("moderate", {}, 2), ("severe", {}, 4), ("severe", {"severe_sittings": 1}, 2)],
)
def test_a_treated_consequence_may_end_after_its_full_sittings(
    level: str, options: dict[str, int], opened: int
) -> None:
    """It is asked about when the sitting opens that follows them; the one in which it was treated is not full."""
    held = {level: {"text": "Morsure", "treated": True}}
    case = {"players": ["Ana"], "sheets": {"Ana": {"consequences": held}}, "options": options}
    setting = make_setting(case)
    state = make_state(case, setting, Dice("seed", 1))
    state.aspects[-1].since = state.sitting
    asked = []
    for _ in range(opened):
        state.phase = "frame"
        mj = Mj({("frame", ()): Answer({"sitting": "new"})})
        state = GAME.rules.resolve(setting, state, {}, Dice("seed", state.turn), mj).state
        asked.append("heal" in [one.question.purpose for one in mj.asked])
    assert asked == [False] * (opened - 1) + [True]
    assert state.found("Morsure") == []


def test_a_milestone_adds_the_boxes_that_a_skill_newly_brings() -> None:
    """What the sheet leaves out does not come back with any other choice."""
    sheets = {
        name: {"aspects": ["Vif"], "boxes": {"physical": [1]}, "skills": {"Physique": 2}} for name in ("Ana", "Bob")
    }
    setting = make_setting({"players": ["Ana", "Bob"]})
    state = make_state({"sheets": sheets}, setting, Dice("seed", 1))
    state.phase, state.rights = "milestone", {"Ana": ["notable"], "Bob": ["notable"]}
    orders = {"Ana": {"rename": {"old": "Vif", "new": "Preste"}}, "Bob": {"point": "Physique"}}
    after = GAME.rules.resolve(setting, state, orders, Dice("seed", 1), Mj({})).state
    assert [after.sheets[name].boxes["physical"] for name in ("Ana", "Bob")] == [[1], [1, 4]]


def test_a_trained_skill_that_is_missing_comes_last_in_the_order_of_a_conflict() -> None:
    """It is -2, like in a roll."""
    case = {
        "players": ["Ana", "Bob"],
        "skills": {"Attention": {"trained": True}},
        "sheets": {"Bob": {"skills": {"Attention": 0}}},
    }
    scene = {"kind": "conflict", "sides": {"a": ["Ana"], "b": ["Bob"]}}
    state = make_state({**case, "scene": scene}, make_setting(case), Dice("seed", 1))
    assert state.scene.order == ["Bob", "Ana"]
