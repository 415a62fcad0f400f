"""Random votes by post against a count of their own: conditions, Butlers, ghost votes and the block."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from adjudicator.games.clocktower.cases import play

NAMES = ("Zoé", "Max", "Luc", "Éva", "Ana", "Léo", "Tom")
Plain = dict[str, Any]


def _seats(chance: random.Random) -> list[Plain]:
    """Return an Imp and other players, of whom some are dead or Butlers, or believe to be one."""
    names = NAMES[: chance.randint(5, len(NAMES))]
    seats: list[Plain] = [{"player": names[0], "role": "imp"}]
    for name in names[1:]:
        seat: Plain = {"player": name, "role": chance.choice(("butler", "butler", "chef", "baron", "drunk"))}
        if seat["role"] == "drunk":
            seat["believed"] = "butler"
        if len(seats) > 3 and chance.random() < 0.4:
            seat |= {"dead": True, "ghost": chance.random() < 0.6}
        seats.append(seat)
    return seats


def _ballot(chance: random.Random) -> Any:
    number = chance.randint(0, 4)
    return chance.choice(("yes", "no", {"hands": number}, {"block": "nobody"}, {"block": number, "hands": number // 2}))


def _up(ballot: Any, hands: int, block: Sequence[str] | None) -> bool:
    """Return whether a ballot is a yes when so many hands are up; ``block`` has the hands on who is there."""
    if not isinstance(ballot, Mapping):
        return bool(ballot == "yes")
    wanted = ballot.get("block", "any")
    free = block is None if wanted == "nobody" else wanted == "any" or (block is not None and len(block) <= wanted)
    return free and hands >= ballot.get("hands", 0)


def _counted(
    order: Sequence[str], ballots: Plain, masters: Mapping[str, str], block: Sequence[str] | None
) -> list[str]:
    """Return the hands in the order of the count: a Butler's is at his place, or else right behind his master's."""
    up: list[str] = []
    for at, name in enumerate(order):
        ballot = ballots.get(name, "no")
        if masters.get(name) in up if ballot == "master" else _up(ballot, len(up), block):
            behind = [name]
            while behind:
                up.append(behind.pop(0))
                own = [one for one in order[:at] if ballots.get(one) == "master" and masters.get(one) == up[-1]]
                behind = [one for one in own if one not in up] + behind
    return up


@pytest.mark.parametrize("number", range(60))
def test_votes_are_counted_as_on_paper(number: int) -> None:
    """K31, K32, K33, E03, E05. Each count is that of a second program, which knows no state."""
    chance = random.Random(number)
    seats = _seats(chance)
    names = [seat["player"] for seat in seats]
    living = [seat["player"] for seat in seats if not seat.get("dead")]
    ghosts = {seat["player"] for seat in seats if seat.get("ghost")}
    butlers = [seat["player"] for seat in seats if "butler" in (seat["role"], seat.get("believed"))]
    butlers = [name for name in butlers if name in living]
    masters = {name: chance.choice([one for one in names if one != name]) for name in butlers if chance.random() < 0.9}
    nominees = dict(zip(chance.sample(living, 3), chance.sample(names, 3), strict=True))
    votes = {
        name: {of: chance.choice(("master", "no")) if name in butlers else _ballot(chance) for of in nominees.values()}
        for name in names
        if name in living or name in ghosts
    }
    night = {name: {"choose": [master]} for name, master in masters.items()}
    day = {name: {"nominate": [of]} for name, of in nominees.items()}
    played = play({"seats": seats, "time": "night 2", "steps": [{"night": night}, {"day": day}, {"votes": votes}]})
    assert (played.refused, played.numbers) == ({}, [])

    counts: dict[str, list[str]] = {}
    block = ""
    for of in [nominees[name] for name in [*names[1:], names[0]] if name in nominees]:  # day 2 begins with seat 2
        at = names.index(of) + 1
        order = [name for name in names[at:] + names[:at] if name in living or name in ghosts]
        ballots = {name: given[of] for name, given in votes.items()}
        top = max(map(len, counts.values()), default=0)
        counts[of] = _counted(order, ballots, masters, counts.get(block))
        ghosts -= set(counts[of])
        if len(counts[of]) > top and 2 * len(counts[of]) >= len(living):
            block = of
        elif len(counts[of]) == top:
            block = ""
    assert {one.of: list(one.hands or ()) for one in played.state.day.nominations} == counts
    assert played.state.day.execution == block
    expected = ghosts | ({block} & set(living))
    assert {name for name, seat in played.state.seats.items() if seat.ghost} == expected
