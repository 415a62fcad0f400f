"""What is to be done with the stage awaited, and why: the one answer that ``status``, ``resolve`` and ``run`` give."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.acts import hold_in_force
from adjudicator.campaign.campaign import Campaign
from adjudicator.core.faults import Filling, Listed, Phrase
from adjudicator.table.attention import LEEWAY
from adjudicator.table.brake import Seen, cause_said, missing_trouble, time_trouble
from adjudicator.table.clock import dated, moment
from adjudicator.table.situation import Situation

if TYPE_CHECKING:
    from adjudicator.campaign.records import Act, Cause


class Decision(NamedTuple):
    """What is to be done: ``play``, ``wait``, ``ask`` (close the players' time, and wait for the MJ), ``brake`` (hold
    for the ``cause``), or nothing: ``held``, ``over``."""

    what: str
    why: Phrase
    """The reason, a clause that can stand after a colon."""
    look: str | None = None
    """Why the MJ should look, one of ``attention.REASONS``: it does not go on by itself."""
    cause: Cause | None = None
    """What set off the brake, as it is kept with the hold."""


def decide(situation: Situation, seen: Seen | None = None, by_hand: bool = False, released: bool = False) -> Decision:
    """Decide on the stage awaited; ``seen`` is what cron last saw, None if it never came.

    ``by_hand`` is the MJ's own command: he knows what time it is and that the game has begun. ``released`` asks what
    would be done without a hold.
    """
    if situation.progress.stage is None:
        return Decision("over", Phrase("why.over"))
    hold = hold_in_force(situation.acts)
    if hold is not None and not released:
        return _held(situation, hold)
    if not situation.attendance.awaited and not situation.progress.folders and not by_hand:
        return Decision("wait", Phrase("why.not-begun"), look="not-begun")
    trouble = None if by_hand else time_trouble(situation, seen)
    if trouble is not None:
        return _brake(situation.campaign, trouble)
    if situation.closing is not None:
        return mj_decides(situation, situation.closing)
    return _while_players_have_time(situation, by_hand)


def _while_players_have_time(situation: Situation, by_hand: bool) -> Decision:
    if situation.attendance.missing:
        decision = _in_its_time(situation, _open(situation) or _unseated(situation) or _incomplete(situation))
    else:
        decision = _in_its_time(situation, _complete(situation, by_hand))
    if decision.what != "play" or not situation.campaign.game.rules.decisions:
        return decision
    return mj_asked(situation) or decision


# What only the MJ can decide -----------------------------------------------------------------------------------


def mj_asked(situation: Situation) -> Decision | None:
    """Return that the MJ is asked, now that the players' time is over; None if he is not."""
    asking = situation.asking
    if asking is not None and asking.open:
        return Decision("ask", why_asked(situation), look="asked")
    if situation.campaign.game.rules.hidden_questions and not situation.clock.taken_back:
        return Decision("ask", Phrase("why.closing"))
    return None


def mj_decides(situation: Situation, closing: Act) -> Decision:
    """Decide on a stage of which the players' time is over: it waits for the MJ, as long as he wants to be waited for.

    A game in which nobody may know whether he was asked anything waits for its hour, however that is.
    """
    from adjudicator.table.asking import hour_of

    asking, rules = situation.asking, situation.campaign.game.rules
    hour = hour_of(situation.progress, situation.acts, closing)
    still = situation.clock.until(hour)
    if asking is not None and asking.open and (asking.needed or still or not _goes_on_without_him(situation)):
        return Decision("ask", why_asked(situation), look="asked")
    if rules.hidden_questions and hour is not None and still:
        return Decision("ask", Phrase("why.dawn", {"moment": _when(situation, hour)}))
    return Decision("play", Phrase("why.decided"))


def _goes_on_without_him(situation: Situation) -> bool:
    return bool(situation.campaign.plain.get("mj", {}).get("without") == "propose")


def why_asked(situation: Situation) -> Phrase:
    """Say how many answers of the MJ are waited for."""
    asking = situation.asking
    said = "why.asked.on-time" if situation.clock.ends else "why.asked"
    return Phrase(said, n=len(asking.open) if asking is not None else 0)


def _held(situation: Situation, hold: Act) -> Decision:
    """Nothing is done; a pause whose end has come does not end by itself: nobody may be there, and the time be up."""
    now = situation.clock.now
    why = why_held(situation.campaign, hold, now)
    if "cause" in hold:
        return Decision("held", why, look="braked")
    return Decision("held", why, look=None if "until" in hold and now < _until(hold) else "held")


def _until(hold: Act) -> datetime:
    return datetime.fromisoformat(hold["until"])


def why_held(campaign: Campaign, hold: Act, now: datetime) -> Phrase:
    """Say since when, by whom and why a campaign is held, and until when the MJ wanted it to be."""
    since = moment(campaign, datetime.fromisoformat(hold["at"]))
    if "cause" in hold:
        return Phrase("why.braked", {"moment": since, "cause": cause_said(campaign, hold["cause"])})
    values: dict[str, Filling] = {"moment": since, "by": hold["by"], "reason": hold["reason"]}
    if "until" not in hold:
        return Phrase("why.held", values)
    values["until"] = dated(campaign, _until(hold), now)
    return Phrase("why.held.until" if now < _until(hold) else "why.held.past", values)


def _in_its_time(situation: Situation, decision: Decision) -> Decision:
    """Return ``decision``, unless it waits for the deadline of a stage that began under a clock of the future.

    An extension is no better that was given under that clock, or counted from the deadline that it made.
    """
    clock = situation.clock
    if decision.what != "wait" or decision.look or clock.due is None or not clock.until(clock.due):
        return decision
    if not clock.now + LEEWAY < clock.began < clock.due:
        return decision
    began, due = _when(situation, clock.began), _when(situation, clock.due)
    folder = str(situation.campaign.folder)
    return Decision("wait", Phrase("why.begun-later", {"began": began, "due": due, "folder": folder}), "begun-later")


