"""Conditions of orders: three truth values, which clause acts, what is wrong with one at the door."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from adjudicator.core.actions import Receipt
from adjudicator.core.conditions import (
    ME,
    Condition,
    ConditionFact,
    Sight,
    all_of,
    bound_objections,
    conditions_on,
    facts_of,
    is_within,
    names,
    negated,
    number,
    one_of,
)
from adjudicator.core.faults import Objection, Phrase, Word, either, together
from adjudicator.core.game_orders import Orders
from adjudicator.core.game_rules import Phase
from adjudicator.core.plain import Plain
from adjudicator.core.standing_orders import (
    MOST_FACTS,
    after,
    answer,
    answers,
    as_kept,
    examples,
    kept,
    objections,
    remarks,
    said,
    trouble,
)

TRUTHS = (True, False, None)
GROUPS = [list(each) for n in (1, 2, 3) for each in itertools.product(TRUTHS, repeat=n)]


def fails(view: Any, argument: Any) -> bool | None:
    raise ValueError(view, argument)


def condition(holds: Any, phases: str = "day night") -> Condition:
    return Condition(frozenset(phases.split()), holds, lambda argument: Phrase("fact"), lambda view: "x")


class Toy(Orders):
    """Orders of a day and of a night; a view is what each fact is found to be."""

    needs: Mapping[str, frozenset[str]] = {
        "say": frozenset(),
        "dance": frozenset(),
        "knit": frozenset({"wool"}),
        "sew": frozenset({"wool", "needle"}),
    }

    conditions = {  # noqa: RUF012 - a game's own table
        "is": condition(lambda view, argument: view[argument])._replace(with_orders=True),
        "at_night": condition(lambda view, argument: True, "night"),
        "odd": condition(fails),
        "strange": condition(lambda view, argument: "yes"),
    }

    def phases_of(self, order: str) -> frozenset[str]:
        return {"sleep": frozenset({"night"})}.get(order, frozenset({"day"} if order in ("walk", "dance") else ()))

    def given_when(self, view: Any, order: str, condition: str, argument: Any) -> bool | None:
        return {"dream": True, "work": False}.get(argument) if order == "sleep" else None

    def objections(self, view: Any, orders: Plain) -> list[Objection]:
        return [Objection("no", (order,)) for order, value in orders.items() if value == "barred"]

    def standing_objections(self, view: Any, standing: Plain) -> list[Objection]:
        return [Objection("never", (order,)) for order, value in standing.items() if value == "never"]

    def standing(self, view: Any, standing: Plain) -> Plain:
        return {order: value for order, value in standing.items() if value != "waits"}

    def possible(self, view: Any) -> Iterator[Plain]:
        return iter(())

    def receipt(self, view: Any, orders: Plain) -> Receipt:
        return Receipt(())

    def answers(self, view: Any, standing: Plain) -> bool:
        return "pass" in standing

    def standing_trouble(self, view: Any, standing: Plain) -> list[Phrase]:
        return [Phrase(f"trouble.{order}") for order in standing]


TOY = Toy(__name__)
VIEW = {"a": True, "b": False, "c": None}


def truth(clause: Plain, phase: str = "day") -> bool | None:
    return Sight(TOY.conditions, VIEW, phase).clause(clause)[0]


def left(*clauses: Plain, **plain: Any) -> Plain:
    return {**plain, "if": [{"then": {"say": n}, **clause} for n, clause in enumerate(clauses, 1)]}


def answered(standing: Plain, phase: str = "day") -> tuple[Plain, list[tuple[int, str]]]:
    orders, asked = answer(TOY, VIEW, phase, standing)
    return orders, [(one.number, one.became) for one in asked]


def refused(standing: Plain) -> list[tuple[str, tuple[Any, ...]]]:
    return [(one.code, one.path) for one in objections(TOY, VIEW, standing)]


# Truth ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("truths", GROUPS)
def test_what_is_told_of_several_holds_whatever_the_unseen_ones_are(truths: list[bool | None]) -> None:
    """Kleene's: known where it is the same for each way in which the unseen ones may be."""
    ways = list(itertools.product(*((True, False) if each is None else (each,) for each in truths)))
    for told, of in ((all_of, all), (one_of, any)):
        found = {of(way) for way in ways}
        assert told(truths) is (found.pop() if len(found) == 1 else None)


