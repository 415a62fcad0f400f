"""The headline of a stage: what everybody saw, in a line."""

from __future__ import annotations

from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.core.stage import PUBLIC, Outcome
from adjudicator.games.tsewnart.board import text
from adjudicator.games.tsewnart.reports import report
from adjudicator.games.tsewnart.state import Setting, State


def headline(setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
    """Say whose pieces were eliminated or captured, and how the game ended."""
    public = report(setting, before, outcome, {}, PUBLIC)["public"]
    said = []
    if lost := public.get("eliminated"):
        names = Listed(tuple(Phrase("headline.owner", {"player": one["player"], "camp": one["camp"]}) for one in lost))
        said.append(Phrase("headline.lost", {"names": names}, n=len(lost)))
    for one in public.get("captured", ()):
        values: dict[str, PhraseArgument] = {name: one[name] for name in ("player", "camp", "by")}
        said.append(Phrase("headline.captured", {**values, "cell": text(one["cell"])}))
    if ending := public.get("ending"):
        said.append(Phrase(f"report.cause.{ending['cause']}"))
        winners = ending["winners"]
        said.append(Phrase("report.winners", {"camps": Listed(tuple(winners))}, n=len(winners)))
    return said