def _brake(campaign: Campaign, cause: Cause) -> Decision:
    return Decision("brake", cause_said(campaign, cause), look="braked", cause=cause)


def _when(situation: Situation, time: datetime) -> Phrase:
    return dated(situation.campaign, time, situation.clock.now)


# All who are waited for have sent ------------------------------------------------------------------------------


def _complete(situation: Situation, by_hand: bool) -> Decision:
    clock, campaign = situation.clock, situation.campaign
    if situation.attendance.away and not campaign.game.rules.can_do_without(situation.progress.state):
        names = Listed(situation.attendance.away)
        return Decision("wait", Phrase("why.away", {"names": names}, n=len(situation.attendance.away)), look="away")
    if (waits := _until_its_hour(situation)) is not None:
        return waits
    away = situation.attendance.away
    if away and away == situation.attendance.awaited and clock.until(clock.due):
        return _all_away(situation)
    correcting = situation.table.correcting
    if correcting and not by_hand and clock.until(clock.closes):
        until = Phrase("why.until", {"moment": _when(situation, clock.closes)}) if clock.closes else ""
        values: dict[str, Filling] = {"names": Listed(correcting), "until": until}
        look = None if clock.closes else "correcting"
        return Decision("wait", Phrase("why.correcting", values, n=len(correcting)), look)
    if clock.taken_back and not by_hand and clock.until(clock.due):
        return _taken_back(situation)
    return _all_there(situation)


def _until_its_hour(situation: Situation) -> Decision | None:
    """Wait for the deadline of a stage that is not played before; None where it is not to come, or need not be."""
    clock = situation.clock
    if clock.due is None or not clock.until(clock.due):
        return None
    hour: dict[str, Filling] = {"moment": _when(situation, clock.due)}
    if clock.on_time and situation.attendance.awaited:
        return Decision("wait", Phrase("why.on-time", hour))
    ahead = situation.only_ahead
    return Decision("wait", Phrase("why.ahead", {**hour, "names": Listed(ahead)}, n=len(ahead))) if ahead else None


def _all_there(situation: Situation) -> Decision:
    paused = situation.pauses_until if situation.attendance.awaited else None
    if paused is not None and situation.clock.until(paused):
        return Decision("wait", Phrase("why.paused", {"moment": _when(situation, paused)}))
    why = Phrase("why.window.all") if situation.clock.window else _all(situation.attendance.away)
    return Decision("play", why)


def _all(away: Sequence[str]) -> Phrase:
    return Phrase("why.all-but-away", {"names": Listed(tuple(away))}, n=len(away)) if away else Phrase("why.all")


def _taken_back(situation: Situation) -> Decision:
    """The orders are those that were played: the MJ plays it again when he has put right what was wrong."""
    due = situation.clock.due
    if due is None:
        return Decision("wait", Phrase("why.taken-back"), look="taken-back")
    return Decision("wait", Phrase("why.taken-back.until", {"moment": _when(situation, due)}))


def _all_away(situation: Situation) -> Decision:
    """Nobody is waited for, yet no stage is played as often as cron comes: it waits for its hour, if it has one."""
    due = situation.clock.due
    if due is None:
        return Decision("wait", Phrase("why.all-away"), look="all-away")
    return Decision("wait", Phrase("why.all-away.until", {"moment": _when(situation, due)}))


# Somebody is missing -------------------------------------------------------------------------------------------


def _unseated(situation: Situation) -> Decision | None:
    """Nobody sends the orders of a seat that is empty: no deadline ends that, somebody has to take it."""
    empty = situation.attendance.unseated
    said = Phrase("why.empty", {"names": Listed(empty)}, n=len(empty))
    return Decision("wait", said, look="empty-seat") if empty else None


def _incomplete(situation: Situation) -> Decision:
    clock, campaign = situation.clock, situation.campaign
    missing = len(situation.attendance.missing)
    names = Listed(situation.attendance.missing)
    if clock.due is None:
        return Decision("wait", Phrase("why.missing", {"names": names}, n=missing), look="no-deadline")
    due = {"moment": _when(situation, clock.due)}
    late: dict[str, Filling] = {**due, "names": names}
    if clock.until(clock.due):
        return Decision("wait", Phrase("why.missing.until", due, n=missing))
    if clock.closes and clock.until(clock.closes):
        until = {"moment": _when(situation, clock.closes)}
        return Decision("wait", Phrase("why.missing.grace", until, n=missing))
    waits = campaign.when_missing == "wait" and not clock.ends
    if waits or not campaign.game.rules.can_do_without(situation.progress.state):
        return Decision("wait", Phrase("why.missing.late", late, n=missing), look="late")
    trouble = missing_trouble(situation)
    if trouble is not None:
        return _brake(campaign, trouble)
    return Decision("play", Phrase("why.deadline", late, n=missing))


def _open(situation: Situation) -> Decision | None:
    """A window is open until its deadline, and ends then; that nobody acts in it is no alarm. None without one."""
    missing, due = situation.attendance.missing, situation.clock.due
    if not situation.clock.window or due is None:
        return None
    if situation.clock.until(due):
        return Decision("wait", Phrase("why.window", {"moment": _when(situation, due)}, n=len(missing)))
    values: dict[str, Filling] = {"moment": _when(situation, due), "names": Listed(missing)}
    return Decision("play", Phrase("why.window.over", values, n=len(missing)))
