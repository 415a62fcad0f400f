"""The headline of a stage: what everybody saw, in a sentence or two."""

from __future__ import annotations

from typing import Any

from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.core.stage import PUBLIC, Outcome
from adjudicator.games.resistance.reports import report
from adjudicator.games.resistance.state import Setting, State


def headline(setting: Setting, before: State, outcome: Outcome[State]) -> list[Phrase]:
    """Say what was dealt, proposed, voted on or carried out and, if the game is over, how it ended."""
    public = report(setting, before, outcome, {}, PUBLIC)["public"]
    event, ending = public["event"], public.get("ending")
    said = [_mission(public, event) if "mission" in event else _said(event)] if event else []
    if ending:
        said.append(Phrase(f"report.end.cause.{ending['winner']}.{ending['cause']}"))
        said.append(Phrase(f"report.end.winner.{ending['winner']}"))
    return said


def _said(event: Any) -> Phrase:
    squad = Listed(tuple(event.get("squad") or ()))
    if event["kind"] == "dealt":
        values = {name: event[name] for name in ("colons", "cylons", "commander")}
        return Phrase("event.dealt", values)
    if event["kind"] != "voted":
        values = {name: event[name] for name in ("commander", "target") if name in event}
        return Phrase(f"event.{event['kind']}", {**values, "squad": squad})
    votes: dict[str, PhraseArgument] = {"yes": len(event["yes"]), "no": len(event["no"])}
    tied = event["result"] == "rejected" and event["yes"] and len(event["yes"]) == len(event["no"])
    key = "tied" if tied else event["result"]
    return Phrase(f"event.{key}", {"target": event["target"], "squad": squad, **votes})


def _mission(public: Any, event: Any) -> Phrase:
    row = public["missions"][event["mission"] - 1]
    values: dict[str, PhraseArgument] = {"number": row["number"], "squad": Listed(tuple(row["squad"]))}
    key = f"event.mission.{row['result']}"
    return Phrase(key, values, n=row["failures"]) if row["failures"] else Phrase(f"{key}.none", values)
