"""What players may order: squads, votes, cards. All is judged on the player's view, so a refusal reveals nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

from adjudicator.core.actions import Action, Choice, Receipt, given_in, of_one_stage, open_in, phases_of
from adjudicator.core.faults import Listed, Objection, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain
from adjudicator.games.resistance import plot_actions
from adjudicator.games.resistance.plot_actions import PLOT_ACTIONS, USED_IN
from adjudicator.games.resistance.rules import (
    MISSIONS,
    SQUAD_SIZES,
    Proposable,
    named_twice,
    proposal_objections,
    squad_size,
)
from adjudicator.games.resistance.state import COLONS
from adjudicator.games.resistance.views import PlayerView

NONE_HOLDS = Phrase("clause.else.seen")
VOTES = ("yes", "no")
CARDS = ("success", "failure")

# Squads ------------------------------------------------------------------------------------------------------


def _squads(view: PlayerView) -> Iterator[Plain]:
    for target in view.allowed.targets if view.player == view.commander else ():
        named = {"target": target} if view.allowed.targeted else {}
        for squad in combinations(view.seats, squad_size(view.allowed.players, target)):
            yield {"squad": list(squad), **named}


def _squad_said(view: PlayerView, given: Plain) -> Phrase:
    target = given.get("target") or view.allowed.targets[0]
    return Phrase("receipt.squad", {"names": Listed(tuple(given["squad"])), "target": target})


def _squad_said_ahead(view: PlayerView, given: Plain) -> Phrase:
    values: dict[str, PhraseArgument] = {"names": Listed(tuple(given["squad"]))}
    if "target" in given:
        return Phrase("ahead.squad.target", {**values, "target": given["target"]})
    return Phrase("ahead.squad", values)


def _squad_choices(view: PlayerView) -> Iterator[Choice]:
    allowed, players = view.allowed.targets, view.allowed.players
    if not view.chooses:
        return
    if view.options.targeted_attacks:
        sizes = tuple(
            Phrase("choice.target.size", {"target": target}, n=squad_size(players, target)) for target in allowed
        )
        yield Choice("target", None, Phrase("choice.target"), lines=(sizes,))
        yield Choice("squad", None, Phrase("choice.squad.targeted"), lines=(view.seats,))
        return
    remark = Phrase("choice.squad", {"target": allowed[0]}, n=squad_size(players, allowed[0]))
    yield Choice("squad", None, remark, lines=(view.seats,))


def _standing_squad(view: PlayerView, given: Plain) -> Plain:
    """13. Propose the first players of a standing squad, a list by preference, as many as the mission takes."""
    if view.player != view.commander:
        return {}
    target = view.allowed.targets[0]
    named = {"squad": list(given["squad"][: squad_size(view.allowed.players, target)])}
    return {**named, "target": target} if view.allowed.targeted else named


def _standing_squad_choices(view: PlayerView) -> Iterator[Choice]:
    needed = max(SQUAD_SIZES[len(view.seats)])  # a standing squad must be long enough for every mission
    at_first = (view.player, *(other for other in view.seats if other != view.player))
    yield Choice("squad", list(at_first[:needed]), Phrase("choice.standing.squad", n=needed))


# Votes and cards ---------------------------------------------------------------------------------------------


def _vote_said(view: PlayerView, given: Plain) -> Phrase:
    return Phrase(f"receipt.vote.{given['vote']}", {"names": Listed(view.squad), "target": view.target})


def _vote_choices(view: PlayerView) -> Iterator[Choice]:
    if view.chooses:
        yield Choice("vote", None, Phrase("choice.vote"), lines=(tuple(Word("votes", vote) for vote in VOTES),))


def _card_choices(view: PlayerView) -> Iterator[Choice]:
    failing = view.side != COLONS or not view.options.strict_colons
    cards = tuple(Word("cards", card) for card in CARDS if failing or card == "success")
    if view.chooses:
        yield Choice("mission", None, Phrase("choice.mission"), lines=(cards,))


def _without(key: str, by: Callable[[PlayerView], str]) -> Callable[[PlayerView], Phrase]:
    """10, 13, 17. Return a function that tells a player what the campaign's option does if they send nothing."""
    return lambda view: Phrase(f"fate.{key}.{by(view)}" if view.chooses else "fate.nothing")


def _standing(order: str, answer: Word) -> Callable[[PlayerView], list[Choice]]:
    return lambda view: [Choice(order, answer, Phrase(f"choice.standing.{order}"))]


ACTIONS = (
    Action(
        ("vote",),
        frozenset({"vote", "opinion"}),
        lambda view: ({"vote": vote} for vote in VOTES),
        _vote_said,
        _vote_choices,
        said_ahead=lambda view, given: Phrase("ahead.vote", {"vote": Word("votes", given["vote"])}),
        said_standing=lambda given: Phrase("standing.vote", {"vote": Word("votes", given["vote"])}),
        standing_choices=_standing("vote", Word("votes", "no")),
        needs=frozenset(),
        without=_without("vote", lambda view: view.options.missing_vote),
    ),
    Action(
        ("mission",),
        frozenset({"mission"}),
        lambda view: ({"mission": card} for card in CARDS),
        lambda view, given: Phrase(f"receipt.mission.{given['mission']}", {"target": view.target}),
        _card_choices,
        said_ahead=lambda view, given: Phrase("ahead.mission", {"card": Word("cards", given["mission"])}),
        said_standing=lambda given: Phrase("standing.mission", {"card": Word("cards", given["mission"])}),
        standing_choices=_standing("mission", Word("cards", "success")),
        needs=frozenset(),
        without=_without("mission", lambda view: view.missing_card),
    ),
    Action(
        ("squad", "target"),
        frozenset({"proposal"}),
        _squads,
        _squad_said,
        _squad_choices,
        said_ahead=_squad_said_ahead,
        said_standing=lambda given: Phrase("standing.squad", {"names": Listed(tuple(given["squad"]))}),
        standing=_standing_squad,
        standing_choices=_standing_squad_choices,
        without=_without("squad", lambda view: view.options.no_squad),
    ),
    *PLOT_ACTIONS,
)


