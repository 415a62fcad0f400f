"""Pairs of halves that a reader cannot tell apart, and what a reader may know, written from the rules alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from clocktower import post_pairs
from clocktower.tables import Chance, Plain, some_position, some_steps
from support.leaks import EVERY_DAY, SEED, Pair, campaign_of, file_of, own_papers, pair_of, readers_of, some_papers

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import EMPTY
from adjudicator.campaign.stages import Played
from adjudicator.core.mj import Answer, Mj
from adjudicator.core.plain import to_plain
from adjudicator.core.stage import PUBLIC, Reader, Stage
from adjudicator.games.clocktower.cases import position
from adjudicator.games.clocktower.effects import add
from adjudicator.games.clocktower.game import GAME
from adjudicator.games.clocktower.roles import DEMON, team
from adjudicator.games.clocktower.state import Effect, State


@dataclass(frozen=True)
class Side:
    """One half, played by the MJ's steps: one of the two of a pair."""

    campaign: Campaign
    state: State
    steps: Sequence[Plain]
    papers: Mapping[str, Any] = field(default_factory=dict)
    seed: str = SEED
    orders: Mapping[str, Any] = field(default_factory=dict)

    @property
    def again(self) -> Side:
        """The same half, to be played anew."""
        return replace(self)

    @cached_property
    def played(self) -> Played:
        """The half as it is published."""
        mj = Mj({("course", ()): Answer(list(self.steps))})
        outcome = GAME.rules.resolve(self.campaign.setting, self.state, {}, self.seed, mj)
        return Played(Path(), Stage(self.state.phase, self.state.turn), self.state, outcome, {**EMPTY, **self.papers})


def stage(number: int) -> Side:
    """Return a half of a game, any of its halves, with steps that often tell the same whoever is drunk."""
    chance = random.Random(number)
    case = some_position(chance, 7)
    learning = chance.random() < 0.4
    if learning:
        case["time"] = chance.choice(("night 1", "night 2"))
        case["seats"][0] = {"player": case["seats"][0]["player"], "role": chance.choice(list(SHOWN))}
    state = position(case)
    players = tuple(state.seats)
    campaign = campaign_of("clocktower", players=list(players), script="trouble brewing")
    steps = [_answered(chance, step, state) for step in some_steps(chance, state, 3 if learning else 8)]
    if learning:
        first = state.seats[players[0]].acts
        step: Plain = (
            {"use": players[0], "on": chance.sample(players, first.number)} if first.number else {"use": players[0]}
        )
        steps.insert(0, _answered(chance, step, state))
    if state.by_night:
        demon = next((name for name, seat in state.seats.items() if team(seat.role) == DEMON), players[0])
        one, other = chance.sample(players, 2)
        steps += [{"kill": one, "by": demon}, {"kill": other}]
    return Side(campaign, state, steps, some_papers(chance, players, PUBLIC))


SHOWN: Mapping[str, Any] = {"chef": 1, "empath": 1, "fortuneteller": True, "seamstress": True}
"""Roles that learn at once, with a value that they may learn."""


def _answered(chance: Chance, step: Plain, state: State) -> Plain:
    """Return a step with the answers beside it that make what is told the same, whoever is able."""
    if "use" not in step or chance.random() < 0.2:
        return step
    value = SHOWN.get(state.seats[step["use"]].shown, "soldier")
    return {**step, "mj": {"information": value, "truth": value}}


# What a reader may know --------------------------------------------------------------------------------------


def may_know(side: Side, reader: Reader) -> Any:
    """Return all that a reader may know of a half: what everybody saw and, of a player, what the MJ has told him."""
    after = side.played.outcome.state
    known: Plain = {"before": _public(side.state), "after": _public(after), "said": _said_in_public(side)}
    if reader.kind == "player":
        known["own"] = _own(side, reader.name)
        known["papers"] = own_papers(side.papers, reader)
    return known


def _public(state: State) -> Plain:
    seats = {name: (seat.alive, seat.ghost) for name, seat in state.seats.items()}
    roles = {name: (seat.role, seat.believed, seat.side) for name, seat in state.seats.items()}
    return {
        "half": state.half,
        "seats": list(seats.items()),
        "days": to_plain(state.days),
        "ending": to_plain(state.ending),
        "roles": roles if state.ending else None,
    }


def _accepted(side: Side) -> list[Plain]:
    """Return the steps that were not refused, in order."""
    facts = list(side.played.outcome.log)
    return [
        one.data["step"]
        for one, after in zip(facts, [*facts[1:], None], strict=True)
        if one.kind == "step" and (after is None or after.kind != "refused")
    ]


def _said_in_public(side: Side) -> list[Plain]:
    """Return the shots and the guesses, which everybody hears."""
    shots = [step for step in _accepted(side) if step.get("use") and not side.state.by_night]
    return [*shots, *(step for step in _accepted(side) if "guess" in step)]


def _own(side: Side, player: str) -> Plain:
    """Return what a player was told and chose: his role as he believes it, and what the MJ showed him."""
    log, after = side.played.outcome.log, side.played.outcome.state
    of_him = [fact for fact in log if fact.data.get("player") == player]
    asked_to_be_mad = [
        step["role"]
        for step in _accepted(side)
        if side.state.seats[step.get("use", player)].shown == "cerenovus" and player in step.get("on", ())
    ]
    return {
        "shown": (side.state.seats[player].shown, after.seats[player].shown),
        "side": (side.state.seats[player].known, after.seats[player].known),
        "told": [fact.data for fact in of_him if fact.kind in ("role", "side", "believed")],
        "learned": [
            (fact.data["role"], fact.data["on"], fact.data["value"]) for fact in of_him if fact.kind == "learned"
        ],
        "spied": [_grimoire(after, player) for fact in of_him if fact.kind == "learned" and fact.data["role"] == "spy"],
        "chosen": [step for step in _accepted(side) if step.get("use") == player],
        "mad": asked_to_be_mad,
    }


