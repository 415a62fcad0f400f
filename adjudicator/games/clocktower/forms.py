"""What a form by post tells a player: the shown role, who lives, and who is nominated."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.faults import Listed, Phrase, Word
from adjudicator.games.clocktower.views import PlayerView


def situation(view: PlayerView) -> Iterator[Phrase]:
    """Tell a player the own role as shown, who lives, and in the votes who was nominated."""
    if not view.post or not view.known.seats:
        return
    yield Phrase("situation.role", {"role": Word("roles", view.seat.shown)})
    yield Phrase("situation.living", {"names": Listed(tuple(view.known.living()))})
    if view.phase == "votes":
        yield Phrase("situation.nominees", {"names": Listed(tuple(view.nominees)), "count": view.known.threshold})