def test_what_cannot_be_seen_is_not_its_contrary_either() -> None:
    assert [negated(each) for each in TRUTHS] == [False, True, None]
    assert truth({"is": "c"}) is truth({"unless": {"is": "c"}}) is None
    assert truth({"is": "b", "unless": {"is": "c"}}) is False


@pytest.mark.parametrize(
    ("clause", "found"),
    [
        ({"is": "a"}, True),
        ({"is": "a", "odd": 1}, None),
        ({"is": "b", "odd": 1}, False),
        ({"strange": 1}, None),
        ({"unknown": 1}, None),
        ({"and": [{"is": "a"}, {"is": "b"}]}, False),
        ({"and": [{"is": "a"}, {"is": "c"}]}, None),
        ({"or": [{"is": "b"}, {"is": "a"}]}, True),
        ({"or": [{"is": "b"}, {"is": "c"}]}, None),
        ({"or": [{"is": "b"}, {"is": "b"}]}, False),
        ({"is": "a", "or": [{"is": "b"}, {"is": "b"}]}, False),
        ({"unless": {"is": "b"}}, True),
        ({"unless": [{"is": "b"}, {"is": "a"}]}, False),
        ({"unless": [{"is": "b"}, {"is": "c"}]}, None),
        ({"is": "a", "unless": {"is": "a", "odd": 1}}, None),
        ({"is": "a", "unless": {"is": "b", "odd": 1}}, True),
    ],
)
def test_a_clause_holds_when_all_that_stands_in_it_does(clause: Plain, found: bool | None) -> None:
    assert truth(clause) is found


def test_a_fact_is_seen_in_its_phases_alone() -> None:
    assert truth({"at_night": 1}, "night") is True
    assert truth({"at_night": 1}) is truth({"unless": {"at_night": 1}}) is None


@pytest.mark.parametrize(
    ("bound", "within"),
    [
        (2, [2]),
        ([1, 3], [1, 3]),
        ({"at_least": 2}, [2, 3, 4]),
        ({"at_most": 1}, [0, 1]),
        ({"at_least": 2, "at_most": 3}, [2, 3]),
    ],
)
def test_a_bound_is_a_number_some_or_from_one_to_another(bound: Any, within: list[int]) -> None:
    assert [number for number in range(5) if is_within(number, bound)] == within
    assert is_within(None, bound) is None


@pytest.mark.parametrize(
    ("bound", "code"),
    [
        (6, "condition-never"),
        ([0, 6], "condition-never"),
        ({"at_least": 6}, "condition-never"),
        ({"at_most": 0}, "condition-never"),
        ({"at_least": 1}, "condition-always"),
        ({"at_most": 5}, "condition-always"),
        ([1, 2, 3, 4, 5], "condition-always"),
        ({"at_least": 3, "at_most": 2}, "bound-crossed"),
        ({"at_least": 3, "at_most": 3}, None),
        ([5, 6], None),
        (1, None),
    ],
)
def test_a_bound_that_is_never_or_always_kept_is_told(bound: Any, code: str | None) -> None:
    assert [one.code for one in bound_objections(bound, 1, 5)] == ([code] if code else [])


def test_what_is_wrong_with_a_bound_says_from_what_to_what_numbers_go() -> None:
    assert list(bound_objections(6, 1, 5)) == [Objection("condition-never", (), {"least": 1, "most": 5})]
    assert list(bound_objections({"at_most": 5}, 1, 5)) == [Objection("condition-always", (), {"least": 1, "most": 5})]
    crossed = {"at_least": 3, "at_most": 2}
    assert list(bound_objections(crossed, 1, 5)) == [Objection("bound-crossed", ("at_least",), crossed)]


# Which clause acts ---------------------------------------------------------------------------------------------


