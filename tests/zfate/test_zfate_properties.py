"""What holds whatever is sent: points are conserved, nothing is taken twice, the dice of a window are the same."""

from __future__ import annotations

import random

import pytest
from support.depth import sample
from zfate import tables

from adjudicator.core.dice import Dice
from adjudicator.core.mj import Mj
from adjudicator.games.zfate.cases import make_state
from adjudicator.games.zfate.game import GAME
from adjudicator.games.zfate.setup import make_setting
from adjudicator.games.zfate.state import Setting, Sheet, State

RULES = GAME.rules


@pytest.mark.parametrize("number", sample(range(1000), 25))
def test_exchanges_keep_their_promises_whatever_is_sent(number: int) -> None:
    chance = random.Random(number)
    case = tables.some_case(chance)
    setting = make_setting(case)
    state = make_state(case, setting, Dice("seed", 1))
    for _ in range(4):
        if state.phase != "exchange":
            return
        drawn = {name: tables.some_orders(chance, name) for name in state.scene.present}
        sent = {name: given for name, given in drawn.items() if allowed(setting, state, name, given, chance)}
        answers = tables.some_answers(chance, sent)
        before = RULES.dump(state)
        outcome = RULES.resolve(setting, state, sent, f"seed {number}", Mj(answers))
        assert RULES.dump(state) == before
        check(setting, state, outcome.state)
        if outcome.state.phase == "reactions":
            window = outcome.state
            assert window.ledger == state.ledger and window.aspects == state.aspects  # nothing of it is in the state
            late = {name: tables.some_reaction(chance) for name in window.declared.awaited if chance.random() < 0.5}
            late = {name: given for name, given in late.items() if not objections(setting, window, name, given)}
            loaded = RULES.load(RULES.dump(window))
            second = RULES.resolve(setting, loaded, late, f"seed {number}", Mj(answers))
            if not late and not any("object" in given for given in sent.values()):
                assert thrown(outcome) == thrown(second)
            outcome = second
            check(setting, window, outcome.state)
        state = outcome.state


def objections(setting: Setting, state: State, name: str, given: object) -> list[object]:
    return list(GAME.orders.objections(RULES.view(setting, state, name), given))  # type: ignore[arg-type]


def allowed(setting: Setting, state: State, name: str, given: object, chance: random.Random) -> bool:
    """Orders that are refused are sometimes played all the same, as those of a seat that was judged otherwise."""
    return not objections(setting, state, name, given) or chance.random() < 0.3


def thrown(outcome: object) -> list[object]:
    return [fact.data for fact in outcome.log if fact.kind in ("roll", "hit")]  # type: ignore[attr-defined]


def check(setting: Setting, before: State, after: State) -> None:
    accounts = {account for line in after.ledger for account in (line.source, line.target)}
    assert sum(after.balance(account) for account in accounts) == 0
    assert all(after.balance(name) >= 0 for name in setting.players)
    assert after.ledger[: len(before.ledger)] == before.ledger
    assert RULES.dump(RULES.load(RULES.dump(after))) == RULES.dump(after)
    for aspect in after.aspects:
        assert all(held > 0 for held in aspect.free.values())
        assert aspect.kind != "boost" or sum(aspect.free.values()) == 1
    for name, sheet in after.sheets.items():
        for track, ticked in sheet.ticked.items():
            assert len(set(ticked)) == len(ticked) and set(ticked) <= set(sheet.boxes[track])
        levels = [each.level for each in after.borne(name) if each.kind == "consequence"]
        assert len(set(levels)) == len(levels)


def test_a_choice_that_an_amendment_has_made_impossible_keeps_its_right() -> None:
    """What was chosen is judged again when it is played: the aspect to rename may be gone."""
    state = State("milestone", sheets={"Ana": Sheet()}, rights={"Ana": ["minor"]})
    orders = {"Ana": {"rename": {"old": "Têtu", "new": "Souple"}}}
    after = GAME.rules.resolve(Setting(("Ana",)), state, orders, "").state
    assert (after.phase, after.rights) == ("frame", {"Ana": ["minor"]})


def test_an_npc_given_anew_lays_each_aspect_on_others_once() -> None:
    setting, table = Setting(("Ana",)), {"npcs": {"Gnou": {"aspects": [{"aspect": "Traquée", "on": "Ana"}, "Borgne"]}}}
    once = GAME.rules.amended(setting, State("frame", sheets={"Ana": Sheet()}), table)
    assert [(each.text, each.bearer) for each in once.aspects] == [("Traquée", "Ana"), ("Borgne", "Gnou")]
    assert GAME.rules.amended(setting, once, table).aspects == once.aspects
