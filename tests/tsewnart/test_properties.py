"""What holds of every turn of Tsewnart, whatever the table and whatever the orders."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from support.depth import examples
from tsewnart.suite import check_state
from tsewnart.tables import (
    WITHOUT_ITEM,
    Table,
    orders_for,
    tables,
    thinned,
    unlike,
)

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.dice import Dice
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import Outcome, Reader
from adjudicator.games.tsewnart.board import DIRECTIONS, TOPOLOGIES, Board, Cell
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.orders import EXCLUSIVE
from adjudicator.games.tsewnart.rules import ORDER_OF_PLAY
from adjudicator.games.tsewnart.rulings import DECLARATIONS
from adjudicator.games.tsewnart.state import Camp, Piece, Setting, State
from adjudicator.games.tsewnart.turn import Agenda
from adjudicator.games.tsewnart.views import player_view
from adjudicator.reading.schemas import game_schema, validator

SHEET = [
    "move",
    "reorder",
    "shoot",
    "terrorise",
    "examine",
    "sanctify",
    "teleport",
    "extra_move",
    "swap",
    "pull",
    "reveal",
    "aim",
    "steer_ghost",
    "capture",
]
"""The orders that have a result, in the order in which reports list them."""

FIRM = examples(20)
MORE = examples(40)
FEW = examples(5)
NUMBERS = st.integers(0, 2**32 - 1)

KNOWN_AT_THE_DOOR = {"not-his", "exclusive", "spent", "off-board", "no-aim", "same-cell", "same-item", "no-such-item"}
"""Reasons of failures that can be known when orders come in."""


def as_json(value: Any) -> str:
    return json.dumps(to_plain(value), ensure_ascii=False)


def report_bytes(table: Table, outcome: Outcome, *kinds: str) -> dict[str, str]:
    """Return the reports of all readers (of some ``kinds``)."""
    readers = [reader for reader in GAME.reports.readers(table.setting) if not kinds or reader.kind in kinds]
    return {str(r): as_json(GAME.reports.report(table.setting, table.state, outcome, table.orders, r)) for r in readers}


def facts(outcome: Outcome, kind: str) -> list[Any]:
    return [fact.data for fact in outcome.log if fact.kind == kind]


def tell_hypothesis(outcome: Outcome) -> None:
    """Count what happened, for ``pytest --hypothesis-show-statistics``."""
    for kind in sorted({fact.kind for fact in outcome.log} - {"tried", "result", "after"}):
        event(kind)
    reasons = {data["reason"] for data in facts(outcome, "result")}
    for reason in sorted(reasons & {"suicide", "exclusive", "protected", "sanctified", "steered", "terrorised"}):
        event(f"reason {reason}")
    event(f"ending {outcome.state.ending.cause if outcome.state.ending else None}")


# The tables themselves ---------------------------------------------------------------------------------------


@examples(10)
@given(tables())
def test_tables_are_canonical(table: Table) -> None:
    schema = game_schema("tsewnart", "turn")
    document = {"turn": table.state.turn, "players": table.orders or {"x": {}}}
    assert list(validator(schema).iter_errors(document)) == []
    check_state(table.setting, table.state)


@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_distance_is_the_least_number_of_steps(topology: str) -> None:
    for width, height in product((2, 3, 4, 5), repeat=2):
        board = Board(width, height, topology)
        for start in board.cells():
            assert {cell: board.distance(start, cell) for cell in board.cells()} == steps_from(board, start)


def steps_from(board: Board, start: Cell) -> dict[Cell, int]:
    """Return how many steps away each cell is, by walking."""
    far, edge = {start: 0}, [start]
    for cell in edge:
        for direction in DIRECTIONS:
            there = board.step(cell, direction)
            if there is not None and there not in far:
                far[there] = far[cell] + 1
                edge.append(there)
    return far


# One turn, and the next ---------------------------------------------------------------------------------------


@examples(60)
@given(tables(), st.data())
def test_turn_after_turn_keeps_to_the_rules(table: Table, data: st.DataObject) -> None:
    for _ in range(3):
        outcome = table.play()
        check_turn(table, outcome)
        tell_hypothesis(outcome)
        if outcome.state.phase == "over":
            return
        orders = data.draw(orders_for(table.setting, outcome.state))
        table = replace(table, state=outcome.state, orders=orders)


def check_turn(table: Table, outcome: Outcome) -> None:
    """Everything that holds of one turn by itself."""
    check_results(table, outcome)
    check_exclusive_orders_fail_together(table, outcome)
    check_orders_are_for_their_unit(table, outcome)
    check_state(table.setting, outcome.state)
    check_nobody_is_lost(table, outcome)
    check_the_dead(table, outcome)
    check_pieces(table, outcome)
    check_scores(table, outcome)
    check_ending(table, outcome)
    check_log(table, outcome)
    check_order_of_play(table, outcome)
    check_seen(table, outcome)


def check_results(table: Table, outcome: Outcome) -> None:
    """Each order with an item, and each capture, has exactly one result, and so has the log."""
    owed = {(p, order) for p, orders in table.orders.items() for order in orders if order not in WITHOUT_ITEM}
    found = {
        (player, order): "success" if result["success"] is True else "failure"
        for player, results in outcome.results.items()
        for order, result in results.items()
    }
    assert set(found) == owed
    assert list(outcome.results) == [player for player in table.setting.roster if player in outcome.results]
    logged = Counter((data["player"], data["order"], data["result"]) for data in facts(outcome, "result"))
    assert logged == Counter((*key, result) for key, result in found.items())


def check_exclusive_orders_fail_together(table: Table, outcome: Outcome) -> None:
    """Of exclusive orders given together every one fails (R26)."""
    for player, orders in table.orders.items():
        together = [order for order in orders if order in EXCLUSIVE]
        assert len(together) < 2 or not any(outcome.results[player][order]["success"] for order in together)


def check_orders_are_for_their_unit(table: Table, outcome: Outcome) -> None:
    """Pieces do not capture, ghosts have no powers, a player with nothing left does nothing."""
    for player, results in outcome.results.items():
        done = {order for order, result in results.items() if result["success"]}
        if player in table.state.ghosts:
            assert done <= {"move", "capture"}
        elif player in table.state.pieces:
            assert "capture" not in done
        else:
            assert not done


def check_nobody_is_lost(table: Table, outcome: Outcome) -> None:
    """Nobody is left with nothing but two ghosts of each capture, and nobody comes back from nothing."""
    dropped = {player for data in facts(outcome, "captured") for player in data["others"]}
    before, after = ({*state.pieces, *state.ghosts} for state in (table.state, outcome.state))
    assert before - after == dropped
    assert after <= before


def check_the_dead(table: Table, outcome: Outcome) -> None:
    """Who is eliminated is a ghost with his role as a label, and his name is public."""
    dead = {data["player"] for data in facts(outcome, "eliminated")}
    assert {n.facts["player"] for n in outcome.notices if n.kind == "eliminated"} == dead
    for player in dead:
        assert player in table.state.pieces
        assert outcome.state.ghosts[player].role == table.state.pieces[player].role


def check_pieces(table: Table, outcome: Outcome) -> None:
    """No wound heals, no use comes back, nobody returns; only a success spends a use, and then one."""
    origin = origins(table, outcome)
    assert set(outcome.state.pieces) == set(origin)
    for player, piece in outcome.state.pieces.items():
        before = table.state.pieces[origin[player]]
        assert piece.role == before.role
        assert piece.wounded >= before.wounded
        assert (piece.teleports, piece.extra_moves) == uses_left(before, outcome.results.get(origin[player], {}))
        assert min(piece.teleports, piece.extra_moves) >= 0


def origins(table: Table, outcome: Outcome) -> dict[str, str]:
    """Return, for each player with a piece after the turn, who had that piece before it."""
    origin = {player: player for player in table.state.pieces}
    for fact in outcome.log:
        if fact.kind == "eliminated":
            del origin[fact.data["player"]]
        elif fact.kind == "captured":
            origin[fact.data["taker"]] = origin.pop(fact.data["player"])
    return origin


def uses_left(before: Piece, results: Any) -> tuple[int, int]:
    spent = {order for order, result in results.items() if result["success"]}
    return before.teleports - ("teleport" in spent), before.extra_moves - ("extra_move" in spent)


def check_scores(table: Table, outcome: Outcome) -> None:
    """Each elimination of an enemy's piece scores one, and nothing else does."""
    camp_of = table.setting.camp_of
    enemies = Counter(d["by"] for d in facts(outcome, "eliminated") if d["by"] != camp_of[d["player"]])
    scores = {camp: table.state.scores[camp] + enemies[camp] for camp in table.setting.camp_names}
    assert outcome.state.scores == scores


