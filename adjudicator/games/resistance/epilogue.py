"""The epilogue for everybody when the game is over: who sabotaged which mission, and the full log of each stage."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.faults import Listed, Phrase
from adjudicator.core.game import Chapter, Past
from adjudicator.games.resistance.reports import fact_said
from adjudicator.games.resistance.state import Setting


def epilogue(setting: Setting, past: Sequence[Past]) -> list[Chapter]:
    """Return a chapter on sabotage, then one for each stage; the identities are already in the last report (19)."""
    missions = [one for one in past if one.stage.phase == "mission"]
    return [
        Chapter(Phrase("epilogue.sabotage"), list(map(_sabotage, missions))),
        *(Chapter(one.stage.said, list(map(fact_said, one.outcome.log))) for one in past),
    ]


def _sabotage(one: Past) -> Phrase:
    """Return in words whose cards counted as failures in a mission.

    A Colon's failure that was corrected to a success (``card-corrected``) is left out.
    """
    cards = [fact.data for fact in one.outcome.log if fact.kind in ("card", "card-missing")]
    names = tuple(card["player"] for card in cards if card["card"] == "failure")
    mission = one.outcome.state.missions[-1].number
    if not names:
        return Phrase("epilogue.sabotaged.none", {"mission": mission})
    return Phrase("epilogue.sabotaged", {"mission": mission, "names": Listed(names)})
