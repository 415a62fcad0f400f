"""Orders with conditions, in every game that has some: equal views, equal answers; planted leaks; totality."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.clauses import Drawing
from support.depth import examples, few, is_deep, one_of, sample, share
from support.leaks import EVERY_DAY, Pair, Patch, file_of, finds, judged, progress
from support.suite import drawn
from support.suites import SUITES

from adjudicator.core import standing_orders
from adjudicator.core.conditions import Sight, facts_of
from adjudicator.core.faults import Objection
from adjudicator.core.standing_orders import accounted, after, as_kept, became_said, kept
from adjudicator.games import GAMES, game
from adjudicator.games.resistance import conditions as of_the_resistance
from adjudicator.games.tsewnart import conditions as of_tsewnart

WITH_CONDITIONS = [name for name in GAMES if game(name).orders.conditions]
GAME = pytest.mark.parametrize("name", WITH_CONDITIONS)
NUMBERS = st.integers(0, 2**32 - 1)


def shown(pair: Pair[Any], side: Any, number: int) -> list[Any]:
    """Return all that clauses make of the stage after ``side`` for the reader of a pair: what acts, what is said."""
    now, player = progress(side, "after"), pair.reader.name
    if now.stage is None or now.stage.phase in ("deal", "roles", "placement"):
        return []
    rules, view = now.campaign.game.orders, now.view(player)
    found: list[Any] = []
    draw = Drawing(random.Random(f"{pair.changes} {number}"), pair.one.campaign)
    for _ in range(6):
        standing = {"if": draw.clauses()}
        orders, asked = standing_orders.answer(rules, view, now.stage.phase, standing)
        told = list(standing_orders.objections(rules, view, standing))
        found.append((standing, orders, kept(asked), told, standing_orders.said(rules, standing)))
    given = [*itertools.islice(rules.possible(view), 40)] or [{"vote": "no"}]
    for _ in range(10):  # what is refused would be read in many other ways, for half a second
        standing = {"if": [{**draw.clause(), "then": draw.chance.choice(given)}]}
        if not any(standing_orders.objections(rules, view, standing)):
            data = file_of(player, now.stage.turn, standing=standing)
            return [*found, judged(data, "after", "fr")(side)]
    return found


def clause_leaks(looked_at: list[Pair[Any]]) -> Iterator[str]:
    """Yield what of clauses tells the two sides of a pair apart."""
    for pair in looked_at:
        if pair.reader.kind == "player":
            for number in range(2):
                one, two = shown(pair, pair.one, number), shown(pair, pair.two, number)
                if one != two:
                    yield f"{pair.reader}: {pair.changes}\n{one}\n{two}"


def some(name: str, every: int) -> list[Pair[Any]]:
    return [pair for pair in drawn(SUITES[name], EVERY_DAY) if pair.reader.kind == "player"][::every]


@GAME
def test_equal_views_come_to_equal_answers_and_receipts(name: str) -> None:
    assert list(clause_leaks(some(name, (4 if is_deep() else 240) * len(WITH_CONDITIONS)))) == []


# Leaks planted, one at a time ----------------------------------------------------------------------------------


def on_the_state(patch: Patch, name: str, condition: str, **fields: Callable[..., Any]) -> None:
    """Let a condition know the state behind a view: each field gets setting, state and player first."""
    behind: list[Any] = []
    rules, table = game(name).rules, {"resistance": of_the_resistance, "tsewnart": of_tsewnart}[name].CONDITIONS
    honest = rules.view

    def view(setting: Any, state: Any, player: str) -> Any:
        behind[:] = [setting, state, player]
        return honest(setting, state, player)

    def bound(spoiled: Callable[..., Any]) -> Callable[..., Any]:
        return lambda view, argument: spoiled(*behind, argument)

    patch.setattr(rules, "view", view)
    patch.setitem(table, condition, table[condition]._replace(**{key: bound(each) for key, each in fields.items()}))  # type: ignore[arg-type]


def sided(state: Any, player: str, names: Any) -> bool:
    return any(each in state.cylons for each in (names if isinstance(names, list) else [names]) if each != player)


def a_cylon_known_to_all(patch: Patch) -> None:
    on_the_state(patch, "resistance", "known_cylon", holds=lambda setting, state, player, name: name in state.cylons)


def a_colon_known_to_all(patch: Patch) -> None:
    on_the_state(
        patch, "resistance", "known_colon", holds=lambda setting, state, player, name: name not in state.cylons
    )


def a_name_refused_that_is_a_cylon(patch: Patch) -> None:
    def judge(setting: Any, state: Any, player: str, names: Any) -> list[Objection]:
        return [Objection("condition-squad", (), {"named": 1, "most": 1})] if sided(state, player, names) else []

    on_the_state(patch, "resistance", "squad_has", objections=judge)


def a_squad_that_knows_its_cylons(patch: Patch) -> None:
    on_the_state(
        patch, "resistance", "squad_has_one", holds=lambda setting, state, player, names: sided(state, player, names)
    )


def a_commander_who_is_a_cylon(patch: Patch) -> None:
    on_the_state(
        patch,
        "resistance",
        "commander",
        holds=lambda setting, state, player, names: state.commander in state.cylons and state.commander != player,
    )


def a_squad_of_cylons_counted(patch: Patch) -> None:
    on_the_state(
        patch,
        "resistance",
        "round",
        holds=lambda setting, state, player, bound: len({*state.squad} & {*state.cylons} - {player}) > 1,
    )


def an_enemy_known_by_his_role(patch: Patch) -> None:
    def holds(setting: Any, state: Any, player: str, where: Any) -> bool:
        camp = setting.camp_of[player]
        return any(piece.role == "brute" for piece in state.pieces.values() if piece.camp != camp)

    on_the_state(patch, "tsewnart", "enemy_next", holds=holds)


def an_enemys_wound(patch: Patch) -> None:
    def holds(setting: Any, state: Any, player: str, answer: Any) -> bool:
        camp = setting.camp_of[player]
        return any(piece.wounded for piece in state.pieces.values() if piece.camp != camp)

    on_the_state(patch, "tsewnart", "wounded", holds=holds)


def scores_told(patch: Patch) -> None:
    on_the_state(patch, "tsewnart", "turn", holds=lambda setting, state, player, bound: max(state.scores.values()) > 0)


def ghosts_that_are_hidden(patch: Patch) -> None:
    def holds(setting: Any, state: Any, player: str, answer: Any) -> bool:
        camp = setting.camp_of[player]
        return sum(sum(ghost.cell) for ghost in state.ghosts.values() if ghost.camp != camp) % 2 == 0

    on_the_state(patch, "tsewnart", "enemy_ghost_here", holds=holds)


def an_enemys_uses(patch: Patch) -> None:
    def holds(setting: Any, state: Any, player: str, bound: Any) -> bool:
        camp = setting.camp_of[player]
        return (
            sum(piece.teleports + piece.extra_moves for piece in state.pieces.values() if piece.camp != camp) % 2 == 0
        )

    on_the_state(patch, "tsewnart", "extra_moves", holds=holds)


def a_cell_refused_on_which_a_role_stands(patch: Patch) -> None:
    def judge(setting: Any, state: Any, player: str, cells: Any) -> list[Objection]:
        camp = setting.camp_of[player]
        taken = any(piece.role in ("terreur", "archer") for piece in state.pieces.values() if piece.camp != camp)
        return [Objection("off-board", (), {"cell": "(1;1)", "width": 1, "height": 1})] if taken else []

    on_the_state(patch, "tsewnart", "enemy_at", objections=judge)


PLANTED = {
    "resistance": [
        a_cylon_known_to_all,
        a_colon_known_to_all,
        a_name_refused_that_is_a_cylon,
        a_squad_that_knows_its_cylons,
        a_commander_who_is_a_cylon,
        a_squad_of_cylons_counted,
    ],
    "tsewnart": [
        an_enemy_known_by_his_role,
        an_enemys_wound,
        scores_told,
        ghosts_that_are_hidden,
        an_enemys_uses,
        a_cell_refused_on_which_a_role_stands,
    ],
}


@few(3)
@pytest.mark.parametrize(
    ("name", "plant"), sample([(name, plant) for name, plants in PLANTED.items() for plant in plants], 2)
)
def test_a_planted_leak_is_found(name: str, plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    assert finds(clause_leaks, plant, some(name, 1), monkeypatch)


# Whatever stands in them ---------------------------------------------------------------------------------------


@GAME
@examples(share(25, WITH_CONDITIONS))
@given(st.data(), NUMBERS)
def test_whatever_is_left_can_be_judged_said_and_played(name: str, data: st.DataObject, number: int) -> None:
    """No fact of any table raises an error, or is anything but true, false or unseen; answers are what may be sent."""
    side = data.draw(SUITES[name].stages)
    now = progress(side, "after")
    rules, draw = now.campaign.game.orders, Drawing(random.Random(number), side.campaign)
    if now.stage is None or now.stage.phase in ("deal", "roles", "placement"):
        return
    voice = now.campaign.voice("fr")
    for player in now.campaign.players:
        view, standing = now.view(player), {"if": draw.clauses(6)}
        for clause in standing["if"]:
            for _, condition, argument in facts_of(clause):
                found = rules.conditions[condition].holds(view, argument)
                assert found is None or isinstance(found, bool)
            Sight(rules.conditions, view, now.stage.phase).clause(clause)
        list(standing_orders.objections(rules, view, standing))
        orders, asked = standing_orders.answer(rules, view, now.stage.phase, standing)
        assert not orders or not rules.against(view, orders)
        rows = kept(asked)
        assert as_kept(rules, view, standing, rows) == orders
        assert [one.number for one in asked] == sorted({one.number for one in asked})
        remarks = standing_orders.remarks(rules, view, standing)
        for phrase in (
            *remarks,
            *standing_orders.said(rules, standing),
            *became_said(rules, rows),
            *accounted(rules, player, rows),
        ):
            assert voice.phrase(phrase)
        again, _ = standing_orders.answer(rules, view, now.stage.phase, after(standing, asked))
        assert again is None or isinstance(again, dict)


TRIED = 3
"""How often each example is judged every day."""


def tables_of(name: str, is_more_wanted: Callable[[], bool]) -> Iterator[Pair[Any]]:
    """Yield pairs of a player, then, if more are wanted, those of another chance, which take seconds to draw."""
    yield from some(name, 1)
    if is_more_wanted():
        yield from (pair for pair in drawn(SUITES[name], 3 * EVERY_DAY) if pair.reader.kind == "player")


@pytest.mark.parametrize("name", one_of(WITH_CONDITIONS, 1))
def test_what_a_form_offers_may_be_written(name: str) -> None:
    """Each example can be put there as it stands, at any table; none is his own name."""
    from adjudicator.orders.form_lines import value_text

    orders = {"resistance": "mission: réussite", "tsewnart": "déplacement: (1;1)"}
    offered = Counter[str]()
    wanted = game(name).orders.conditions.keys() - UNOFFERED.get(name, set())
    for pair in tables_of(name, lambda: is_deep() or not wanted <= offered.keys()):
        now, player = progress(pair.one, "after"), pair.reader.name
        if now.stage is None or not now.campaign.game.forms.standing_choices(now.view(player)):
            continue
        voice = now.campaign.voice("fr")
        rules, choices = now.campaign.game.orders, now.campaign.game.forms.standing_choices(now.view(player))
        for condition, example in standing_orders.examples(rules, now.view(player)):
            offered[condition] += 1
            if offered[condition] > TRIED and not is_deep():
                continue
            seen = rules.conditions[condition].phases
            choice = next(choice for choice in choices if name in orders or rules.phases_of(choice.order) & seen)
            then = orders.get(name, f"{voice.word('orders', choice.order)}: {value_text(choice.example, voice)}")
            fact = f"{voice.word('conditions', condition)}: {value_text(example, voice)}"
            assert not re.search(rf"\b{re.escape(player)}\b", fact), fact
            text = (
                f"joueur: {player}\ntour: {now.stage.turn}\npermanents:\n  si:\n    - {{{fact}, alors: {{{then}}}}}\n"
            )
            verdict = judged(text.encode(), "after", "fr")(pair.one)
            assert not verdict.get("faults"), text
    assert offered.keys() == wanted or name not in orders


OF_THE_PLAN = {"usurped", "i_hold", "holds", "passed", "drawn", "lit"}
UNOFFERED = {"resistance": {"known_cylon", "known_colon"} | OF_THE_PLAN}
"""What is known of sides is told at the deal and does not change: what hangs on it always acts, or never.