def check_ending(table: Table, outcome: Outcome) -> None:
    """At most one camp with pieces that has not surrendered, or two thirds for ``stop`` (§9)."""
    state, setting = outcome.state, table.setting
    for vote in WITHOUT_ITEM[1:]:
        assert getattr(state, vote) == votes_after(table, vote)
    gave_up = {c.name for c in setting.camps if 2 * len(set(c.players) & set(state.surrender)) > len(c.players)}
    playing = {piece.camp for piece in state.pieces.values()} - gave_up
    over = len(playing) <= 1 or len(state.stop) / len(setting.roster) >= 2 / 3
    assert (state.phase, state.ending is not None) == ("over" if over else "turn", over)
    assert state.turn == table.state.turn + 1
    if state.ending:
        best = max(state.scores.values())
        assert [camp for camp in setting.camp_names if state.scores[camp] == best] == list(state.ending.winners)


def votes_after(table: Table, vote: str) -> list[str]:
    standing = {player: player in getattr(table.state, vote) for player in table.setting.roster}
    standing |= {player: orders[vote] for player, orders in table.orders.items() if vote in orders}
    return [player for player, stands in standing.items() if stands]


def check_log(table: Table, outcome: Outcome) -> None:
    """The log alone tells the turn."""
    retold = Retold(table)
    for fact in outcome.log:
        retold.hear(fact.kind, fact.data)
    assert retold.pieces == {p: (u.camp, u.role, u.cell, u.wounded) for p, u in outcome.state.pieces.items()}
    assert retold.ghosts == {p: (u.role, u.cell) for p, u in outcome.state.ghosts.items()}


