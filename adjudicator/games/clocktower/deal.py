"""The setup: the bag, who draws which role, what is believed, and what each is told first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.roles import seated
from adjudicator.games.clocktower.roles import BELIEVING, DEMON, MINION, OUTSIDER, ROLES, TOWNSFOLK, pool, team
from adjudicator.games.clocktower.rules import Play
from adjudicator.games.clocktower.state import Seat, State

COUNTS = {
    5: (3, 0, 1), 6: (3, 1, 1), 7: (5, 0, 1), 8: (5, 1, 1), 9: (5, 2, 1), 10: (7, 0, 2),
    11: (7, 1, 2), 12: (7, 2, 2), 13: (9, 0, 3), 14: (9, 1, 3), 15: (9, 2, 3),
}  # fmt: skip
"""How many Townsfolk, Outsiders and Minions there are beside the Demon, by the number of players."""


def deal(play: Play) -> None:
    """§8.7. Fill the bag, give out the roles, and let each know who he is; then the first night begins."""
    state, setting, dice = play.state, play.setting, play.dice
    names = seated(play, setting.drawn)
    if setting.drawn:
        play.note("seats", names=names)
    bag = play.ask("bag", (), list(_bag(play)), first=True)
    seating = _seating(play, names, bag)
    state.seats = {name: Seat(side=ROLES[seating[name]].side) for name in names}
    play.acquire({name: seating[name] for name in names}, told=False)
    state.bluffs = tuple(play.ask("bluffs", (), list(dice.deal("bluffs", free_roles(play), 3))))
    _letters(play)
    state.turn, state.phase = 1, "night"


def _seating(play: Play, names: Sequence[str], bag: Sequence[str]) -> dict[str, str]:
    """Return who has which role of the bag: as dealt; where the MJ says otherwise, two players swap."""
    seating = dict(zip(names, play.dice.deal("seating", bag, len(names)), strict=True))
    for name in names:
        role = play.ask("seating", (name,), seating[name], bag, kind="roles")
        other = next(one for one in names if seating[one] == role)
        seating[name], seating[other] = role, seating[name]
    return seating


def _bag(play: Play) -> Iterator[str]:
    """Yield roles as drawn: the Demon, Minions, Outsiders, Townsfolk; a Baron brings two Outsiders more."""

    def drawn(wanted: str, count: int) -> Sequence[str]:
        candidates = pool(play.setting.script, (wanted,), count=count)
        return play.dice.deal("bag", candidates, count, wanted)

    townsfolk, outsiders, minions = COUNTS[len(play.setting.players)]
    yield from drawn(DEMON, 1)
    chosen = drawn(MINION, minions)
    more = min(2, townsfolk) if "baron" in chosen else 0
    yield from (*chosen, *drawn(OUTSIDER, outsiders + more), *drawn(TOWNSFOLK, townsfolk - more))


def free_roles(play: Play) -> list[str]:
    """Return good roles that nobody has or believes to have, of the script or, if these are too few, of any."""
    held = [role for seat in play.state.seats.values() for role in (seat.role, seat.believed)]
    return pool(play.setting.script, (TOWNSFOLK, OUTSIDER), (*held, *BELIEVING), 3)


def knows_evil(state: State) -> bool:
    """Return whether evil is told who is evil: from seven players on."""
    return len(state.seats) >= 7


def _letters(play: Play) -> None:
    """Tell all who they are; evil learns of evil, if there are enough players, and a Lunatic something of that form."""
    state, many = play.state, knows_evil(play.state)
    minions, demons = (state.having(wanted, alive=False) for wanted in (MINION, DEMON))
    for name, seat in state.seats.items():
        play.tell_player(name, "role", role=seat.shown)
        seat.known = ROLES[seat.shown].side
        play.tell_player(name, "side", side=seat.known)
        if team(seat.shown) == MINION and many:
            play.tell_player(name, "minions", names=[one for one in minions if one != name])
            play.tell_player(name, "demon", names=demons)
        if team(seat.shown) == DEMON and many:
            shown, bluffs, deal = minions, list(state.bluffs), play.dice.deal
            if seat.role == "lunatic":
                shown = state.in_seats(deal("minions", [one for one in state.seats if one != name], len(minions), name))
                bluffs = list(deal("bluffs", free_roles(play), 3, name))
            play.tell_player(name, "minions", names=shown)
            play.tell_player(name, "bluffs", roles=bluffs)