def test_the_first_that_holds_and_may_be_ordered_acts() -> None:
    standing = left({"is": "b"}, {"is": "c"}, {"is": "a", "then": {"say": "barred"}}, {"is": "a"}, {"is": "a"}, say=0)
    assert answered(standing) == ({"say": 4}, [(1, "failed"), (2, "unseen"), (3, "objected"), (4, "applied")])


def test_if_none_acts_the_plain_ones_do() -> None:
    assert answered(left({"is": "b"}, say=0)) == ({"say": 0}, [(1, "failed")])
    assert answered(left({"is": "c"})) == (None, [(1, "unseen")])
    assert answered({"say": "waits"}) == (None, [])


def test_who_leaves_no_clause_is_answered_for_by_the_plain_ones() -> None:
    assert answer(TOY, VIEW, "day", {}) == (None, [])
    assert answer(TOY, VIEW, "day", {"say": 0, "walk": "waits"}) == ({"say": 0}, [])
    assert answer(TOY, VIEW, "day", left({"is": "a"}, say=0))[0] == {"say": 1}
    assert refused({"say": "never"}) == [("never", ("say",))]


def test_what_a_clause_orders_is_not_put_together_with_the_plain_ones() -> None:
    assert answered(left({"is": "a"}, say=0, walk=1)) == ({"say": 1}, [(1, "applied")])


def test_a_clause_is_asked_in_the_phases_of_its_orders_alone() -> None:
    standing = left({"is": "a", "then": {"sleep": 1}}, {"is": "a", "then": {"walk": 1}})
    assert answered(standing) == ({"walk": 1}, [(2, "applied")])
    assert answered(standing, "night") == ({"sleep": 1}, [(1, "applied")])


def test_a_clause_of_whose_orders_none_is_left_lets_the_next_one_act() -> None:
    assert answered(left({"is": "a", "then": {"say": "waits"}}, {"is": "a"})) == (
        {"say": 2},
        [(1, "objected"), (2, "applied")],
    )


def test_facts_are_kept_in_the_order_in_which_they_are_told() -> None:
    clause = {"is": "a", "and": [{"is": "b"}], "or": [{"is": "c", "odd": 1}], "unless": {"strange": 1}}
    _, (asked,) = answer(TOY, VIEW, "day", left(clause))
    assert [path for path, _, _ in facts_of(clause)] == [
        ("is",),
        ("and", 0, "is"),
        ("or", 0, "is"),
        ("or", 0, "odd"),
        ("unless", "strange"),
    ]
    assert asked.facts == (True, False)  # the rest is not read
    assert Sight(TOY.conditions, {**VIEW, "b": True}, "day").clause(clause)[1] == [True, True, None, None, None]
    assert [path for path, _, _ in facts_of({"unless": [{"is": "a"}]})] == [("unless", 0, "is")]


def test_what_was_to_act_once_and_did_stands_no_more() -> None:
    standing = left({"is": "b", "once": True}, {"is": "a", "once": True}, {"is": "a"}, say=0)
    _, asked = answer(TOY, VIEW, "day", standing)
    gone = after(standing, asked)
    assert gone == {"say": 0, "if": [standing["if"][0], standing["if"][2]]}
    assert answered(gone) == ({"say": 3}, [(1, "failed"), (2, "applied")])
    assert after(gone, answer(TOY, VIEW, "day", gone)[1]) == gone
    alone = left({"is": "a", "once": True})
    assert after(alone, answer(TOY, VIEW, "day", alone)[1]) == {}


def test_what_was_ordered_follows_from_what_was_kept_and_no_fact_is_judged() -> None:
    standing = left({"is": "b"}, {"is": "a"}, say=0)
    rows = kept(answer(TOY, VIEW, "day", standing)[1])
    unseeing = Toy(__name__)
    unseeing.conditions = {}  # type: ignore[misc]
    assert as_kept(unseeing, {}, standing, rows) == {"say": 2}
    assert as_kept(unseeing, {}, standing, rows[:1]) == {"say": 0}
    assert as_kept(unseeing, {}, left({"is": "b"}, {"is": "c"}), rows) is None
    assert as_kept(unseeing, {}, left({"is": "b"}), rows) is None
    assert as_kept(unseeing, {}, standing, [{**rows[0], "number": 0}]) is None
    assert as_kept(unseeing, {}, standing, [{**rows[1], "number": 0}]) is None
    assert rows[1] == {"number": 2, "clause": standing["if"][1], "became": "applied", "facts": [True]}


