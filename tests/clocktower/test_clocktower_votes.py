"""Random stages by post: votes against a count of their own, and any roles of the three scripts to the end."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from clocktower.tables import some_position

from adjudicator.core.stage import PUBLIC
from adjudicator.games.clocktower.cases import play
from adjudicator.games.clocktower.roles import ROLES
from adjudicator.games.clocktower.said import account_said, letter_said, seen_said
from adjudicator.speech.voice import voice_of

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


# Any roles -----------------------------------------------------------------------------------------------------


def _order(chance: random.Random, phase: str, names: Sequence[str]) -> Plain:
    """Return what somebody sends in a stage, possible or not."""
    role = chance.choice(list(ROLES))
    if phase == "votes":
        return {name: chance.choice(("yes", "no", "master", {"hands": 2})) for name in names}
    possible: Plain = {
        "night": {"choose": chance.sample(names, chance.choice((1, 1, 2))), "role": role, "if_dead": names[0]},
        "day": {"nominate": chance.sample(names, 2), "shoot": names[0], "guess": {names[1]: role}, "claim": role},
    }
    return {key: value for key, value in possible[phase].items() if chance.random() < 0.6}


@pytest.mark.parametrize("number", range(40))
def test_stages_of_any_roles_end_and_keep_their_counts(number: int) -> None:
    """S05, S23, K30. One execution a day, a use spent once for each role got, and words for all that happened."""
    chance = random.Random(number)
    case = some_position(chance)
    names = [seat["player"] for seat in case["seats"]]
    night, *day = ("night", "day", "votes")
    stages = [night, *day] * 3 if case["time"].startswith("night") else [*day, night] * 3
    case["steps"] = [
        {phase: {name: _order(chance, phase, names) for name in names if chance.random() < 0.8}} for phase in stages
    ]
    played = play(case)
    log = played.log
    refused = {fact.data["code"] for fact in log if fact.kind == "refused"}
    assert refused <= {"over", "no-nomination", "by-day", "by-night", "executed"}  # votes that no stage is for
    assert len([fact for fact in log if fact.kind == "executed"]) <= len(played.state.days)
    for voice in (voice_of("clocktower", language) for language in ("fr", "en")):
        said = [voice.fill(account_said(fact)) for fact in log]
        heard = [one for outcome in played.outcomes for one in outcome.notices]
        said += [voice.fill((seen_said if one.to == PUBLIC else letter_said)(one)) for one in heard]
        assert not [line for line in said if re.search(r"pithag|fortuneteller|scarletwoman|{", line)]
    spent = [fact.data["player"] for fact in log if fact.kind == "spent"]
    got = [fact.data["player"] for fact in log if fact.kind == "role"]
    assert all(spent.count(name) <= 1 + got.count(name) for name in names)
    assert played.state.ending is not None or played.state.number > int(case["time"].split()[1])
