"""What can be known to be wrong when orders come in, judged on the player's own view and nothing else."""

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
    """14. A Colon plays a success; he alone is told so."""
    if given.get("mission") == "failure" and view.options.strict_colons and view.side == COLONS:
        yield Objection("colons-succeed", ("mission",), {"card": Word("cards", "success")})


def standing_objections(view: PlayerView, standing: Mapping[str, Any]) -> Iterator[Objection]:
    """13, 17. Judge standing orders: a squad that is long enough for every mission, a card that he may play."""
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
    """8, 14, 20. Judge orders for a later stage: what is wrong whichever phase it will be, and whoever commands then.

    A stage has one phase, so that orders of two phases are never of one stage.
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
    """8, 20. Judge a squad for one of the missions that are left; which one, only a target tells."""
    targeted = allowed.targeted
    if "squad" not in given:
        yield Objection("squad-missing", ("target",), on_key=True)
    of_today = "target-too-early" if targeted else "squad-size"
    yield from (objection for objection in proposal_objections(allowed, given) if objection.code != of_today)
    if given.get("squad") and not targeted:
        yield from _fits_none(allowed, given["squad"])


def _fits_none(allowed: Proposable, squad: Sequence[str | None]) -> Iterator[Objection]:
    """8. A squad of a size that none of the missions left takes."""
    left = [number for number in range(1, MISSIONS + 1) if number not in allowed.done]
    sizes = sorted({squad_size(allowed.players, number) for number in left})
    if len(squad) not in sizes:
        yield Objection("squad-fits-none", ("squad",), {"sizes": Listed(tuple(sizes)), "named": len(squad)})