def test_a_clause_may_order_that_its_player_does_nothing() -> None:
    """It acts in any phase, and nothing speaks against it: the plain ones do not act in its stead."""
    standing = left({"is": "b", "then": {}}, {"is": "a", "then": {}}, {"is": "a"}, say=0, walk=0)
    assert answered(standing) == ({}, [(1, "failed"), (2, "applied")])
    assert answered(standing, "night") == ({}, [(1, "failed"), (2, "applied")])
    rows = kept(answer(TOY, VIEW, "day", standing)[1])
    assert as_kept(TOY, VIEW, standing, rows) == {}
    assert as_kept(TOY, VIEW, standing, rows[:1]) == {"say": 0, "walk": 0}
    assert [one.key for one in said(TOY, left({"is": "a", "then": {}}))] == ["clause.next"]
    assert answers(TOY, VIEW, "night", left({"is": "a", "then": {}}))


def test_where_orders_are_owed_a_clause_that_does_nothing_gives_way() -> None:
    owing = Toy(__name__)
    owing.phases = (Phase("night", owed=True),)  # type: ignore[misc]
    nothing = left({"is": "a", "then": {}}, {"is": "a"}, say=0)
    assert answer(owing, VIEW, "day", nothing)[0] == {}
    assert answer(owing, VIEW, "night", nothing)[0] == {"say": 2}
    assert not answers(owing, VIEW, "night", left({"is": "a", "then": {}}))
    two = left({"is": "a", "then": {}}, {"is": "a", "then": {"sleep": 1}})
    assert [one.code for one in objections(TOY, VIEW, two)] == ["clause-unreached"]
    assert list(objections(owing, VIEW, two)) == []


# In a window ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fact", ["a", "b", "c"])
def test_a_clause_answers_in_a_window_whether_it_holds_or_not(fact: str) -> None:
    assert answers(TOY, VIEW, "day", left({"is": fact})) is True
    assert answers(TOY, VIEW, "day", left({"is": fact, "then": {"walk": 1}})) is True
    assert answers(TOY, VIEW, "night", left({"is": fact, "then": {"walk": 1}})) is False


def test_what_has_no_order_for_it_answers_no_window_but_plain_ones_may() -> None:
    later = {"is": "a", "then": {"sleep": 1}}
    assert answers(TOY, VIEW, "day", left(later)) is False
    assert answers(TOY, VIEW, "day", left(later, later, {"is": "b", "then": {"sleep": 1, "walk": 1}})) is True
    assert answers(TOY, VIEW, "day", {**left(later), "pass": True}) is True
    assert (answers(TOY, VIEW, "day", {"pass": True}), answers(TOY, VIEW, "day", {"say": 1})) == (True, False)


def test_a_clause_that_answers_with_what_is_impossible_now_lets_the_next_one_act() -> None:
    class Impossible(Toy):
        def standing(self, view: Any, standing: Plain) -> Plain:
            return {order: value for order, value in standing.items() if value not in ("waits", "barred")}

    standing = left({"is": "a", "then": {"pass": "barred"}}, {"is": "a", "then": {"say": 1}})
    orders, asked = answer(Impossible(__name__), VIEW, "day", standing)
    assert (orders, [one.became for one in asked]) == ({"say": 1}, ["objected", "applied"])


def test_a_clause_that_keeps_a_card_acts_and_lets_no_other_use_it() -> None:
    """Whoever leaves that he does nothing has answered: it is his order, though nothing is played by it."""
    standing = left({"is": "a", "then": {"pass": "waits"}}, {"is": "a", "then": {"say": 1}}, say=0)
    assert answered(standing) == (None, [(1, "applied")])
    rows = kept(answer(TOY, VIEW, "day", standing)[1])
    assert as_kept(TOY, VIEW, standing, rows) is None
    once = left({"is": "a", "once": True, "then": {"pass": "waits"}}, say=0)
    assert after(once, answer(TOY, VIEW, "day", once)[1]) == {"say": 0}


