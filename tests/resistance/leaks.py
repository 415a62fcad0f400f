"""What the Resistance gives to the tests for leaks: what may be sent, and leaks to plant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from leaking import (
    Patch,
    Planted,
    door_leaks,
    quick_leaks,
    spoil,
    spoil_on_the_state,
    status_leaks,
)
from resistance.pairs import Side
from resistance.tables import Chance, Plain, a_squad

from adjudicator.core.faults import Objection
from adjudicator.core.game import Receipt
from adjudicator.core.phrase import Listed, Phrase
from adjudicator.rulesets.resistance import form, reports, rules, views
from adjudicator.rulesets.resistance.game import GAME
from adjudicator.rulesets.resistance.state import COLONS, Setting, State
from adjudicator.rulesets.resistance.table import Table as Playing
from adjudicator.rulesets.resistance.views import PlayerView

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
    patch.setattr(Playing, "in_seat_order", lambda table, players: tuple(players))


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
    spoil(patch, form, "identity", told)


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
        more = "squad" in standing and state.side(standing["squad"][0]) != state.side(player)
        return [*found, Objection("not-dealt", on_key=True)] if more else found

    spoil_on_the_state(patch, GAME, GAME.orders, "standing_objections", judged_on_the_state)


def whose_card_is_played_for_others(patch: Patch) -> None:
    def of_the_cylons(told: Phrase, setting: Setting, state: State, player: str) -> Phrase:
        sided = state.phase == "mission" and any(name in state.cylons for name in state.squad if name != player)
        return Phrase("fate.mission.failure") if sided else told

    spoil_on_the_state(patch, GAME, GAME.orders, "without", of_the_cylons)


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
    ],
    door_leaks: [
        a_side_in_the_form_of_a_colon,
        strict_colons_not_waited_for,
        a_refusal_that_knows_the_cylons,
        a_receipt_that_knows_the_cylons,
        a_standing_order_refused_to_some,
        whose_card_is_played_for_others,
    ],
    status_leaks: [strict_colons_not_waited_for],
}