def receipt(view: PlayerView, orders: Plain) -> Receipt:
    """Say back what was ordered; in a window of Le Plan a player may order nothing."""
    parts = sorted(given_in(ACTIONS, orders), key=lambda part: "give" not in part[1])  # cards come before a squad (L9)
    said = tuple(action.said(view, given) for action, given in parts)
    return Receipt(said or (Phrase("receipt.not-now"),))


answers = plot_actions.answers


def idles(view: PlayerView, orders: Plain) -> bool:
    """L31. A clause of which nothing is left gives way to the next."""
    return False


# What is wrong with orders -----------------------------------------------------------------------------------


def objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """8, 9, 14. Judge orders for the stage awaited."""
    if view.phase == "deal":
        yield Objection("not-dealt")
        return
    given = {key: value for action in open_in(ACTIONS, view.phase) for key, value in action.of(orders).items()}
    if view.phase == "give":
        given |= {key: orders[key] for key in ("squad", "target") if key in orders}  # L9
    stage = Phrase(f"phase.{view.phase}", {"turn": view.turn})
    for order in orders:
        if order not in given:
            yield Objection("other-phase", (order,), {"stage": stage}, on_key=True)
    if view.plots is not None and not orders and view.phase not in USED_IN:
        nothing = Word("nothing", "nothing")
        yield Objection("other-phase", (), {"word": nothing, "stage": stage}, incomplete=True)
    if given and view.phase == "proposal":
        yield from _proposal(view, given)
    elif given and view.phase == "mission":
        yield from _mission(view, given)
    elif view.plots is not None and (given or (not orders and view.phase in USED_IN)):
        yield from plot_actions.window_objections(view, given)


def _proposal(view: PlayerView, given: Mapping[str, Any]) -> Iterator[Objection]:
    if view.player != view.commander:
        yield Objection("not-commander", (next(iter(given)),), {"commander": view.commander}, on_key=True)
        return
    yield from proposal_objections(view.allowed, given)


def _mission(view: PlayerView, given: Mapping[str, Any]) -> Iterator[Objection]:
    if view.player not in view.squad:
        yield Objection("not-in-squad", ("mission",), on_key=True)
    else:
        yield from _colons_succeed(view, given)


def _colons_succeed(view: PlayerView, given: Mapping[str, Any]) -> Iterator[Objection]:
    """14. Yield an objection, which only the player sees, if a Colon plays a failure and the option forbids it."""
    if given.get("mission") == "failure" and view.options.strict_colons and view.side == COLONS:
        yield Objection("colons-succeed", ("mission",), {"card": Word("cards", "success")})


def standing_objections(view: PlayerView, standing: Mapping[str, Any]) -> Iterator[Objection]:
    """13, 17. Judge standing orders: a squad must suffice for every mission, and a Colon may not play a failure."""
    if view.phase == "deal" and standing:
        yield Objection("not-dealt")
        return
    squad = standing.get("squad")
    if squad:
        yield from named_twice(squad)
        needed = max(SQUAD_SIZES[len(view.players)])
        if len(squad) < needed:
            yield Objection("standing-squad-short", ("squad",), {"needed": needed, "named": len(squad)})
    if standing.get("mission") == "failure" and view.side == COLONS:
        yield Objection("colons-stand", ("mission",), {"card": Word("cards", "success")})
    yield from plot_actions.left_objections(standing, view.player)


def ahead_objections(view: PlayerView, orders: Plain) -> Iterator[Objection]:
    """8, 14, 20. Judge orders for a later stage: object to what is wrong in any phase and under any Commandant."""
    if view.phase == "deal":
        yield Objection("not-dealt")
        return
    exclusive = [*of_one_stage(orders, _phases_of)]
    yield from exclusive
    left_out = {objection.path[0] for objection in exclusive}
    given = {order: value for order, value in orders.items() if order not in left_out}
    if "squad" in given or "target" in given:
        yield from _proposal_ahead(view.allowed, given)
    yield from _colons_succeed(view, given)


def _phases_of(order: str) -> frozenset[str]:
    """Return the phases in which an order may be given; a squad may come with the cards of the round (L9)."""
    phases = phases_of(ACTIONS, order)
    return phases | {"give"} if order in ("squad", "target") else phases


def _proposal_ahead(allowed: Proposable, given: Mapping[str, Any]) -> Iterator[Objection]:
    """8, 20. Judge a squad for one of the missions that are left; only a target says for which one."""
    targeted = allowed.targeted
    # This objection is only about the present stage and may no longer apply when the later stage comes.
    of_today = "target-too-early" if targeted else "squad-size"
    yield from (objection for objection in proposal_objections(allowed, given) if objection.code != of_today)
    left = [number for number in range(1, MISSIONS + 1) if number not in allowed.done]
    sizes = sorted({squad_size(allowed.players, number) for number in left})
    if given.get("squad") and not targeted and len(given["squad"]) not in sizes:
        values: dict[str, PhraseArgument] = {"sizes": Listed(tuple(sizes)), "named": len(given["squad"])}
        yield Objection("squad-fits-none", ("squad",), values)
