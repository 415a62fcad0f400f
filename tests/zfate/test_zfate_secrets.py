"""Who knows what of the ledger: untold lines, how many there are, and when they are told."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from adjudicator.core.dice import Dice
from adjudicator.core.mj import Answer, Mj
from adjudicator.core.plain import Sealed
from adjudicator.core.stage import MJ, PUBLIC, Outcome, Reader, player_reader
from adjudicator.games.zfate import reports
from adjudicator.games.zfate.exchange import Exchange
from adjudicator.games.zfate.game import GAME
from adjudicator.games.zfate.state import BANK, Aspect, Compel, Setting, Sheet, State

SETTING = Setting(("Ana", "Bob"))


def table() -> State:
    """Return a table at which Ana shows one point, and has one more by a secret compel."""
    state = State("exchange", sheets={name: Sheet() for name in SETTING.players})
    state.pay(BANK, "Ana", 1, "refresh")
    state.pay(BANK, "Ana", 1, "compel", "Patte folle", told=False)
    return state


def told(before: State, after: State, reader: Reader) -> Any:
    return reports.report(SETTING, before, Outcome(after, (), (), {}), {}, reader)


def test_a_secret_compel_stays_untold_while_the_shown_points_suffice() -> None:
    before = table()
    after = deepcopy(before)
    after.pay("Ana", BANK, 1, "invoke", "Sombre")
    assert [line.reason for line in reports.newly_told(before, after)] == ["invoke"]
    assert (after.balance("Ana", told=True), after.balance("Ana")) == (0, 1)


def test_a_secret_compel_is_told_when_the_shown_points_would_fall_below_zero() -> None:
    before = table()
    after = deepcopy(before)
    after.pay("Ana", BANK, 2, "invoke", "Sombre")
    assert [line.reason for line in reports.newly_told(before, after)] == ["compel", "invoke"]
    assert after.balance("Ana", told=True) == after.balance("Ana") == 0


def test_the_mj_reads_all_the_points_of_those_who_have_more_than_they_show() -> None:
    state = table()
    assert [(row["name"], row["points"]) for row in told(state, state, MJ)["sheets"]] == [("Ana", 2)]
    assert [row["points"] for row in told(state, state, PUBLIC)["public"]["people"]] == [1, 0]


def test_no_more_is_told_than_the_shown_points_need_and_nothing_of_another_player() -> None:
    state = table()
    state.pay(BANK, "Ana", 1, "self", "Gueule cassée", told=False)
    state.pay(BANK, "Bob", 1, "self", "Bavard", told=False)
    state.pay("Ana", BANK, 2, "detail")
    assert [line.about for line in state.ledger if not line.told] == ["Gueule cassée", "Bavard"]


def test_how_many_lines_are_untold_shows_to_nobody_else() -> None:
    before = State("exchange", sheets={name: Sheet() for name in SETTING.players})
    open_, hidden = deepcopy(before), deepcopy(before)
    hidden.pay(BANK, "Ana", 1, "compel", "Patte folle", told=False)
    for state in (open_, hidden):
        state.pay(BANK, "Bob", 1, "self", "Bavard", told=False)
        state.pay(BANK, "Bob", 1, "concession")
    for reader in (PUBLIC, player_reader("Bob")):
        assert told(before, open_, reader) == told(before, hidden, reader)
    assert told(before, open_, MJ) != told(before, hidden, MJ)
    assert told(before, open_, player_reader("Ana")) != told(before, hidden, player_reader("Ana"))


@pytest.mark.parametrize("answer", ["accept", "refuse", {"counter": "il hésite seulement"}])
def test_what_a_player_answers_to_a_secret_compel_is_told_to_the_mj_alone(answer: Any) -> None:
    state = table()
    state.scene.present = ["Ana", "Bob"]
    state.aspects = [Aspect("Patte folle", "Ana", "personal", known_to=[])]
    state.scene.compels = [Compel("Ana", "mj", "Patte folle", "elle trébuche", secret=True)]
    played = Exchange(SETTING, state, {"Ana": {"answer": answer}}, Dice("seed", 1), Mj({}), counts=True)
    assert played.run()
    outcome = Outcome(played.state, tuple(played.log), (), {})
    shown = {one: repr(reports.report(SETTING, state, outcome, {}, one)) for one in (PUBLIC, player_reader("Bob"), MJ)}
    assert "Patte folle" in shown[MJ]
    assert not any("Patte folle" in said or "hésite" in said for one, said in shown.items() if one != MJ)


@pytest.mark.parametrize("secret", [True, False])
def test_an_action_that_fails_by_a_secret_compel_is_told_to_the_mj_alone(secret: bool) -> None:
    state = table()
    state.scene.present = ["Ana", "Bob"]
    state.scene.compels = [Compel("Ana", "mj", "Dormeuse", "elle s’endort", effect="fails", secret=secret)]
    orders = {"Ana": {"overcome": {"skill": "Attention", "against": "Bob"}}}
    outcome = GAME.rules.resolve(SETTING, state, orders, Dice("seed", 1), Mj({}))

    def seen(reader: Reader) -> bool:
        return "event.failed" in repr(reports.report(SETTING, state, outcome, {}, reader))

    assert seen(MJ)
    assert seen(PUBLIC) == seen(player_reader("Bob")) == (not secret)


def test_an_aspect_created_with_the_words_of_a_hidden_one_does_not_show_that_there_is_one() -> None:
    shown = []
    for text in ("Connaît chaque trou", "Peur du noir"):
        state = table()
        state.scene.present = ["Ana", "Bob"]
        state.aspects = [Aspect(text, "Bob", "personal", known_to=[])]
        played = Exchange(SETTING, state, {}, Dice("seed", 1), Mj({}), counts=True)
        played.new_aspect("Connait CHAQUE trou", "scene", "Ana", 1)
        outcome = Outcome(played.state, tuple(played.log), (), {})
        shown.append([told(state, played.state, one) for one in (PUBLIC, player_reader("Ana"))])
        assert "'Connait CHAQUE trou'" in repr(reports.report(SETTING, state, outcome, {}, PUBLIC))
    assert shown[0] == shown[1]


def test_a_hidden_aspect_that_becomes_worse_is_told_to_the_mj_alone() -> None:
    state = table()
    state.scene.present = ["Ana", "Bob"]
    worsens = Sealed({"in": 1, "unit": "exchanges"})
    state.aspects = [Aspect("Fièvre", "Ana", "personal", known_to=[], worsens=worsens)]
    mj = Mj({("worsen", ("Fièvre",)): Answer("Délire")})
    played = Exchange(SETTING, state, {}, Dice("seed", 1), mj, counts=True)
    assert played.run()
    outcome = Outcome(played.state, tuple(played.log), (), {})
    shown = {one: repr(reports.report(SETTING, state, outcome, {}, one)) for one in (PUBLIC, player_reader("Bob"), MJ)}
    assert "Délire" in shown[MJ]
    assert not any("Fièvre" in said or "Délire" in said for one, said in shown.items() if one != MJ)


def test_a_detail_tells_the_hidden_aspect_by_which_it_is_true() -> None:
    state = table()
    state.scene.present = ["Ana", "Bob"]
    state.aspects = [Aspect("Ancienne gymnaste", "Ana", "personal", known_to=[])]
    orders = {"Ana": {"detail": {"text": "une corde", "aspect": "Ancienne gymnaste"}}}
    played = Exchange(SETTING, state, orders, Dice("seed", 1), Mj({}), counts=True)
    assert played.run()
    assert played.state.found("Ancienne gymnaste", "Bob")


def test_a_detail_by_an_aspect_that_is_gone_is_still_played() -> None:
    state = table()
    state.scene.present = ["Ana", "Bob"]
    orders = {"Ana": {"detail": {"text": "une corde", "aspect": "Ancienne gymnaste"}}}
    played = Exchange(SETTING, state, orders, Dice("seed", 1), Mj({}), counts=True)
    assert played.run()
    assert [fact.data["text"] for fact in played.log if fact.kind == "detail"] == ["une corde"]


def framed(state: State, **given: Any) -> State:
    """Return the table after a frame of the MJ's."""
    state.phase = "frame"
    mj = Mj({("frame", ()): Answer(given)})
    return GAME.rules.resolve(SETTING, state, {}, Dice("seed", 1), mj).state


