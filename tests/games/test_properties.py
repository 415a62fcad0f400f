"""What holds of every stage of every game, whatever the table and whatever the orders."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.depth import examples, share
from support.leaks import Side, readers_of
from support.suites import SUITES

from adjudicator.core.mj import Mj, record, recorded
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import MJ, Outcome
from adjudicator.reports.markup import FORMATS
from adjudicator.reports.writing import render

NUMBERS = st.integers(0, 2**32 - 1)
STAGES = {game: suite.stages for game, suite in SUITES.items()}
GAME = pytest.mark.parametrize("game", SUITES)


def as_json(value: Any) -> str:
    return json.dumps(to_plain(value), ensure_ascii=False)


def resolved(
    side: Side, state: Any = None, orders: Mapping[str, Any] | None = None, mj: Mj | None = None
) -> Outcome[Any]:
    """Play a stage, from its state or another, with its orders and answers of the MJ or others."""
    state = side.played.before if state is None else state
    given_orders = side.played.table["orders"] if orders is None else orders
    mj = mj or Mj(getattr(side, "answers", {}))
    return side.campaign.game.rules.resolve(side.campaign.setting, state, given_orders, side.seed, mj)


def reports(side: Side) -> dict[str, str]:
    """Return what the reports of all readers are made of."""
    game, setting, played = side.campaign.game, side.campaign.setting, side.played
    orders = played.table["orders"]
    return {
        str(reader): as_json(game.reports.report(setting, played.before, played.outcome, orders, reader))
        for reader in (*readers_of(side), MJ)
    }


def check(side: Side, outcome: Outcome) -> None:
    """What was played goes on from where it was: it can be kept, and is a table of the game."""
    game = side.campaign.game
    json.dumps(game.rules.dump(outcome.state))
    SUITES[game.id].check_state(side.campaign.setting, outcome.state)


@GAME
@examples(share(25, SUITES))
@given(st.data())
def test_the_same_is_played_the_same_and_can_be(game: str, data: st.DataObject) -> None:
    side = data.draw(STAGES[game])
    outcome = side.played.outcome
    check(side, outcome)
    assert as_json(resolved(side)) == as_json(outcome)


@GAME
@examples(share(50, SUITES))
@given(st.data())
def test_the_record_of_what_the_mj_was_asked_plays_a_stage_again(game: str, data: st.DataObject) -> None:
    """Whoever decided, the MJ or the program, the same is asked in the same order, and the same comes of it."""
    side = data.draw(STAGES[game])
    heard = Mj(getattr(side, "answers", {}))
    outcome, rows = resolved(side, mj=heard), record(heard.asked)
    again = recorded(rows)
    assert as_json(resolved(side, mj=again)) == as_json(outcome)
    assert [row["print"] for row in record(again.asked)] == [row["print"] for row in rows]


@GAME
@examples(share(32, SUITES))
@given(st.data(), NUMBERS)
def test_whatever_comes_a_stage_can_be_played(game: str, data: st.DataObject, number: int) -> None:
    """Nonsense raises nothing, and what it leaves is a table of the game."""
    side = data.draw(STAGES[game])
    orders = SUITES[game].nonsense(random.Random(number), side)
    one, two = (resolved(side, orders=orders) for _ in "ab")
    assert as_json(one) == as_json(two)
    check(side, one)


def without_one_part(value: Any) -> Iterator[Any]:
    """Yield a value without one part of an object, for each part at any depth, and with None in its place."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            rest = {other: one for other, one in value.items() if other != key}
            yield rest
            yield from ({**value, key: less} for less in (None, *without_one_part(part)))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from ([*value[:i], less, *value[i + 1 :]] for less in without_one_part(part))


@GAME
@examples(share(50, SUITES))
@given(st.data(), NUMBERS)
def test_orders_with_a_part_missing_are_judged(game: str, data: st.DataObject, number: int) -> None:
    """A part that the schema has refused is missing or None when the rest is judged, so that all faults are told."""
    side = data.draw(STAGES[game])
    orders, rules, setting = side.campaign.game.orders, side.campaign.game.rules, side.campaign.setting
    for player in rules.awaited(setting, side.played.before):
        view = rules.view(setting, side.played.before, player)
        possible = [*islice(orders.possible(view), 300)]
        for given_orders in random.Random(number).sample(possible, min(6, len(possible))):
            for less in without_one_part(given_orders):
                orders.objections(view, less)


@GAME
@examples(share(25, SUITES))
@given(st.data())
def test_playing_changes_nothing_of_what_was_given(game: str, data: st.DataObject) -> None:
    side = data.draw(STAGES[game])
    given_all = side.campaign.setting, side.played.before, side.played.table
    before = deepcopy(given_all)
    first = side.played.outcome
    kept = deepcopy(first.state)
    reports(side)
    assert given_all == before
    if side.campaign.game.rules.stage(first.state):
        resolved(side, first.state)
    assert first.state == kept


@GAME
@examples(share(25, SUITES))
@given(st.data())
def test_a_state_comes_back_from_json_and_the_game_goes_on_the_same(game: str, data: st.DataObject) -> None:
    side = data.draw(STAGES[game])
    load, dump = side.campaign.game.rules.load, side.campaign.game.rules.dump
    for state in (side.played.before, side.played.outcome.state):
        text = json.dumps(dump(state), ensure_ascii=False)
        back = load(json.loads(text))
        assert back == state
        assert json.dumps(dump(back), ensure_ascii=False) == text
    orders = json.loads(json.dumps(side.played.table["orders"]))
    again = resolved(side, load(json.loads(json.dumps(dump(side.played.before)))), orders)
    assert as_json(again) == as_json(side.played.outcome)


@GAME
@examples(share(16, SUITES))
@given(st.data(), NUMBERS)
def test_what_has_no_order_may_come_in_any(game: str, data: st.DataObject, number: int) -> None:
    side = data.draw(STAGES[game])
    other = SUITES[game].shuffled(random.Random(number), side)
    for part in ("state", "log", "notices", "results"):
        assert as_json(getattr(other.played.outcome, part)) == as_json(getattr(side.played.outcome, part)), part
    assert reports(other) == reports(side)


@GAME
@examples(share(3, SUITES))
@given(st.data())
def test_every_report_can_be_written(game: str, data: st.DataObject) -> None:
    side = data.draw(STAGES[game])
    for reader in (*readers_of(side), MJ):
        for form in FORMATS:
            for language in ("fr", "en"):
                assert render(side.campaign, side.played, reader, form, language)
