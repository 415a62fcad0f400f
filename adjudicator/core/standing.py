"""Standing orders: the plain ones, which games know, and clauses in front of them, « if … then … »."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.core.phrase import Phrase
from adjudicator.core.plain import Plain

if TYPE_CHECKING:
    from adjudicator.core.game import Orders

IF = "if"
"""Under which clauses stand among standing orders."""


def plain_part(standing: Plain) -> Plain:
    """Return standing orders without their clauses."""
    return {order: value for order, value in standing.items() if order != IF} if IF in standing else standing


def orders_said(rules: Orders[Any], orders: Plain) -> Sequence[Phrase]:
    """Say the orders that standing ones came to: that he does nothing is one too."""
    return rules.standing_said(orders) if orders else (Phrase("clause.nothing"),)
