"""Objections to orders when they come in.

Orders are judged on the player's own view and nothing else, so that a refusal reveals nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.faults import Listed, Objection, Phrase, Word
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


def order_objections(view: PlayerView, orders: Mapping[str, Any]) -> Iterator[Objection]:
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
