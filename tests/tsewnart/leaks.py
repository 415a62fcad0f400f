"""What Tsewnart gives to the tests for leaks: pairs, what may be sent, and leaks to plant."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from support.leaks import (
    Pair,
    Patch,
    Planted,
    door_leaks,
    file_leaks,
    file_of,
    quick_leaks,
    report_leaks,
    spoil,
    spoil_on_the_state,
    the_account_moment_by_moment,
)
from tsewnart.pairs import Side, any_orders

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.actions import Receipt
from adjudicator.core.dice import Dice
from adjudicator.core.faults import Objection, Phrase, Word
from adjudicator.core.stage import PUBLIC, Notice, Outcome, Reader, camp_reader, player_reader
from adjudicator.games.tsewnart import adjudication, reports, rulings, views
from adjudicator.games.tsewnart.account import acts
from adjudicator.games.tsewnart.board import DIRECTIONS
from adjudicator.games.tsewnart.game import GAME
from adjudicator.games.tsewnart.orders import VOTES
from adjudicator.games.tsewnart.state import Piece, Setting, State
from adjudicator.games.tsewnart.turn import Turn
from adjudicator.reports import pages, writing

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


# What everybody may ask for ----------------------------------------------------------------------------------


def nothing(chance: random.Random, side: Side) -> str:
    """Return orders that anybody may send."""
    return "rien"


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
        "losses",
        lambda lost, turn: [
            one._replace(facts={**one.facts, **more(turn, one.facts["player"])}) if one.kind == kind else one
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

    spoil(patch, adjudication, "losses", as_they_died)
    patch.setattr(reports, "sort_key", lambda name: "")


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
    def overheard(part: Any, setting: Setting, before: State, outcome: Outcome, camp: str) -> Any:
        told = [notice for notice in outcome.notices if notice.to.kind == "camp"]
        return {**part, "learned": reports.learned(setting, told)}

    spoil(patch, reports, "camp_part", overheard)


def what_was_learnt_in_the_order_of_events(patch: Patch) -> None:
    patch.setattr(Turn, "notices", property(lambda turn: tuple(turn._notices.values())))


def results_in_the_order_of_events(patch: Patch) -> None:
    def as_they_came(results: Any, turn: Turn) -> Any:
        return {player: {order: rows[order] for order in turn.results[player]} for player, rows in results.items()}

    spoil(patch, adjudication, "plain_results", as_they_came)


def one_running_stream_of_draws(patch: Patch) -> None:
    honest = Dice.pick

    def pick(dice: Any, purpose: str, key: str, candidates: Any, whose: str = "") -> Any:
        return honest(dice, purpose, str(len(dice.drawn)), candidates, whose)

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

    spoil_on_the_state(patch, GAME, GAME.orders, "objections", judge_on_the_state)


def a_receipt_that_knows_the_enemys_roles(patch: Patch) -> None:
    def telling(receipt: Receipt, setting: Setting, state: State, player: str, orders: Any) -> Receipt:
        warned = any(piece.role == "terreur" for piece in enemies(setting, state, player))
        return receipt._replace(actions=receipt.actions * 2) if warned else receipt

    spoil_on_the_state(patch, GAME, GAME.orders, "receipt", telling)


def a_standing_order_refused_for_the_enemys_roles(patch: Patch) -> None:
    def judged_on_the_state(found: Any, setting: Setting, state: State, player: str, standing: Any) -> Any:
        warned = any(piece.role == "terreur" for piece in enemies(setting, state, player))
        return [*found, Objection("no-aim", ("move",), on_key=True)] if warned else found

    spoil_on_the_state(patch, GAME, GAME.orders, "standing_objections", judged_on_the_state)


def enemies_roles_in_the_order_form(patch: Patch) -> None:
    def offered(choices: Any, setting: Setting, state: State, player: str) -> Any:
        roles = [Word("roles", piece.role) for piece in enemies(setting, state, player)]
        return [choice._replace(lines=(tuple(roles),)) if roles else choice for choice in choices]

    spoil_on_the_state(patch, GAME, GAME.forms, "choices", offered)


def enemies_roles_in_the_warnings(patch: Patch) -> None:
    def warned(found: Any, setting: Setting, state: State, player: str, orders: Any) -> Any:
        roles = [Word("roles", piece.role) for piece in enemies(setting, state, player)]
        return [*found, *(Phrase("warning", {"order": role, "what": ""}) for role in roles)]

    spoil_on_the_state(patch, GAME, GAME.orders, "warnings", warned)


# In forms by clicks, and in them alone


def on_the_board_of_the_form(patch: Patch, more: Callable[[Any, State], Any]) -> None:
    """Let the board on which a player points at cells show ``more`` than it is to."""
    spoil_on_the_state(
        patch,
        GAME,
        GAME.forms,
        "board",
        lambda board, setting, state, player: board and {**board, **more(board, state)},
    )


def wounds_on_the_board_of_the_form(patch: Patch) -> None:
    def wounded(board: Any, state: State) -> Any:
        hurt = {piece.cell for piece in state.pieces.values() if piece.wounded}
        return {"pieces": [{**one, "wounded": True} if one["cell"] in hurt else one for one in board["pieces"]]}

    on_the_board_of_the_form(patch, wounded)


def pieces_of_the_form_in_the_order_of_their_roles(patch: Patch) -> None:
    def sorted_so(board: Any, state: State) -> Any:
        roles = {piece.cell: piece.role for piece in state.pieces.values()}
        return {"pieces": sorted(board["pieces"], key=lambda one: roles.get(one["cell"], ""))}

    on_the_board_of_the_form(patch, sorted_so)


def a_vote_not_offered_while_the_enemy_aims(patch: Patch) -> None:
    def judged(found: Any, setting: Setting, state: State, player: str, orders: Any) -> Any:
        aims = any(piece.aimed for piece in enemies(setting, state, player))
        return [*found, Objection("no-aim", ("stop",))] if orders.get("stop") is True and aims else found

    spoil_on_the_state(patch, GAME, GAME.orders, "objections", judged)


# In pictures


def on_every_board(patch: Patch, more: Callable[[Any, State], Any]) -> None:
    """Let every board show ``more`` than it is to."""
    spoil(patch, views, "board_view", lambda board, setting, state, *_, **__: {**board, **more(board, state)})


def wounds_drawn_on_every_board(patch: Patch) -> None:
    def wounded(board: Any, state: State) -> Any:
        hurt = {piece.cell for piece in state.pieces.values() if piece.wounded}
        return {"pieces": [{**one, "wounded": True} if one["cell"] in hurt else one for one in board["pieces"]]}

    on_every_board(patch, wounded)


def aims_drawn_on_every_board(patch: Patch) -> None:
    def aimed(board: Any, state: State) -> Any:
        cells = sorted(piece.aimed for piece in state.pieces.values() if piece.aimed)
        return {"marks": [{"cell": cell, "kind": "aimed"} for cell in cells]}

    on_every_board(patch, aimed)


def pieces_drawn_in_the_order_of_their_roles(patch: Patch) -> None:
    def by_role(board: Any, state: State) -> Any:
        roles = {piece.cell: piece.role for piece in state.pieces.values()}
        return {"pieces": sorted(board["pieces"], key=lambda one: roles[one["cell"]])}

    on_every_board(patch, by_role)


def pieces_that_have_a_number_on_every_board(patch: Patch) -> None:
    def numbered(board: Any, state: State) -> Any:
        names = {piece.cell: list(state.pieces).index(name) for name, piece in state.pieces.items()}
        return {"pieces": [{**one, "number": names[one["cell"]]} for one in board["pieces"]]}

    on_every_board(patch, numbered)


def where_every_piece_came_from(patch: Patch) -> None:
    def moved(part: Any, setting: Setting, before: State, outcome: Outcome) -> Any:
        was = {piece.cell: before.pieces.get(name) for name, piece in outcome.state.pieces.items()}
        came = [{**one, "came_from": old.cell} if (old := was[one["cell"]]) else one for one in part["board"]["pieces"]]
        return {**part, "board": {**part["board"], "pieces": came}}

    spoil(patch, reports, "public_part", moved)


def hallowed_cells_drawn_for_every_camp(patch: Patch) -> None:
    def hallowed(part: Any, setting: Setting, before: State, outcome: Outcome, camp: str) -> Any:
        tried = [player for player, came in outcome.results.items() if came.get("sanctify", {}).get("success")]
        marks = [{"cell": (1, 1), "kind": "sanctified"}] * len(tried)
        return {**part, "board": {**part["board"], "marks": marks}}

    spoil(patch, reports, "camp_part", hallowed)


def roles_of_the_turn_before_in_a_picture(patch: Patch) -> None:
    def known(found: Any, board: Any, before: State, *_: Any, **__: Any) -> Any:
        return {**found, "roles": sorted(piece.role for piece in before.pieces.values())}

    spoil(patch, reports, "pictured", known)


def tokens_as_large_as_their_roles(patch: Patch) -> None:
    def sized(board: Any, state: State) -> Any:
        roles = {piece.cell: len(piece.role) for piece in state.pieces.values()}
        return {"pieces": [{**one, "size": roles[one["cell"]]} for one in board["pieces"]]}

    on_every_board(patch, sized)


def what_was_tried_on_every_board(patch: Patch) -> None:
    def acted(part: Any, setting: Setting, before: State, outcome: Outcome) -> Any:
        return {**part, "board": {**part["board"], "acts": acts(setting, before, outcome.log)}}

    spoil(patch, reports, "public_part", acted)


# In positions


def on_every_position(patch: Patch, more: Callable[[Any, State], Any]) -> None:
    """Let the boards of all positions show ``more``, in their data alone."""

    def spoiled(position: Any, campaign: Campaign, played: Played, *_: Any) -> Any:
        state = played.outcome.state
        pictures = [{**one, "shows": {**one["shows"], **more(one["shows"], state)}} for one in position.row["pictures"]]
        return position._replace(row={**position.row, "pictures": pictures})

    spoil(patch, pages, "position_of", spoiled)


def pieces_of_positions_that_can_be_known_again(patch: Patch) -> None:
    def known(board: Any, state: State) -> Any:
        numbers = {piece.cell: list(state.roles or state.pieces).index(name) for name, piece in state.pieces.items()}
        return {"pieces": [{**one, "id": numbers[tuple(one["cell"])]} for one in board["pieces"]]}

    on_every_position(patch, known)


def pieces_of_positions_in_the_order_of_players(patch: Patch) -> None:
    def by_player(board: Any, state: State) -> Any:
        rank = {piece.cell: number for number, piece in enumerate(state.pieces.values())}
        return {"pieces": sorted(board["pieces"], key=lambda one: rank[tuple(one["cell"])])}

    on_every_position(patch, by_player)


def hidden_roles_beside_positions(patch: Patch) -> None:
    def roles(board: Any, state: State) -> Any:
        return {"roles": sorted((piece.camp, piece.role) for piece in state.pieces.values())}

    on_every_position(patch, roles)


def who_has_nothing_left_in_the_files(patch: Patch) -> None:
    def told(files: dict[str, bytes], campaign: Campaign, seen: Played) -> dict[str, bytes]:
        state = seen.outcome.state
        gone = [player for player in campaign.players if player not in state.pieces and player not in state.ghosts]
        return {name: data + ", ".join(gone).encode() for name, data in files.items()}

    spoil(patch, writing, "all_reports", told)


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
        wounds_drawn_on_every_board,
        aims_drawn_on_every_board,
        pieces_drawn_in_the_order_of_their_roles,
        pieces_that_have_a_number_on_every_board,
        where_every_piece_came_from,
        hallowed_cells_drawn_for_every_camp,
        roles_of_the_turn_before_in_a_picture,
        tokens_as_large_as_their_roles,
        what_was_tried_on_every_board,
    ],
    report_leaks: [
        how_many_facts_under_a_report,
        pieces_of_positions_that_can_be_known_again,
        pieces_of_positions_in_the_order_of_players,
        hidden_roles_beside_positions,
        the_account_moment_by_moment,
    ],
    door_leaks: [
        a_refusal_that_knows_the_enemys_brute,
        a_receipt_that_knows_the_enemys_roles,
        a_standing_order_refused_for_the_enemys_roles,
        enemies_roles_in_the_order_form,
        enemies_roles_in_the_warnings,
        wounds_on_the_board_of_the_form,
        pieces_of_the_form_in_the_order_of_their_roles,
        a_vote_not_offered_while_the_enemy_aims,
    ],
    file_leaks: [
        who_has_nothing_left_in_the_files,
    ],
}