def check_order_of_play(table: Table, outcome: Outcome) -> None:
    """Without a Professeur the items come step by step, each camp by camp, each player in roster order."""
    names, turn = table.setting.camp_names, table.state.turn - 1
    lists = table.setting.initiative or [names[i:] + names[:i] for i in range(len(names))]
    steps, first = [step.id for step in ORDER_OF_PLAY], lists[turn % len(lists)]
    tried = [(*data["item"].split(), data["player"]) for data in facts(outcome, "tried") if "item" in data]
    ranks = [(steps.index(s), first.index(c), table.setting.roster[p]) for s, c, p in tried]
    assert ranks == sorted(ranks) or facts(outcome, "reordered")


def check_seen(table: Table, outcome: Outcome) -> None:
    """Where a ghost ends the turn on an enemy's piece its role is public, and the ghost's camp learns the name."""
    on = {piece.cell: piece for piece in outcome.state.pieces.values()}
    roles, names = set(), set()
    for ghost in outcome.state.ghosts.values():
        piece = on.get(ghost.cell)
        if piece and piece.camp != ghost.camp:
            roles.add(("", piece.cell, piece.camp, piece.role))
            if not (piece.role == "croque-mort" and gave_conceal(table, piece.player)):
                names.add((ghost.camp, piece.cell, piece.player))
    assert told(outcome, "role-seen") == sorted(roles)
    assert told(outcome, "name-seen") == sorted(names)


def gave_conceal(table: Table, player: str) -> bool:
    return player in table.state.pieces and "conceal" in table.orders.get(player, {})


def told(outcome: Outcome, kind: str) -> list[Any]:
    return sorted((notice.to.name, *notice.facts.values()) for notice in outcome.notices if notice.kind == kind)


