"""What the MJ is asked of an order, what he may answer, and what his ruling leaves of what the sheet found."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.faults import Listed, Objection, Phrase, Word
from adjudicator.core.mj import Answer, Mj, Question
from adjudicator.games.tsewnart.adjudication import play_turn, question, ruling_objections
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.state import State, new_piece
from adjudicator.games.tsewnart.turn import failure

PLACE = ("stands", ("move", "Anna"))


@pytest.mark.parametrize("reason", ["exclusive", "terrorised", "steered"])
def test_what_the_sheet_stops_may_be_played_where_piece_and_order_are_there(reason: str) -> None:
    asked = question("Anna", "move", "up", failure(reason))
    assert (asked.proposal, asked.options, asked.why) == ("fails", ("fails", "stands"), Phrase(f"reason.{reason}"))
    assert not objected(asked, "stands") and not objected(asked, {"verdict": "fails", "said": "late"})


@pytest.mark.parametrize("reason", ["gone", "not-his"])
def test_what_has_no_piece_or_is_not_his_does_not_stand(reason: str) -> None:
    asked = question("Anna", "move", "up", failure(reason))
    assert (asked.proposal, asked.options, asked.why) == ("fails", ("fails",), Phrase(f"reason.{reason}"))
    told = Objection("answer-option", (), {"options": Listed((Word("verdicts", "fails"),))})
    assert objected(asked, "stands") == objected(asked, {"verdict": "stands"}) == [told]
    assert objected(asked, "fails") == []


def test_what_nothing_stops_stands_as_proposed() -> None:
    asked = question("Anna", "move", "up", None)
    assert (asked.proposal, asked.options, asked.why) == ("stands", ("fails", "stands"), None)
    of = Phrase("account.value", {"value": Word("directions", "up")})
    told = Phrase("ruled.order", {"player": "Anna", "order": Word("orders", "move"), "given": of})
    assert (asked.place, asked.kind, asked.then) == (PLACE, "verdicts", (told,))
    (bare,) = question("Anna", "conceal", True, None).then
    assert bare.values["given"] == ""


def objected(asked: Question, value: Any) -> list[Objection]:
    setting: Any = None
    return ruling_objections(setting, State("turn", 1), asked, value)


def played(order: Any, ruling: Any) -> tuple[Any, list[Any], list[str]]:
    """Play a turn in which Zoé may terrorise Anna; return what came of her move, what all are told, what is noted."""
    camps = {
        "bleu": {"zone": {"columns": [1, 1]}, "players": ["Anna"]},
        "rouge": {"zone": {"columns": [5, 5]}, "players": ["Zoé"]},
    }
    setting = GAME.setup.setting({"board": {"size": [5, 5], "topology": "closed"}, "camps": camps})
    state = State("turn", 2, scores={"bleu": 0, "rouge": 0})
    state.pieces["Anna"] = new_piece("Anna", "bleu", "brute", (2, 2))
    state.pieces["Zoé"] = new_piece("Zoé", "rouge", "terreur", (4, 4))
    orders = {"Anna": {"move": "up"}, "Zoé": {"terrorise": [2, 2]} if order else {}}
    outcome = play_turn(setting, state, orders, "seed", mj=Mj({PLACE: Answer(ruling)}))
    told = [notice.facts["said"] for notice in outcome.notices if notice.kind == "ruled"]
    return outcome.results["Anna"]["move"], told, [fact.kind for fact in outcome.log if fact.kind == "ruled"]


@pytest.mark.parametrize("verdict", ["fails", {"verdict": "fails", "said": "Trop tard."}])
def test_what_the_sheet_stops_too_keeps_its_reason(verdict: Any) -> None:
    """He may say something of it to all; a word of nothing changes nothing."""
    result, told, noted = played(True, verdict)
    assert (result["success"], result["reason"]) == (False, "terrorised")
    assert (told, noted) == ((["Trop tard."], ["ruled"]) if isinstance(verdict, dict) else ([], []))


def test_his_ruling_is_played_and_said() -> None:
    for stopped, verdict, success in ((True, "stands", True), (False, "fails", False)):
        result, told, noted = played(stopped, {"verdict": verdict, "said": "Ainsi."})
        assert (result["success"], told, noted) == (success, ["Ainsi."], ["ruled"])
    result, told, noted = played(False, "fails")
    assert (result["reason"], told, noted) == ("decided", [], ["ruled"])
    assert played(False, {"verdict": "stands", "reason": "mine"})[1:] == ([], [])