def test_games_are_asked_without_clauses() -> None:
    assert trouble(TOY, VIEW, left({"is": "a"}, say=0)) == [Phrase("trouble.say")]
    assert examples(TOY, VIEW) == [(name, "x") for name in TOY.conditions]


# At the door ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "codes"),
    [
        (left({"is": "a"}), []),
        (left({}), [("clause-empty", ("if", 0))]),
        (left({"and": [{"is": "a"}, {"at_night": 1, "is": "b"}], "then": {"sleep": 1}}), []),
        (
            left({"or": [{"is": "a"}, {"at_night": 1}], "then": {"walk": 1}}),
            [("condition-unseen", ("if", 0, "or", 1, "at_night"))],
        ),
        (
            left({"unless": {"at_night": 1}, "then": {"walk": 1}}),
            [("condition-unseen", ("if", 0, "unless", "at_night"))],
        ),
        (left({"at_night": 1, "then": {"sleep": 1, "walk": 2}}), [("condition-unseen", ("if", 0, "at_night"))]),
        (left({"at_night": 1}), []),
        (left({"is": "a", "then": {"say": "never"}}), [("never", ("if", 0, "then", "say"))]),
        (left({"is": "a"}, say="never"), [("never", ("say",))]),
        (left({"is": "a", "unless": {"is": "a"}}), [("clause-denied", ("if", 0, "unless"))]),
        (
            left({"and": [{"is": "a"}, {"is": "b"}], "unless": [{"is": "c"}, {"is": "b"}]}),
            [("clause-denied", ("if", 0, "unless"))],
        ),
        (left({"is": "a", "unless": {"is": "a", "odd": 1}}), []),
        (left({"is": "a"}, {"is": "a", "odd": 1}), [("clause-unreached", ("if", 1))]),
        (left({"is": ["a"]}, {"is": "a"}), [("clause-unreached", ("if", 1))]),
        (left({"is": ["a", "b"]}, {"is": ["b", "a"]}), [("clause-unreached", ("if", 1))]),
        (left({"is": [1, 2]}, {"is": [2, 1]}), []),  # a cell
        (left({"is": "a", "then": {"walk": 1}}, {"is": "a", "then": {"walk": 2}}), []),  # the first may be impossible
        (left({"is": "a", "then": {"knit": 1}}, {"is": "a", "then": {"knit": 2}}), [("clause-unreached", ("if", 1))]),
        (left({"is": "a", "then": {"knit": 1}}, {"is": "a", "then": {"sew": 1}}), [("clause-unreached", ("if", 1))]),
        (left({"is": "a", "then": {"sew": 1}}, {"is": "a", "then": {"knit": 1}}), []),  # there may be no needle
        (left({"is": "a", "then": {"knit": 1}}, {"is": "a", "then": {"walk": 1}}), []),
        (left({"is": "a", "then": {"knit": 1}}, {"is": "a", "then": {"knit": 2, "walk": 1}}), []),
        (left({"is": "a"}, {"is": "a", "then": {"sleep": 1}}), [("clause-unreached", ("if", 1))]),
        (left({"is": "a", "then": {"walk": 1}}, {"is": "a", "then": {"walk": 1}}), [("clause-unreached", ("if", 1))]),
        (left({"is": "a", "odd": 1}, {"is": "a"}), []),
        (left({"is": "a"}, {"and": [{"is": "a"}, {"odd": 1}]}), [("clause-unreached", ("if", 1))]),
        (
            left({"or": [{"is": "a"}, {"odd": 1}]}, {"or": [{"odd": 1}, {"is": "a"}], "strange": 2}),
            [("clause-unreached", ("if", 1))],
        ),
        (left({"or": [{"is": "a"}, {"odd": 1}]}, {"is": "a"}), []),
        (left({"is": "a", "unless": {"odd": 1}}, {"is": "a"}), []),
        (left({"is": "a"}, {"is": "a", "unless": {"odd": 1}}), [("clause-unreached", ("if", 1))]),
        (left({"is": "a"}, {"is": "a", "then": {"walk": 1}}), [("clause-unreached", ("if", 1))]),
        (left({"is": "a", "then": {"dance": 1}}, {"is": "a"}), []),  # it is over by night
        (left({"is": "a", "then": {"walk": 1}}, {"is": "a", "then": {"walk": 1, "say": 1}}), []),
        (
            left({"is": "a", "then": {"walk": 1, "say": 2}}, {"is": "a", "then": {"walk": 1}}),
            [("clause-unreached", ("if", 1))],
        ),
        (left({"is": "a", "once": True}, {"is": "a"}), []),
        (left({"is": "a", "then": {}}, {"is": "a"}), [("clause-unreached", ("if", 1))]),
        (left({"is": "a", "then": {"walk": 1}}, {"is": "a", "then": {}}), []),  # the first may be impossible
        (left({"is": "a"}, {"is": "a", "then": {}}), [("clause-unreached", ("if", 1))]),
        (left({"is": "work", "then": {"sleep": 1}}), [("condition-against", ("if", 0, "is"))]),
        (
            left({"and": [{"is": "work"}, {"is": "a"}], "then": {"sleep": 1}}),
            [("condition-against", ("if", 0, "and", 0, "is"))],
        ),
        (left({"is": "work", "then": {"sleep": 1, "say": 1}}), []),
        (left({"or": [{"is": "work"}, {"is": "a"}], "then": {"sleep": 1}}), []),
        (left({"is": "dream", "then": {"sleep": 1}}), []),
        (left({"unless": {"is": "work"}, "then": {"sleep": 1}}), []),
        (left({"unless": {"is": "dream"}, "then": {"sleep": 1}}), [("condition-needed", ("if", 0, "unless", "is"))]),
        (
            left({"unless": [{"is": "a"}, {"is": "dream"}], "then": {"sleep": 1}}),
            [("condition-needed", ("if", 0, "unless", 1, "is"))],
        ),
        (left({"unless": {"is": "dream", "odd": 1}, "then": {"sleep": 1}}), []),
        (left({"is": "a", "once": True}, {"is": "a"}, {"is": "a"}), [("clause-unreached", ("if", 2))]),
        (left({"is": [3]}, {"is": 3}), [("clause-unreached", ("if", 1))]),
        (left({"is": [[1, 2]]}, {"is": [1, 2]}), [("clause-unreached", ("if", 1))]),
        (left({"is": [[1, 2], [3, 4]]}, {"is": [[3, 4], [1, 2]]}), [("clause-unreached", ("if", 1))]),
        (left({"is": {"from": 1, "to": 2}}, {"is": {"to": 2, "from": 1}}), [("clause-unreached", ("if", 1))]),
        (left({"is": {"from": 1}}, {"is": {"from": 2}}), []),
        (left({"is": {"at_least": 3, "at_most": 2}}), [("bound-crossed", ("if", 0, "is", "at_least"))]),
    ],
)
def test_what_never_acts_or_is_never_reached_is_told(standing: Plain, codes: list[Any]) -> None:
    assert refused(standing) == codes


