"""What reports of Le Plan say at the end of a game, and what `why` says to the MJ."""

from __future__ import annotations

from itertools import count
from typing import Any

from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.game_reports import Past
from adjudicator.core.stage import Fact, Stage
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.setup import make_setting
from adjudicator.games.resistance.state import Plots, Setting, State
from adjudicator.speech.voice import Voice, catalogue, vocabulary

PEOPLE = ("Anna", "Bruno", "Chloé", "Denis", "Emma")


def three_failures() -> tuple[Setting, list[Past]]:
    """Play three missions that fail, with a window « surveillance » after the first and the third only.

    Anna and Bruno are the Cylons. Emma, who is in no squad, holds two cards « Surveillance »; she uses one in the
    first window, and has passed in the second round.
    """
    setting = make_setting({"players": list(PEOPLE), "plan": {"deck": "late"}})
    state = State("proposal", 1, PEOPLE, ("Anna", "Bruno"), "Anna", plots=Plots(dealt=5))
    assert state.plots is not None
    state.plots.hands = {"Emma": ("close_eye", "close_eye")}
    past: list[Past] = []
    for turn in count():
        orders: dict[str, Any] = {}
        if state.phase == "proposal":
            orders = {state.commander: {"squad": list(PEOPLE[: (2, 3, 2)[len(state.missions)]])}}
        elif state.phase == "vote":
            orders = {player: {"vote": "yes"} for player in PEOPLE}
        elif state.phase == "mission":
            orders = {"Bruno": {"mission": "failure"}, "Anna": {"mission": "success"}}
            assert state.plots is not None
            state.plots.passed = ("Emma",) if state.round == 2 else ()
        elif state.phase == "close_eye" and state.round == 1:
            orders = {"Emma": {"inspect": ["Bruno"]}}
        elif state.phase == "over":
            break
        outcome = GAME.rules.resolve(setting, state, orders, f"seed {turn}")
        past.append(Past(Stage.of(state), state, outcome, orders))
        state = outcome.state
    return setting, past


def test_the_epilogue_names_each_mission_that_a_window_follows() -> None:
    setting, past = three_failures()
    assert [one.stage.phase for one in past if one.stage.phase in ("mission", "close_eye")] == (
        ["mission", "close_eye", "mission", "mission", "close_eye"]
    )
    sabotage = GAME.reports.epilogue(setting, past)[0]
    told = [Phrase("epilogue.sabotaged", {"mission": number, "names": Listed(("Bruno",))}) for number in (1, 2, 3)]
    assert sabotage.lines == told


def test_why_says_the_card_of_each_mission_that_a_window_follows() -> None:
    setting, past = three_failures()
    for number in range(1, len(past) + 1):
        state = past[number - 1].outcome.state
        told = GAME.reports.explain(setting, state, "Bruno", past[:number])
        served = [said.values for said in told if said.key == "why.served"]
        assert [(values["mission"], values["card"].canonical) for values in served] == [
            (done.number, "failure") for done in state.missions
        ]


def test_why_says_cards_passes_what_was_shown_and_what_was_given() -> None:
    setting, past = three_failures()
    looked = next(number for number, one in enumerate(past, 1) if one.stage.phase == "close_eye")
    state = past[looked - 1].outcome.state
    voice = Voice(catalogue("fr", "resistance"), vocabulary("resistance"))

    def why(player: str, to: int = looked) -> str:
        return "\n".join(map(voice.phrase, GAME.reports.explain(setting, state, player, past[:to]))).replace(
            "\xa0", " "
        )

    assert "complots devant lui : Surveillance (L10)." in why("Emma")
    assert "on lui a montré : Bruno, manche 1 : « échec » (L33)." in why("Emma")
    assert "montré" not in why("Chloé") and "complots" not in why("Chloé")
    given = Fact("given", {"commander": "Anna", "given": [{"plot": "close_eye", "to": "Denis"}], "rules": ("L7",)})
    past[0] = past[0]._replace(outcome=past[0].outcome._replace(log=(given,)))
    assert "Surveillance" in why("Denis", 1) and "Surveillance" not in why("Chloé", 1)


def test_the_squad_cannot_be_amended_once_its_cards_lie_down() -> None:
    setting, past = three_failures()
    laid = next(one.before for one in past if one.stage.phase == "close_eye")
    tables: list[dict[str, Any]] = [{"squad": ["Chloé", "Denis"]}, {"target": 2}, {"lit": "Anna"}]
    codes = [{one.code for one in GAME.rules.amendment_objections(setting, laid, table)} for table in tables]
    assert ["amend-not-now" in found for found in codes] == [True, True, False]
