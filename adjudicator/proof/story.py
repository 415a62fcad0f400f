"""The story of a campaign in order of time: its beginning, the files received, the MJ's acts, the published stages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import NotRequired, TypedDict

from adjudicator.campaign.acts import acts_in
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.records import Act
from adjudicator.campaign.seats import Seats
from adjudicator.campaign.stages import Progress, withdrawals
from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.core.stage import Stage
from adjudicator.orders.received import came, number_of, verdict_at, withdrawn_seats
from adjudicator.proof.integrity import courses
from adjudicator.store import disk
from adjudicator.store.layout import BEGAN, ORDERS, PUBLISHED, TURNS, stage_called, withdrawn_folder
from adjudicator.table.clock import moment
from adjudicator.table.decision import cause_said


class JournalEntry(TypedDict):
    """An event; times are in ISO format."""

    at: str | None
    """None if the time was not kept or is damaged."""
    kind: str
    """``began``, ``order``, ``published``, or the kind of an act: see ``acts.KINDS``."""
    stage: NotRequired[str]
    """The folder name of the stage that was awaited or published."""
    number: NotRequired[str]
    source: NotRequired[str]
    """The name under which an order file arrived."""
    players: NotRequired[list[str]]
    mj: NotRequired[bool]
    """True for a file of the MJ's answers; missing for others."""
    accepted: NotRequired[bool | None]
    """Whether an order file was accepted; None until it is judged."""
    withdrawn: NotRequired[list[str]]
    """The players in the file whose orders the MJ has withdrawn since; missing if there are none."""
    anew: NotRequired[bool]
    """True if the file was refused when the table was amended, even if it had been accepted before."""
    by: NotRequired[str]
    """Who published a stage."""
    head: NotRequired[str | None]
    act: NotRequired[Act]


def story(progress: Progress) -> list[JournalEntry]:
    """Return the events in order of time; a damaged file's event lacks what cannot be read."""
    folder = progress.campaign.folder
    acts, told = acts_in(folder), set[tuple[str, str, str | None]]()
    began = read_record("began", folder / BEGAN)
    events: list[JournalEntry] = [{"at": began["at"], "kind": "began"}] if began is not None else []
    withdrawn = withdrawals(acts)
    for number, course in enumerate(courses(progress), 1):
        cut = next((n for n, act in enumerate(acts, 1) if act["act"] == "undo"), len(acts))
        done, acts = acts[:cut], acts[cut:]
        into = withdrawn_folder(folder, number)
        awaited = disk.entries((into if into.is_dir() else folder) / TURNS)
        stages = [*course, *(stage for stage in awaited if stage not in course)]
        seats = progress.campaign.seats
        came_and_done = [event for stage in stages for event in _of_stage(stage, done, told, seats, withdrawn)]
        events += _in_order(came_and_done, done)
    return events


def _of_stage(
    stage: Path, acts: Sequence[Act], told: set[tuple[str, str, str | None]], seats: Seats, withdrawn: Sequence[Act]
) -> Iterator[JournalEntry]:
    """Yield each event of a stage once: the files received, the acts while it was awaited, and its publication."""
    for path in disk.entries(stage / ORDERS, "*.yaml"):
        event = _order(path, seats, [*acts, *withdrawn]) if number_of(path) else None
        if event is not None and (key := (stage.name, event["number"], event["at"])) not in told:
            told.add(key)
            yield event
    yield from (_act(act) for act in acts if act["stage"] == stage.name)
    published = read_record("published", stage / PUBLISHED)
    if published is not None and (key := (str(stage), PUBLISHED, None)) not in told:
        told.add(key)
        head = published["head"]
        yield {"at": published["at"], "kind": "published", "stage": stage.name, "by": published["by"], "head": head}


def _order(path: Path, seats: Seats, acts: Sequence[Act]) -> JournalEntry:
    """Return the event that a file arrived; its senders have their names of that time."""
    how = came(path)
    then = seats.after(how.get("seats", 0) if how else 0)
    verdict = verdict_at(path)
    event: JournalEntry = {
        "at": how["at"] if how else None,
        "kind": "order",
        "stage": path.parent.parent.name,
        "number": path.stem,
        "source": how["name"] if how else verdict["source"] if verdict else path.name,
        "players": list(map(then.name_of, verdict["players"])) if verdict else [],
        "accepted": verdict["accepted"] if verdict else None,
    }
    if verdict and not verdict["accepted"] and verdict.get("amended"):
        # The verdict alone does not tell whether the table was amended before the file arrived or since.
        amendments = [act for act in acts if act["act"] == "amend" and act["stage"] == event["stage"]]
        if any(event["at"] is not None and event["at"] <= act["at"] for act in amendments):
            event["anew"] = True
    if verdict and (gone := withdrawn_seats(path, acts)):
        event["withdrawn"] = [then.name_of(seat) for seat in verdict["players"] if seat in gone]
    if verdict and ("mj" in verdict or "answers" in verdict.get("kinds", ())):
        event["mj"] = True
    return event


