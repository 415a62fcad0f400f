"""Who is told what of a stage of Overseers, and how sums are explained, fact by fact."""

from __future__ import annotations

from typing import Any

import pytest
from support.campaigns import cases_of
from support.commands import CASES as FOLDER

from adjudicator.core.faults import Phrase
from adjudicator.core.stage import PUBLIC, Reader, player_reader
from adjudicator.games.overseers.actions import objections, receipt
from adjudicator.games.overseers.cases import play
from adjudicator.games.overseers.reports import public_part
from adjudicator.games.overseers.rules import Line, lines
from adjudicator.games.overseers.state import TRAITS, Card, Setting
from adjudicator.games.overseers.views import player_view

PLAYERS = ["Anna", "Bruno", "Chloé"]
WORTHS = {"courage": [2, 7, 15], "hope": [3, 8, 12]}
CARDS = {
    "Anna": {"up": ["courage", "courage", "greed"], "down": ["anger", "benevolence"]},
    "Bruno": {"up": ["hope", "hope", "benevolence"], "down": ["lust", "anger"]},
    "Chloé": {"up": ["courage", "lust", "lust"], "down": ["lust", "benevolence"]},
}
HANDS = {player: list(TRAITS) for player in PLAYERS}
ANNA = player_reader("Anna")


def told(stages: list[dict[str, Any]], *kinds: str, **case: Any) -> list[tuple[Reader, str, dict[str, Any]]]:
    """Return who was told what of these kinds in the last of some stages; the orders of each stage are by player."""
    given = {"cards": CARDS, "pile": ["lust", "hope"]} if "hands" not in case else {}
    played = play({"players": PLAYERS, "tables": WORTHS, **given, **case, "stages": [{"orders": o} for o in stages]})
    return [(one.to, one.kind, dict(one.facts)) for one in played.outcomes[-1].notices if one.kind in kinds]


@pytest.mark.parametrize(
    ("overseer", "orders", "kind", "facts"),
    [
        ("yanmei", {"turn": 1}, "turned", {"card": (1, "courage")}),
        ("yanmei", {"turn": 4}, "turned", {"card": (4, "")}),
        ("nuying", {"copy": {"card": 1, "of": 3}}, "copied", {"card": (1, "courage"), "model": (3, "greed")}),
        ("nuying", {"copy": {"card": 4, "of": 1}}, "copied", {"card": (4, ""), "model": (1, "courage")}),
        ("nuying", {"copy": {"card": 1, "of": 5}}, "copied", {"card": (1, "courage"), "model": (5, "")}),
        ("meixiu", {"look": {"player": "Bruno", "cards": [5, 4]}}, "looked", {"other": "Bruno", "numbers": (4, 5)}),
        ("gan", {"keep": "hope"}, "kept", {"number": 6}),
    ],
)
def test_everybody_learns_numbers_and_the_traits_of_what_lies_face_up(
    overseer: str, orders: dict[str, Any], kind: str, facts: dict[str, Any]
) -> None:
    found = told([{"Anna": orders}], kind, overseers={"Anna": overseer})
    assert found == [(PUBLIC, kind, {"player": "Anna", **facts})]


@pytest.mark.parametrize(
    ("overseer", "orders", "kind", "facts"),
    [
        ("meixiu", {"look": {"player": "Bruno"}}, "seen", {"other": "Bruno", "cards": ("lust", "anger")}),
        ("gan", {"keep": "hope"}, "kept-card", {"trait": "hope"}),
    ],
)
def test_only_the_owner_of_a_power_learns_what_it_shows(
    overseer: str, orders: dict[str, Any], kind: str, facts: dict[str, Any]
) -> None:
    found = told([{"Anna": orders}], kind, overseers={"Anna": overseer})
    assert found == [(ANNA, kind, {"player": "Anna", **facts})]


