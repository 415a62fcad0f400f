"""The MJ as he is asked: which answer counts for which question, what is kept of it, how values are said."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.core.mj import (
    NOBODY,
    QUESTIONS,
    Answer,
    Mj,
    Question,
    before,
    is_offered,
    key_renamed,
    listed,
    options_said,
    record,
    recorded,
    value_renamed,
    value_said,
    without_reason,
)

ANNA = Question("rumour", ("Anna",), 1, (0, 1, 2), truth=2, why=Phrase("why"))
OTHER = ANNA._replace(proposal=2)
"""The same put otherwise."""
JUDGE = Question("judge", (), None, ("Anna", "Bruno"))
TALE = Question("tale", (), "…", kind="text")
PLACE = ANNA.place


def asked(question: Question, answer: Answer | None = None, rest: bool = False) -> tuple[Any, str, bool]:
    """Return what is played for a question, by whose word, and whether his answer is to another one."""
    heard = Mj({question.place: answer} if answer else {}, rest)
    value = heard.ask(question)
    (one,) = heard.asked
    assert (one.question, one.print) == (question, question.print)
    return value, one.by, question.place in heard.stale


# Which counts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "rest", "found"),
    [
        (None, False, (1, "open", False)),
        (None, True, (1, "left", False)),
        (Answer(2), False, (2, "mj", False)),
        (Answer(2), True, (2, "mj", False)),
        (Answer(2, "mj", ANNA.print), False, (2, "mj", False)),
        (Answer(0, "mj", ANNA.print), False, (0, "mj", False)),
        (Answer(2, "mj", OTHER.print), False, (1, "open", True)),
        (Answer(2, "mj", OTHER.print), True, (1, "open", True)),
        (Answer(None, "agreed", ANNA.print), False, (1, "agreed", False)),
        (Answer(None, "agreed", OTHER.print), False, (1, "open", True)),
        (Answer(None, "left", ANNA.print), False, (1, "left", False)),
        (Answer(2, "left", OTHER.print), False, (1, "left", False)),
        (Answer(2, "default", ANNA.print), False, (2, "default", False)),
        (Answer(2, "default", OTHER.print), False, (1, "open", True)),
    ],
)
def test_an_answer_counts_for_the_question_that_it_was_given_for(
    answer: Answer | None, rest: bool, found: tuple[Any, str, bool]
) -> None:
    assert asked(ANNA, answer, rest) == found


@pytest.mark.parametrize("answer", [None, Answer(None, "left"), Answer(None, "agreed"), Answer(None, "mj")])
def test_what_nothing_is_proposed_for_stays_open_until_there_is_a_value(answer: Answer | None) -> None:
    assert asked(JUDGE, answer, rest=True) == (None, "open", False)
    assert asked(JUDGE, Answer("Bruno")) == ("Bruno", "mj", False)


def test_an_answer_to_one_thing_is_none_to_another() -> None:
    heard = Mj({PLACE: Answer(2)})
    assert [heard.ask(ANNA), heard.ask(ANNA._replace(key=("Bruno",))), heard.ask(ANNA._replace(purpose="omen"))] == [
        2,
        1,
        1,
    ]
    assert [one.by for one in heard.asked] == ["mj", "open", "open"]


CHANGES: list[dict[str, Any]] = [
    {"purpose": "omen"},
    {"key": ("Anna", "Bruno")},
    {"proposal": 2},
    {"options": (0, 1)},
    {"kind": "verdicts"},
    {"truth": 1},
    {"why": None},
    {"warnings": (Phrase("poisoned"),)},
    {"then": (Phrase("dies"),)},
    {"first": True},
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: next(iter(change)))
def test_a_print_is_of_all_that_is_asked(change: dict[str, Any]) -> None:
    assert ANNA._replace(**change).print != ANNA.print == ANNA._replace().print


def test_a_print_outlives_versions() -> None:
    """It stands in what was published: made otherwise, no stage of an older version would verify."""
    why = Phrase("why", {"b": 1, "a": Word("cards", "x")})
    then = (Phrase("then"),)
    asked = Question("stands", ("déplacement", "Zoé"), "fails", ("fails", "stands"), "verdicts", why=why, then=then)
    assert asked.print == "6d34ed74fe481d04b0b02c4eba81fd07"


# What he is asked ------------------------------------------------------------------------------------------------


def test_what_is_asked_again_has_its_first_value_and_is_a_fault_where_it_is_put_otherwise() -> None:
    heard = Mj({PLACE: Answer({"verdict": "fails", "reason": "mine"}, "mj")})
    assert heard.ask(ANNA) == heard.ask(ANNA) == {"verdict": "fails"}
    assert (len(heard.asked), heard.twice) == (1, [])
    assert heard.ask(OTHER) == heard.ask(OTHER) == {"verdict": "fails"}
    assert (len(heard.asked), heard.twice) == (1, [PLACE])


def test_what_is_asked_beyond_the_limit_is_as_proposed_and_only_that() -> None:
    last = ("tale", (str(QUESTIONS),))
    heard = Mj({last: Answer("mine"), ("tale", ("0",)): Answer("first")})
    for number in range(QUESTIONS):
        heard.ask(Question("tale", (str(number),), "…"))
    assert (heard.ask(Question("tale", last[1], "…")), heard.beyond, len(heard.asked)) == ("…", 1, QUESTIONS)
    assert heard.ask(Question("tale", ("0",), "…")) == "first" and heard.beyond == 1


def test_who_has_said_nothing_is_asked_five_hundred_things() -> None:
    heard = Mj()
    assert ([heard.ask(ANNA), heard.answers], QUESTIONS) == ([1, {}], 500)


def test_of_what_he_is_never_asked_is_known_whether_he_has_spoken() -> None:
    heard = Mj({PLACE: Answer(2)})
    assert heard.rules_on("rumour", ("Anna",)) is True
    assert heard.rules_on("rumour", ("Bruno",)) is False
    assert heard.named == {PLACE, ("rumour", ("Bruno",))} and not heard.asked


def test_what_was_answered_in_an_earlier_pass_is_not_asked_again() -> None:
    first = Mj({PLACE: Answer({"verdict": "fails", "reason": "mine"})})
    for question in (ANNA, JUDGE, TALE):
        first.ask(question)
    second = Mj({PLACE: Answer(0), JUDGE.place: Answer("Bruno")})
    second.known(record(first.asked))
    assert second.ask(ANNA) == {"verdict": "fails"} and second.ask(TALE) == "…", "also what he let pass"
    assert second.ask(JUDGE) == "Bruno", "for which there was no value"
    assert second.ask(ANNA._replace(key=("Bruno",))) == 1, "which is new"
    assert [one.question.key for one in second.asked] == [(), ("Bruno",)] and not second.twice
    third = Mj({PLACE: Answer(0)})
    third.known(record(first.asked))
    assert third.ask(OTHER) == 0 and [one.question for one in third.asked] == [OTHER], "which is put otherwise"


# What is kept ----------------------------------------------------------------------------------------------------


def test_what_was_asked_is_kept_and_said_again_however_it_is_put() -> None:
    heard = Mj({PLACE: Answer({"verdict": "fails", "reason": "mine"}, "agreed"), JUDGE.place: Answer("Bruno")})
    worded = Question("stands", ("move", "Anna"), "fails", kind="verdicts")
    for question in (ANNA, JUDGE, worded):
        heard.ask(question)
    rows = record(heard.asked)
    assert rows == [
        {"purpose": "rumour", "key": ["Anna"], "print": ANNA.print, "value": 1, "by": "agreed"},
        {"purpose": "judge", "key": [], "print": JUDGE.print, "value": "Bruno", "by": "mj"},
        {
            "purpose": "stands",
            "key": ["move", "Anna"],
            "print": worded.print,
            "value": "fails",
            "by": "default",
            "kind": "verdicts",
        },
    ]
    again = recorded(rows)
    assert [again.ask(each) for each in (OTHER, JUDGE, worded)] == [1, "Bruno", "fails"]
    assert (again.stale, record(again.asked)[0]["print"] == OTHER.print) == ({}, True)
    kept = before(rows)
    assert kept[PLACE] == Answer(1, "agreed", ANNA.print) and kept[worded.place] == Answer(
        "fails", "default", worded.print
    )


def test_his_own_reason_is_kept_and_the_rules_never_see_it() -> None:
    value = {"verdict": "fails", "said": "late", "reason": "mine"}
    heard = Mj({PLACE: Answer(value)})
    assert heard.ask(ANNA) == {"verdict": "fails", "said": "late"}
    assert record(heard.asked)[0]["value"] == value
    assert [without_reason(each) for each in (1, "reason", ["reason"], None)] == [1, "reason", ["reason"], None]


# Values ----------------------------------------------------------------------------------------------------------


def test_of_a_key_and_a_value_only_what_is_a_player_is_renamed() -> None:
    names = {"Anna": "Zoé"}
    assert key_renamed(("text", "player", "moods"), ("Anna", "Anna", "Anna", "Anna"), names) == [
        "Anna",
        "Zoé",
        "Anna",
        "Zoé",
    ]
    value = {"present": ["Anna"], "zones": {"Anna": "Anna", "aspects": ["Anna"]}, "said": "Anna"}
    assert value_renamed("", value, names, ("aspects",)) == {
        "present": ["Zoé"],
        "zones": {"Zoé": "Zoé", "aspects": ["Anna"]},
        "said": "Anna",
    }
    assert (value_renamed("text", "Anna", names), value_renamed("", "Anna", names)) == ("Anna", "Zoé")


@pytest.mark.parametrize(
    ("options", "value", "offered"),
    [
        ((), "anything", True),
        ((0, 1), 1, True),
        ((0, 1), 2, False),
        ((0, 1), True, False),
        ((True, False), 1, False),
        ((True, False), False, True),
        (("Anna",), "Anna", True),
        ((("Anna", "Bruno"),), ["Anna", "Bruno"], True),
        ((("Anna", "Bruno"),), ["Bruno", "Anna"], False),
    ],
)
def test_a_value_is_one_of_those_that_may_be_answered(options: tuple[Any, ...], value: Any, offered: bool) -> None:
    assert is_offered(ANNA._replace(options=options), value) is offered


def pair(name: str | Word, what: Any) -> Phrase:
    return Phrase("pair", {"name": name, "what": what})


def test_values_are_said_by_their_kind() -> None:
    yes, no, fails = Word("booleans", "true"), Word("booleans", "false"), Word("verdicts", "fails")
    assert [value_said("verdicts", each) for each in (True, False, "fails", 3)] == [yes, no, fails, "3"]
    assert (value_said("", "fails"), value_said("", 0)) == ("fails", "0")
    assert [value_said(NOBODY, each) for each in (NOBODY, "Zoé")] == [Word(NOBODY, NOBODY), "Zoé"]
    assert value_said("verdicts", ("fails", True)) == Listed((fails, yes))
    assert value_said("verdicts", ["fails"]) == Listed((fails,))
    ruled = {"verdict": "fails", "said": "fails", "sure": True, "place": {"x": ["fails"]}}
    own = Phrase("value.said", {"text": "fails"})
    assert value_said("verdicts", ruled) == Listed(
        (pair("verdict", fails), pair("sure", yes), pair("place", pair("x", Listed((fails,)))), own)
    )
    told = value_said("verdicts", {"verdict": "fails", "told": ["fails"]}, "ruling", ("told",))
    assert told == Listed((pair(Word("ruling", "verdict"), fails), pair(Word("ruling", "told"), Listed(("fails",)))))
    assert value_said("verdicts", {"said": "x", "verdict": "fails"}) == value_said(
        "verdicts", {"verdict": "fails", "said": "x"}
    )
    assert value_said("text", "fails") == "fails"
    assert options_said(Question("stands", (), None, ("fails", 2), "verdicts")) == Listed((fails, "2"))
    assert (listed(["Anna"]), listed(["Anna", "Bruno"])) == ("Anna", Listed(("Anna", "Bruno")))