def test_the_complication_of_a_secret_compel_is_told_when_the_scene_ends() -> None:
    state = table()
    state.scene.present = ["Ana", "Bob"]
    state.scene.compels = [Compel("Ana", "mj", "Dormeuse", "elle s’endort", secret=True)]
    played = Exchange(SETTING, state, {}, Dice("seed", 1), Mj({}), counts=True)
    assert played.run()
    after = framed(played.state, scene="Le quai")
    outcome = Outcome(after, (), (), {})
    assert "elle s’endort" in repr(reports.report(SETTING, played.state, outcome, {}, player_reader("Bob")))


def test_a_new_sitting_tells_what_its_points_would_show() -> None:
    assert all(line.told for line in framed(table(), sitting="new").ledger)


def test_a_compel_that_waits_for_its_answer_outlives_the_scene() -> None:
    state = table()
    state.scene.present = ["Ana", "Bob"]
    state.pay("Ana", "escrow", 1, "third", "Peureux")
    state.scene.compels = [Compel("Bob", "Ana", "Peureux", "il fuit")]
    after = framed(state, scene="Le quai")
    played = Exchange(SETTING, after, {}, Dice("seed", 1), Mj({}), counts=True)
    assert played.run()
    assert (played.state.balance("escrow"), played.state.balance("Bob")) == (0, 1)


