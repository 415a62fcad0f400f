"""The example of Le Plan, played whole, and how many stages of a round wait for somebody."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.campaigns import played
from support.commands import plain

from adjudicator.core import standing_orders
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.plots import WINDOWS
from adjudicator.games.resistance.setup import make_setting
from adjudicator.store.layout import data_folder


@pytest.mark.deep
def test_most_windows_of_the_example_are_answered_by_what_was_left() -> None:
    game = played("resistance-plan")
    stages = [stage.stage.label for stage in game.stages]
    windows = [stage for stage in stages if stage.rpartition("-")[0] in WINDOWS]
    sent = {path.name for path in (data_folder("campaigns") / "resistance-plan" / "orders").iterdir()}
    assert set(WINDOWS) == {stage.rpartition("-")[0] for stage in windows}
    assert len(windows) == 20 and len(sent & set(windows)) == 1
    assert sent <= set(stages)
    public = [stage.folder / "result" / "reports" / "public.txt" for stage in game.stages]
    told = plain("".join(path.read_text(encoding="utf-8") for path in public))
    assert "Leader charismatique et commande." in told and "rejeté par Bruno" in told


EVERYTHING = {
    "chief": False,
    "give": ["Anna", "Bruno"],
    "overhear": "left",
    "show": ["Anna", "Bruno"],
    "take": ["no_confidence"],
    "no_confidence": False,
    "spotlight": "nobody",
    "inspect": "nobody",
    "vote": "no",
}
PEOPLE = ["Anna", "Bruno", "Chloé", "Denis", "Emma", "Farid", "Gaëlle", "Hugo"]


def waiting(share: float, games: int = 6) -> float:
    """Return how many stages of a round wait for somebody, if this share of players has left answers for windows."""
    setting = make_setting({"players": PEOPLE, "plan": {"deck": "early"}})
    found: Counter[str] = Counter()
    for number in range(games):
        chance = random.Random(number)
        left = chance.sample(PEOPLE, round(share * len(PEOPLE)))
        state = GAME.rules.begin(setting)
        while state.phase != "over":
            awaited = GAME.rules.awaited(setting, state) if state.phase != "deal" else []
            views = {player: GAME.rules.view(setting, state, player) for player in awaited}
            answered = [
                player
                for player in awaited
                if player in left
                and standing_orders.answers(GAME.orders, views[player], state.phase, EVERYTHING)
                and state.phase in WINDOWS
            ]
            found["waits"] += len(answered) < len(awaited)
            orders = {player: _order(chance, views[player]) for player in awaited}
            state = GAME.rules.resolve(setting, state, orders, f"seed {number}").state
        found["rounds"] += state.round
    return found["waits"] / found["rounds"]


def _order(chance: random.Random, view: object) -> dict[str, object]:
    phase = view.phase  # type: ignore[attr-defined]
    if phase in ("vote", "opinion"):
        return {"vote": "yes" if chance.random() < 0.65 else "no"}
    if phase == "proposal":
        target = view.allowed.targets[0]  # type: ignore[attr-defined]
        return {"squad": chance.sample(PEOPLE, (3, 4, 4, 5, 5)[target - 1])}
    return {"mission": chance.choice(("success", "failure"))} if phase == "mission" else {}


def test_how_many_stages_of_a_round_wait() -> None:
    """30. The figures of the guide: with nothing left, with half of the players having left answers, with all."""
    nothing, half, everybody = waiting(0), waiting(0.5), waiting(1)
    print(f"stages of a round that wait: {nothing:.1f}, {half:.1f}, {everybody:.1f}")
    assert 7 <= nothing <= 10
    assert 5.5 <= half <= 8
    assert 3.5 <= everybody <= 5