def test_everybody_learns_whose_pick_was_drawn() -> None:
    left = {"Bruno": {"ranking": ["greed"]}}
    sent = {"Anna": {"pick": "hope"}, "Chloé": {}}
    found = told([sent], "pick-was-drawn", hands=HANDS, standing=left)
    assert found == [(PUBLIC, "pick-was-drawn", {"player": "Chloé"})]


def test_a_pick_of_two_is_told_once_if_the_first_or_the_second_was_drawn() -> None:
    sent = {
        "Anna": {"pick": "hope", "second": "lust", "call": True},
        "Bruno": {"pick": "hope"},
        "Chloé": {"pick": "hope", "second": "lust"},
    }
    found = told([sent], "pick-was-drawn", hands=HANDS, overseers={"Anna": "wuming"})
    assert found == [(PUBLIC, "pick-was-drawn", {"player": "Bruno"})]
    both = told([{"Anna": sent["Anna"]}], "pick-was-drawn", hands=HANDS, overseers={"Anna": "wuming"})
    assert [facts["player"] for _, _, facts in both] == ["Bruno", "Chloé"]


def test_each_player_alone_learns_which_card_of_his_goes_to_the_pile() -> None:
    same = {player: {"ranking": list(TRAITS), "down": ["anger"]} for player in PLAYERS}
    found = told([{}] * 5, "put-on-pile", hands=HANDS, standing=same)
    assert found == [(player_reader(p), "put-on-pile", {"player": p, "trait": "greed"}) for p in PLAYERS]


@pytest.mark.parametrize(
    ("take", "pile", "kind"),
    [
        (["hope"], ["lust", "hope"], "took"),
        (["anger"], ["lust", "hope"], "took-drawn"),
        (["anger"], ["lust", "lust"], "took-drawn"),
        (["anger"], ["lust"], "took"),
    ],
)
def test_that_the_card_of_an_innocent_was_drawn_is_told(take: list[str], pile: list[str], kind: str) -> None:
    stages = [{"Anna": {"vote": "Chloé"}}, {"Chloé": {"deny": True, "take": take}}]
    [(to, found, facts)] = told(stages, "took", "took-drawn", pile=pile)
    assert (to, found, facts["player"], facts["number"]) == (PUBLIC, kind, "Chloé", 6)


@pytest.mark.parametrize(("give", "drawn"), [(["lust"], []), (["courage"], [PUBLIC]), (["courage", 5], [])])
def test_that_the_card_of_the_robbed_was_drawn_is_told(give: list[Any], drawn: list[Reader]) -> None:
    stages = [{}, {"Anna": {"rob": ["Bruno"]}, "Bruno": {"give": give}}]
    assert [to for to, _, _ in told(stages, "given-drawn")] == drawn


def test_numbers_of_what_is_admitted_are_public_and_its_traits_are_not() -> None:
    stages = [{"Bruno": {"vote": "Anna"}}, {"Anna": {"admit": [4, 1]}}]
    assert told(stages, "admits", "admitted-cards") == [
        (PUBLIC, "admits", {"player": "Anna", "numbers": (1, 4)}),
        (ANNA, "admitted-cards", {"player": "Anna", "cards": ("courage", "anger")}),
    ]


def test_numbers_and_traits_of_what_the_guilty_loses_are_public() -> None:
    stages = [{"Anna": {"vote": "Bruno"}}, {"Bruno": {"deny": True}}]
    [(to, _, facts)] = told(stages, "lost")
    assert (to, facts["cards"], facts["numbers"]) == (PUBLIC, ("anger", "hope"), (5, 1))


def test_after_the_showdown_all_cards_lie_face_up() -> None:
    case = {"players": PLAYERS, "tables": WORTHS, "cards": CARDS, "pile": ["lust", "greed"]}
    stages = [{"Anna": {"vote": "Chloé"}}, {"Chloé": {"deny": True, "take": ["lust"]}}, {"Bruno": {"rob": ["Chloé"]}}]
    played = play({**case, "overseers": {"Bruno": "lanfei"}, "stages": [{"orders": orders} for orders in stages]})
    assert all(card.up is True for cards in played.state.cards.values() for card in cards)
    assert {player: len(cards) for player, cards in played.state.cards.items()} == {"Anna": 5, "Bruno": 7, "Chloé": 5}


