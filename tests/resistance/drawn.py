"""What the pictures of the Resistance must show, taken from the states, never from what they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from resistance.tables import SIZES, allowed_targets
from support.drawings import Column, Drawn, Grid, Row, Station

from adjudicator.core.stage import MJ
from adjudicator.games.resistance.state import Mission, Proposal
from adjudicator.pictures.style import shortened

if TYPE_CHECKING:
    from resistance.told import Told

STATES = {True: "good", False: "bad"}


def pictures(told: Told) -> list[Drawn]:
    """Return the pictures that a reader must be shown."""
    return [[station(told, number) for number in range(1, 6)], grid(told)]


# Missions ----------------------------------------------------------------------------------------------------


def station(told: Told, number: int) -> Station:
    """Return the station of a mission."""
    done = next((mission for mission in told.after.missions if mission.number == number), None)
    notes = [told.count("station.failures", done.failures)] if done else []
    notes += [told.say("station.two")] if takes_two(told, number, done) else []
    squad = done.squad if done else told.after.squad if on_its_way(told, number) else ()
    lines = [*(("note", note) for note in notes), *(("name", shortened(name, 13)) for name in squad)]
    state = STATES[done.success] if done else "next" if number in may_come(told) else "open"
    size = "" if done else str(SIZES[len(told.after.seats)][number - 1])
    return Station(told.say("station.mission", number=str(number)), state, size, tuple(lines))


def takes_two(told: Told, number: int, done: Mission | None) -> bool:
    """Tell whether it is to be said that a mission takes two failures."""
    if len(told.after.seats) < 7:
        return False
    if told.options.two_failures == "number":
        return number == 4
    missions = told.after.missions
    return missions.index(done) == 3 if done else len(missions) == 3 and number in may_come(told)


def may_come(told: Told) -> list[int]:
    after = told.after
    if after.phase == "over":
        return []
    return [after.target] if after.squad else allowed_targets(told.setting, after)


def on_its_way(told: Told, number: int) -> bool:
    return told.after.phase == "mission" and told.after.target == number


# Votes -------------------------------------------------------------------------------------------------------


def grid(told: Told) -> Grid:
    """Return the grid of the votes."""
    after, known = told.after, sides(told)
    columns = [column(told, one) for one in after.proposals]
    if after.phase == "vote":
        columns.append(Column(str(after.round), str(after.proposal), aim(told, after.target), "next", "", None))
    rows = tuple(
        Row(
            shortened(player, 15),
            shortened(told.setting.characters.get(player, ""), 17),
            known.get(player, ""),
            player == after.commander and after.phase != "over",
            player == told.reader.name,
            tuple(cells(told, player)),
        )
        for player in after.seats
    )
    lines = ["rounds", "proposals", *["missions"] * any(one.aim for one in columns)]
    lines += ["votes", *["failures"] * any(one.came for one in columns)]
    return Grid(tuple(told.say(f"grid.{line}") for line in lines) if columns else (), tuple(columns), rows)


def column(told: Told, one: Proposal) -> Column:
    """Return what stands above and below a proposal."""
    votes = list(one.votes.values())
    state = "none" if not one.squad else STATES[one.approved]
    total = f"{votes.count('yes')}–{votes.count('no')}" if one.squad else ""
    return Column(str(one.round), str(one.number), aim(told, one.target), state, total, came(told, one))


def aim(told: Told, target: int) -> str:
    """Return the mission that is aimed at, where it is not the one whose turn it is."""
    made = [(one.target, one.round) for one in told.after.proposals if one.target]
    open_to_choice = told.options.targeted_attacks and told.after.phase != "over"
    elsewhere = any(one != other for one, other in made)
    return str(target) if target and (open_to_choice or elsewhere) else ""


def came(told: Told, one: Proposal) -> tuple[str, str] | None:
    """Return what the mission came to of a squad that was approved: they go in the order of their approval."""
    if not one.approved:
        return None
    nth = [other for other in told.after.proposals if other.approved].index(one)
    if nth == len(told.after.missions):
        return "next", ""
    done = told.after.missions[nth]
    return STATES[done.success], str(done.failures)


def cells(told: Told, player: str) -> list[frozenset[str]]:
    """Return what is in the cells of a player."""
    found = []
    for one in told.after.proposals:
        assumed = player in one.defaulted
        vote = one.votes.get(player, "none" if assumed else "")
        marks = {vote, "assumed" * assumed, "chosen" * (player in one.squad), "leads" * (player == one.commander)}
        found.append(frozenset(marks - {""}))
    after = told.after
    if after.phase == "vote":
        marks = {"chosen" * (player in after.squad), "leads" * (player == after.commander)}
        found.append(frozenset(marks - {""}))
    return found


def sides(told: Told) -> dict[str, str]:
    """Return the sides that a reader knows: a player his own, and the Cylons of whom he was told."""
    after, player = told.after, told.reader.name
    every = {name: STATES[name not in after.cylons] for name in after.seats}
    if after.phase == "over" or told.reader == MJ:
        return every
    told_of = player in after.cylons and not told.options.isolated_cylons
    return {name: side for name, side in every.items() if name == player or (told_of and side == "bad")}
