"""Nothing leaks (§10): who cannot tell two turns apart by what he may know reads the same of both, byte for byte.

``pairs.py`` makes the pairs. Here each pair is looked at through all that a reader is shown: what his report is made
of, his notices, his report in every format and language, and for a player his order form, the receipts and the faults
of his files, before and after the turn. Then leaks are planted, one at a time, and each has to be found.
"""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from leaking import (
    Pair,
    Patch,
    Planted,
    a_file_for_each_absent,
    announced_leaks,
    door_leaks,
    file_leaks,
    file_of,
    finds,
    from_the_table,
    notes_to_the_mj,
    planted,
    quick_leaks,
    readers_of,
    refused_files,
    report_data,
    report_leaks,
    spoil,
    status_leaks,
    strays,
    the_key_of,
    the_length_of_the_account_under_a_report,
    the_report_of_another_in_a_letter,
    the_seed_before_the_end,
    the_whole_report_in_public,
    who_is_missing_in_public_status,
    who_was_absent,
)
from tsewnart.pairs import CHANGES, EARLIER, Side, any_orders, differ, may_know, pairs

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.dice import Dice
from adjudicator.core.faults import Objection
from adjudicator.core.phrase import Word
from adjudicator.core.readers import PUBLIC, Notice, Reader, camp_reader, player_reader
from adjudicator.core.ruleset import Outcome, Receipt
from adjudicator.reports import writing
from adjudicator.rulesets.tsewnart import adjudication, reports, rules, rulings, views
from adjudicator.rulesets.tsewnart.board import DIRECTIONS
from adjudicator.rulesets.tsewnart.game import GAME
from adjudicator.rulesets.tsewnart.orders import VOTES
from adjudicator.rulesets.tsewnart.state import Piece, Setting, State
from adjudicator.rulesets.tsewnart.turn import Turn


@cache
def some_pairs() -> list[Pair[Side]]:
    """Return the pairs of this file."""
    return pairs(150, "leaks")


# Looking for leaks -------------------------------------------------------------------------------------------


def files_of(pair: Pair[Side], player: str) -> list[bytes]:
    """Return order files of a player: his own orders, moves, many at once and standing, one that cannot be read."""
    chance, state = random.Random(f"{player_reader(player)} {pair.changes}"), pair.one.table.state
    many = {key: value for _ in range(6) for key, value in any_orders(chance, pair.one.table, player).items()}
    moves = [{"move": direction} for direction in DIRECTIONS]
    given = [pair.one.table.orders.get(player, {}), many, *moves]
    standing = {order: value for order, value in many.items() if order not in VOTES}
    files = [file_of(player, state.turn, orders=orders) for orders in given]
    files += [file_of(player, state.turn, standing=left) for left in (standing, *moves[:1])]
    return [*files, file_of(player, state.turn + 1, orders=many), f"joueur: {player}\nmove: [up\n".encode()]


def found_at_the_door(looked_at: Iterable[Pair[Side]]) -> Iterator[str]:
    """Look at the door. Who has nothing left and is awaited no more is hidden: only how many of each camp is public."""
    return door_leaks(looked_at, files_of, awaited_are_public=False)


@pytest.mark.parametrize("kind", ["public", "camp", "player"])
def test_what_cannot_be_known_cannot_be_read(kind: str) -> None:
    looked_at = [pair for pair in some_pairs() if pair.reader.kind == kind]
    assert list(quick_leaks(looked_at)) == []
    assert list(report_leaks(looked_at)) == []
    assert list(found_at_the_door(looked_at)) == []


def test_files_of_reports_tell_nothing_either() -> None:
    assert list(file_leaks(some_pairs()[::40])) == []


# What everybody may ask for ----------------------------------------------------------------------------------


def nothing(chance: random.Random, side: Side) -> str:
    """Return orders that anybody may send."""
    return "rien"


def of_the_public() -> list[Pair[Side]]:
    return [pair for pair in some_pairs() if pair.reader == PUBLIC][::8]


def test_public_status_tells_nothing_of_it(tmp_path: Path) -> None:
    assert list(status_leaks(of_the_public(), tmp_path, nothing)) == []


def test_letters_and_the_public_folder_tell_nothing_of_it(tmp_path: Path) -> None:
    assert list(announced_leaks(some_pairs()[::25], tmp_path)) == []


