"""Pairs of stages by post that a reader cannot tell apart, and what a reader may know, written from the rules alone.

Both stages of a pair follow the same past; they differ in what was hidden then, in what others send and do not show,
and in what the MJ is asked. What the MJ answers a player is the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from clocktower.post import some_game
from clocktower.tables import Chance, Plain
from support.leaks import Drawn, Pair, campaign_of, file_of, own_papers, pair_of, readers_of, some_papers

from adjudicator.core.mj import Answer
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import PUBLIC, Reader
from adjudicator.games.clocktower.effects import add
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.roles import MINION, OUTSIDER, TOWNSFOLK, team
from adjudicator.games.clocktower.state import Effect, Setting, State

Change = Callable[[Chance, Drawn, str], Drawn]
"""Changes what is hidden; the name is that of the player for whom it is changed, if the reader is one."""


def campaign_by_post(players: Sequence[str]) -> Any:
    """Return a campaign by post; nothing of it is on a disk."""
    mj = {"without": "propose", "dawn": "08:00"}
    return campaign_of("clocktower", players=list(players), led="post", mj=mj)


def stages(number: int) -> Iterator[Drawn]:
    """Yield the stages of a random game by post, in which something may lie on the players besides."""
    chance = random.Random(number)
    spied = chance.random() < 0.4
    for setting, before, orders, _ in some_game(number):
        state = deepcopy(before)
        for seat in state.seats.values():
            if spied and team(seat.role) == MINION:
                seat.role = "spy"
        for _ in range(chance.randint(0, 2) if state.seats else 0):
            kind = chance.choice(("drunk", "poisoned", "safe"))
            add(state, Effect(0, kind, chance.choice(list(state.seats)), ends=state.half + 1))
        sent = {name: _with_more(chance, one, setting, before) for name, one in orders.items()}
        papers = some_papers(chance, setting.players, PUBLIC)
        yield Drawn(campaign_by_post(setting.players), state, sent, papers)


def _with_more(chance: Chance, sent: Plain, setting: Setting, state: State) -> Plain:
    """Return what a player sends with parts that will have no effect: nobody else may learn of them."""
    names = list(state.seats)
    if "nominate" in sent and chance.random() < 0.5:
        return {**sent, "nominate": list(dict.fromkeys([*sent["nominate"], chance.choice(names)]))}
    if "votes" in sent and chance.random() < 0.5:
        return {**sent, "votes": {**sent["votes"], **dict.fromkeys(chance.sample(names, 2), "no")}}
    return sent


def stage(number: int) -> Drawn:
    """Return any stage of a random game by post."""
    return random.Random(number).choice(list(stages(number % 500)))


# What a reader may know --------------------------------------------------------------------------------------


def may_know(side: Drawn, reader: Reader) -> Any:
    """Return all that a reader may know of a stage: what everybody saw, what he sent and chose, and what he is told."""
    before, after = side.state, side.played.outcome.state
    known: Plain = {"before": _public(before), "after": _public(after), "said": _said_in_public(side)}
    if reader.kind == "player":
        known["own"] = _own(side, reader.name)
        known["papers"] = own_papers(side.papers, reader)
    return known


def _public(state: State) -> Plain:
    roles = {name: (seat.role, seat.believed, seat.side) for name, seat in state.seats.items()}
    return {
        "stage": (state.phase, state.turn),
        "seats": [(name, seat.alive, seat.ghost) for name, seat in state.seats.items()],
        "days": to_plain(state.days),
        "block": state.block,
        "ending": (to_plain(state.ending), roles) if state.ending else None,
    }


def _steps(side: Drawn) -> list[Plain]:
    return [fact.data["step"] for fact in side.played.outcome.log if fact.kind == "step"]


def _said_in_public(side: Drawn) -> list[Any]:
    """Return the shots, guesses and claims of a day, in their order."""
    found: list[Any] = []
    if side.state.phase == "day":
        for fact in side.played.outcome.log:
            step = fact.data.get("step", {})
            if fact.kind == "shot" or "use" in step:
                found.append(("shot", step.get("use", fact.data.get("player")), step.get("on", fact.data.get("on"))))
            elif "claim" in step or "guess" in step:
                found.append(step)
            elif fact.kind == "guessed-idly":
                found.append({"guess": {fact.data["player"]: fact.data["guesses"]}})
    return found


def _own(side: Drawn, player: str) -> Plain:
    before, after, log = side.state.seats.get(player), side.played.outcome.state, side.played.outcome.log
    of_him = [fact for fact in log if fact.data.get("player") == player]
    learnt = [(fact.data["role"], fact.data["on"], fact.data["value"]) for fact in of_him if fact.kind == "learned"]
    spies = any(value == "grimoire" for *_, value in learnt) or (not before and _shown(after, player) == "spy")
    return {
        "history": (before.shown, before.known, before.used, before.got, before.acted, before.chosen) if before else (),
        "now": (_shown(after, player), after.seats[player].known),
        "sent": side.orders.get(player),
        "learned": learnt,
        "told": [fact.data for fact in of_him if fact.kind in ("role", "side", "believed")],
        "chosen": [step for step in _steps(side) if step.get("use") == player],
        "evil": _evil(after) if not before and team(_shown(after, player)) not in (TOWNSFOLK, OUTSIDER) else None,
        "grimoire": [_grimoire(side.state, player), _grimoire(after, player), _made(side)] if spies else None,
    }


def _shown(state: State, player: str) -> str:
    return state.seats[player].shown


def _evil(state: State) -> Any:
    """Return what the evil learn at the beginning."""
    return [(name, seat.role) for name, seat in state.seats.items() if seat.side == "evil"], state.bluffs


def _grimoire(state: State, reader: str) -> Any:
    lie = [one.named for one in state.effects if one.on != reader or one.kind not in ("drunk", "poisoned")]
    seats = [(name, seat.role, seat.side, seat.alive) for name, seat in state.seats.items()]
    return seats, lie


def _made(side: Drawn) -> Any:
    return [fact.data for fact in side.played.outcome.log if fact.kind in ("effect", "lifted", "role", "died")]


# Hidden changes ----------------------------------------------------------------------------------------------


def _changed(side: Drawn) -> tuple[Drawn, State]:
    state = deepcopy(side.state)
    return replace(side, state=state), state


def _somebody(chance: Chance, side: Drawn, player: str) -> str:
    """Return the reader himself, often: most is hidden from whom it concerns."""
    return player if player and chance.random() < 0.6 else chance.choice(list(side.state.seats))


def drunk(chance: Chance, side: Drawn, player: str) -> Drawn:
    """Let somebody be drunk or poisoned, by nobody or by another."""
    found, state = _changed(side)
    on, by = _somebody(chance, side, player), chance.choice(["", *state.seats])
    add(state, Effect(0, chance.choice(("drunk", "poisoned")), on, by, state.seats[by].since if by else 0))
    return found


def protected(chance: Chance, side: Drawn, player: str) -> Drawn:
    """Let somebody be safe."""
    found, state = _changed(side)
    add(state, Effect(0, "safe", _somebody(chance, side, player), ends=state.half))
    return found


def healed(chance: Chance, side: Drawn, player: str) -> Drawn:
    """Let no effect be there."""
    found, state = _changed(side)
    state.effects = []
    return found


def deceived(chance: Chance, side: Drawn, player: str) -> Drawn:
    """Let somebody be the Drunk, who believes to have the role he had; or the other way round."""
    found, state = _changed(side)
    name = _somebody(chance, side, player)
    seat = state.seats[name]
    if seat.believed:
        seat.role, seat.believed = seat.believed, ""
        state.effects = [one for one in state.effects if (one.on, one.about) != (name, "drunk")]
    else:
        seat.role, seat.believed = ("lunatic" if seat.shown == "imp" else "drunk"), seat.shown
        if seat.role == "drunk":
            add(state, Effect(0, "drunk", name, about="drunk"))
    return found


def exchanged(chance: Chance, side: Drawn, player: str) -> Drawn:
    """Let two others have each other's role."""
    found, state = _changed(side)
    one, other = chance.sample([name for name in state.seats if name != player], 2)
    for key in ("role", "believed", "side", "known"):
        mine, his = getattr(state.seats[one], key), getattr(state.seats[other], key)
        setattr(state.seats[one], key, his)
        setattr(state.seats[other], key, mine)
    return found