class Retold:
    """The table as the log tells it, and the rules that each fact must have kept to."""

    def __init__(self, table: Table) -> None:
        self.table, self.board = table, table.setting.board
        self.pieces = {p: (u.camp, u.role, u.cell, u.wounded) for p, u in table.state.pieces.items()}
        self.ghosts = {p: (u.role, u.cell) for p, u in table.state.ghosts.items()}
        self.sanctified: set[Any] = set()
        self.silenced: set[str] = set()
        self.dead: set[str] = set()
        self.steered: set[str] = set()
        self.barred: set[str] = set()
        self.order = ""

    def hear(self, kind: str, data: Any) -> None:
        getattr(self, f"on_{kind.replace('-', '_')}", self.ignore)(data)

    def ignore(self, data: Any) -> None:
        """Nothing on the board changes."""

    def on_tried(self, data: Any) -> None:
        self.order = data["order"]
        self.on_after(data)

    def on_after(self, data: Any) -> None:
        self.barred = self.silenced | self.dead

    def on_moved(self, data: Any) -> None:
        camp, role, cell, wounded = self.pieces[data["player"]]
        assert cell == data["start"]
        assert data["end"] not in [unit[2] for unit in self.pieces.values()]
        assert self.order == "teleport" or self.board.distance(cell, data["end"]) == 1
        self.pieces[data["player"]] = camp, role, data["end"], wounded

    def on_swapped(self, data: Any) -> None:
        one, other = self.pieces[data["player"]], self.pieces[data["other"]]
        assert self.board.distance(one[2], other[2]) == 1
        self.pieces[data["player"]] = (*one[:2], other[2], one[3])
        self.pieces[data["other"]] = (*other[:2], one[2], other[3])

    def on_wounded(self, data: Any) -> None:
        camp, role, cell, wounded = self.pieces[data["player"]]
        assert (role, wounded) == ("brute", False)
        assert cell not in self.sanctified
        self.pieces[data["player"]] = camp, role, cell, True

    def on_eliminated(self, data: Any) -> None:
        camp, role, cell, wounded = self.pieces.pop(data["player"])
        assert role != "brute" or wounded
        assert cell not in self.sanctified
        assert self.order == "shoot" or data["by"] != camp
        self.dead.add(data["player"])

    def on_ghost_appeared(self, data: Any) -> None:
        assert data["player"] not in self.pieces
        self.ghosts[data["player"]] = data["role"], data["cell"]

    def on_ghost_moved(self, data: Any) -> None:
        role, cell = self.ghosts[data["player"]]
        assert cell == data["start"]
        assert self.board.distance(cell, data["end"]) == 1
        assert data["end"] not in self.sanctified
        self.ghosts[data["player"]] = role, data["end"]
        if self.order == "steer_ghost":
            self.steered.add(data["player"])

    def on_sanctified(self, data: Any) -> None:
        self.sanctified.add(data["cell"])

    def on_terrorised(self, data: Any) -> None:
        self.silenced.add(data["player"])

    def on_result(self, data: Any) -> None:
        """Orders of the dead and the terrorised fail, and a steered ghost's own move (R24)."""
        if data["result"] == "success":
            assert data["player"] not in self.barred
            assert data["order"] != "move" or data["player"] not in self.steered

    def on_captured(self, data: Any) -> None:
        three = [data["taker"], *data["others"]]
        camp, role, cell, wounded = self.pieces.pop(data["player"])
        taking = {self.table.setting.camp_of[player] for player in three}
        assert len(set(three)) == 3
        assert len(taking) == 1
        assert camp not in taking
        assert {self.ghosts.pop(player)[1] for player in three} == {cell}
        assert {self.table.orders[player]["capture"] for player in three} == {data["taker"]}
        self.pieces[data["taker"]] = taking.pop(), role, cell, wounded


# Same input, same bytes --------------------------------------------------------------------------------------


def test_the_order_of_keys_inside_one_order_changes_no_byte() -> None:
    setting = Setting(Board(2, 1, "closed"), tuple(Camp(n, (n,), n, ((1, 1),)) for n in ("A", "B")))
    cells = {"A": (1, 1), "B": (2, 1)}
    state = State("turn", 1, pieces={name: Piece(name, name, "professeur", cells[name]) for name in cells})
    order = {"action": "reorder B", "after": "reorder A"}
    one = Table(setting, state, {"A": {"reorder": order}}, "seed")
    two = replace(one, orders={"A": {"reorder": backwards(order)}})
    assert as_json(one.play()) == as_json(two.play())
    assert report_bytes(one, one.play()) == report_bytes(two, two.play())