@pytest.mark.parametrize(
    ("stages", "key"), [([{"Anna": {"turn": 1}}], "card.up"), ([{"Anna": {"turn": 1}}, {}], "card.up.as")]
)
def test_everybody_sees_on_the_table_what_cards_count_as_from_the_showdown_on(
    stages: list[dict[str, Any]], key: str
) -> None:
    case = {"players": PLAYERS, "tables": WORTHS, "cards": CARDS, "pile": ["lust"], "overseers": {"Anna": "yanmei"}}
    played = play({**case, "stages": [{"orders": orders} for orders in stages]})
    table = public_part(played.setting, played.state, played.outcomes[-1])["table"]
    assert [card.key for card in table[0]["cards"]][:3] == [key, key, "card.up"]


@pytest.mark.parametrize(("overseer", "phase"), [("gan", "keep"), ("yanmei", "powers"), ("none", "vote")])
def test_who_orders_nothing_reads_what_that_means(overseer: str, phase: str) -> None:
    case = {"players": PLAYERS, "tables": WORTHS, "cards": CARDS, "pile": ["lust", "hope"]}
    played = play({**case, "overseers": {"Anna": overseer}, "stages": []})
    view = player_view(played.setting, played.state, "Anna")
    assert receipt(view, {}).actions == (Phrase(f"fate.{phase}"),)


def laid(*traits: str) -> list[Card]:
    return [Card(number, trait) for number, trait in enumerate(traits, 1)]


SETTING = Setting(tuple(PLAYERS), {trait: tuple(worths) for trait, worths in WORTHS.items()})


def test_each_line_of_a_sum_says_what_counts_how_many_cards_and_the_points() -> None:
    own = laid("courage", "courage", "anger", "hope", "greed")
    plain = [Line("anger", 1, 6), Line("courage", 2, 7), Line("hope", 1, 3), Line("greed", 1, 2)]
    assert lines(SETTING, "gan", own, True) == plain
    assert lines(SETTING, "xie", own, True) == [*plain, Line("xie", 3, 3)]
    assert lines(SETTING, "xie", own, False) == plain
    assert lines(SETTING, "suyin", own, True) == [Line("anger", 1, 12), *plain[1:]]
    assert lines(SETTING, "meixiu", own, False) == [*plain, Line("meixiu", 0, 3)]


@pytest.mark.parametrize(("liang", "most"), [("cards", 5), ("steal4", 4)])
def test_what_liang_takes_is_a_line_of_its_own(liang: str, most: int) -> None:
    stages = [{}, {"Anna": {"weaken": "Bruno"}}]
    [(to, _, facts)] = told(stages, "scored", overseers={"Anna": "liang"}, options={"liang": liang})
    sums = facts["sums"]
    assert to == PUBLIC
    assert sums["Bruno"][-1] == Line("liang", 0, -most)
    assert [line for line in sums["Anna"] if line.what == "liang"] == ([Line("liang", 0, 4)] if most == 4 else [])


def test_what_was_picked_and_drawn_is_told_to_nobody_but_the_mj() -> None:
    assert told([{}], "drawn", "picked", "picked-ranked", hands=HANDS) == []