def turned(chance: Chance, side: Drawn, player: str) -> Drawn:
    """Let somebody be of another side than he was told."""
    found, state = _changed(side)
    seat = state.seats[_somebody(chance, side, player)]
    seat.side = "evil" if seat.side == "good" else "good"
    return found


def noted(chance: Chance, side: Drawn, player: str) -> Drawn:
    """Let the MJ have other claims, bluffs and red herrings."""
    found, state = _changed(side)
    for seat in state.seats.values():
        seat.claim, seat.herring = chance.choice(("", "mayor", "soldier")), chance.choice(list(state.seats))
    state.bluffs = ("saint", "butler", "mayor")
    return found


def sent_otherwise(chance: Chance, side: Drawn, player: str) -> Drawn:
    """Let another player send something else, or nothing."""
    name = chance.choice([one for one in side.state.seats if one != player])
    view = GAME.rules.view(side.campaign.setting, side.state, name)
    possible: list[Any] = [*GAME.orders.possible(view)]
    orders = {one: given for one, given in side.orders.items() if one != name}
    return replace(side, orders={**orders, name: chance.choice(possible)} if possible else orders)


def on_conditions(chance: Chance, side: Drawn, player: str) -> Drawn:
    """Let the others have sent ballots that come to the same, and more that come to nothing."""

    def other(name: str, key: str, value: Any) -> Any:
        if name == player or key not in ("votes", "nominate"):
            return value
        if key == "nominate":
            return [*value, *(one for one in side.state.seats if one not in value)]
        void = {one: "no" for one in side.state.seats if one not in value}
        return {of: {"hands": 0} if ballot == "yes" else ballot for of, ballot in value.items()} | void

    orders = {
        name: {key: other(name, key, value) for key, value in given.items()} for name, given in side.orders.items()
    }
    return replace(side, orders=orders)