# Draws (R27) -------------------------------------------------------------------------------------------------


def spawns(table: Table) -> dict[str, Any]:
    """Return where the ghosts of the players eliminated appeared."""
    found: dict[str, Any] = {}
    dead = ""
    for fact in table.play().log:
        if fact.kind == "eliminated":
            dead = fact.data["player"]
        elif fact.kind == "ghost-appeared" and fact.data["player"] == dead:
            found.setdefault(dead, fact.data["cell"])
    return found


@FIRM
@given(tables(), NUMBERS)
def test_a_spawn_does_not_depend_on_hidden_facts(table: Table, number: int) -> None:
    known = spawns(table)
    for player, cell in known.items():
        zone = sorted(table.setting.camp[table.setting.camp_of[player]].zone)
        assert cell == drawn_by_hand(table.seed, table.state.turn, player, zone)
    for i in range(4):
        found = spawns(thinned(table, number + i))
        both = set(known) & set(found)
        event(f"eliminated in both: {min(len(both), 2)}")
        assert {player: known[player] for player in both} == {player: found[player] for player in both}
        known |= found


def drawn_by_hand(seed: str, turn: int, player: str, zone: list[Any]) -> Any:
    """Draw a spawn as anybody could check it; the top of the range is too rare to matter."""
    text = json.dumps([seed, turn, "spawn", player, 0], ensure_ascii=False)
    return zone[int(hashlib.sha256(text.encode()).hexdigest(), 16) % len(zone)]


@pytest.mark.parametrize("size", [2, 3, 5, 7, 12, 30])
@pytest.mark.parametrize("vary", ["key", "turn", "seed", "purpose"])
def test_dice_are_fair(size: int, vary: str) -> None:
    usual: Any = {"key": "Zoé", "turn": 3, "seed": "s", "purpose": "spawn"}
    found: Counter[int] = Counter()
    for i in range(3000):
        now = usual | {vary: i if vary == "turn" else f"{usual[vary]}{i}"}
        found[Dice(now["seed"], now["turn"]).pick(now["purpose"], now["key"], range(size))] += 1
    expected = 3000 / size
    squares = sum((found[i] - expected) ** 2 / expected for i in range(size))
    free = size - 1
    assert squares < free + 5 * (2 * free) ** 0.5 + 5


@FIRM
@given(st.lists(st.tuples(st.sampled_from(("spawn", "examine")), st.text(max_size=4), st.integers(1, 9))), NUMBERS)
def test_dice_do_not_remember(calls: list[tuple[str, str, int]], number: int) -> None:
    one, two = Dice("s", 4), Dice("s", 4)
    first = {call: one.pick(call[0], call[1], range(call[2])) for call in calls}
    random.Random(number).shuffle(calls)
    assert {call: two.pick(call[0], call[1], range(call[2])) for call in calls} == first


def test_nothing_to_draw_from_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing"):
        Dice("s", 1).pick("spawn", "Zoé", ())


# The door ----------------------------------------------------------------------------------------------------


def offered_to(player: str, setting: Setting, state: State) -> list[Any]:
    """What a player may order; whom a capture may name is his camp's ghosts, which are not his own view."""
    offered = GAME.forms.choices(GAME.rules.view(setting, state, player))
    return [choice._replace(lines=()) if choice.order == "capture" else choice for choice in offered]


@MORE
@given(tables(), NUMBERS)
def test_objections_depend_on_the_players_own_view_alone(table: Table, number: int) -> None:
    for player, orders in table.orders.items():
        other = unlike(table.setting, table.state, player, number)
        now, then = (player_view(table.setting, state, player) for state in (table.state, other))
        board = {
            "ghost_cells": {},
            "board": {},
            "turn": 0,
            "members": {},
        }  # which everybody sees
        assert then._replace(**board) == now._replace(**board)
        here = GAME.orders.objections(GAME.rules.view(table.setting, table.state, player), orders)
        assert GAME.orders.objections(GAME.rules.view(table.setting, other, player), orders) == here
        assert offered_to(player, table.setting, other) == offered_to(player, table.setting, table.state)
        told = GAME.forms.situation(GAME.rules.view(table.setting, table.state, player))
        assert GAME.forms.situation(GAME.rules.view(table.setting, other, player)) == told
        event(f"objections: {bool(here)}")