RULES = {
    **dict.fromkeys(("lists-sent",), "O5"),
    **dict.fromkeys(("dealt", "overseer"), "O7"),
    **dict.fromkeys(("became", "became-drawn", "offered"), "O10"),
    **dict.fromkeys(("picked", "picked-ranked", "all-picked", "hand", "put-on-pile"), "O11"),
    "called": "O14",
    "pick-was-drawn": "O15",
    "laid": "O16",
    "laid-down": "O18",
    "turned": "O20",
    **dict.fromkeys(("offered-cards", "kept", "kept-card"), "O22"),
    **dict.fromkeys(("looked", "seen"), "O23"),
    "copied": "O24",
    **dict.fromkeys(("voted", "not-voted", "nobody-accused", "accused", "tie-accuse"), "O27"),
    **dict.fromkeys(("admits", "admitted-cards"), "O28"),
    "denies": "O29",
    **dict.fromkeys(("shown", "showdown"), "O30"),
    **dict.fromkeys(("guilty", "innocent", "tie-highest"), "O32"),
    "lost": "O33",
    "tie-lose": "O34",
    **dict.fromkeys(("pile", "took", "took-drawn"), "O35"),
    "swept": "O36",
    **dict.fromkeys(("greed", "thief", "tie-thief"), "O37"),
    **dict.fromkeys(("robbed", "robs-nobody", "given-drawn"), "O38"),
    "weakened": "O39",
    **dict.fromkeys(("scored", "next-leader", "tie-next"), "O40"),
    "won": "O42",
}
"""The rule that the MJ's account cites for each fact, but for draws."""
OF_THE_MJ = {"lists-sent", "picked", "picked-ranked", "drawn"}
OF_A_PLAYER = {"hand", "put-on-pile", "laid-down", "offered", "offered-cards", "kept-card", "seen", "pile"}
OF_A_PLAYER |= {"admitted-cards"}


def test_each_fact_cites_its_rule_and_is_told_to_those_who_may_know_it() -> None:
    met = set()
    files = [FOLDER / "overseers" / f"{name}.yaml" for name in ("draft", "each-pair", "greed", "vote")]
    for case in (case for file in files for case in cases_of(file)):
        for outcome in play(case.plain).outcomes:
            to_tell = [fact for fact in outcome.log if fact.kind not in OF_THE_MJ]
            assert [one.kind for one in outcome.notices] == [fact.kind for fact in to_tell]
            for one, fact in zip(outcome.notices, to_tell, strict=True):
                assert one.to == (player_reader(fact.data["player"]) if one.kind in OF_A_PLAYER else PUBLIC)
                assert {**one.facts, "rules": (RULES[one.kind],)} == fact.data
            for fact in outcome.log:
                assert fact.kind == "drawn" or fact.data["rules"] == (RULES[fact.kind],)
                assert None not in fact.data.values() and fact.data.get("player", "Anna") in case.plain["players"]
                met.add(fact.kind)
    assert met >= {*RULES, "drawn"} - {"dealt", "overseer", "offered"}


@pytest.mark.parametrize(
    ("case", "orders", "values"),
    [
        ({"hands": HANDS, "leader": "Chloé"}, {"pick": "lust", "second": "lust"}, {"hand": [*TRAITS[:2], *TRAITS[3:]]}),
        ({"overseers": {"Anna": "yanmei"}}, {"turn": 9}, {"numbers": [1, 2, 3, 4, 5]}),
        ({"overseers": {"Anna": "meixiu"}}, {"look": {"player": "Bruno", "cards": [3, 4]}}, {"numbers": [4, 5]}),
    ],
)
def test_who_names_a_card_that_is_not_there_reads_which_are(
    case: dict[str, Any], orders: dict[str, Any], values: dict[str, list[Any]]
) -> None:
    given = {"cards": CARDS, "pile": ["lust", "hope"]} if "hands" not in case else {"overseers": {"Bruno": "wuming"}}
    played = play({"players": PLAYERS, "tables": WORTHS, **given, **case, "stages": []})
    view = player_view(played.setting, played.state, "Anna")
    (found,) = (one.values for one in objections(view, orders))
    shown = {key: [getattr(part, "canonical", part) for part in found[key].parts] for key in values}
    assert shown == values