CHANGES: Sequence[Change] = (
    *(drunk, drunk, deceived, deceived),
    *(
        protected,
        healed,
        exchanged,
        turned,
        turned,
        noted,
        sent_otherwise,
        sent_otherwise,
        on_conditions,
        on_conditions,
    ),
)


def told_the_same(one: Drawn, two: Drawn) -> Drawn:
    """Return the second stage, in which the MJ answers what the players learnt in the first one."""
    learnt = [fact.data for fact in one.played.outcome.log if fact.kind == "learned"]
    answers = {
        (purpose, (data["player"],)): Answer(data["value"])
        for data in learnt
        for purpose in ("information", *(["truth"] if data["value"] != "grimoire" else []))
    }
    return replace(two, answers=answers)


def pairs(chance: Chance, count: int) -> list[Pair[Drawn]]:
    """Return so many pairs of stages that differ in what is hidden from a reader, and in the MJ's papers."""
    found: list[Pair[Drawn]] = []
    while len(found) < count:
        played = [one for one in stages(chance.randrange(2**32)) if one.state.phase != "setup"]
        for one in chance.sample(played, min(3, len(played))):
            readers = [*chance.sample(readers_of(one), 2), *_spies(one), PUBLIC]
            for reader in readers:
                found += _pair(chance, one, reader)
    return found[:count]


def _spies(side: Drawn) -> list[Reader]:
    return [one for one in readers_of(side) if one.kind == "player" and _shown(side.state, one.name) == "spy"]


def _pair(chance: Chance, side: Drawn, reader: Reader) -> Iterator[Pair[Drawn]]:
    change = chance.choice(CHANGES)
    papers = some_papers(chance, side.campaign.players, reader)
    one = replace(side, papers=some_papers(chance, side.campaign.players, reader))
    two = told_the_same(
        one, replace(change(chance, one, reader.name if reader.kind == "player" else ""), papers=papers)
    )
    if may_know(one, reader) == may_know(two, reader):
        yield pair_of(reader, one, two, [change.__name__], may_know)


# At the door -------------------------------------------------------------------------------------------------


def allowed(chance: Chance, side: Any) -> Plain:
    """Return orders that anybody awaited after a stage may send."""
    after = side.played.outcome.state
    if after.phase == "day" and after.post:
        return {"nominate": chance.sample(list(after.seats), 2), "claim": "soldier"}
    return {"votes": {one.of: "no" for one in after.day.nominations}} if after.phase == "votes" else {}


def files_of(pair: Pair[Drawn], player: str) -> list[bytes]:
    """Return files of a player that try the door in the stage, in the one after it, and later."""
    side = pair.one
    names = list(side.state.seats)
    other = next(name for name in names if name != player)
    lines: Mapping[str, list[Any]] = {
        "night": ["rien", {"choose": [other]}, {"choose": [player, other]}, {"if_dead": other}],
        "day": [{"nominate": [other, other]}, {"shoot": other, "claim": "slayer"}],
        "votes": [{"votes": {other: "yes"}}, {"votes": {other: "master", player: {"hands": 1}}}],
    }
    left = [{"choose": [other]}, {"if_dead": other}, {"votes": {other: {"block": "nobody"}}}]
    now = (side.state, side.played.outcome.state)
    return [
        *(file_of(player, one.turn, orders=line) for one in now for line in lines.get(one.phase, ())),
        *(file_of(player, side.state.turn + 3, orders=line) for line in lines["night"]),
        *(file_of(player, 0, standing=one) for one in left),
    ]
