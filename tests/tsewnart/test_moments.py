"""A turn gone through order by order: it begins as the table stood, and ends as it stands."""

from __future__ import annotations

import operator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from support.depth import examples
from tsewnart.accounts import cases, play
from tsewnart.tables import Table, tables

from adjudicator.core.game_reports import Moment
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import Fact, Outcome
from adjudicator.games.tsewnart import views
from adjudicator.games.tsewnart.account import moments
from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.cases import make_setting, make_state
from adjudicator.games.tsewnart.state import Setting, State
from adjudicator.games.tsewnart.turn import apply


def standing(board: Any) -> tuple[Any, Any, Any]:
    """Return what stands on a board, without how it came there."""
    pieces = [{key: value for key, value in one.items() if key != "came_from"} for one in board["pieces"]]
    bare = [{key: value for key, value in one.items() if key != "wounded"} for one in pieces]
    return bare, board["ghosts"], board["tally"]


def board_of(setting: Setting, state: State) -> tuple[Any, Any, Any]:
    return standing(views.board_view(setting, state, own=None, everything=True))


def check(setting: Setting, before: State, outcome: Outcome[State]) -> list[Moment]:
    """The first moment is the state before, the last that after; a mark is where something changed, and only there."""
    found = moments(setting, before, outcome)
    boards: list[Any] = [moment.pictures[0]["shows"] for moment in found]
    assert standing(boards[0]) == board_of(setting, before)
    assert standing(boards[-1]) == board_of(setting, replace(outcome.state, phase="turn"))
    for one, two in pairwise(boards):
        marked = [mark["cell"] for mark in two["marks"] if mark["kind"] == "changed"]
        cells = {piece["cell"] for board in (one, two) for piece in (*board["pieces"], *board["ghosts"])}
        assert set(marked) == {cell for cell in cells if on(one, cell) != on(two, cell)}
        assert marked == sorted(marked)
    return found


def on(board: Any, cell: Any) -> list[Any]:
    pieces = [{key: value for key, value in one.items() if key != "came_from"} for one in board["pieces"]]
    return [one for one in (*pieces, *board["ghosts"]) if one["cell"] == cell]


@examples(150)
@given(tables())
def test_a_turn_ends_with_the_state_after_it(table: Table) -> None:
    outcome = play_turn(table.setting, table.state, table.orders, "seed")
    check(table.setting, table.state, outcome)


@pytest.mark.deep
@examples(150)
@given(tables())
def test_facts_told_again_make_the_same_position(table: Table) -> None:
    """Also from a log that was read back, whose cells are lists."""
    outcome = play_turn(table.setting, table.state, table.orders, "seed")
    again = table.state.copy()
    for fact in outcome.log:
        apply(table.setting, again, Fact(fact.kind, to_plain(fact.data)))
    kept = operator.attrgetter("pieces", "ghosts", "scores")
    assert kept(again) == kept(outcome.state)
    assert [set(again.stop), set(again.surrender)] == [set(outcome.state.stop), set(outcome.state.surrender)]


def test_every_case_can_be_gone_through() -> None:
    """Each order is a moment with its number in the order of play, where it has an item."""
    for case in cases().values():
        outcome = play(case)
        found = check(make_setting(case), make_state(case), outcome)
        tried = [fact for fact in outcome.log if fact.kind == "tried"]
        assert sum(moment.said[0].key == "account.entry" for moment in found if moment.said) == len(tried)
        assert sum(moment.title.key == "account.moment" for moment in found) == sum("item" in f.data for f in tried)


def test_stages_before_the_first_turn_have_no_moments() -> None:
    case = next(iter(cases().values()))
    state = replace(make_state(case), phase="roles")
    assert moments(make_setting(case), state, Outcome(state, (), (), {})) == []