def test_what_an_order_needs_anyhow_is_remarked() -> None:
    standing = left(
        {"is": "a", "and": [{"is": "dream"}, {"odd": 1}], "then": {"sleep": 1}},
        {"is": "dream", "then": {"sleep": 1, "say": 1}},
        {"is": "a", "unless": {"is": "work"}, "or": [{"is": "dream"}, {"is": "b"}], "then": {"sleep": 1}},
    )
    assert [(one.key, one.values["number"]) for one in remarks(TOY, VIEW, standing)] == [("receipt.clause.anyhow", 1)]


def test_facts_have_their_limit_over_all_clauses_of_a_player() -> None:
    groups = [{"or": [{"is": f"{n}{m}"} for m in range(6)]} for n in range(4)]
    assert MOST_FACTS == 24
    assert refused(left(*groups)) == []
    assert refused(left(*groups, {"is": "a"})) == [("clause-facts", ("if",))]


def told(standing: Plain) -> list[Objection]:
    return list(objections(TOY, VIEW, standing))


def test_what_is_wrong_is_told_at_its_word_with_what_it_hangs_on() -> None:
    many = left(*[{"or": [{"is": f"{n}{m}"} for m in range(6)]} for n in range(5)])
    assert told(many) == [Objection("clause-facts", ("if",), {"count": 30, "limit": 24}, on_key=True)]
    unseen = left({"is": "a"}, {"at_night": 1, "then": {"sleep": 1, "walk": 2}})
    where = {"on_key": True, "related": ("if", 1, "then", "walk")}
    assert told(unseen) == [Objection("condition-unseen", ("if", 1, "at_night"), **where)]  # type: ignore[arg-type]
    assert told(left({"is": "a", "unless": {"is": "a"}})) == [
        Objection("clause-denied", ("if", 0, "unless"), on_key=True)
    ]
    assert told(left({"odd": 1}, {"is": "a"}, {"is": "a", "odd": 2})) == [
        Objection("clause-unreached", ("if", 2), {"number": 3, "other": 2})
    ]
    assert told(left({"is": "a", "then": {"say": "never"}})) == [Objection("never", ("if", 0, "then", "say"))]


