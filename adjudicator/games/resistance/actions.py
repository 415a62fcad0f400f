"""What players may order, judged on the player's own view alone so that a refusal reveals nothing, and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from adjudicator.core.faults import Listed, Objection, Phrase, PhraseArgument, Word
from adjudicator.core.game import Receipt
from adjudicator.core.plain import Plain
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

ORDERS = {"squad": "proposal", "target": "proposal", "vote": "vote", "mission": "mission"}
"""The phase in which each order is given."""


def objections(view: PlayerView, orders: Mapping[str, Any]) -> Iterator[Objection]:
    """8, 9, 14. Judge orders for the stage awaited."""
    if view.phase == "deal":
        yield Objection("not-dealt")
        return
    others = [order for order in orders if ORDERS[order] != view.phase]
    for order in others:
        awaited = Phrase(f"phase.{view.phase}", {"turn": view.turn})
        yield Objection("other-phase", (order,), {"stage": awaited}, on_key=True)
    given = {order: value for order, value in orders.items() if order not in others}
    if not given:
        return
    if view.phase == "proposal":
        yield from _proposal(view, given)
    elif view.phase == "mission":
        yield from _mission(view, given)


def _proposal(view: PlayerView, given: Mapping[str, Any]) -> Iterator[Objection]:
    if view.player != view.commander:
        yield Objection("not-commander", (next(iter(given)),), {"commander": view.commander}, on_key=True)
        return
    if "squad" not in given:
        yield Objection("squad-missing", ("target",), on_key=True)
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


def ahead_objections(view: PlayerView, orders: Mapping[str, Any]) -> Iterator[Objection]:
    """8, 14, 20. Judge orders for a later stage: object to what is wrong in any phase and under any Commandant.

    A stage has only one phase, so orders for two phases can never belong to the same stage.
    """
    if view.phase == "deal":
        yield Objection("not-dealt")
        return
    first = next(iter(orders), "")
    others = [order for order in orders if ORDERS[order] != ORDERS[first]]
    for order in others:
        yield Objection("exclusive", (order,), on_key=True, related=(first,))
    given = {order: value for order, value in orders.items() if order not in others}
    if first and ORDERS[first] == "proposal":
        yield from _proposal_ahead(view.allowed, given)
    yield from _colons_succeed(view, given)


def _proposal_ahead(allowed: Proposable, given: Mapping[str, Any]) -> Iterator[Objection]:
    """8, 20. Judge a squad for one of the missions that are left; only a target says for which one."""
    targeted = allowed.targeted
    if "squad" not in given:
        yield Objection("squad-missing", ("target",), on_key=True)
    # This objection is only about the present stage and may no longer apply when the later stage comes.
    of_today = "target-too-early" if targeted else "squad-size"
    yield from (objection for objection in proposal_objections(allowed, given) if objection.code != of_today)
    if given.get("squad") and not targeted:
        yield from _fits_none(allowed, given["squad"])


def _fits_none(allowed: Proposable, squad: Sequence[str | None]) -> Iterator[Objection]:
    """8. Yield an objection if none of the missions left takes a squad of this size."""
    left = [number for number in range(1, MISSIONS + 1) if number not in allowed.done]
    sizes = sorted({squad_size(allowed.players, number) for number in left})
    if len(squad) not in sizes:
        yield Objection("squad-fits-none", ("squad",), {"sizes": Listed(tuple(sizes)), "named": len(squad)})


def possible(view: PlayerView) -> Iterator[Plain]:
    """Yield every order that the player may send for the stage awaited; none if there is nothing to choose."""
    return (orders for orders in _orders(view) if not any(objections(view, orders)))


def _orders(view: PlayerView) -> Iterator[Plain]:
    if not view.chooses:
        return
    if view.phase == "proposal":
        yield from _squads(view)
    elif view.phase == "vote":
        yield from ({"vote": vote} for vote in ("yes", "no"))
    elif view.phase == "mission":
        yield from ({"mission": card} for card in ("success", "failure"))


def _squads(view: PlayerView) -> Iterator[Plain]:
    for target in view.allowed.targets:
        named = {"target": target} if view.allowed.targeted else {}
        for squad in combinations(view.seats, squad_size(view.allowed.players, target)):
            yield {"squad": list(squad), **named}


def receipt(view: PlayerView, orders: Mapping[str, Any]) -> Receipt:
    """Return the receipt for the order of the stage awaited."""
    return Receipt((said(view, orders),))


def ahead_receipt(view: PlayerView, orders: Mapping[str, Any]) -> Receipt:
    """Return the receipt for the order of a later stage; a vote or a card names no squad, as that is not known yet."""
    if "vote" in orders:
        return Receipt((Phrase("ahead.vote", {"vote": Word("votes", orders["vote"])}),))
    if "mission" in orders:
        return Receipt((Phrase("ahead.mission", {"card": Word("cards", orders["mission"])}),))
    values: dict[str, PhraseArgument] = {"names": Listed(tuple(orders["squad"]))}
    if "target" in orders:
        return Receipt((Phrase("ahead.squad.target", {**values, "target": orders["target"]}),))
    return Receipt((Phrase("ahead.squad", values),))


def said(view: PlayerView, orders: Mapping[str, Any]) -> Phrase:
    """Return the one order of a stage in words, addressed to the player who gave it."""
    return _SAY[view.phase](view, orders)


def _squad_said(view: PlayerView, orders: Mapping[str, Any]) -> Phrase:
    target = orders.get("target") or view.allowed.targets[0]
    return Phrase("receipt.squad", {"names": Listed(tuple(orders["squad"])), "target": target})


def _vote_said(view: PlayerView, orders: Mapping[str, Any]) -> Phrase:
    return Phrase(f"receipt.vote.{orders['vote']}", {"names": Listed(view.squad), "target": view.target})


def _mission_said(view: PlayerView, orders: Mapping[str, Any]) -> Phrase:
    return Phrase(f"receipt.mission.{orders['mission']}", {"target": view.target})


_SAY: Mapping[str, Callable[[PlayerView, Mapping[str, Any]], Phrase]] = {
    "proposal": _squad_said,
    "vote": _vote_said,
    "mission": _mission_said,
}


def standing(view: PlayerView, left: Mapping[str, Any]) -> Plain:
    """Return the orders that standing orders give in the stage awaited; empty if they have none for it.

    A standing squad lists players in order of preference; the first ones are proposed, as many as the mission takes.
    """
    if view.phase == "proposal" and view.player == view.commander and "squad" in left:
        target = view.allowed.targets[0]
        named = {"squad": list(left["squad"][: squad_size(view.allowed.players, target)])}
        return {**named, "target": target} if view.allowed.targeted else named
    return {order: left[order] for order in ("vote", "mission") if order == view.phase and order in left}


def standing_said(standing: Mapping[str, Any]) -> Iterator[Phrase]:
    """Yield standing orders in words, one phrase each."""
    if "vote" in standing:
        yield Phrase("standing.vote", {"vote": Word("votes", standing["vote"])})
    if "mission" in standing:
        yield Phrase("standing.mission", {"card": Word("cards", standing["mission"])})
    if "squad" in standing:
        yield Phrase("standing.squad", {"names": Listed(tuple(standing["squad"]))})


NEEDS: Mapping[str, frozenset[str]] = {"vote": frozenset(), "mission": frozenset()}
NONE_HOLDS = Phrase("clause.else.seen")


def phases_of(order: str) -> frozenset[str]:
    """Return the only phase in which an order can be given, as a set."""
    return frozenset({ORDERS[order]})


def without(view: PlayerView) -> Phrase:
    """13, 10, 17. Tell a player what the stage awaited does if they send nothing, as the campaign's option says."""
    if not view.chooses:
        return Phrase("fate.nothing")
    if view.phase == "proposal":
        return Phrase(f"fate.squad.{view.options.no_squad}")
    if view.phase == "vote":
        return Phrase(f"fate.vote.{view.options.missing_vote}")
    return Phrase(f"fate.mission.{view.missing_card}")
