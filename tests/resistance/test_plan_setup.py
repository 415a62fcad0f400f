"""Le Plan before it is played, and what no case can show: decks (L1 to L3), draws (L4, L38), amendments (L39)."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import Any

import pytest
from resistance.test_resistance_deal import TEN
from support.commands import SEED

from adjudicator.core.stage import Outcome
from adjudicator.games.resistance import plots
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.state import Gift, Plots, Setting, State

FIVE = TEN[:5]
TEN_CARDS = {"no_confidence": 3, "strong_leader": 2, "close_eye": 2, "opinion_maker": 2, "overheard": 1}


def campaign(players: int, plan: Any) -> dict[str, Any]:
    return {"players": list(TEN[:players]), "plan": plan, "options": {}}


def setting(players: int = 5, **plan: Any) -> Setting:
    return GAME.setup.setting(campaign(players, plan or {"deck": TEN_CARDS}))


# Decks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "plan", "cards", "draw"),
    [
        (7, True, 15, 2),
        (8, {}, 15, 2),
        (9, {"deck": "early"}, 15, 3),
        (10, {"deck": "early", "draw": 1}, 15, 1),
        (5, {"deck": "late"}, 7, 1),
        (6, {"deck": "late"}, 7, 1),
        (7, {"deck": "late"}, 15, 2),
        (8, {"deck": "late"}, 15, 2),
        (9, {"deck": "late"}, 15, 3),
        (10, {"deck": "late"}, 15, 3),
        (5, {"deck": TEN_CARDS}, 10, 2),
    ],
)
def test_l02_l05_a_deck_has_its_cards_and_so_many_are_drawn(players: int, plan: Any, cards: int, draw: int) -> None:
    found = GAME.setup.setting(campaign(players, plan)).plan
    assert (len(found.deck), found.draw) == (cards, draw)
    assert list(GAME.setup.objections(campaign(players, plan))) == []


def test_l01_the_fifteen_cards_and_the_seven_of_the_later_printing() -> None:
    assert Counter(setting(8, deck="early").plan.deck) == plots.COPIES  # type: ignore[union-attr]
    late = {"no_confidence": 1, "strong_leader": 2, "close_eye": 2, "opinion_maker": 1, "responsibility": 1}
    assert Counter(setting(6, deck="late").plan.deck) == late  # type: ignore[union-attr]
    assert sum(plots.SUPPOSED.values()) == 10


@pytest.mark.parametrize(
    ("players", "plan", "code", "path", "values"),
    [
        (5, True, "deck-unwritten", ("plan",), {"players": 5}),
        (6, {"deck": "early", "draw": 1}, "deck-unwritten", ("plan", "deck"), {"players": 6}),
        (5, {"deck": {"no_confidence": 3, "close_eye": 2}}, "runs-dry", ("plan", "deck"), {"cards": 5, "needed": 10}),
        (6, {"deck": "late", "draw": 2}, "runs-dry", ("plan", "deck"), {"cards": 7, "needed": 10}),
        (5, {"deck": {**TEN_CARDS, "spotlight": 2}}, "not-in-the-box", ("plan", "deck", "spotlight"), {"most": 1}),
        (7, {"names": {"spotlight": "Projo", "close_eye": "projo"}}, "same-name", ("plan", "names", "close_eye"), {}),
    ],
)
def test_l03_a_deck_that_cannot_be_is_refused(
    players: int, plan: Any, code: str, path: tuple[str, ...], values: dict[str, int]
) -> None:
    (found,) = GAME.setup.objections(campaign(players, plan))
    assert (found.code, found.path) == (code, path)
    assert values.items() <= found.values.items()


# Draws ---------------------------------------------------------------------------------------------------------


def by_hand(turn: int, purpose: str, key: str, candidates: list[Any]) -> Any:
    text = f'["{SEED}", {turn}, "{purpose}", "{key}", 0]'
    return candidates[int(sha256(text.encode()).hexdigest(), 16) % len(candidates)]


def test_l04_the_order_of_the_deck_can_be_drawn_again_by_hand_and_is_told_to_nobody() -> None:
    outcome = GAME.rules.resolve(setting(), GAME.rules.begin(setting()), {}, SEED)
    left, order = [card for card in plots.COPIES for _ in range(TEN_CARDS.get(card, 0))], []
    for number in range(1, 11):
        order.append(by_hand(0, "plot", str(number), left))
        left.remove(order[-1])
    table = outcome.state.plots
    assert [*table.drawn, *table.deck] == order
    assert [notice.facts for notice in outcome.notices if notice.kind == "plots-drawn"] == [{"plots": tuple(order[:2])}]
    assert not [notice for notice in outcome.notices if notice.kind == "plots-shuffled"]


def played(state: State, orders: dict[str, Any]) -> Outcome[State]:
    outcome: Outcome[State] = GAME.rules.resolve(setting(), state, orders, SEED)
    return outcome


def test_l38_what_chance_answers_can_be_drawn_again_by_hand() -> None:
    """Cards go to the others in seat order; then a side, a player and a card are drawn for those who are silent."""
    state = State("give", 6, FIVE, ("Anna", "Bruno"), "Chloé", plots=Plots(drawn=("open_up", "overheard"), dealt=1))
    others = [name for name in FIVE if name != "Chloé"]
    assert played(state, {}).state.plots.given == (
        Gift("open_up", by_hand(6, "give", "1", others)),
        Gift("overheard", by_hand(6, "give", "2", others)),
    )
    given = tuple(Gift(card, "Denis") for card in ("open_up", "overheard", "overheard", "responsibility"))
    hands = {"Bruno": ("strong_leader", "no_confidence", "no_confidence"), "Emma": ("close_eye",)}
    table = Plots(hands=hands, given=given, dealt=1)
    after = played(State("immediate", 8, FIVE, ("Anna", "Bruno"), "Emma", plots=table), {}).state.plots
    shown = by_hand(8, "show", "Denis", [name for name in FIVE if name != "Denis"])
    sides = [by_hand(8, "overhear", f"Denis {number}", ["Emma", "Chloé"]) for number in (1, 2)]
    assert [seen.player for seen in after.seen["Denis"]] == sides
    assert [seen.player for seen in after.seen[shown]][-1:] == ["Denis"]
    around = [("close_eye", "Emma"), ("no_confidence", "Bruno"), ("strong_leader", "Bruno")]
    assert after.hands["Denis"] == (by_hand(8, "take", "Denis", around)[0],)


# Amendments ----------------------------------------------------------------------------------------------------

CARDS = ("no_confidence", "no_confidence", "strong_leader", "spotlight", "overheard", "close_eye")


def windowed(phase: str, **fields: Any) -> tuple[Setting, State]:
    """A table of five at which some cards lie, and a deck of those that are left."""
    counts = Counter(CARDS)
    table = Plots(
        deck=("no_confidence", "close_eye"),
        hands={"Bruno": ("strong_leader",), "Emma": ("spotlight",)},
        discarded=("no_confidence",) if phase == "give" else ("overheard", "no_confidence"),
        drawn=("overheard",) if phase == "give" else (),
        dealt=1,
        **fields,
    )
    squad = ("Anna", "Bruno") if phase in ("mission", "after_vote") else ()
    state = State(phase, 5, FIVE, ("Anna", "Denis"), "Anna", target=1 if squad else 0, squad=squad, plots=table)
    return setting(deck=dict(counts), draw=1), state


@pytest.mark.parametrize(
    ("phase", "table", "changed"),
    [
        ("chief", {"plots": {"Bruno": [], "Chloé": ["strong_leader"]}}, {"hands": ["Chloé", "Emma"]}),
        ("chief", {"deck": ["close_eye", "no_confidence"]}, {"deck": ("close_eye", "no_confidence")}),
        ("chief", {"discarded": ["no_confidence", "overheard"]}, {"discarded": ("no_confidence", "overheard")}),
        ("chief", {"passed": ["Emma", "Chloé"]}, {"passed": ("Chloé", "Emma")}),
        ("give", {"drawn": ["no_confidence"], "discarded": ["overheard"]}, {"drawn": ("no_confidence",)}),
        ("mission", {"lit": "Bruno"}, {"lit": "Bruno"}),
    ],
)
def test_l39_what_is_amended_is_so_and_is_told(phase: str, table: dict[str, Any], changed: dict[str, Any]) -> None:
    rules, before = windowed(phase)
    assert GAME.rules.amendment_objections(rules, before, table) == []
    after = GAME.rules.amended(rules, before, table)
    found = {key: list(after.plots.hands) if key == "hands" else getattr(after.plots, key) for key in changed}
    assert found == changed
    assert len(GAME.reports.changes(rules, before, after)) == len(table.get("plots", table))


@pytest.mark.parametrize(
    ("phase", "table", "code"),
    [
        ("chief", {"drawn": ["close_eye"], "deck": ["no_confidence"]}, "amend-not-now"),
        ("chief", {"lit": "Bruno"}, "amend-not-now"),
        ("chief", {"discarded": ["overheard"]}, "plots-wrong"),
        ("chief", {"plots": {"Emma": ["overheard"]}, "discarded": ["spotlight", "no_confidence"]}, "not-kept"),
        ("chief", {"passed": ["Bruno"]}, "window-empty"),
        ("give", {"drawn": [], "discarded": ["no_confidence", "overheard"]}, "window-empty"),
        ("after_vote", {"passed": ["Emma"]}, "window-empty"),
        ("mission", {"lit": "Chloé"}, "lit-outside"),
    ],
)
def test_l39_what_no_game_can_reach_is_refused(phase: str, table: dict[str, Any], code: str) -> None:
    rules, before = windowed(phase)
    assert [objection.code for objection in GAME.rules.amendment_objections(rules, before, table)] == [code]


def test_l39_who_is_in_the_light_may_be_nobody() -> None:
    rules, before = windowed("mission", lit="Anna")
    assert GAME.rules.amended(rules, before, {"lit": "nobody"}).plots.lit == ""


# Who is told -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("orders", "kinds"),
    [
        ({"Emma": {"inspect": ["Anna"]}}, ["inspected Everybody", "saw-card Emma"]),
        (
            {"Emma": {"inspect": ["Anna"]}, "Chloé": {"inspect": ["Anna"]}},
            ["inspected Everybody", "saw-card Chloé", "too-late Emma"],
        ),
        ({"Chloé": {"inspect": "nobody"}}, []),
        ({"Chloé": {"pass": True}}, ["passed Everybody"]),
    ],
)
def test_l24_who_looks_and_who_comes_too_late_is_told_so_and_nobody_else(
    orders: dict[str, Any], kinds: list[str]
) -> None:
    table = Plots(hands={"Emma": ("close_eye",), "Chloé": ("close_eye",)}, dealt=1)
    table.laid = {"Anna": "failure", "Bruno": "success"}
    before = State("close_eye", 5, FIVE, ("Anna", "Denis"), "Anna", target=1, squad=("Anna", "Bruno"), plots=table)
    told = [
        (one.kind, one.to.name or "Everybody")
        for one in played(before, orders).notices
        if one.kind not in ("plots-drawn", "carried-out")
    ]
    assert [f"{kind} {to}" for kind, to in told] == kinds