def test_all_that_is_wrong_is_told_and_of_one_clause_that_it_is_denied_once() -> None:
    twice = {"is": "a", "and": [{"is": "b"}, {"odd": 1}], "unless": [{"is": "a"}, {"is": "b"}]}
    assert refused(left(twice, {"at_night": 1, "then": {"walk": 1}}, {}, say="never")) == [
        ("never", ("say",)),
        ("clause-denied", ("if", 0, "unless")),
        ("condition-unseen", ("if", 1, "at_night")),
        ("clause-empty", ("if", 2)),
    ]


def test_what_a_fact_says_against_its_argument_is_told_below_it() -> None:
    def objected(view: Any, argument: Any) -> Iterator[Objection]:
        yield Objection("few", ("at_least",), {"view": len(view)}, related=("at_most",))

    toy = Toy(__name__)
    toy.conditions = {"is": TOY.conditions["is"]._replace(objections=objected)}  # type: ignore[misc]
    found = list(objections(toy, VIEW, left({"and": [{"is": "a"}, {"is": "b"}]})))
    at = [("if", 0, "and", n, "is") for n in (0, 1)]
    assert found == [Objection("few", (*one, "at_least"), {"view": 3}, related=(*one, "at_most")) for one in at]


def test_what_could_not_be_read_whole_is_not_judged() -> None:
    broken = {"say": "never", "if": [None, {"then": None}]}
    assert [one.code for one in objections(TOY, VIEW, broken, readable=lambda n: False)] == ["never"]


# Facts ---------------------------------------------------------------------------------------------------------


class Seen(NamedTuple):
    """What a player of a game of cards sees."""

    player: str = "Anna"
    cards: int | None = 2
    mood: str | None = "calm"
    dead: tuple[str, ...] | None = ("Bruno", "Anna")
    skills: Mapping[str, int] = {"stealth": 3}
    hurt: bool = False


DAY, NIGHT = frozenset({"day"}), frozenset({"night"})
FACTS = conditions_on(
    DAY,
    number("cards", lambda view: (0, 5), lambda view: {"at_least": 1}, lambda view: (range(3), Objection("spent"))),
    ConditionFact("mood", example=lambda view: "angry", phases=NIGHT),
    names("dead", lambda view: view.dead, lambda view: ME),
    names("fallen", lambda view: view.dead, lambda view: "Chloé", any, counted=True),
    ConditionFact("skills", words=lambda asked: {"skill": asked["skill"]}, example=lambda view: None),
    ConditionFact(
        "hurt",
        barred=lambda view, asked: None if view.cards else Objection("no-cards"),
        objections=lambda view, asked: [Objection("always")] if view.hurt else [],
    ),
)