def test_a_key_is_told_to_its_player_alone_and_the_seed_to_nobody_before_the_end() -> None:
    assert list(strays(some_pairs()[::5])) == []


# The pairs themselves ----------------------------------------------------------------------------------------

FOR_ALL_TO_SEE = {"initiative", "ended"}
"""Facts of the account that can be no secret."""


def words_of(method: str, argument: int) -> set[str]:
    """Return the kinds with which the rules call ``method``, read from their source."""
    found: set[str] = set()
    for path in sorted(Path(rules.__file__).parent.glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and name_of(call.func) == method:
                        found |= meanings(call.args[argument], function)
    return found


def name_of(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def meanings(value: ast.expr, function: ast.FunctionDef) -> set[str]:
    """Return the texts that an expression can be: one, one of two, or what its name was given in the function."""
    if isinstance(value, ast.Constant):
        return {str(value.value)}
    if isinstance(value, ast.IfExp):
        return meanings(value.body, function) | meanings(value.orelse, function)
    given = [line for line in ast.walk(function) if isinstance(line, ast.Assign) and isinstance(value, ast.Name)]
    names = [(name_of(target), line.value) for line in given for target in line.targets]
    return {text for name, each in names if name == name_of(value) for text in meanings(each, function)}


def test_the_kinds_are_found_in_the_source() -> None:
    assert {"moved", "seen", "seen-concealed", "reordered", "ended", "result"} <= words_of("note", 0)
    assert {"revealed", "role-seen", "name-seen"} <= words_of("tell", 1)
    assert words_of("Notice", 0) == {"eliminated", "captured"}


def occurring(kinds_of: Callable[[Side], Iterable[tuple[str, str]]]) -> dict[str, tuple[int, int]]:
    """Count, by kind, the pairs in which something occurs, and those in which it differs between the two."""
    occurs: Counter[str] = Counter()
    differs: Counter[str] = Counter()
    for pair in some_pairs():
        one, two = Counter(kinds_of(pair.one)), Counter(kinds_of(pair.two))
        occurs.update({kind for kind, _ in one | two})
        differs.update({kind for kind, _ in (one - two) + (two - one)})
    return {kind: (occurs[kind], differs[kind]) for kind in sorted(occurs)}


def facts_of(side: Side) -> Iterator[tuple[str, str]]:
    return ((fact.kind, repr(fact.data)) for fact in side.outcome.log)


def notices_of(side: Side) -> Iterator[tuple[str, str]]:
    return ((notice.kind, repr(notice)) for notice in side.outcome.notices)


def reasons_of(side: Side) -> Iterator[tuple[str, str]]:
    results = [fact.data for fact in side.outcome.log if fact.kind == "result"]
    return ((f"{data['order']}: {data['reason']}", data["player"]) for data in results)


def print_counts(title: str, counts: dict[str, tuple[int, int]]) -> None:
    print(f"{title}: in how many pairs, and in how many of those the two differ in it")
    for kind, (occurs, differs) in counts.items():
        print(f"  {kind:24} {occurs:4} {differs:4}")


def test_everything_occurs_in_the_pairs() -> None:
    facts, notices, reasons = map(occurring, (facts_of, notices_of, reasons_of))
    print_counts("facts", facts)
    print_counts("notices", notices)
    print_counts("results", reasons)
    print("changes", Counter(change for pair in some_pairs() for change in pair.changes).most_common())
    assert set(facts) == words_of("note", 0)
    assert set(notices) == words_of("tell", 1) | words_of("Notice", 0)
    assert {kind for kind, (_, differs) in facts.items() if not differs} == FOR_ALL_TO_SEE
    assert {kind for kind, (_, differs) in notices.items() if differs} == {
        "revealed",
        "hallowed",
        "examined",
        "name-seen",
    }
    assert len(reasons) > 60


def test_nearly_all_pairs_differ_for_the_mj() -> None:
    looked_at = some_pairs()
    different = sum(differ(pair.one, pair.two) for pair in looked_at)
    kinds = Counter((pair.reader.kind, pair.one.table.state.phase) for pair in looked_at)
    equal = sum(len(pair.readers) for pair in looked_at)
    print(f"{len(looked_at)} pairs, {equal} readers who cannot tell, {different} differ for the MJ: {dict(kinds)}")
    assert different >= 0.9 * len(looked_at)


def test_what_may_be_known_is_told() -> None:
    """The pairs are as far apart as they may be: whatever a reader may know of a turn is in his report."""
    chance, apart = random.Random("told"), Counter[str]()
    for one in (pair.one for pair in some_pairs()[::2] if pair.one.table.state.phase == "turn"):
        changed = chance.choice(CHANGES)(chance, one.table, list(one.table.setting.roster))
        two = Side(changed or one.table, one.kept)
        for reader in readers_of(one):
            known = may_know(one, reader), may_know(two, reader)
            if reader.kind != "player" and all(known[0].get(key) == known[1].get(key) for key in EARLIER):
                assert (report_data(one, reader) == report_data(two, reader)) == (known[0] == known[1])
                apart.update(key for key in known[0] if known[0][key] != known[1][key])
    print("told apart by", apart.most_common())
    assert {"board", "votes", "eliminated", "learnt", "players", "learnt by the camp"} <= set(apart)


# Leaks planted, one at a time --------------------------------------------------------------------------------


def change_told(patch: Patch, change: Callable[[Turn, Reader, str, dict[str, Any]], Reader]) -> None:
    """Let ``change`` say to whom a notice goes; it may add to the facts."""
    honest = Turn.tell

    def tell(turn: Turn, to: Reader, kind: str, **facts: Any) -> None:
        honest(turn, change(turn, to, kind, facts), kind, **facts)

    patch.setattr(Turn, "tell", tell)


def on_board(patch: Patch, **shown_of: Callable[[Piece], Any]) -> None:
    """Let the public board show more of its pieces."""

    def more(board: Any, setting: Setting, state: State, *_: Any, **__: Any) -> Any:
        on = {piece.cell: piece for piece in state.pieces.values()}
        pieces = [{**row, **{key: of(on[row["cell"]]) for key, of in shown_of.items()}} for row in board["pieces"]]
        return {**board, "pieces": pieces}

    spoil(patch, views, "board_view", more)


def of_losses(patch: Patch, more: Callable[[Turn, str], dict[str, Any]], kind: str) -> None:
    """Let public losses of a ``kind`` tell ``more`` of the player who lost his piece."""
    spoil(
        patch,
        adjudication,
        "_losses",
        lambda lost, turn: [
            replace(one, facts={**one.facts, **more(turn, one.facts["player"])}) if one.kind == kind else one
            for one in lost
        ],
    )


def said_of(turn: Turn, kind: str, player: str) -> Any:
    return next(fact.data for fact in turn.log if fact.kind == kind and fact.data["player"] == player)


def a_role_on_the_public_board(patch: Patch) -> None:
    on_board(patch, role=lambda piece: piece.role)


def a_wound_on_the_public_board(patch: Patch) -> None:
    on_board(patch, wounded=lambda piece: piece.wounded)


def hidden_ghosts_counted(patch: Patch) -> None:
    patch.setattr(rulings, "sees_ghosts", lambda option, own: True)


def the_eliminated_in_the_order_of_events(patch: Patch) -> None:
    def as_they_died(lost: list[Notice], turn: Turn) -> list[Notice]:
        dead = [fact.data["player"] for fact in turn.log if fact.kind == "eliminated"]
        return sorted(lost, key=lambda one: dead.index(one.facts["player"]) if one.kind == "eliminated" else len(dead))

    spoil(patch, adjudication, "_losses", as_they_died)
    patch.setattr(reports, "_by_player", list)


def the_role_of_the_eliminated(patch: Patch) -> None:
    of_losses(patch, lambda turn, player: {"role": said_of(turn, "eliminated", player)["role"]}, "eliminated")


def the_camp_that_killed(patch: Patch) -> None:
    of_losses(patch, lambda turn, player: {"by_whom": said_of(turn, "eliminated", player)["by"]}, "eliminated")


def the_three_who_captured(patch: Patch) -> None:
    of_losses(patch, lambda turn, player: {"three": said_of(turn, "captured", player)["others"]}, "captured")


def a_sanctified_cell_told_to_all(patch: Patch) -> None:
    spoil(patch, Turn, "sanctify", lambda _, turn, cell: turn.tell(PUBLIC, "hallowed", cell=cell, sanctified=True))


def reasons_without_the_option(patch: Patch) -> None:
    def with_reasons(rows: Any, setting: Setting, outcome: Outcome, player: str) -> Any:
        return [{**row, "reason": outcome.results[player][row["order"]]["reason"]} for row in rows]

    spoil(patch, reports, "results", with_reasons)


def an_attacker_who_learns_that_he_wounded(patch: Patch) -> None:
    def telling(rows: Any, setting: Setting, outcome: Outcome, player: str) -> Any:
        won = [outcome.results[player][row["order"]]["reason"] == "wounded" for row in rows]
        return [{**row, "success": row["success"] or wounded} for row, wounded in zip(rows, won, strict=True)]

    spoil(patch, reports, "results", telling)


def scores_before_the_end(patch: Patch) -> None:
    spoil(patch, views, "public_view", lambda view, setting, state: {**view, "scores": state.scores})


def the_names_of_voters(patch: Patch) -> None:
    spoil(patch, views, "public_view", lambda view, setting, state: {**view, "voters": state.stop + state.surrender})


def an_examination_told_to_another_camp(patch: Patch) -> None:
    def next_camp(turn: Turn, to: Reader, kind: str, facts: Any) -> Reader:
        names = turn.setting.camp_names
        return camp_reader(names[names.index(to.name) - 1]) if kind == "examined" else to

    change_told(patch, next_camp)


def the_name_of_an_examined_ghost(patch: Patch) -> None:
    def named(turn: Turn, to: Reader, kind: str, facts: Any) -> Reader:
        if kind == "examined":
            there = turn.ghosts_on(facts["cell"], facts["camp"])
            facts["player"] = next(ghost.player for ghost in there if ghost.role == facts["role"])
        return to

    change_told(patch, named)


def a_name_seen_told_to_all(patch: Patch) -> None:
    change_told(patch, lambda turn, to, kind, facts: PUBLIC if kind == "name-seen" else to)


def a_concealed_name_told(patch: Patch) -> None:
    patch.setattr(rulings, "conceals", lambda role, declared: False)


def what_another_camp_learnt(patch: Patch) -> None:
    def overheard(part: Any, setting: Setting, outcome: Outcome, camp: str) -> Any:
        told = [notice for notice in outcome.notices if notice.to.kind == "camp"]
        return {**part, "learned": reports.learned(setting, told)}

    spoil(patch, reports, "camp_part", overheard)


def what_was_learnt_in_the_order_of_events(patch: Patch) -> None:
    patch.setattr(Turn, "notices", property(lambda turn: tuple(turn._notices.values())))


def results_in_the_order_of_events(patch: Patch) -> None:
    def as_they_came(results: Any, turn: Turn) -> Any:
        return {player: {order: rows[order] for order in turn.results[player]} for player, rows in results.items()}

    spoil(patch, adjudication, "_plain_results", as_they_came)


def one_running_stream_of_draws(patch: Patch) -> None:
    honest = Dice.pick

    def pick(dice: Any, purpose: str, key: str, candidates: Any) -> Any:
        dice.drawn = getattr(dice, "drawn", 0) + 1
        return honest(dice, purpose, str(dice.drawn), candidates)

    patch.setattr(Dice, "pick", pick)


def silence_when_nobody_tried(patch: Patch) -> None:
    def shorter(part: Any, setting: Setting, before: State, outcome: Outcome) -> Any:
        tried = any("capture" in rows for rows in outcome.results.values())
        return part if tried else {key: value for key, value in part.items() if key != "captured"}

    spoil(patch, reports, "public_part", shorter)


def how_many_facts_under_a_report(patch: Patch) -> None:
    spoil(patch, writing, "render", lambda text, campaign, seen, *_: f"{text}{len(seen.outcome.log)} events\n")


def enemies(setting: Setting, state: State, player: str) -> list[Piece]:
    return [piece for piece in state.pieces.values() if piece.camp != setting.camp_of[player]]


def a_refusal_that_knows_the_enemys_brute(patch: Patch) -> None:
    def judge_on_the_state(found: Any, setting: Setting, state: State, player: str, orders: Any) -> Any:
        on = {piece.cell for piece in enemies(setting, state, player) if piece.role == "brute"}
        unit, where = state.pieces.get(player), orders.get("move")
        cell = rulings.destination(setting.board, unit.cell, where) if unit and isinstance(where, str) else None
        return [*found, Objection("no-aim", ("move",), on_key=True)] if cell in on else found

    spoil(patch, GAME, "objections", judge_on_the_state)


def a_receipt_that_knows_the_enemys_roles(patch: Patch) -> None:
    def telling(receipt: Receipt, setting: Setting, state: State, player: str, orders: Any) -> Receipt:
        warned = any(piece.role == "terreur" for piece in enemies(setting, state, player))
        return receipt._replace(actions=receipt.actions * 2) if warned else receipt

    spoil(patch, GAME, "receipt", telling)


def a_standing_order_refused_for_the_enemys_roles(patch: Patch) -> None:
    def judged_on_the_state(found: Any, setting: Setting, state: State, player: str, standing: Any) -> Any:
        warned = any(piece.role == "terreur" for piece in enemies(setting, state, player))
        return [*found, Objection("no-aim", ("move",), on_key=True)] if warned else found

    spoil(patch, GAME, "standing_objections", judged_on_the_state)


def standing_orders_of_all(patch: Patch) -> None:
    from_the_table(patch, "standing")


def who_let_them_stand_in(patch: Patch) -> None:
    from_the_table(patch, "stood_in")


def enemies_roles_in_the_order_form(patch: Patch) -> None:
    def offered(choices: Any, setting: Setting, state: State, player: str) -> Any:
        roles = [Word("roles", piece.role) for piece in enemies(setting, state, player)]
        return [choice._replace(example=roles[0]) if roles else choice for choice in choices]

    spoil(patch, GAME, "choices", offered)


def who_has_nothing_left_in_the_files(patch: Patch) -> None:
    def told(files: dict[str, bytes], campaign: Campaign, seen: Played) -> dict[str, bytes]:
        state = seen.outcome.state
        gone = [player for player in campaign.players if player not in state.pieces and player not in state.ghosts]
        return {name: data + ", ".join(gone).encode() for name, data in files.items()}

    spoil(patch, writing, "all_reports", told)


def the_key_of_another_player(patch: Patch) -> None:
    the_key_of(patch, "Zoé")


PLANTED: Planted = {
    quick_leaks: [
        a_role_on_the_public_board,
        a_wound_on_the_public_board,
        hidden_ghosts_counted,
        the_eliminated_in_the_order_of_events,
        the_role_of_the_eliminated,
        the_camp_that_killed,
        the_three_who_captured,
        a_sanctified_cell_told_to_all,
        reasons_without_the_option,
        an_attacker_who_learns_that_he_wounded,
        scores_before_the_end,
        the_names_of_voters,
        an_examination_told_to_another_camp,
        the_name_of_an_examined_ghost,
        a_name_seen_told_to_all,
        a_concealed_name_told,
        what_another_camp_learnt,
        what_was_learnt_in_the_order_of_events,
        results_in_the_order_of_events,
        one_running_stream_of_draws,
        silence_when_nobody_tried,
        who_was_absent,
        notes_to_the_mj,
        refused_files,
        standing_orders_of_all,
        who_let_them_stand_in,
    ],
    report_leaks: [the_length_of_the_account_under_a_report, how_many_facts_under_a_report],
    found_at_the_door: [
        a_refusal_that_knows_the_enemys_brute,
        a_receipt_that_knows_the_enemys_roles,
        a_standing_order_refused_for_the_enemys_roles,
        enemies_roles_in_the_order_form,
    ],
    file_leaks: [who_has_nothing_left_in_the_files, a_file_for_each_absent],
    strays: [the_key_of_another_player, the_seed_before_the_end],
}


@pytest.mark.parametrize(("look", "plant"), planted(PLANTED))
def test_a_planted_leak_is_found(look: Any, plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    assert finds(look, plant, some_pairs(), monkeypatch)


def test_a_leak_planted_in_public_status_is_found(tmp_path: Path, monkeypatch: Patch) -> None:
    look = partial(status_leaks, folder=tmp_path, allowed=nothing)
    assert finds(look, who_is_missing_in_public_status, of_the_public(), monkeypatch)


@pytest.mark.parametrize("plant", [the_whole_report_in_public, the_report_of_another_in_a_letter])
def test_a_leak_planted_in_what_is_announced_is_found(
    plant: Callable[[Patch], None], tmp_path: Path, monkeypatch: Patch
) -> None:
    assert finds(partial(announced_leaks, folder=tmp_path), plant, some_pairs()[::25], monkeypatch)