def _grimoire(state: State, reader: str) -> Any:
    return to_plain(state.seats), to_plain([one for one in state.effects if one.on != reader])


# Hidden changes ----------------------------------------------------------------------------------------------


def _afflicted(chance: Chance, side: Side, kind: str) -> Side:
    state = GAME.rules.load(GAME.rules.dump(side.state))
    using = [step["use"] for step in side.steps if "use" in step]
    add(state, Effect(0, kind, chance.choice(using if using and chance.random() < 0.6 else list(state.seats))))
    return replace(side, state=state)


def drunk(chance: Chance, side: Side) -> Side:
    """Let somebody be drunk."""
    return _afflicted(chance, side, "drunk")


def poisoned(chance: Chance, side: Side) -> Side:
    """Let somebody be poisoned."""
    return _afflicted(chance, side, "poisoned")


def protected(chance: Chance, side: Side) -> Side:
    """Let somebody be safe."""
    return _afflicted(chance, side, chance.choice(("safe", "protected", "reprieved", "mad")))


def healed(chance: Chance, side: Side) -> Side:
    """Let no effect be there."""
    state = GAME.rules.load(GAME.rules.dump(side.state))
    state.effects = []
    return replace(side, state=state)


def deceived(chance: Chance, side: Side) -> Side:
    """Let somebody be the Drunk, who believes to have the role he had."""
    state = GAME.rules.load(GAME.rules.dump(side.state))
    name = chance.choice(list(state.seats))
    seat = state.seats[name]
    seat.role, seat.believed = "drunk", seat.shown
    add(state, Effect(0, "drunk", name, about="drunk"))
    return replace(side, state=state)


def others(chance: Chance, side: Side) -> Side:
    """Let two players have each other's role and side."""
    state = GAME.rules.load(GAME.rules.dump(side.state))
    one, other = (state.seats[name] for name in chance.sample(list(state.seats), 2))
    for key in ("role", "believed", "side"):
        mine, his = getattr(one, key), getattr(other, key)
        setattr(one, key, his)
        setattr(other, key, mine)
    return replace(side, state=state)


def turned(chance: Chance, side: Side) -> Side:
    """Let somebody be of another side than he was told."""
    state = GAME.rules.load(GAME.rules.dump(side.state))
    seat = state.seats[chance.choice(list(state.seats))]
    seat.side = "evil" if seat.side == "good" else "good"
    return replace(side, state=state)


def claimed(chance: Chance, side: Side) -> Side:
    """Let the MJ have noted other claims, bluffs and herrings."""
    state = GAME.rules.load(GAME.rules.dump(side.state))
    for seat in state.seats.values():
        seat.claim, seat.herring = chance.choice(("", "mayor", "soldier")), chance.choice(list(state.seats))
    state.bluffs = ("saint", "butler", "mayor")
    return replace(side, state=state)


def reordered(chance: Chance, side: Side) -> Side:
    """Let the MJ have written the last two steps in the other order."""
    return replace(side, steps=[*side.steps[:-2], *side.steps[:-3:-1]])


def caused(chance: Chance, side: Side) -> Side:
    """Let who is killed be killed by the MJ's word alone."""
    return replace(side, steps=[{k: v for k, v in one.items() if k != "by" or "kill" not in one} for one in side.steps])


CHANGES: Sequence[Callable[[Chance, Side], Side]] = (
    reordered,
    caused,
    drunk,
    poisoned,
    protected,
    healed,
    deceived,
    others,
    turned,
    claimed,
)


def pairs(name: str) -> list[Pair[Any]]:
    """Return pairs of halves by hand and of stages by post, in any order."""
    chance, count = random.Random(name), 140 if name == EVERY_DAY else 600
    found = [*by_hand(chance, count), *post_pairs.pairs(chance, count)]
    chance.shuffle(found)
    return found


def by_hand(chance: Chance, count: int) -> list[Pair[Side]]:
    """Return pairs of halves that differ in what is hidden from a reader, and in the MJ's papers."""
    found: list[Pair[Side]] = []
    while len(found) < count:
        one = stage(chance.randrange(2**32))
        change = chance.choice(CHANGES)
        two = change(chance, one)
        for reader in [*chance.sample(readers_of(one), 3), PUBLIC]:
            papers = one.papers if reader.kind == "player" else some_papers(chance, one.campaign.players, reader)
            other = replace(two, papers=papers)
            if may_know(one, reader) == may_know(other, reader):
                found.append(pair_of(reader, one, other, [change.__name__], may_know))
    return found


def differ(one: Any, two: Any) -> bool:
    """Tell whether the MJ can tell two halves apart."""
    return (one.state, one.papers, one.orders) != (two.state, two.papers, two.orders)


def files_of(pair: Pair[Any], player: str) -> list[bytes]:
    """Return files that try the door."""
    if pair.one.state.post:
        return post_pairs.files_of(pair, player)
    turn = pair.one.state.turn
    return [file_of(player, turn, orders={}), file_of(player, turn + 1, orders="rien"), file_of(player, 99)]
