"""Z46: how many full sittings a treated consequence lasts, which one frame of a case cannot show."""

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
