"""What players of zFate are told of orders that name what they may not know, and what a form offers them."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import good, plain, run

from adjudicator.core.dice import Dice
from adjudicator.core.faults import Listed
from adjudicator.core.words import Names
from adjudicator.games.zfate.cases import make_state
from adjudicator.games.zfate.game import GAME
from adjudicator.games.zfate.said import order_said
from adjudicator.games.zfate.setup import make_setting
from adjudicator.games.zfate.sheets import unknown
from adjudicator.games.zfate.state import Aspect, Setting, State
from adjudicator.speech.voice import Voice, catalogue, vocabulary

CASE = {
    "players": ["Ana", "Bob"],
    "npcs": {"Goule": {"aspects": [{"aspect": "Sourde", "hidden": True}]}},
    "scene": {"oppositions": {"coffre": 3}, "aspects": {"Sombre": {}, "Trappe": {"hidden": True}}},
}


def table() -> tuple[Setting, State]:
    setting = make_setting(CASE)
    return setting, make_state(CASE, setting, Dice("seed", 1))


def test_an_opposition_that_nobody_has_met_can_be_named_and_is_not_suggested() -> None:
    setting, state = table()
    view = GAME.rules.view(setting, state, "Ana")

    def told(against: str) -> list[object]:
        orders = {"overcome": {"skill": "Tir", "against": against}}
        return [(one.code, one.nearest) for one in GAME.orders.objections(view, orders)]

    assert told("coffre") == []
    assert told("coffr") == [("unknown-opposition", None)]
    state.scene.met = ["coffre"]
    view = GAME.rules.view(setting, state, "Ana")
    assert told("coffr") == [("unknown-opposition", "coffre")]


def test_a_form_offers_what_the_player_knows_alone() -> None:
    setting, state = table()
    names = GAME.forms.names_now(GAME.rules.view(setting, state, "Ana"))
    assert list(names["invoked"]) == ["Sombre"]
    assert list(names["target"]) == ["Bob", "Goule"]
    assert "coffre" not in names["against"]


def test_a_form_lists_what_may_be_invoked_bearer_by_bearer() -> None:
    setting, state = table()
    state.aspects += [Aspect("Lente", "Goule", "personal", free={"Ana": 1}), Aspect("Molle", "Goule", "personal")]
    view = GAME.rules.view(setting, state, "Ana")
    voice = Voice(catalogue("fr", "zfate"), vocabulary("zfate"))
    told = [plain(voice.phrase(one)) for one in GAME.forms.situation(view) if one.key == "situation.aspects"]
    assert told == ["À invoquer (scène) : Sombre", "À invoquer (Goule) : Lente (gratuites : Ana × 1), Molle"]


def test_a_sheet_needs_a_concept() -> None:
    setting = make_setting(CASE)
    view = GAME.rules.view(setting, GAME.rules.begin(setting), "Ana")
    assert [one.code for one in GAME.orders.objections(view, {"skills": {"Tir": 2}})] == ["no-concept"]


@pytest.mark.parametrize(
    ("phase", "orders"),
    [
        ("exchange", {"pass": [{"aspect": "Sombre", "to": "Bob", "n": None}]}),
        ("milestone", {"rename": {"old": None, "new": "Souple"}}),
        ("milestone", {"replace_stunt": {"old": None, "new": "Ombre"}}),
    ],
)
def test_what_could_not_be_read_is_not_judged_besides(phase: str, orders: dict[str, object]) -> None:
    setting, state = table()
    state.phase, state.rights = phase, {"Ana": ["minor"]}
    state.found("Sombre")[0].free = {"Ana": 1}
    assert GAME.orders.objections(GAME.rules.view(setting, state, "Ana"), orders) == []


def test_a_skill_alone_is_said_the_same_however_it_is_written() -> None:
    assert order_said("defence", {"skill": "Tir"}) == order_said("defence", "Tir")
    assert order_said("defence", {"skill": "Tir", "stunt": "Sniper"}) != order_said("defence", "Tir")


def test_what_many_unknown_names_resemble_is_not_looked_for() -> None:
    """A frame with thousands of them took ten seconds."""

    def nearest(count: int) -> set[str | None]:
        return {one.nearest for one in unknown(Names(["Goule"]), "unknown-person", [((), "Goul")] * count)}

    assert (nearest(1), nearest(2000)) == ({"Goule"}, {None})


def test_a_task_is_named_by_a_text() -> None:
    """What is no text is refused by the schema, and is not judged besides."""
    case = {"players": ["Ana"], "scene": {"kind": "challenge", "tasks": [{"name": "porte", "opposition": 2}]}}
    setting = make_setting(case)
    view = GAME.rules.view(setting, make_state(case, setting, Dice("seed", 1)), "Ana")

    def told(against: object) -> list[str]:
        return [one.code for one in GAME.orders.objections(view, {"overcome": {"skill": "Tir", "against": against}})]

    assert (told("port"), told({"porte": 2}), told(None)) == (["no-task"], [], [])


def test_the_form_of_an_exchange_owes_nothing_and_groups_what_goes_together() -> None:
    """What has no example is owed: it would be asked of who writes a sentence."""
    setting, state = table()
    choices = GAME.forms.choices(GAME.rules.view(setting, state, "Ana"))
    assert None not in [each.example for each in choices]
    assert {each.group for each in choices if each.order in ("create", "overcome", "help")} == {"one-of"}
    assert "move" not in [each.order for each in choices]  # the scene has one zone alone


def test_an_unknown_skill_is_told_with_the_skills_of_the_campaign() -> None:
    setting = make_setting({"players": ["Ana"], "skills": {"Vol": {}, "Épée": {}}})
    view = GAME.rules.view(setting, GAME.rules.begin(setting), "Ana")
    [fault] = GAME.orders.objections(view, {"concept": "Nain", "skills": {"Hache": 2}})
    assert fault.values["known"] == Listed(("Vol", "Épée"))


def test_a_misspelt_answer_of_the_mj_is_told_with_the_answers_and_belongs_below_no_other(tmp_path: Path) -> None:
    good("new", tmp_path / "p", "--game", "zfate", "--players", "Ana,Bob")
    done = run("check", tmp_path / "p", "-", stdin="tour: 1\nmj: {réponses: {oposition: {Ana: 2}}}\n")
    assert "« oposition » : mot inconnu ici" in plain(done.err)
    assert "Peut-être « opposition » ?" in plain(done.err)


def test_dice_of_a_case_that_are_none_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        "- {case: X, game: zfate, title: x, rule: Z1, players: [Ana], dés: {Ana: [bof]}}\n", encoding="utf-8"
    )
    told = run("cases", tmp_path / "a.yaml")
    assert told.code == 2
    assert "« bof » n’est pas compris ici" in plain(told.out + told.err)
