"""Nights, days and votes by post: the orders of the players become steps, which are played as those of the MJ are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from adjudicator.core.plain import Plain
from adjudicator.core.stage import PUBLIC
from adjudicator.games.clocktower.actions import MASTER
from adjudicator.games.clocktower.rules import Play, Refused
from adjudicator.games.clocktower.state import State
from adjudicator.games.clocktower.steps import (
    allowed,
    clockwise_to,
    close,
    has_vote,
    only_by_day,
    place_of,
    play_steps,
    refuse_choice,
    refuse_guess,
    refuse_use,
)


class StageByPost(Play):
    """A stage that is played by the orders of players, each of which is without objections."""

    number = 0
    """The number of the last step."""
    case: Plain | None = None
    """In a case, what answers the MJ's questions, by purpose and key; who must choose and has not then does nothing."""

    @property
    def over(self) -> bool:
        """Whether nothing more can happen in the day: the game has ended, or the day's execution is done."""
        return self.state.ending is not None or (not self.state.by_night and bool(self.state.day.execution))

    def step(self, **step: Any) -> None:
        """Play one step; its number in the account counts on."""
        self.number += 1
        play_steps(self, [{**step, "mj": self.case or {}}], self.number)

    def take_rulings(self) -> None:
        """§11. Play what the MJ writes unasked: claims that he heard and, by day, breaches of madness that he saw."""
        for name, role in self.rulings("claim"):
            self.step(claim=name, role=role)
        for name, seen in () if self.state.by_night else self.rulings("breach"):
            if not self.over:
                self.step(observed=name, **(seen if isinstance(seen, Mapping) else {"breach": seen}))

    # The night

    def night(self) -> None:
        """§8.2. Let each act at his place in the order of the night; then dawn."""
        roles = {name: seat.since for name, seat in self.state.seats.items()}
        served: set[tuple[str, int]] = set()
        self.take_rulings()
        self.state.place = 0  # a step by hand before the stage, whatever its place, passes nobody over
        while self.state.ending is None and (name := self._next(served)):
            seat = self.state.seats[name]
            served.add((name, seat.since))
            if (step := self._use(name, seat.since == roles[name])) is not None:
                self.step(use=name, **step)
        close(self)

    def _next(self, served: set[tuple[str, int]]) -> str:
        """Return who acts next: by places, then by seats; empty if nobody is left."""
        state = self.state
        left = [
            (place, at, name)
            for at, (name, seat) in enumerate(state.seats.items())
            if (place := place_of(state, name)) >= max(state.place, 1) and (name, seat.since) not in served
        ]
        return min(left)[2] if left else ""

    def _use(self, name: str, same: bool) -> Plain | None:
        """Return how a player uses the shown role, apart from his name; None if he does not.

        Who has a new role, not the ``same`` any more, acts by it tonight only if he merely learns.
        """
        state, role, sent = self.state, self.state.seats[name].acts, self.orders.get(name, {})
        if role.prompt or not allowed(refuse_use, state, name):
            return None
        if not (role.number or role.names):
            return {}
        if not same:
            return None
        if role.when == "dies":
            chosen = {"on": [sent["if_dead"]]} if "if_dead" in sent else {}
        else:
            words = {"choose": "on", "role": "role"}
            chosen = {words[key]: value for key, value in sent.items() if key in words}
        if chosen and not self._is_legal(name, chosen):
            self.note("void", player=name, role=role.id)
            return None
        return chosen or self._absent(name)

    def _is_legal(self, name: str, chosen: Mapping[str, Any]) -> bool:
        return allowed(refuse_choice, self.state, name, chosen.get("on", []), chosen.get("role"))

    def _absent(self, name: str) -> Plain | None:
        """K75. Return a choice that is drawn for somebody who must choose and has not."""
        state, role = self.state, self.state.seats[name].acts
        if self.case is not None or role.once or role.names:
            return None
        legal = [list(on) for on in combinations(state.seats, role.number) if self._is_legal(name, {"on": on})]
        if not legal:
            return None
        drawn = self.dice.pick("absent", name, legal)
        return {"on": list(self.ask("absent", (name,), drawn, legal))}

    # The day

    def from_first_seat(self) -> Iterator[str]:
        """K30. Yield the living from the day's first seat: that of day 1 is the first, and it moves on each day."""
        names = list(self.state.seats)
        first = (self.state.number - 1) % len(names)
        for name in names[first:] + names[:first]:
            if self.over:
                return
            if self.state.seats[name].alive and name in self.orders:
                yield name

    def day(self) -> None:
        """§8.3. Play what is done by day, then nominations; hands are counted in the votes, if a nomination stands."""
        self.take_rulings()
        for name in self.from_first_seat():
            self._acts_by_day(name, self.orders[name])
        for name in self.from_first_seat():
            taken = [one.of for one in self.state.day.nominations]
            left = [one for one in self.orders[name].get("nominate", ()) if one not in taken]
            if left:
                self.step(nominate=[name, left[0]])
        if not self.over and self.state.day.uncounted:
            self.state.phase, self.state.turn = "votes", 3 * self.state.number
        else:
            close(self)

    def _acts_by_day(self, name: str, sent: Plain) -> None:
        """K34. Anybody may shoot and guess: all see the same, whether anything can come of it or not."""
        state, seat = self.state, self.state.seats[name]
        if "claim" in sent:
            self.step(claim=name, role=sent["claim"])
            self.tell(PUBLIC, "claimed", player=name, role=sent["claim"])
        if "guess" in sent:
            if allowed(refuse_guess, state, name, sent["guess"]):
                self.step(guess={name: sent["guess"]})
            else:
                guesses = dict(sent["guess"])
                self.note("guessed-idly", ("K34",), player=name, guesses=guesses)
                self.tell(PUBLIC, "guessed", player=name, guesses=guesses)
        if "shoot" in sent and not self.over:
            if seat.shown == "slayer" and allowed(refuse_use, state, name):
                self.step(use=name, on=[sent["shoot"]])
            else:
                self.show("shot", ("K34",), player=name, on=[sent["shoot"]])

    # The votes

    def votes(self) -> None:
        """§8.5. Count the hands, nomination by nomination; then whoever is on the block is executed."""
        self.take_rulings()
        if not self.over:
            for name in self.state.day.uncounted:
                self.step(count=name, hands=self._hands(name))
            self.step(execute_block=True)
        close(self)

    def _hands(self, of: str) -> list[str]:
        """Return who raises a hand, in the order of the count."""
        state, raised = self.state, list[str]()
        follow: dict[str, list[str]] = {}
        """By master, the Butlers whose place has come before that of his hand."""

        def up(name: str) -> None:
            raised.append(name)
            for butler in follow.get(name, ()):
                up(butler)

        for name in clockwise_to(state, of):
            ballot = self.orders.get(name, {}).get("votes", {}).get(of, "no")
            if not has_vote(state, name):
                continue
            if ballot == MASTER:
                seat = state.seats[name]
                master = seat.chosen[0] if seat.chosen and seat.acted == state.half - 1 else ""
                if master in raised:
                    up(name)
                else:
                    follow.setdefault(master, []).append(name)
            elif _raises(state, ballot, len(raised)):
                up(name)
        return raised


def _raises(state: State, ballot: Any, hands: int) -> bool:
    """K31. Return whether a ballot raises a hand, when so many ``hands`` are up and somebody may be on the block."""
    if not isinstance(ballot, Mapping):
        return bool(ballot == "yes")
    block = ballot.get("block")
    on = next((len(one.hands) for one in state.day.nominations if one.of == state.block and one.hands is not None), 0)
    is_free = block == "nobody" and not state.block
    fits = block is None or is_free or (block != "nobody" and bool(state.block) and on <= block)
    return fits and hands >= ballot.get("hands", 0)


STAGES: Mapping[str, Callable[[StageByPost], None]] = {
    "night": StageByPost.night,
    "day": StageByPost.day,
    "votes": StageByPost.votes,
}
"""How the stages are played, by phase."""


def begins(state: State, phase: str) -> None:
    """Let a stage of a case begin, where it can; raise ``Refused`` where it cannot."""
    if state.ending is not None:
        raise Refused("over")
    if phase != "night":
        only_by_day(state)
    elif not state.by_night:
        raise Refused("by-day")
    if phase == "votes" and not state.day.uncounted:
        raise Refused("no-nomination")
    state.phase, state.turn = phase, 3 * state.number - ("votes", "day", "night").index(phase)
