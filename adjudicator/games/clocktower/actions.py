"""What players may order: nothing, as the MJ writes what happens."""

from __future__ import annotations

from adjudicator.core.actions import Action
from adjudicator.core.faults import Objection
from adjudicator.core.plain import Plain
from adjudicator.games.clocktower.views import PlayerView

ACTIONS: tuple[Action, ...] = ()


def objections(view: PlayerView, orders: Plain) -> list[Objection]:
    """Return nothing: there is no order to object to."""
    return []
