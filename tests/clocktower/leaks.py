"""Leaks of Clocktower to plant: each tells somebody of a state, a role or a question that is hidden from him."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.leaks import Patch, Planted, file_leaks, quick_leaks, report_leaks, spoil

from adjudicator.core.faults import Phrase, Word
from adjudicator.core.stage import Reader
from adjudicator.games.clocktower import pictures, reports
from adjudicator.games.clocktower.effects import states_on, works
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
        return {**data, "seats": sorted(data["seats"], key=lambda row: outcome.state.seats[row["player"]].side)}

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
    ],
    report_leaks: [a_square_as_wide_as_there_are_effects],
    file_leaks: [the_pictures_of_the_mj],
}