The tables of the Resistance here are played without Le Plan, whose facts are offered where it is played.
"""


@GAME
@examples(share(40, WITH_CONDITIONS))
@given(st.data(), NUMBERS)
def test_what_can_never_hold_does_not(name: str, data: st.DataObject, number: int) -> None:
    """What is objected to as never true is not true of the stage after, whatever is played; nor of this one."""
    side = data.draw(SUITES[name].stages)
    before, now = progress(side, "before"), progress(side, "after")
    rules, draw = now.campaign.game.orders, Drawing(random.Random(number), side.campaign)
    if before.stage is None or now.stage is None or before.stage.phase in ("deal", "roles", "placement"):
        return
    for player in now.campaign.players:
        if not all(now.campaign.game.forms.standing_choices(one.view(player)) for one in (before, now)):
            continue  # who controls nothing orders nothing
        for _, condition, argument in (fact for clause in draw.clauses(6) for fact in facts_of(clause)):
            known = rules.conditions[condition]
            codes = {one.code for one in known.objections(before.view(player), argument)}
            if codes and not codes & ALWAYS and not changed_hands(before.view(player), now.view(player)):
                for one in (before, now):
                    sight = Sight(rules.conditions, one.view(player), one.state.phase)
                    assert sight.fact(condition, argument) is not True, (condition, argument, codes)


ALWAYS = {"condition-always", "condition-squad-always", "condition-everybody", "other-camp", "off-board"}


def changed_hands(before: Any, now: Any) -> bool:
    """Tell whether a camp has captured a piece: of such a piece nothing was known."""
    captor = [view.unit for view in (before, now)] == ["ghost", "piece"] if hasattr(now, "unit") else False
    then, there = (getattr(view, "members", {}) for view in (before, now))
    return captor or any(then[mate]["unit"] == "ghost" and there[mate]["unit"] == "piece" for mate in there)


def test_what_is_planted_is_at_least_ten() -> None:
    assert sum(map(len, PLANTED.values())) >= 10