def sheets_of(ana: Any) -> Outcome[State]:
    """Return what comes of the sheets of Ana, whose aspects these are, and of Bob."""
    orders = {"Ana": {"concept": "Ranger", "aspects": ana}, "Bob": {"concept": "Docker", "aspects": ["Têtu"]}}
    return GAME.rules.resolve(SETTING, State(), orders, "")


@pytest.mark.parametrize("on", ["épée", "Bob"])
def test_who_hides_an_aspect_on_something_else_knows_it(on: str) -> None:
    after = sheets_of([{"aspect": "Maudite", "hidden": True, "on": on}]).state
    views = {name: GAME.rules.view(SETTING, after, name) for name in SETTING.players}
    assert [name for name, view in views.items() if view.state.found("Maudite")] == ["Ana"] + ["Bob"] * (on == "Bob")
    assert "Maudite" in repr(told(State(), after, player_reader("Ana"))["you"])
    assert "Maudite" not in repr(told(State(), after, PUBLIC))


def test_an_aspect_of_a_thing_is_seen_by_all() -> None:
    after = sheets_of([{"aspect": "Gravée", "on": "épée"}]).state
    assert "Gravée" in repr(told(State(), after, PUBLIC)["public"]["scene"]["aspects"])


def test_what_is_laid_on_a_character_outlives_its_first_sheet() -> None:
    after = sheets_of([{"aspect": "Doit la vie à Ana", "on": "Bob"}]).state
    assert [each.text for each in after.borne("Bob")] == ["Doit la vie à Ana", "Docker", "Têtu"]


@pytest.mark.parametrize("name", ["mj", "bank", "escrow", "scene", "Scène"])
def test_nobody_is_called_like_an_account_or_the_scene(name: str) -> None:
    """Or the player would pay what the MJ owes, and bear, and so know, the hidden aspects of a scene."""
    players = GAME.setup.objections({"players": [name, "Bob"]})
    npcs = GAME.rules.amendment_objections(SETTING, State("frame"), {"npcs": {name: {}}})
    assert [one.code for one in (*players, *npcs)] == ["name-of-the-game", "name-of-the-game"]


def test_nothing_is_known_of_an_npc_who_is_not_there_yet() -> None:
    npcs = {name: {"concept": f"Concept de {name}", "aspects": ["Borgne"]} for name in ("Goule", "Traître")}
    frame = {"scene": "Le quai", "present": ["Ana", "Bob", "Goule"], "npcs": npcs}
    state = State("frame", sheets={name: Sheet() for name in SETTING.players})
    after = GAME.rules.resolve(SETTING, state, {}, "", Mj({("frame", ()): Answer(frame)})).state
    view = GAME.rules.view(SETTING, after, "Ana")
    assert [each.label for each in view.state.aspects] == ["Concept de Goule (Goule)", "Borgne (Goule)"]
    assert "Traître" not in repr((view, told(state, after, PUBLIC)))
    played = Exchange(SETTING, after, {}, Dice("seed", 1), Mj({}), counts=True)
    assert played.unique("Concept de Traître") == "Concept de Traître"
