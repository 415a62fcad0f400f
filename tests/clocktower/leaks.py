"""Leaks of Clocktower to plant: each tells somebody of a state, a role or a question that is hidden from him."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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

from adjudicator.core.faults import Objection, Phrase, Word
from adjudicator.core.stage import Reader
from adjudicator.desk import overview
from adjudicator.games.clocktower import information, pictures, reports
from adjudicator.games.clocktower.effects import states_on, works
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.roles import ROLES
from adjudicator.post import letters
from adjudicator.reports import writing
from adjudicator.reports.markup import SVG


def in_reports(patch: Patch, more: Callable[[Any, Reader], Any]) -> None:
    """Let all reports tell ``more`` of the outcome."""

    def told(data: Any, setting: Any, before: Any, outcome: Any, orders: Any, reader: Reader) -> Any:
        return {**data, "more": more(outcome, reader)}

    spoil(patch, reports, "report", told)


def whether_he_works(patch: Patch) -> None:
    in_reports(patch, lambda outcome, reader: reader.name in outcome.state.seats and works(outcome.state, reader.name))


def how_many_are_drunk_or_poisoned(patch: Patch) -> None:
    in_reports(patch, lambda outcome, reader: sum(bool(states_on(outcome.state, one)) for one in outcome.state.seats))


def the_real_role(patch: Patch) -> None:
    """S17: the Drunk would read who he is."""

    def told(data: Any, before: Any, outcome: Any, reader: Reader) -> Any:
        return {**data, "role": Word("roles", outcome.state.seats[reader.name].role)}

    spoil(patch, reports, "player_part", told)


def the_real_side(patch: Patch) -> None:
    def told(data: Any, before: Any, outcome: Any, reader: Reader) -> Any:
        return {**data, "side": Word("sides", outcome.state.seats[reader.name].side)}

    spoil(patch, reports, "player_part", told)


def that_the_mj_was_asked(patch: Patch) -> None:
    """S26: a line that stands there only where an answer came with a warning."""

    def told(data: Any, before: Any, outcome: Any, reader: Reader) -> Any:
        warned = [one for one in outcome.log if one.kind == "learned" and one.data["warned"]]
        own = [one for one in warned if one.data["player"] == reader.name]
        return {**data, "learned": [*data["learned"], *(Phrase("word.nothing") for _ in own)]}

    spoil(patch, reports, "player_part", told)


def ghost_votes_by_role(patch: Patch) -> None:
    spoil(
        patch,
        reports,
        "seat_row",
        lambda row, state, name: {**row, "ghost": row["ghost"] or state.seats[name].role == "drunk"},
    )


def seats_in_the_order_of_sides(patch: Patch) -> None:
    def told(data: Any, before: Any, outcome: Any) -> Any:
        return {**data, "seats": sorted(data["seats"], key=lambda row: outcome.state.seats[row["name"]].side)}

    spoil(patch, reports, "public_part", told)


def how_many_effects_in_public(patch: Patch) -> None:
    spoil(patch, reports, "public_part", lambda data, before, outcome: {**data, "effects": len(outcome.state.effects)})


def a_reminder_in_the_town_square(patch: Patch) -> None:
    def drawn(found: Any, report: Any) -> Any:
        return found

    def told(data: Any, campaign: Any, seen: Any, reader: Reader, *_: Any) -> Any:
        state = seen.outcome.state
        square = data["pictures"][0]["shows"]["seats"]
        marked = [{**one, "reversed": True} if states_on(state, one["name"]) else one for one in square]
        return {**data, "pictures": [{**data["pictures"][0], "shows": {"seats": marked}}, *data["pictures"][1:]]}

    spoil(patch, pictures, "pictures", drawn)
    spoil(patch, writing, "report_data", told)


def a_square_as_wide_as_there_are_effects(patch: Patch) -> None:
    def wide(text: str, campaign: Any, seen: Any, reader: Reader, form: str, *_: Any) -> str:
        return text.replace('width="', f'width="{len(seen.outcome.state.effects)}') if form == SVG else text

    spoil(patch, writing, "render", wide)


def the_pictures_of_the_mj(patch: Patch) -> None:
    def exchanged(files: dict[str, bytes], campaign: Any, seen: Any) -> dict[str, bytes]:
        return {name: files["reports/mj.svg"] if name.endswith(SVG) else data for name, data in files.items()}

    spoil(patch, writing, "all_reports", exchanged)


# By post -----------------------------------------------------------------------------------------------------


def of_the_account(patch: Patch, kind: str, key: str) -> None:
    """Let all reports tell of all facts of a kind what stands under a key."""
    in_reports(patch, lambda outcome, reader: [one.data.get(key) for one in outcome.log if one.kind == kind])


def who_was_woken(patch: Patch) -> None:
    of_the_account(patch, "step", "step")


def who_died_first(patch: Patch) -> None:
    """§14. The dead of a night are told by seat."""
    of_the_account(patch, "died", "player")


def of_what_somebody_died(patch: Patch) -> None:
    of_the_account(patch, "died", "how")


def why_somebody_was_spared(patch: Patch) -> None:
    of_the_account(patch, "spared", "why")


def the_truth_beside_what_was_told(patch: Patch) -> None:
    of_the_account(patch, "learned", "truth")


def _in_the_orders(patch: Patch, key: str, told: Callable[[Any, Any], Any]) -> None:
    """Let all reports tell of what was sent under a key, beside the state before the stage."""

    def more(data: Any, setting: Any, before: Any, outcome: Any, orders: Any, reader: Reader) -> Any:
        sent = {name: told(before, given[key]) for name, given in orders.items() if key in given}
        return {**data, "more": sent}

    spoil(patch, reports, "report", more)


def ballots_on_nobody_nominated(patch: Patch) -> None:
    def void(before: Any, votes: Any) -> Any:
        return [of for of in votes if of not in [one.of for one in before.day.nominations]]

    _in_the_orders(patch, "votes", void)


def conditions_of_ballots(patch: Patch) -> None:
    _in_the_orders(patch, "votes", lambda before, votes: [one for one in votes.values() if isinstance(one, dict)])


def whom_else_somebody_would_have_nominated(patch: Patch) -> None:
    _in_the_orders(patch, "nominate", lambda before, names: names[1:])


def a_spy_reads_his_own_states(patch: Patch) -> None:
    patch.setattr(information, "STATES", ())


def the_real_role_in_the_view(patch: Patch) -> None:
    """S26. The form of a Drunk would offer what the Drunk may do, which is nothing."""

    def known(view: Any, setting: Any, state: Any, player: str) -> Any:
        if player in view.known.seats:
            view.known.seats[player].role = state.seats[player].role
        return view

    spoil(patch, GAME.rules, "view", known)


def an_ability_of_a_drunk_is_never_spent(patch: Patch) -> None:
    def known(view: Any, setting: Any, state: Any, player: str) -> Any:
        if player in view.known.seats and state.seats[player].believed:
            view.known.seats[player].acted = state.half
        return view

    spoil(patch, GAME.rules, "view", known)


def _where_he_does_not_work(patch: Patch, part: Any, name: str, spoiled: Callable[[Any], Any]) -> None:
    """Let what a game says to a player be spoiled where the ability does not work."""

    def hanging_on_it(honest: Any, setting: Any, state: Any, player: str, *_: Any) -> Any:
        return spoiled(honest) if player in state.seats and not works(state, player) else honest

    spoil_on_the_state(patch, GAME, part, name, hanging_on_it)


def a_refusal_that_spares_the_drunk(patch: Patch) -> None:
    _where_he_does_not_work(patch, GAME.orders, "objections", lambda found: [])


def a_standing_order_refused_to_the_drunk(patch: Patch) -> None:
    _where_he_does_not_work(patch, GAME.orders, "standing_objections", lambda found: [Objection("not-awaited")])


def a_receipt_that_warns_the_drunk(patch: Patch) -> None:
    _where_he_does_not_work(patch, GAME.orders, "receipt", lambda one: one._replace(said=(*one.said, *one.said)))


def _awake(state: Any) -> list[str]:
    """Return whose real role acts."""
    acts = {name: ROLES[seat.role].first or ROLES[seat.role].other for name, seat in state.seats.items()}
    return [name for name in state.living() if not state.by_night or acts[name]]


def only_those_who_act_are_awaited(patch: Patch) -> None:
    spoil(patch, GAME.rules, "awaited", lambda names, setting, state: [one for one in names if one in _awake(state)])


def how_many_act_in_public_status(patch: Patch) -> None:
    def told(row: Any, now: Any, language: Any = None) -> Any:
        return {**row, "awaited": len(_awake(now.progress.state))}

    spoil(patch, overview, "public_overview", told)


def reminders_that_count_the_effects(patch: Patch) -> None:
    def told(written: Any, situation: Any, mark: Any, players: Any) -> Any:
        more = str(len(situation.progress.state.effects))
        return [one._replace(lines=[*one.lines, more]) for one in written]

    spoil(patch, letters, "_letters", told)


def a_file_for_each_who_was_woken(patch: Patch) -> None:
    def more(files: dict[str, bytes], campaign: Any, seen: Any) -> dict[str, bytes]:
        woken = [one.data["step"] for one in seen.outcome.log if one.kind == "step" and "use" in one.data["step"]]
        return {**files, **{f"reports/{step['use']}-night.txt": b"" for step in woken}}

    spoil(patch, writing, "all_reports", more)


PLANTED: Planted = {
    quick_leaks: [
        whether_he_works,
        how_many_are_drunk_or_poisoned,
        the_real_role,
        the_real_side,
        that_the_mj_was_asked,
        ghost_votes_by_role,
        seats_in_the_order_of_sides,
        how_many_effects_in_public,
        a_reminder_in_the_town_square,
        who_was_woken,
        who_died_first,
        of_what_somebody_died,
        why_somebody_was_spared,
        the_truth_beside_what_was_told,
        ballots_on_nobody_nominated,
        conditions_of_ballots,
        whom_else_somebody_would_have_nominated,
        a_spy_reads_his_own_states,
    ],
    door_leaks: [
        the_real_role_in_the_view,
        an_ability_of_a_drunk_is_never_spent,
        a_refusal_that_spares_the_drunk,
        a_standing_order_refused_to_the_drunk,
        a_receipt_that_warns_the_drunk,
        only_those_who_act_are_awaited,
    ],
    status_leaks: [how_many_act_in_public_status],
    announced_leaks: [reminders_that_count_the_effects],
    report_leaks: [a_square_as_wide_as_there_are_effects],
    file_leaks: [the_pictures_of_the_mj, a_file_for_each_who_was_woken],
}
