"""What players learn: the truth, what the MJ is asked, and what is proposed to him where it may be false."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from adjudicator.core.faults import Phrase, Word
from adjudicator.games.clocktower.effects import able, reasons, working, works_as
from adjudicator.games.clocktower.roles import DEMON, EVIL, GOOD, MINION, OUTSIDER, ROLES, TOWNSFOLK, of_team, team
from adjudicator.games.clocktower.rules import Play
from adjudicator.games.clocktower.said import reason_said
from adjudicator.games.clocktower.state import STATES, State


class Learnt(NamedTuple):
    """What there is to learn: the single truth, or None if the MJ has a free hand, and the values it might have."""

    truth: Any
    options: Sequence[Any] = ()
    true: Sequence[Any] = ()
    """What a proposal that is true may be."""
    false: Sequence[Any] = ()
    """What a proposal that is not may be; those that agree with a noted claim, if there are any."""
    kind: str = ""


def learn(play: Play, name: str, on: Sequence[str]) -> None:
    """§7. Let a player learn what the shown role gives, as the MJ decides where that is for him."""
    state, role = play.state, play.seat(name).shown
    vortox = team(play.seat(name).role) == TOWNSFOLK and bool(working(state, "vortox"))
    sure = able(state, name) and not vortox
    found = TRUTHS[role](Registers(play, name, on, sure))
    asked = not sure or (found.truth is None and role != "spy")
    if asked:
        value = _ask(play, name, found, sure, vortox)
    elif role == "spy":
        value = "grimoire"
    else:
        value = play.ask("truth", (name,), found.truth, found.options, kind=found.kind)
    learnt = {"role": role, "on": list(on), "value": value}
    play.note("learned", player=name, **learnt, truth=found.truth, asked=asked, warned=not sure)
    if not sure and value == found.truth:
        play.note("truth-told", ("S31",), player=name)
    heard = [one for seat in state.seats.values() for one in (seat.role, seat.believed, seat.claim)]
    if asked and role in ("undertaker", "ravenkeeper") and value not in (found.truth, *heard):
        state.hints += 1
        play.note("hint", ("S28", "S62"), player=name, role=value)
    rows = {"rows": grimoire(play, name)} if value == "grimoire" else {}
    play.tell_player(name, "learned", **learnt, **rows)


def _ask(play: Play, name: str, found: Learnt, sure: bool, vortox: bool) -> Any:
    """§7.2, §7.3. Ask the MJ: with a warning and its reasons, unless the ability works and he has a free hand."""
    warnings = (
        () if sure else tuple(Phrase("ask.unable", {"reason": reason_said(one)}) for one in reasons(play.state, name))
    )
    if vortox:
        warnings += (Phrase("ask.vortox"),)
    lies = not sure and bool(found.false)
    if lies and not vortox:
        lies = play.dice.pick("proposal", f"{name} false", range(100)) < play.setting.false
    candidates = found.false if lies else found.true or found.false
    proposal = play.dice.pick("proposal", name, candidates) if candidates else "…"
    return play.ask(
        "information", (name,), proposal, found.options, kind=found.kind, truth=found.truth, warnings=warnings
    )


# As what players register ------------------------------------------------------------------------------------


class Registers(NamedTuple):
    """As what others register for one asker: the MJ is asked of a working Recluse or Spy, where the truth is told."""

    play: Play
    asker: str
    on: Sequence[str]
    """Those whom the asker has chosen."""
    asks: bool
    """Whether the MJ is asked; without it everybody registers true."""

    @property
    def state(self) -> State:
        """The state, of which something is learnt."""
        return self.play.state

    def may(self, name: str, *roles: str) -> bool:
        """S34, K27. Return whether a player with one of the roles registers as something else, as the MJ says."""
        asked = self.asks and name != self.asker and works_as(self.state, name, *roles)
        return asked and registers(self.play, name, self.asker)

    def side(self, name: str, asked: bool = True) -> str:
        """Return the side as which a player registers."""
        role = self.play.seat(name).role
        if asked and self.may(name, "recluse", "spy"):
            return EVIL if role == "recluse" else GOOD
        return self.play.seat(name).side


def registers(play: Play, name: str, asker: str) -> bool:
    """Return whether the MJ lets somebody register as something else for an asker."""
    why = Phrase("ask.registers", {"player": name, "role": Word("roles", play.seat(name).role), "asker": asker})
    return bool(play.ask("registers", (name, asker), False, (True, False), why=why))


def _number(truth: int, top: int) -> Learnt:
    return Learnt(truth, range(top + 1), [truth], [one for one in range(top + 1) if one != truth])


def _yes(truth: bool) -> Learnt:
    return Learnt(truth, (True, False), [truth], [not truth])


def chef(seen: Registers) -> Learnt:
    """Count the pairs of evil neighbours, dead or alive; a Recluse or Spy is asked of beside another or an evil one."""
    seats = list(seen.state.seats)
    odd = {one for one in seats if seen.play.seat(one).role in ("recluse", "spy")}
    evil = {one for one in seats if seen.play.seat(one).side == EVIL}
    sides = {}
    for i, one in enumerate(seats):
        beside = {seats[i - 1], seats[(i + 1) % len(seats)]}
        sides[one] = seen.side(one, asked=bool(beside & (odd | evil)))
    pairs = zip(seats, [*seats[1:], seats[0]], strict=True)
    return _number(sum(sides[one] == sides[other] == EVIL for one, other in pairs), len(seats))


def fortune_teller(seen: Registers) -> Learnt:
    """Say whether a Demon, or the red herring, is among the two; only if not, a Recluse may register as one."""
    demons = (*seen.state.having(DEMON, alive=False), seen.play.seat(seen.asker).herring)
    found = any(one in demons for one in seen.on)
    return _yes(found or bool([one for one in seen.on if seen.may(one, "recluse")]))


def looked_at(seen: Registers) -> Learnt:
    """Say the role of one player: for the Ravenkeeper who was chosen, for the Undertaker who was executed and died."""
    play = seen.play
    one = seen.on[0] if seen.on else seen.state.day.execution
    seat, script = play.seat(one), play.setting.script
    truth = None if seen.may(one, "recluse", "spy") else seat.role
    likely = [seat.claim] if seat.claim not in ("", seat.role) else []
    if play.seat(seen.asker).shown == "ravenkeeper":
        likely = likely or [*seen.state.bluffs] if seat.side == EVIL else of_team(script, MINION, DEMON)
    wrong = [[role for role in roles if role != seat.role] for roles in (likely, script)]
    return Learnt(truth, list(ROLES), [seat.role], wrong[0] or wrong[1], "roles")


def one_of_two(wanted: str) -> Callable[[Registers], Learnt]:
    """Return what tells that one of two players has a given role of a team."""

    def found(seen: Registers) -> Learnt:
        seats, script = seen.state.seats, seen.play.setting.script
        pairs = [pair for pair in combinations(seats, 2) if seen.asker not in pair]
        roles = list(dict.fromkeys([*of_team(script, wanted), *(one.role for one in seats.values())]))
        roles = [role for role in roles if team(role) == wanted]
        true = [[role, *pair] for role in roles for pair in pairs if role in [seats[one].role for one in pair]]
        false = [[role, *pair] for role in roles for pair in pairs if [role, *pair] not in true]
        claimed = [one for one in false if one[0] in [seats[player].claim for player in one[1:]]]
        if wanted != OUTSIDER or true:
            return Learnt(None, (), true, claimed or false)
        # That no Outsider is in play is all that there is to learn, unless a Spy may pass for one.
        return Learnt(None if working(seen.state, "spy") else 0, (), [0], claimed or false)

    return found


def sage(seen: Registers) -> Learnt:
    """Show two players of whom one is the Demon."""
    pairs = [list(pair) for pair in combinations([one for one in seen.state.seats if one != seen.asker], 2)]
    demons = seen.state.having(DEMON, alive=False)
    true = [pair for pair in pairs if any(one in demons for one in pair)]
    return Learnt(None, (), true, [pair for pair in pairs if pair not in true])


def grimoire(play: Play, reader: str) -> list[dict[str, Any]]:
    """Return the grimoire as a Spy reads it: he himself as he believes to be, and without the states on him."""
    state = play.state
    return [
        {
            "player": name,
            "role": seat.shown if name == reader else seat.role,
            "side": seat.known if name == reader else seat.side,
            "alive": seat.alive,
            "effects": [
                [one.kind, one.by]
                for one in state.effects
                if one.on == name and (one.on != reader or one.kind not in STATES)
            ],
        }
        for name, seat in state.seats.items()
    ]


TRUTHS: Mapping[str, Callable[[Registers], Learnt]] = {
    "washerwoman": one_of_two(TOWNSFOLK),
    "librarian": one_of_two(OUTSIDER),
    "investigator": one_of_two(MINION),
    "chef": chef,
    # The evil among the nearest living neighbours, each once.
    "empath": lambda seen: _number(sum(seen.side(one) == EVIL for one in seen.state.neighbours(seen.asker)), 2),
    "fortuneteller": fortune_teller,
    "undertaker": looked_at,
    "ravenkeeper": looked_at,
    "flowergirl": lambda seen: _yes(seen.state.voted),
    "juggler": lambda seen: _number(seen.play.seat(seen.asker).right, 5),  # S43: as they were when they were made
    "seamstress": lambda seen: _yes(len({seen.side(one) for one in seen.on}) == 1),
    "sage": sage,
    "spy": lambda seen: Learnt(None, (), ["grimoire"], (), "text"),
}
"""What each role that learns something learns."""