SEEN = {
    *("unreachable", "ally-there", "occupied", "sole-survivor", "too-far", "no-ghost", "out-of-range"),
    *("nobody-there", "nobody-met", "ally-pulled", "action-past", "reference-past"),
}
"""Reasons of failures that a player can foresee where nobody else orders anything."""


@MORE
@given(tables())
def test_what_is_warned_of_fails_where_nobody_else_orders_anything_and_what_he_can_foresee_is_warned_of(
    table: Table,
) -> None:
    for player, own in passing(table).items():
        warnings = GAME.orders.warnings(GAME.rules.view(table.setting, table.state, player), own)
        warned = {phrase.values["order"].canonical: phrase.values["what"].key for phrase in warnings}
        outcome = replace(table, orders={player: own}).play()
        results = {data["order"]: data for data in facts(outcome, "result")}
        for order, key in warned.items():
            if key == "warning.suicide":
                assert results[order]["reason"] in ("suicide", "protected", "wounded")
            else:
                assert results[order]["result"] == "failure", (order, key, results[order])
        foreseen = {order for order, data in results.items() if data["reason"] in SEEN}
        if table.setting.options.ghosts == "shown":
            assert foreseen <= warned.keys(), (own, results)
        event(f"warned: {sorted(warned.values())}")
        assert all(campaign(table).voice(language).phrase(each) for language in ("fr", "en") for each in warnings)


@MORE
@given(tables())
def test_what_passes_the_door_is_said_back_and_played(table: Table) -> None:
    orders = passing(table)
    voices = [campaign(table).voice(language) for language in ("fr", "en")]
    for player, own in orders.items():
        said = GAME.orders.receipt(GAME.rules.view(table.setting, table.state, player), own)
        has_unit = player in table.state.pieces or player in table.state.ghosts
        silent = (has_unit or not own) and set(own) <= {"surrender", "stop"}
        assert len(said.actions) == len([order for order in own if order not in DECLARATIONS]) + silent
        assert len(said.besides) == len([order for order in own if order in DECLARATIONS])
        assert all(voice.receipt(said) for voice in voices)
        check_offers(table, player)
    outcome = replace(table, orders=orders).play()
    assert not KNOWN_AT_THE_DOOR & {data["reason"] for data in facts(outcome, "result")}


def passing(table: Table) -> dict[str, Any]:
    """Return the orders of the players to whom the door has nothing to object."""
    return {
        player: orders
        for player, orders in table.orders.items()
        if not GAME.orders.objections(GAME.rules.view(table.setting, table.state, player), orders)
    }


def check_offers(table: Table, player: str) -> None:
    """What a template offers is allowed, each order by itself and with those that go with any."""
    offered = [choice.order for choice in GAME.forms.choices(GAME.rules.view(table.setting, table.state, player))]
    for order in offered:
        given_orders = {key: None for key in offered if key == order or key not in EXCLUSIVE}
        assert GAME.orders.objections(GAME.rules.view(table.setting, table.state, player), given_orders) == []


@MORE
@given(tables())
def test_what_the_door_refuses_fails_when_it_is_played(table: Table) -> None:
    outcome = table.play()
    for player, orders in table.orders.items():
        for objection in GAME.orders.objections(GAME.rules.view(table.setting, table.state, player), orders):
            for order in {*objection.path[:1], *objection.related[:1]} - set(WITHOUT_ITEM):
                assert not outcome.results[player][order]["success"], (objection.code, order)


# The order of play -------------------------------------------------------------------------------------------

ITEMS = [f"{step} {camp}" for step in ("a", "b", "c") for camp in ("rouge", "bleu")]
KNOWN, NAMED = st.sampled_from(ITEMS), st.sampled_from([*ITEMS, "z rouge"])
MOVES = st.lists(st.tuples(NAMED, st.sampled_from(("before", "after")), KNOWN), max_size=4)


