"""Adjudication cases: a position at the start, the orders sent in each stage, and the expected result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.core.faults import KeyPath, Objection, PhraseArgument, Word
from adjudicator.core.game import CASE_SEED, Tried
from adjudicator.core.stage import Fact
from adjudicator.core.standing_orders import after, answer, objections
from adjudicator.games.resistance import rules
from adjudicator.games.resistance.actions import objections as order_objections
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.setup import make_setting, people_objections
from adjudicator.games.resistance.state import Mission, Proposal, Setting, State
from adjudicator.games.resistance.table import Table
from adjudicator.games.resistance.views import PlayerView, player_view


def case_aliases(case: Mapping[str, Any]) -> dict[str, str]:
    """Return the characters in an unchecked case, each mapped to its player; entries of a wrong shape are left out."""
    people = case.get("players")
    named = [person for person in people if isinstance(person, Mapping)] if isinstance(people, list) else []
    pairs = [(person.get("character"), person.get("name")) for person in named]
    return {character: name for character, name in pairs if isinstance(character, str) and isinstance(name, str)}


def case_objections(case: Mapping[str, Any]) -> list[Objection]:
    """Judge the position of a case and, if it is possible, whether a stage gives the same order of a player twice."""
    players, cylons = case["players"], case["cylons"]
    found = list(people_objections(players))
    count = rules.CYLON_COUNT[len(players)]  # R1
    if not len(set(cylons)) == len(cylons) == count:
        found.append(Objection("cylon-count", ("cylons",), {"count": count, "players": len(players)}))
    found += _past_objections(case)
    return found or Played(case).said_twice


def _past_objections(case: Mapping[str, Any]) -> Iterator[Objection]:
    """Yield objections to the missions that a case says were played before.

    Any Commandant is allowed, because a case may begin with any position that somebody wants to discuss.
    """
    done = case.get("before", {}).get("missions", {})
    for objection in past_objections(done, case.get("options", {}).get("targeted_attacks", False)):
        yield objection._replace(path=("before", "missions", *objection.path))


def past_objections(done: Mapping[str, str], targeted: bool) -> Iterator[Objection]:
    """8, 19, 20. Yield objections to missions already carried out, given as ``success`` or ``failure`` by number.

    They must not have ended the game, and some order of play must lead to them. ``targeted`` says whether the
    Commandant chooses the mission.
    """
    results = list(done.values())
    if any(results.count(result) >= rules.TO_WIN for result in ("success", "failure")):
        yield Objection("already-over")
    for number in done:
        if not targeted and number != "1" and str(int(number) - 1) not in done:
            yield Objection("mission-skipped", (number,), {"number": int(number)}, on_key=True)
        if targeted and int(number) == rules.MISSIONS and _others(done, number).count("success") < 2:
            yield Objection("target-too-early", (number,), {"target": rules.MISSIONS}, on_key=True)


def _others(done: Mapping[str, str], number: str) -> list[str]:
    return [result for other, result in done.items() if other != number]


# The position at the start -----------------------------------------------------------------------------------


def make_state(case: Mapping[str, Any], setting: Setting, seed: str = CASE_SEED) -> State:
    """Build the state in which a case begins; a proposal is awaited.

    A case need not name the Commandant. The first Commandant is then found as in the deal, with ``seed`` if one must be
    drawn, and each mission and each rejection passes the command to the next seat.
    """
    before = case.get("before", {})
    state = State("proposal", 1, setting.players)
    state.cylons = tuple(player for player in setting.players if player in case["cylons"])
    # A case says neither who was in the earlier squads nor who voted how, so these are filled with placeholders.
    for number, result in before.get("missions", {}).items():
        size = rules.squad_size(len(setting.players), int(number))
        squad, success = setting.players[:size], result == "success"
        state.missions.append(Mission(state.round, int(number), squad, 0 if success else 1, success))
        state.round += 1
    rejected = before.get("rejections", 0)
    seats = state.seats
    state.proposals = [
        Proposal(state.round, number, seats[0], 1, seats[:2], False, False, dict.fromkeys(seats, "no"))
        for number in range(1, rejected + 1)
    ]
    state.proposal = rejected + 1
    state.commander = before.get("commander") or _commander(setting, state, seed, len(state.missions) + rejected)
    return state


def _commander(setting: Setting, state: State, seed: str, passed: int) -> str:
    first = rules.first_commander(Table(setting, state, {}, seed))
    return state.seats[(state.seats.index(first) + passed) % len(state.seats)]


# Playing the stages ------------------------------------------------------------------------------------------


CARDS = {"yes": "vote", "no": "vote", "success": "mission", "failure": "mission"}
"""The short keys of a stage that list the players who send a vote or a card, each with its order."""


def sent_in(state: State, stage: Mapping[str, Any]) -> Iterator[tuple[KeyPath, str, str, Any]]:
    """Yield what is sent in a stage, by short keys or as full orders: the path, the player, the order and the value."""
    for word, sent in stage.items():
        if word == "orders":
            for player, given in sent.items():
                yield from (((word, player, order), player, order, value) for order, value in given.items())
        elif word in CARDS:
            yield from (((word, i), player, CARDS[word], word) for i, player in enumerate(sent))
        elif word in ("squad", "target"):
            yield (word,), state.commander, word, sent


class Played:
    """A case that is played: the current state, the players' refusals, the log, and whether anything was drawn.

    ``refused`` holds the code of each player's first refusal. ``said_twice`` holds an objection for each order that a
    stage gives twice for the same player, and for each stage that has ``absent`` next to other keys.
    """

    def __init__(self, case: Mapping[str, Any], seed: str = CASE_SEED) -> None:
        """Play a canonical case; ``seed`` decides the draws."""
        self.seed, self.setting = seed, make_setting(case)
        self.state = make_state(case, self.setting, seed)
        self.standing: dict[str, Any] = dict(case.get("standing", {}))
        self.refused: dict[str, str] = {}
        self.became: dict[str, list[str]] = {}
        """By player, what became of the clauses that were consulted last, in their order."""
        self.log: list[Fact] = []
        self.said_twice: list[Objection] = []
        self.drawn = self.setting.options.first_commander == "drawn" and "commander" not in case.get("before", {})
        for player, given in list(self.standing.items()):
            for objection in objections(GAME.orders, self._view(player), given):
                self.refused.setdefault(player, objection.code)
                self.standing.pop(player, None)
        for i, stage in enumerate(case.get("stages", ())):
            self._play(stage, ("stages", i))

    def _play(self, stage: Mapping[str, Any], path: KeyPath) -> None:
        if self.state.phase == "over":
            return  # stages after the end of the game are skipped
        sent = self._sent(stage, path)
        for player, given in list(sent.items()):
            for objection in order_objections(self._view(player), given):
                self.refused.setdefault(player, objection.code)
                sent.pop(player, None)  # a refused order counts as not sent
        for player in rules.who_chooses(self.state):
            if player not in sent and player in self.standing:
                made, asked = answer(GAME.orders, self._view(player), self.state.phase, self.standing[player])
                sent |= {player: dict(made)} if made else {}
                self.became |= {player: [one.became for one in asked]} if asked else {}
                self.standing[player] = after(self.standing[player], asked)
        table = rules.play(self.setting, self.state, sent, self.seed)
        self.state = table.state
        self.log += table.log
        self.drawn = self.drawn or any(fact.kind == "squad-drawn" for fact in table.log)

    def _view(self, player: str) -> PlayerView:
        return player_view(self.setting, self.state, player)

    def _sent(self, stage: Mapping[str, Any], path: KeyPath) -> dict[str, dict[str, Any]]:
        """Return the orders of a stage by player; if one is given twice, use the first and object to the second."""
        if "absent" in stage and len(stage) > 1:
            other = next(word for word in stage if word != "absent")
            self.said_twice.append(Objection("exclusive", (*path, "absent"), on_key=True, related=(*path, other)))
        orders: dict[str, dict[str, Any]] = {player: {} for player in stage.get("orders", {})}
        for place, player, order, value in sent_in(self.state, stage):
            if order in orders.setdefault(player, {}):
                listed = isinstance(place[-1], int)
                twice: dict[str, PhraseArgument] = {"name": player, "order": Word("orders", order)}
                self.said_twice.append(Objection("said-twice", (*path, *place), twice, on_key=not listed))
            orders[player].setdefault(order, value)
        return orders


def run_case(case: Mapping[str, Any], seed: str) -> Tried:
    """Play a canonical case and return the expected and the found values."""
    played = Played(case, seed)
    wanted = {key: _comparable(key, want) for key, want in case["expect"].items()}
    return Tried(wanted, {key: _FOUND[key](played, case["expect"][key]) for key in wanted}, played.drawn)


# The values found, by the keys of ``expect`` -----------------------------------------------------------------


def _score(played: Played, want: Any) -> Any:
    found = {"successes": played.state.score(True), "failures": played.state.score(False)}
    return {key: found[key] for key in want}


def _missions(played: Played, want: Any) -> Any:
    return {str(done.number): "success" if done.success else "failure" for done in played.state.missions}


def _votes(cast: str) -> Callable[[Played, Any], Any]:
    def found(played: Played, want: Any) -> Any:
        last = _last_vote(played)
        return None if last is None else list(last.votes.values()).count(cast)

    return found


def _defaulted(played: Played, want: Any) -> Any:
    last = _last_vote(played)
    return None if last is None else sorted(last.defaulted)


def _last_vote(played: Played) -> Proposal | None:
    return next((proposal for proposal in reversed(played.state.proposals) if proposal.squad), None)


def _known(played: Played, want: Any) -> Any:
    return {player: sorted(rules.told_cylons(played.setting, played.state, player)) for player in want}


def _over(played: Played, want: Any) -> Any:
    ending = played.state.ending
    if ending is None:
        return None
    found = {"winner": ending.winner, "cause": ending.cause}
    return {key: found[key] for key in want} if want else found


_FOUND: Mapping[str, Callable[[Played, Any], Any]] = {
    "phase": lambda played, want: played.state.phase,
    "round": lambda played, want: played.state.round,
    "proposal": lambda played, want: played.state.proposal,
    "commander": lambda played, want: played.state.commander,
    "squad": lambda played, want: sorted(played.state.squad),
    "target": lambda played, want: played.state.target,
    "score": _score,
    "missions": _missions,
    "sabotages": lambda played, want: played.state.missions[-1].failures if played.state.missions else None,
    "approved": lambda played, want: played.state.proposals[-1].approved if played.state.proposals else None,
    "yes": _votes("yes"),
    "no": _votes("no"),
    "defaulted": _defaulted,
    "refused": lambda played, want: played.refused,
    "known": _known,
    "clauses": lambda played, want: {player: played.became.get(player, []) for player in want},
    "awaited": lambda played, want: sorted(rules.who_chooses(played.state)),
    "over": _over,
}


def _comparable(key: str, want: Any) -> Any:
    """Return an expected value in the form in which it is compared: its lists are sorted, as their order is free."""
    if key == "known":
        return {player: sorted(names) for player, names in want.items()}
    return sorted(want) if isinstance(want, list) else want