@pytest.mark.parametrize(
    ("name", "asked", "seen", "holds"),
    [
        ("cards", 2, Seen(), True),
        ("cards", {"at_least": 3}, Seen(), False),
        ("cards", 2, Seen(cards=None), None),
        ("mood", "calm", Seen(), True),
        ("mood", "angry", Seen(), False),
        ("mood", "angry", Seen(mood=None), None),
        ("dead", ["Bruno", ME], Seen(), True),
        ("dead", ["Bruno", "Chloé"], Seen(), False),
        ("dead", ME, Seen(player="Chloé"), False),
        ("dead", "Bruno", Seen(dead=None), None),
        ("fallen", ["Bruno", "Chloé"], Seen(), True),
        ("skills", {"skill": "stealth", "at_least": 3}, Seen(), True),
        ("skills", {"skill": "stealth", "at_most": 2}, Seen(), False),
        ("skills", {"skill": "stealth"}, Seen(), True),
        ("skills", {"skill": "music"}, Seen(), False),
        ("hurt", True, Seen(), False),
        ("hurt", False, Seen(), True),
    ],
)
def test_the_value_of_a_fact_is_compared_with_the_argument(
    name: str, asked: Any, seen: Seen, holds: bool | None
) -> None:
    assert FACTS[name].holds(seen, asked) is holds


@pytest.mark.parametrize(
    ("name", "asked", "codes"),
    [
        ("cards", 6, ["condition-never"]),
        ("cards", {"at_least": 0}, ["condition-always"]),
        ("cards", 3, ["spent"]),
        ("cards", 2, []),
    ],
)
def test_the_bound_of_a_number_may_never_or_always_hold(name: str, asked: Any, codes: list[str]) -> None:
    assert [one.code for one in FACTS[name].objections(Seen(), asked)] == codes


@pytest.mark.parametrize(
    ("seen", "codes"),
    [
        (Seen(), []),
        (Seen(hurt=True), ["always"]),
        (Seen(cards=0), ["no-cards"]),
        (Seen(cards=0, hurt=True), ["no-cards"]),
    ],
)
def test_what_bars_a_fact_is_the_only_objection_and_it_is_not_offered(seen: Seen, codes: list[str]) -> None:
    assert [one.code for one in FACTS["hurt"].objections(seen, True)] == codes
    assert FACTS["hurt"].example(seen) == (None if codes else Word("booleans", "true"))


def test_the_examples_of_facts_are_in_words() -> None:
    assert {name: condition.example(Seen()) for name, condition in FACTS.items()} == {
        "cards": {Word("bounds", "at_least"): 1},
        "mood": "angry",
        "dead": Word("myself", ME),
        "fallen": "Chloé",
        "skills": None,
        "hurt": Word("booleans", "true"),
    }


@pytest.mark.parametrize(
    ("name", "asked", "said"),
    [
        ("cards", 2, Phrase("condition.cards", {"bound": Phrase("bound.of", {"list": 2})})),
        ("mood", "calm", Phrase("condition.mood.calm")),
        ("hurt", False, Phrase("condition.hurt.no")),
        ("skills", {"skill": "music"}, Phrase("condition.skills", {"skill": "music"})),
        ("dead", ME, Phrase("condition.dead.me")),
        ("dead", [ME, "Zoé"], Phrase("condition.dead", {"names": together(["Zoé", Phrase("condition.me")])})),
        ("fallen", ["Zoé", "Luc"], Phrase("condition.fallen", {"names": either(["Zoé", "Luc"])}, 2)),
        ("fallen", [ME, "Zoé"], Phrase("condition.fallen.with-me", {"names": either(["Zoé", Phrase("condition.me")])})),
    ],
)
def test_a_fact_is_said_by_its_name_and_its_argument(name: str, asked: Any, said: Phrase) -> None:
    assert FACTS[name].said(asked) == said


def test_facts_are_seen_in_the_phases_of_their_game_or_in_their_own() -> None:
    assert {name for name, condition in FACTS.items() if condition.phases == DAY} == FACTS.keys() - {"mood"}
    assert FACTS["mood"].phases == NIGHT
