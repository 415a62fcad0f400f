"""Adjudication cases: a position at the start, the orders sent in each stage, and the expected result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.dice import Seed
from adjudicator.core.faults import KeyPath, Objection, PhraseArgument, Word
from adjudicator.core.game import CASE_SEED
from adjudicator.core.mj import Mj
from adjudicator.core.played_case import Finding, PlayedCase, by_name
from adjudicator.games.resistance import plots, rules
from adjudicator.games.resistance.amendment import amended, by_hand, cylon_objections, past_objections
from adjudicator.games.resistance.game import GAME
from adjudicator.games.resistance.setup import make_setting, people_objections
from adjudicator.games.resistance.state import Plots, Proposal, Setting, State, Table


def case_aliases(case: Mapping[str, Any]) -> dict[str, str]:
    """Return the characters in an unchecked case, each mapped to its player; entries of a wrong shape are left out."""
    people = case.get("players")
    named = [person for person in people if isinstance(person, Mapping)] if isinstance(people, list) else []
    pairs = [(person.get("character"), person.get("name")) for person in named]
    return {character: name for character, name in pairs if isinstance(character, str) and isinstance(name, str)}


def case_objections(case: Mapping[str, Any]) -> list[Objection]:
    """Judge the position of a case and, if it is possible, what is sent in its stages and the draws it lists.

    Any Commandant is allowed, because a case may begin with any position that somebody wants to discuss.
    """
    found = [*people_objections(case["players"]), *cylon_objections(len(case["players"]), case)]
    targeted = case.get("options", {}).get("targeted_attacks", False)
    for objection in past_objections(case.get("before", {}).get("missions", {}), targeted):
        found.append(objection._replace(path=("before", "missions", *objection.path)))
    return found or [*_plan_objections(case)] or play(case).objections


def _plan_objections(case: Mapping[str, Any]) -> Iterator[Objection]:
    """Judge what a case says of Le Plan: all of it needs the expansion, and the first draw needs its cards."""
    setting, before = make_setting(case), case.get("before", {})
    if setting.plan is None:
        for key in before:
            if key in ("deck", "cards", "passed", "given"):
                yield Objection("plan-not-played", ("before", key), on_key=True)
        return
    if not before.get("given") and not before.get("rejections") and len(before.get("deck", ())) < setting.plan.draw:
        yield Objection("deck-short", ("before",), {"draw": setting.plan.draw}, on_key=True)


def make_state(case: Mapping[str, Any], setting: Setting, seed: Seed) -> State:
    """Build the state in which a case begins, as if the game had been played by hand: a proposal is awaited.

    A case need not name the Commandant. The first Commandant is then found as in the deal, with ``seed`` if one must be
    drawn, and each mission and each rejection passes the command to the next seat.
    """
    before, seats = case.get("before", {}), setting.players
    done, rejected = before.get("missions", {}), before.get("rejections", 0)
    # A case does not say who was in the earlier squads, so the first seats stand for them.
    missions = {
        number: {
            "squad": seats[: rules.squad_size(len(seats), int(number))],
            "result": result,
            "failures": int(result == "failure"),
        }
        for number, result in done.items()
    }
    if "commander" in before:
        commander = before["commander"]
    else:
        first = rules.first_commander(Table(setting, State("proposal", 1, seats), {}, seed, Mj()))
        commander = seats[(seats.index(first) + len(done) + rejected) % len(seats)]
    table = {"cylons": case["cylons"], "commander": commander, "missions": missions, "rejections": rejected}
    state = amended(setting, by_hand(setting, 1), table)
    return state if setting.plan is None else _with_plots(setting, state, before, seed)


def _with_plots(setting: Setting, state: State, before: Mapping[str, Any], seed: Seed) -> State:
    """Lay the cards of Le Plan, and go on to the first stage in which somebody may act."""
    hands = {player: tuple(cards) for player, cards in before.get("cards", {}).items() if cards}
    passed = state.in_seat_order(before.get("passed", ()))
    state.plots = Plots(tuple(before.get("deck", ())), hands, passed=passed)
    if before.get("given") or before.get("rejections"):
        state.plots.dealt = state.round
    if before.get("given"):
        return state
    table = Table(setting, state, {}, seed, Mj())
    plots.before_proposal(table)
    return table.state


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
        elif word in ("squad", "target", "give"):
            yield (word,), state.commander, word, sent
        elif word in ("chief", "no_confidence", "pass"):
            yield from (((word, i), player, word, True) for i, player in enumerate(sent))


def play(case: Mapping[str, Any], seed: str = CASE_SEED) -> PlayedCase:
    """Play a canonical case; stages after the end of the game are skipped."""
    played = PlayedCase(GAME, case, seed, make_setting(case))
    played.state = make_state(case, played.setting, played.dice(1))
    played.leave(case.get("standing", {}))
    for i, stage in enumerate(case.get("stages", ())):
        if played.state.phase != "over":
            played.stage(played.kept(_orders(played, stage, ("stages", i))))
    return played.finish()


def _orders(played: PlayedCase, stage: Mapping[str, Any], path: KeyPath) -> dict[str, dict[str, Any]]:
    """Return the orders of a stage by player; if one is given twice, use the first and object to the second."""
    if "absent" in stage and len(stage) > 1:
        other = next(word for word in stage if word != "absent")
        played.objections.append(Objection("exclusive", (*path, "absent"), on_key=True, related=(*path, other)))
    orders: dict[str, dict[str, Any]] = {player: {} for player in stage.get("orders", {})}
    for place, player, order, value in sent_in(played.state, stage):
        if order in orders.setdefault(player, {}):
            listed = isinstance(place[-1], int)
            twice: dict[str, PhraseArgument] = {"name": player, "order": Word("orders", order)}
            played.objections.append(Objection("said-twice", (*path, *place), twice, on_key=not listed))
        orders[player].setdefault(order, value)
    return orders


# The values found, by the keys of ``expect``; those not here are found in the same way in all games ---------------


def _last_vote(played: PlayedCase) -> Proposal | None:
    return next((proposal for proposal in reversed(played.state.proposals) if proposal.squad), None)


def _votes(cast: str) -> Finding:
    return Finding(lambda played, want: (last := _last_vote(played)) and list(last.votes.values()).count(cast))


def _cards(played: PlayedCase) -> Plots:
    return played.state.plots or Plots()


def _open_votes(played: PlayedCase, want: Any) -> Any:
    return {player: vote or None for player, vote in _cards(played).opinions.items()}


def _used(played: PlayedCase, player: str) -> list[str]:
    kinds = {"usurped": "strong_leader", "commands-on": "strong_leader", "overturned": "no_confidence"}
    kinds |= {"lit": "spotlight", "inspected": "close_eye"}
    return [kinds[fact.kind] for fact in played.log if fact.kind in kinds and fact.data["player"] == player]


def _seen(played: PlayedCase, player: str) -> list[Mapping[str, Any]]:
    """Return what a player was shown: a side, or a card with its round."""
    seen = _cards(played).seen.get(player, ())
    return [{key: value for key, value in one._asdict().items() if value} for one in seen]


PLOTS_FOUND: Mapping[str, Finding] = {
    "cards": Finding(lambda played, want: {player: _cards(played).of(player) for player in want}),
    "used": Finding(lambda played, want: {player: _used(played, player) for player in want}),
    "discarded": Finding(lambda played, want: _cards(played).discarded),
    "drawn": Finding(lambda played, want: _cards(played).drawn),
    "passed": Finding(lambda played, want: _cards(played).passed),
    "usurped": Finding(lambda played, want: _cards(played).usurped),
    "lit": Finding(lambda played, want: _cards(played).lit or None),
    "opinions": Finding(_open_votes),
    "seen": by_name(_seen),
}
"""The values found of Le Plan."""

FOUND: Mapping[str, Finding] = {
    "score": Finding(
        lambda played, want: {"successes": played.state.score(True), "failures": played.state.score(False)}, named=True
    ),
    "missions": Finding(lambda played, want: {str(done.number): done.result for done in played.state.missions}),
    "sabotages": Finding(lambda played, want: played.state.missions[-1].failures if played.state.missions else None),
    "approved": Finding(lambda played, want: played.state.proposals[-1].approved if played.state.proposals else None),
    "yes": _votes("yes"),
    "no": _votes("no"),
    "defaulted": Finding(lambda played, want: (last := _last_vote(played)) and last.defaulted),
    "known": Finding(
        lambda played, want: {player: rules.told_cylons(played.setting, played.state, player) for player in want}
    ),
    **PLOTS_FOUND,
}
