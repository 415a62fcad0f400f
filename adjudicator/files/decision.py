"""What is to be done with the stage awaited, and why: the one answer that ``status``, ``resolve`` and ``run`` give."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from adjudicator.core.phrase import Filling, Listed, Phrase
from adjudicator.core.ruleset import Plain
from adjudicator.files.acts import hold_in_force, released_at
from adjudicator.files.campaign import Campaign
from adjudicator.files.clock import Clock, dated, moment
from adjudicator.files.situation import Situation

DEFAULT_SHARE = 50
"""Percent of the orders awaited that may be missing at a deadline."""
DEFAULT_SILENCE = 48
"""Hours that may pass between two visits of cron."""
FEWEST = 3
"""Missing players that set off the brake at least, where fewer than all are missing: one of two is no alarm."""
LEEWAY = timedelta(minutes=10)
"""What a clock may be set back without alarm."""


@dataclass(frozen=True)
class Decision:
    """What is to be done: ``play``, ``wait``, ``brake`` (hold for the ``cause``), or nothing: ``held``, ``over``."""

    what: str
    why: Phrase
    """The reason, a clause that can stand after a colon."""
    look: bool = False
    """Whether the MJ should look: it does not go on by itself."""
    cause: Plain | None = None
    """What set off the brake, as it is kept with the hold."""


@dataclass(frozen=True)
class Seen:
    """What cron saw when it last could do something: when, which stage was awaited (its folder), and due when."""

    at: datetime
    stage: str
    due: datetime | None


def decide(situation: Situation, seen: Seen | None = None, by_hand: bool = False, released: bool = False) -> Decision:
    """Decide on the stage awaited; ``seen`` is what cron last saw, None if it never came.

    ``by_hand`` is the MJ's own command: he knows what time it is and that the game has begun. ``released`` asks what
    would be done without a hold.
    """
    if situation.progress.stage is None:
        return Decision("over", Phrase("why.over"))
    hold = hold_in_force(situation.acts)
    if hold is not None and not released:
        return Decision("held", why_held(situation.campaign, hold), look="cause" in hold)
    if not situation.attendance.awaited and not situation.progress.folders and not by_hand:
        return Decision("wait", Phrase("why.not-begun"))
    trouble = None if by_hand else _clock_trouble(situation, seen)
    if trouble is not None:
        return _brake(situation.campaign, trouble)
    return _incomplete(situation) if situation.attendance.missing else _complete(situation, by_hand)


def why_held(campaign: Campaign, hold: Plain) -> Phrase:
    """Say since when, by whom and why a campaign is held."""
    since = moment(campaign, datetime.fromisoformat(hold["at"]))
    if "cause" in hold:
        return Phrase("why.braked", {"moment": since, "cause": cause_said(campaign, hold["cause"])})
    return Phrase("why.held", {"moment": since, "by": hold["by"], "reason": hold["reason"]})


def cause_said(campaign: Campaign, cause: Plain) -> Phrase:
    """Say what set off the brake."""
    values: dict[str, Filling] = {key: value for key, value in cause.items() if key not in ("code", "n")}
    if "moment" in values:
        wrong = cause["code"] == "backwards"  # by a year, perhaps
        values["moment"] = moment(campaign, datetime.fromisoformat(str(values["moment"])), year=wrong)
    return Phrase(f"cause.{cause['code']}", values, n=cause.get("n"))


def _brake(campaign: Campaign, cause: Plain) -> Decision:
    return Decision("brake", cause_said(campaign, cause), look=True, cause=cause)


def _when(situation: Situation, time: datetime) -> Phrase:
    return dated(situation.campaign, time, situation.clock.now)


# All who are waited for have sent ------------------------------------------------------------------------------


def _complete(situation: Situation, by_hand: bool) -> Decision:
    clock, campaign = situation.clock, situation.campaign
    if situation.attendance.away and not campaign.game.can_do_without(situation.progress.state):
        names = Listed(situation.attendance.away)
        return Decision("wait", Phrase("why.away", {"names": names}, n=len(situation.attendance.away)), look=True)
    if clock.due and clock.until(clock.due) and clock.on_time and situation.attendance.awaited:
        return Decision("wait", Phrase("why.on-time", {"moment": _when(situation, clock.due)}))
    away = situation.attendance.away
    if away and away == situation.attendance.awaited and clock.until(clock.due):
        return _all_away(situation)
    correcting = situation.table.correcting
    if correcting and not by_hand and clock.until(clock.closes):
        until = Phrase("why.until", {"moment": _when(situation, clock.closes)}) if clock.closes else ""
        values: dict[str, Filling] = {"names": Listed(correcting), "until": until}
        return Decision("wait", Phrase("why.correcting", values, n=len(correcting)), look=clock.closes is None)
    if situation.attendance.away:
        names = Listed(situation.attendance.away)
        return Decision("play", Phrase("why.all-but-away", {"names": names}, n=len(situation.attendance.away)))
    return Decision("play", Phrase("why.all"))


def _all_away(situation: Situation) -> Decision:
    """Nobody is waited for, yet no stage is played as often as cron comes: it waits for its hour, if it has one."""
    due = situation.clock.due
    if due is None:
        return Decision("wait", Phrase("why.all-away"), look=True)
    return Decision("wait", Phrase("why.all-away.until", {"moment": _when(situation, due)}))


# Somebody is missing -------------------------------------------------------------------------------------------


def _incomplete(situation: Situation) -> Decision:
    clock, campaign = situation.clock, situation.campaign
    missing = len(situation.attendance.missing)
    if clock.due is None:
        return Decision("wait", Phrase("why.missing", n=missing))
    due = {"moment": _when(situation, clock.due)}
    if clock.until(clock.due):
        return Decision("wait", Phrase("why.missing.until", due, n=missing))
    if clock.closes and clock.until(clock.closes):
        until = {"moment": _when(situation, clock.closes)}
        return Decision("wait", Phrase("why.missing.grace", until, n=missing))
    if campaign.when_missing == "wait" or not campaign.game.can_do_without(situation.progress.state):
        return Decision("wait", Phrase("why.missing.late", due, n=missing), look=True)
    share = _share_trouble(situation)
    if share is not None:
        return _brake(campaign, share)
    return Decision("play", Phrase("why.deadline", due, n=missing))


def _share_trouble(situation: Situation) -> Plain | None:
    """Return the cause when too many are missing at once; not if the MJ has released the stage since its deadline."""
    released = released_at(situation.acts, situation.progress.stage_folder.name)
    if released is not None and situation.clock.closes is not None and released >= situation.clock.closes:
        return None
    awaited = len(situation.attendance.awaited)
    standing = situation.stood_in if situation.campaign.when_missing == "standing" else {}
    lacking = [player for player in situation.attendance.missing if player not in standing]
    share = _brake_of(situation.campaign, "share", DEFAULT_SHARE)
    alarming = len(lacking) >= FEWEST or len(lacking) == awaited > 1
    if not alarming or 100 * len(lacking) <= share * awaited:
        return None
    return {"code": "share", "n": len(lacking), "awaited": awaited}


def _brake_of(campaign: Campaign, key: str, default: int) -> int:
    told: dict[str, int] = campaign.plain.get("brake", {})
    return told.get(key, default)


# The clock -----------------------------------------------------------------------------------------------------


def _clock_trouble(situation: Situation, seen: Seen | None) -> Plain | None:
    """Return why the time cannot be trusted, in a campaign with deadlines: it jumped, or nobody came for long."""
    clock = situation.clock
    if clock.due is None or clock.closes is None:
        return None
    released = released_at(situation.acts, situation.progress.stage_folder.name)
    known = [seen.at] if seen is not None else []
    latest = max([*known, *([] if released else [clock.began])], default=clock.now)
    if clock.now < latest - LEEWAY:
        return {"code": "backwards", "moment": latest.isoformat()}
    if seen is None:
        late = _passed(clock.due, clock, released)
        return {"code": "never-came", "moment": clock.due.isoformat()} if late else None
    silence = timedelta(hours=_brake_of(situation.campaign, "silence", DEFAULT_SILENCE))
    if clock.now - max(filter(None, (seen.at, released))) > silence:  # who releases knows since when nobody came
        return {"code": "silence", "moment": seen.at.isoformat()}
    moved = _was_to_come(situation, seen) and clock.extension is None
    if moved and _passed(clock.closes, clock, released):
        return {"code": "moved", "moment": clock.due.isoformat()}
    return None


def _passed(end: datetime, clock: Clock, released: datetime | None) -> bool:
    """Tell whether ``end`` is past, and the MJ has not released the stage since."""
    return not clock.until(end) and (released is None or released < end)


def _was_to_come(situation: Situation, seen: Seen) -> bool:
    """Tell whether the stage had another deadline when cron last came, or none: it was moved in ``campaign.yaml``."""
    same = seen.stage == situation.progress.stage_folder.name
    return same and seen.due != situation.clock.due and (seen.due is None or seen.due > situation.clock.now)
