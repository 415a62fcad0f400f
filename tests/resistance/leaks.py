"""What the Resistance gives to the tests for leaks: what may be sent, and leaks to plant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from resistance.pairs import Side
from resistance.tables import Chance, Plain, a_squad
from support.leaks import (
    Patch,
    Planted,
    announced_leaks,
    door_leaks,
    file_leaks,
    quick_leaks,
    report_leaks,
    spoil,
    spoil_on_the_state,
    status_leaks,
)

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Played
from adjudicator.core.actions import Receipt
from adjudicator.core.faults import Listed, Objection, Phrase
from adjudicator.core.stage import PUBLIC, Reader
from adjudicator.games.resistance import forms, reports, rules, views
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.state import COLONS, Setting, State
from adjudicator.games.resistance.state import Table as Playing
from adjudicator.games.resistance.views import PlayerView
from adjudicator.reports import pages, writing
from adjudicator.reports.markup import SVG

# What everybody may ask for ----------------------------------------------------------------------------------


def allowed(chance: Chance, side: Side) -> Plain:
    """Return orders that anybody awaited may send: a Cylon and a Colon alike."""
    setting, state = side.table.setting, side.table.outcome.state
    if state.phase == "proposal":
        return a_squad(chance, setting, state)
    return {"vote": chance.choice(("yes", "no"))} if state.phase == "vote" else {"mission": "success"}


# Leaks planted, one at a time --------------------------------------------------------------------------------


def in_reports(patch: Patch, more: Callable[[Any], Any]) -> None:
    """Let all reports tell ``more`` of the outcome."""
    spoil(
        patch,
        reports,
        "report",
        lambda data, setting, before, outcome, orders, reader: {**data, "more": more(outcome)},
    )


def cards_of(outcome: Any, kind: str) -> list[Any]:
    return [fact.data for fact in outcome.log if fact.kind == kind]


def who_failed(patch: Patch) -> None:
    in_reports(patch, lambda outcome: [one["player"] for one in cards_of(outcome, "card") if one["card"] == "failure"])


def how_many_cards_were_missing(patch: Patch) -> None:
    in_reports(patch, lambda outcome: len(cards_of(outcome, "card-missing")))


def the_cards_in_the_order_of_the_seats(patch: Patch) -> None:
    in_reports(patch, lambda outcome: [one["card"] for one in cards_of(outcome, "card")])


def sides_at_the_seats(patch: Patch) -> None:
    spoil(
        patch,
        reports,
        "seat_row",
        lambda row, setting, state, player: {**row, "side": state.side(player)},
    )


def how_many_cylons_are_on_the_squad(patch: Patch) -> None:
    spoil(patch, reports, "now", lambda row, setting, state: {**row, "n": len({*state.squad} & {*state.cylons})})


def the_squad_in_the_order_in_which_it_was_named(patch: Patch) -> None:
    patch.setattr(State, "in_seat_order", lambda state, players: tuple(players))


def cylons_in_the_order_in_which_they_were_drawn(patch: Patch) -> None:
    def deal(table: Playing) -> None:
        rules.deal(table)
        first = table.dice.pick("cylon", "0", table.state.seats)
        table.state.cylons = (first, *(player for player in table.state.cylons if player != first))

    patch.setattr(rules, "PHASES", {**rules.PHASES, "deal": deal})


def isolated_cylons_told(patch: Patch) -> None:
    patch.setattr(
        views,
        "told_cylons",
        lambda setting, state, player: tuple(name for name in state.cylons if name != player),
    )


def cylons_told_to_colons(patch: Patch) -> None:
    patch.setattr(views, "told_cylons", lambda setting, state, player: state.cylons)
    spoil(patch, reports, "identity", lambda _, view: Phrase("identity.cylons", {"names": Listed(view.fellows)}))


def a_side_in_the_form_of_a_colon(patch: Patch) -> None:
    def told(phrase: Phrase, view: PlayerView) -> Phrase:
        return Phrase("identity.cylons", {"names": view.fellows[0]}) if view.side == COLONS else phrase

    patch.setattr(views, "told_cylons", lambda setting, state, player: state.cylons)
    spoil(patch, forms, "identity", told)


def no_squad_of_the_form_with_a_cylon(patch: Patch) -> None:
    """By clicks, the squad of each size is looked at that begins with the first seats."""

    def judged(found: Any, setting: Setting, state: State, player: str, orders: Any) -> Any:
        tells = set(orders.get("squad") or ()) & set(state.cylons) and state.phase == "proposal"
        return [*found, Objection("squad-missing", ("squad",), on_key=True)] if tells else found

    spoil_on_the_state(patch, GAME, GAME.orders, "objections", judged)


def strict_colons_not_waited_for(patch: Patch) -> None:
    def choosing(names: Any, setting: Setting, state: State) -> Any:
        free = state.phase != "mission" or not setting.options.strict_colons
        return [name for name in names if free or name in state.cylons]

    spoil(patch, GAME.rules, "awaited", choosing)


def a_refusal_that_knows_the_cylons(patch: Patch) -> None:
    def judged_on_the_state(found: Any, setting: Setting, state: State, player: str, orders: Any) -> Any:
        named = [name for name in orders.get("squad") or () if name in state.cylons and name != player]
        return [*found, *(Objection("squad-twice", ("squad",), {"name": name}) for name in named)]

    spoil_on_the_state(patch, GAME, GAME.orders, "objections", judged_on_the_state)


def a_receipt_that_knows_the_cylons(patch: Patch) -> None:
    def telling(said: Receipt, setting: Setting, state: State, player: str, orders: Any) -> Receipt:
        sided = any(name in state.cylons for name in state.squad if name != player)
        return said._replace(actions=said.actions * 2) if sided else said

    spoil_on_the_state(patch, GAME, GAME.orders, "receipt", telling)


def a_standing_order_refused_to_some(patch: Patch) -> None:
    def judged_on_the_state(found: Any, setting: Setting, state: State, player: str, standing: Any) -> Any:
        squad = standing.get("squad")  # a form by clicks asks of one that it does not name
        more = squad and state.side(squad[0]) != state.side(player)
        return [*found, Objection("not-dealt", on_key=True)] if more else found

    spoil_on_the_state(patch, GAME, GAME.orders, "standing_objections", judged_on_the_state)


def whose_card_is_played_for_others(patch: Patch) -> None:
    def of_the_cylons(told: Phrase, setting: Setting, state: State, player: str) -> Phrase:
        sided = state.phase == "mission" and any(name in state.cylons for name in state.squad if name != player)
        return Phrase("fate.mission.failure") if sided else told

    spoil_on_the_state(patch, GAME, GAME.orders, "without", of_the_cylons)


# In pictures


def in_pictures(patch: Patch, more: Callable[[Any, Any, Played, Reader], Any]) -> None:
    """Let every track and every grid show ``more``: it is given both, the stage, and who reads."""

    def spoiled(data: Any, campaign: Any, seen: Played, reader: Reader, *_: Any) -> Any:
        track, grid = (one["shows"] for one in data["pictures"])
        shown = more(track, grid, seen, reader)
        return {**data, "pictures": [{**one, "shows": to} for one, to in zip(data["pictures"], shown, strict=True)]}

    spoil(patch, writing, "report_data", spoiled)


def in_rows(patch: Patch, more: Callable[[str, Played, Reader], Any]) -> None:
    """Let the row of each player show ``more``."""
    in_pictures(
        patch,
        lambda track, grid, seen, reader: (
            track,
            {**grid, "rows": [{**row, **more(row["name"], seen, reader)} for row in grid["rows"]]},
        ),
    )


def the_side_of_a_cylon_drawn_for_other_players(patch: Patch) -> None:
    def sided(name: str, seen: Played, reader: Reader) -> Any:
        return {"side": "bad"} if reader.kind == "player" and name in seen.outcome.state.cylons else {}

    in_rows(patch, sided)


def a_row_of_his_own_for_a_cylon_in_public(patch: Patch) -> None:
    def owned(name: str, seen: Played, reader: Reader) -> Any:
        return {"own": True} if reader == PUBLIC and name in seen.outcome.state.cylons[:1] else {}

    in_rows(patch, owned)


def a_note_on_whose_card_was_missing(patch: Patch) -> None:
    def noted(name: str, seen: Played, reader: Reader) -> Any:
        return {"note": "…"} if name in [one["player"] for one in cards_of(seen.outcome, "card-missing")] else {}

    in_rows(patch, noted)


def votes_that_are_not_cast_yet(patch: Patch) -> None:
    """Those who left an order for their vote have the mark of it in the column that is to be voted on."""

    def voted(row: Any, standing: Any) -> Any:
        vote = standing.get(row["name"], {}).get("vote")
        return {**row, "cells": [*row["cells"][:-1], {**row["cells"][-1], "mark": vote}]} if vote else row

    def shown(track: Any, grid: Any, seen: Played, reader: Reader) -> Any:
        if seen.outcome.state.phase != "vote":
            return track, grid
        return track, {**grid, "rows": [voted(row, seen.table["standing"]) for row in grid["rows"]]}

    in_pictures(patch, shown)


def members_in_the_order_of_their_cards(patch: Patch) -> None:
    def sorted_by_cards(track: Any, grid: Any, seen: Played, reader: Reader) -> Any:
        failed = [one["player"] for one in cards_of(seen.outcome, "card") if one["card"] == "failure"]
        stations = [{**one, "names": sorted(one["names"], key=failed.__contains__)} for one in track["stations"]]
        return {**track, "stations": stations}, grid

    in_pictures(patch, sorted_by_cards)


def rows_in_the_order_of_sides(patch: Patch) -> None:
    def by_side(track: Any, grid: Any, seen: Played, reader: Reader) -> Any:
        return track, {**grid, "rows": sorted(grid["rows"], key=lambda row: seen.outcome.state.side(row["name"]))}

    in_pictures(patch, by_side)


def what_a_mission_on_its_way_will_come_to(patch: Patch) -> None:
    def foreseen(track: Any, grid: Any, seen: Played, reader: Reader) -> Any:
        state = seen.outcome.state
        doomed = state.phase == "mission" and bool({*state.squad} & {*state.cylons})
        columns = [{**one, "came": {"state": "bad", "text": ""}} if doomed else one for one in grid["columns"]]
        return track, {**grid, "columns": columns}

    in_pictures(patch, foreseen)


def in_drawings(patch: Patch, more: Callable[[str, State], str]) -> None:
    """Let what is drawn, and nothing that it is made of, tell ``more`` of the state."""

    def drawn(text: str, campaign: Any, seen: Played, reader: Reader, form: str, *_: Any) -> str:
        return more(text, seen.outcome.state) if form == SVG else text

    spoil(patch, writing, "render", drawn)


def a_mission_as_large_as_its_squad_is_loyal(patch: Patch) -> None:
    def sized(text: str, state: State) -> str:
        loyal = sum(player not in state.cylons for player in (state.squad or state.seats[:3]))
        return text.replace('<circle r="25"', f'<circle r="{24 + loyal}"')

    in_drawings(patch, sized)


def a_picture_as_wide_as_the_seat_of_a_cylon(patch: Patch) -> None:
    """In the files alone."""

    def widened(files: dict[str, bytes], campaign: Any, seen: Played) -> dict[str, bytes]:
        seat = seen.outcome.state.seats.index(seen.outcome.state.cylons[0])
        wide = f' width="{400 + seat}"'.encode()
        return {
            name: data.replace(b' class="picture"', b' class="picture"' + wide) if name.endswith(SVG) else data
            for name, data in files.items()
        }

    spoil(patch, writing, "all_reports", widened)


def pictures_of_another_reader(patch: Patch) -> None:
    """Beside each player's report lie the pictures of the MJ's, as they are handed on."""

    def exchanged(files: dict[str, bytes], campaign: Any, seen: Played) -> dict[str, bytes]:
        return {name: files["reports/mj.svg"] if name.endswith(SVG) else data for name, data in files.items()}

    spoil(patch, writing, "all_reports", exchanged)


def sides_at_the_seats_of_positions(patch: Patch) -> None:
    def told(position: Any, campaign: Campaign, played: Played, *_: Any) -> Any:
        sides = [played.outcome.state.side(player) for player in played.outcome.state.seats]
        return position._replace(row={**position.row, "sides": sides})

    spoil(patch, pages, "position_of", told)


PLANTED: Planted = {
    quick_leaks: [
        who_failed,
        how_many_cards_were_missing,
        the_cards_in_the_order_of_the_seats,
        sides_at_the_seats,
        how_many_cylons_are_on_the_squad,
        the_squad_in_the_order_in_which_it_was_named,
        cylons_in_the_order_in_which_they_were_drawn,
        isolated_cylons_told,
        cylons_told_to_colons,
        the_side_of_a_cylon_drawn_for_other_players,
        a_row_of_his_own_for_a_cylon_in_public,
        a_note_on_whose_card_was_missing,
        votes_that_are_not_cast_yet,
        members_in_the_order_of_their_cards,
        rows_in_the_order_of_sides,
        what_a_mission_on_its_way_will_come_to,
    ],
    report_leaks: [a_mission_as_large_as_its_squad_is_loyal, sides_at_the_seats_of_positions],
    file_leaks: [a_picture_as_wide_as_the_seat_of_a_cylon],
    announced_leaks: [pictures_of_another_reader],
    door_leaks: [
        a_side_in_the_form_of_a_colon,
        no_squad_of_the_form_with_a_cylon,
        strict_colons_not_waited_for,
        a_refusal_that_knows_the_cylons,
        a_receipt_that_knows_the_cylons,
        a_standing_order_refused_to_some,
        whose_card_is_played_for_others,
    ],
    status_leaks: [strict_colons_not_waited_for],
}
