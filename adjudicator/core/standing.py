"""Standing orders: the plain ones, which games know, and clauses in front of them, « if … then … »."""

from __future__ import annotations

from adjudicator.core.plain import Plain

IF = "if"
"""Under which clauses stand among standing orders."""


def plain_part(standing: Plain) -> Plain:
    """Return standing orders without their clauses."""
    return {order: value for order, value in standing.items() if order != IF} if IF in standing else standing
