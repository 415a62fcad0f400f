"""What orders by post may hang on: who lives, how many, and which day it is, all of which everybody sees."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.conditions import ME, Conditions, conditions_on, names, number
from adjudicator.core.faults import Objection
from adjudicator.games.clocktower.views import PlayerView

_POST = frozenset({"night", "day", "votes"})
LAST = 99
"""The highest number of a day that orders may name."""


def _living_left(view: PlayerView) -> tuple[Sequence[int], Objection]:
    count = len(view.known.living())
    return range(count + 1), Objection("condition-living-past", (), {"count": count})


def _days_left(view: PlayerView) -> tuple[Sequence[int], Objection]:
    return range(view.known.number, LAST + 1), Objection("condition-day-past", (), {"day": view.known.number})


CONDITIONS: Conditions = conditions_on(
    _POST,
    names("dead", lambda view: [one for one in view.players if one not in view.known.living()], lambda view: ME),
    names("alive", lambda view: view.known.living(), lambda view: ME),
    number("living", lambda view: (0, 15), lambda view: 4, _living_left, value=lambda view: len(view.known.living())),
    number("day", lambda view: (1, LAST), lambda view: 3, _days_left, value=lambda view: view.known.number),
)
