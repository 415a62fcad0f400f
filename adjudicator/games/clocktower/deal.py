"""The setup: the bag, who draws which role, what is believed, and what each is told first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.games.clocktower.roles import (
    BELIEVING,
    DEMON,
    MINION,
    OUTSIDER,
    ROLES,
    TOWNSFOLK,
    of_team,
    team,
)
from adjudicator.games.clocktower.rules import Play
from adjudicator.games.clocktower.setup import COUNTS
from adjudicator.games.clocktower.state import Seat, Setting, State


def deal(play: Play) -> None:
    """§8.7. Fill the bag, give out the roles, and let each know who he is; then the first night begins."""
    state, setting, dice = play.state, play.setting, play.table.dice
    names = setting.players
    if setting.drawn:
        names = dice.deal("seat", names, len(names))
        play.note("seats", names=names)
    bag = play.ask("bag", (), list(_bag(play)), first=True)
    seating = _seating(play, names, bag)
    state.seats = {name: Seat(side=ROLES[seating[name]].side) for name in names}
    play.acquire({name: seating[name] for name in names}, told=False)
    state.bluffs = tuple(play.ask("bluffs", (), list(dice.deal("bluffs", free_roles(state, setting), 3))))
    _letters(play)
    state.half, state.turn, state.phase = 1, 1, "night"


def _seating(play: Play, names: Sequence[str], bag: Sequence[str]) -> dict[str, str]:
    """Return who has which role of the bag: as dealt; where the MJ says otherwise, two players swap."""
    seating = dict(zip(names, play.table.dice.deal("seating", bag, len(names)), strict=True))
    for name in names:
        role = play.ask("seating", (name,), seating[name], bag, kind="roles")
        other = next(one for one in names if seating[one] == role)
        seating[name], seating[other] = role, seating[name]
    return seating


def _bag(play: Play) -> Iterator[str]:
    """Yield roles as drawn: the Demon, Minions, Outsiders, Townsfolk; a Baron brings two Outsiders more."""
    script, deals = play.setting.script, play.table.dice.deal
    townsfolk, outsiders, minions = COUNTS[len(play.setting.players)]
    yield from deals("bag", _enough(script, DEMON, 1), 1, "demon")
    chosen = deals("bag", _enough(script, MINION, minions), minions, "minion")
    yield from chosen
    more = min(2, townsfolk) if "baron" in chosen else 0
    yield from deals("bag", _enough(script, OUTSIDER, outsiders + more), outsiders + more, "outsider")
    yield from deals("bag", _enough(script, TOWNSFOLK, townsfolk - more), townsfolk - more, "townsfolk")


def _enough(script: tuple[str, ...], wanted: str, count: int) -> list[str]:
    """Return the roles of a team in the script; if there are too few, with others of that team behind them."""
    own = of_team(script, wanted)
    others = [role for role in of_team(tuple(ROLES), wanted) if role not in own]
    return own if len(own) >= count else own + others


def free_roles(state: State, setting: Setting) -> list[str]:
    """Return good roles that nobody has or believes to have, of the script or, if these are too few, of any."""
    held = {role for seat in state.seats.values() for role in (seat.role, seat.believed)}
    good = [of_team(roles, TOWNSFOLK, OUTSIDER) for roles in (setting.script, tuple(ROLES))]
    free = [[role for role in roles if role not in (*held, *BELIEVING)] for roles in good]
    return free[0] if len(free[0]) >= 3 else free[1]


def _letters(play: Play) -> None:
    """Tell all who they are; from seven players on, evil learns of evil, and a Lunatic something of that form."""
    state, many = play.state, len(play.state.seats) >= 7
    minions = [name for name, seat in state.seats.items() if team(seat.role) == MINION]
    demons = [name for name, seat in state.seats.items() if team(seat.role) == DEMON]
    for name, seat in state.seats.items():
        play.tell(name, "role", role=seat.shown)
        seat.known = ROLES[seat.shown].side
        play.tell(name, "side", side=seat.known)
        if team(seat.shown) == MINION and many:
            play.tell(name, "minions", names=[one for one in minions if one != name])
            play.tell(name, "demon", names=demons)
        if team(seat.shown) == DEMON and many:
            shown, bluffs = minions, list(state.bluffs)
            if seat.role == "lunatic":
                others = [one for one in state.seats if one != name]
                shown = state.in_seats(play.table.dice.deal("minions", others, len(minions), name))
                bluffs = list(play.table.dice.deal("bluffs", free_roles(state, play.setting), 3, name))
            play.tell(name, "minions", names=shown)
            play.tell(name, "bluffs", roles=bluffs)