def _act(act: Act) -> JournalEntry:
    return {"at": act["at"], "kind": act["act"], "stage": act["stage"], "act": act}


def _in_order(events: Sequence[JournalEntry], acts: Sequence[Act]) -> list[JournalEntry]:
    """Return the events between two undoings in order of time; an event without a time stays after its predecessor."""
    told = [event["act"] for event in events if "act" in event]
    last, timed = "", []
    for event in [*events, *(_act(act) for act in acts if act not in told)]:
        last = event["at"] or last
        timed.append((datetime.fromisoformat(last).timestamp() if last else 0.0, event))
    return [event for _, event in sorted(timed, key=lambda one: one[0])]


# Events in words -------------------------------------------------------------------------------------------------


def said(event: JournalEntry, campaign: Campaign) -> Phrase:
    """Return an event in words, with its time by the clock of the campaign."""
    what = _said(event, campaign)
    if event["at"] is None:
        return what
    when = moment(campaign, datetime.fromisoformat(event["at"]), year=True)
    return Phrase("journal.line", {"moment": when, "what": what})


def _said(event: JournalEntry, campaign: Campaign) -> Phrase:
    stage = _stage_said(event.get("stage", ""))
    if event["kind"] == "order":
        return _order_said(event, stage)
    if event["kind"] == "published":
        return Phrase("journal.published", {"stage": stage, "by": event["by"]})
    return _act_said(event["act"], stage, campaign) if "act" in event else Phrase("journal.began")


def _order_said(event: JournalEntry, stage: Phrase) -> Phrase:
    pasted = event["source"] == "-"
    values: dict[str, PhraseArgument] = {
        "stage": stage,
        "source": Phrase("source.pasted") if pasted else event["source"],
        "became": Phrase(f"journal.{_became(event)}"),
    }
    if event.get("mj"):
        return Phrase("journal.order.mj", values)
    if not event["players"]:
        return Phrase("journal.order.unknown", values)
    return Phrase("journal.order.of", {**values, "names": Listed(tuple(event["players"]))})


def _became(event: JournalEntry) -> str:
    """Return the part of the sentence key that says how an order file was judged."""
    if "anew" in event:
        return "amended"
    if event["accepted"] and event.get("withdrawn") == event["players"]:
        return "withdrawn"
    return {True: "accepted", False: "refused", None: "unjudged"}[event["accepted"]]


def _act_said(act: Act, stage: Phrase, campaign: Campaign) -> Phrase:
    """Return an act in words with everything that it records: both reasons, and until when it holds."""
    reason = cause_said(campaign, act["cause"]) if "cause" in act else act.get("reason", "")
    values: dict[str, PhraseArgument] = {"by": act["by"], "stage": stage, "reason": reason, "said": act.get("said", "")}
    if "until" in act:
        values["until"] = moment(campaign, datetime.fromisoformat(act["until"]), year=True)
    if act["act"] == "undo":
        stages = tuple(_stage_said(name) for name in dict.fromkeys((act["back_to"], act["down_from"])))
        return Phrase(f"journal.{_sentence_of(act)}", {**values, "stages": Listed(stages)}, n=len(stages))
    if act["act"] == "replay":
        values["stage"] = _stage_said(act.get("through", act["stage"]))
    if "player" in act:
        values["player"] = campaign.all_seats.name_of(act["player"])
    if "seats" in act:
        values["seats"] = Listed(
            tuple(Phrase("journal.seat", {"seat": seat["seat"], "name": seat["name"]}) for seat in act["seats"])
        )
    return Phrase(f"journal.{_sentence_of(act)}", values)


def _sentence_of(act: Act) -> str:
    """Return the key of an act's sentence.

    The program gives a seat back without a reason, and the MJ may extend a deadline without one.
    """
    kind = act["act"]
    if kind == "extend" and not act.get("reason"):
        return f"{kind}.bare"
    if kind == "replace" and "reason" not in act:
        return "replace.back"
    if act.get("unread"):
        return f"{kind}.unread"
    return f"{kind}.until" if kind in ("hold", "undo") and "until" in act else kind


def _stage_said(name: str) -> Phrase:
    """Return the stage with this folder name in words."""
    called = stage_called(name)
    return called[1].said if called else Stage("over", 0).said