@examples(100)
@given(st.lists(MOVES, min_size=6, max_size=6), MOVES)
def test_no_item_is_lost_or_comes_twice(plan: list[Any], early: list[Any]) -> None:
    agenda, model = Agenda(ITEMS), list(ITEMS)
    past: list[str] = []
    for step in early:
        check_step(agenda, model, past, step)
    for moves, item in zip(plan, agenda, strict=True):
        assert item == model[len(past)]
        past.append(item)
        for step in moves:
            check_step(agenda, model, past, step)
    assert sorted(past) == sorted(ITEMS)


def check_step(agenda: Agenda, model: list[str], past: list[str], step: Any) -> None:
    """Move an item in the agenda and in a plain list; both agree, and on whether it may be moved."""
    item, place, reference = step
    allowed = item in model and item not in past and item != reference
    allowed = allowed and (reference not in past or (place == "after" and reference == past[-1]))
    assert (agenda.move(item, place, reference) is None) == allowed
    event(f"allowed {allowed}")
    if allowed:
        model.remove(item)
        model.insert(model.index(reference) + (place == "after"), item)


# Reports -----------------------------------------------------------------------------------------------------

TOLD = ("public", "camp", "player")
REFUSED = [{"source": "-", "players": []}, {"source": "b.yaml", "players": ["Zoé", "Léo"]}]


@FIRM
@given(tables(), NUMBERS)
def test_reports_are_functions_of_sets(table: Table, number: int) -> None:
    """Notices, pieces, ghosts and players' results in another order: not a byte of a report changes."""
    outcome, chance = table.play(), random.Random(number)
    state = outcome.state.copy()
    state.pieces, state.ghosts = backwards(state.pieces), backwards(state.ghosts)
    notices = list(outcome.notices)
    chance.shuffle(notices)
    other = outcome._replace(state=state, notices=tuple(notices), results=backwards(dict(outcome.results)), log=())
    assert report_bytes(table, other, *TOLD) == report_bytes(table, outcome, *TOLD)
    for player in table.setting.roster:
        members = GAME.reports.report(
            table.setting, table.state, outcome, table.orders, Reader("camp", table.setting.camp_of[player])
        )["members"]
        rows = next(member["results"] for member in members if member["player"] == player)
        told = [row["order"] for row in rows]
        assert told == [order for order in SHEET if order in outcome.results.get(player, {})]
        assert set(told) == set(outcome.results.get(player, {}))
        assert all(("reason" in row) == table.setting.options.reasons for row in rows)


def backwards(kept: dict[str, Any]) -> dict[str, Any]:
    return dict(reversed(kept.items()))


@MORE
@given(tables())
def test_initiative_that_changes_no_outcome_changes_no_report(table: Table) -> None:
    one = table.play()
    two = table.play(initiative=tuple(reversed(table.setting.camp_names)))
    reasons = table.setting.options.reasons
    same = as_sets(one, reasons) == as_sets(two, reasons)
    event(f"same outcome: {same}, same events: {one.log == two.log}")
    if same:
        assert learnt(one) == learnt(two)
        assert report_bytes(table, one, *TOLD) == report_bytes(table, two, *TOLD)


def learnt(outcome: Outcome) -> list[str]:
    return [repr(notice) for notice in outcome.notices if notice.kind != "captured"]


def as_sets(outcome: Outcome, reasons: bool) -> Any:
    """All that is told of an outcome; its reasons where the option tells them."""
    told = ("success", "reason") if reasons else ("success",)
    results = {(p, o): [r[key] for key in told] for p, rows in outcome.results.items() for o, r in rows.items()}
    return outcome.state, sorted(map(repr, outcome.notices)), results


def campaign(table: Table) -> Campaign:
    plain = {
        "title": "A [b]title[/b]",
        "seed": table.seed,
        "camps": {camp.name: {"players": list(camp.players)} for camp in table.setting.camps},
    }
    return Campaign(Path(), plain, GAME, table.setting, b"")
