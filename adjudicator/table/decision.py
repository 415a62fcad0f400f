"""The decision on what is to be done with the stage awaited, and why.

``status``, ``resolve`` and ``run`` all rely on it. It includes the brake, which holds a campaign when something looks
wrong, and the reasons for which the MJ is called.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from adjudicator.campaign.acts import acts_since, hold_in_force
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import Act, Cause
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Listed, Phrase, PhraseArgument
from adjudicator.orders.received import came, stored_in
from adjudicator.table.clock import dated, moment
from adjudicator.table.situation import Situation


class Decision(NamedTuple):
    """What is to be done, and why.

    ``what`` is ``play``, ``wait``, ``ask`` (close the players' time and wait for the MJ), ``brake`` (hold the campaign
    for ``cause``), or, if nothing is to be done, ``held`` or ``over``.
    """

    what: str
    why: Phrase
    """The reason, a clause that can stand after a colon."""
    look: str | None = None
    """Why the MJ must act, one of :data:`REASONS`; None if the stage goes on by itself."""
    cause: Cause | None = None
    """What triggered the brake, as it is stored with the hold."""


def decide(situation: Situation, seen: Seen | None = None, by_hand: bool = False, released: bool = False) -> Decision:
    """Decide what to do with the stage awaited; ``seen`` is what cron last saw, or None if it never came.

    Pass ``by_hand`` for the MJ's own command: he knows what time it is and that the game has begun. Pass ``released``
    to ask what would be done without a hold.
    """
    if situation.progress.stage is None:
        return Decision("over", Phrase("why.over"))
    hold = hold_in_force(situation.acts)
    if hold is not None and not released:
        return _held(situation, hold)
    if situation.progress.phase.starts == "mj" and situation.closing is None and not by_hand:
        why = Phrase("why.mj-starts" if situation.progress.folders else "why.not-begun")
        return Decision("wait", why, look="not-begun")
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
    """Return the decision to ask the MJ, now that the players' time is over; None if he is not asked."""
    asking = situation.asking
    if asking is not None and asking.open:
        return Decision("ask", why_asked(situation), look="asked")
    if situation.campaign.game.rules.hides_questions(situation.progress.state) and not situation.clock.taken_back:
        return Decision("ask", Phrase("why.closing"))
    return None


def mj_decides(situation: Situation, closing: Act) -> Decision:
    """Decide on a stage whose players' time is over: wait for the MJ as long as the campaign wants.

    Needed answers are always waited for. The others are waited for until the MJ's time is over, and longer unless the
    campaign then plays what was proposed. A game that hides whether the MJ was asked waits for its hour in any case.
    """
    from adjudicator.table.questions import hour_of

    asking = situation.asking
    hour = hour_of(situation.progress, situation.acts, closing)
    still = situation.clock.until(hour)
    hides = situation.campaign.game.rules.hides_questions(situation.progress.state)
    if asking is not None and asking.open and (still or _waits_for_answers(situation)):
        return Decision("ask", why_asked(situation), look="asked")
    if hides and hour is not None and still:
        return Decision("ask", Phrase("why.dawn", {"moment": _when(situation, hour)}))
    return Decision("play", Phrase("why.decided"))


_HOURS = ("dawn", "hours")
"""The keys under ``mj`` that say until when the MJ may answer."""


def _waits_for_answers(situation: Situation) -> bool:
    """Return whether the MJ's answers are waited for however long he takes.

    Where questions are hidden and the MJ has named an hour, the proposals are played then unless the campaign says that
    they wait: a later hour would tell that he was asked.
    """
    asking, campaign = situation.asking, situation.campaign
    told = campaign.plain.get("mj", {})
    by_hour = campaign.game.rules.hides_questions(situation.progress.state) and not told.keys().isdisjoint(_HOURS)
    plays_proposals = told.get("without", "propose" if by_hour else "wait") == "propose"
    return asking is not None and bool(asking.needed or not plays_proposals)


def why_asked(situation: Situation) -> Phrase:
    """Return the sentence that says how many of the MJ's answers are missing, and whether nothing is played so."""
    asking = situation.asking
    said = "why.asked.on-time" if situation.clock.ends and _waits_for_answers(situation) else "why.asked"
    return Phrase(said, n=len(asking.open) if asking is not None else 0)


def _held(situation: Situation, hold: Act) -> Decision:
    """Return the decision for a held campaign: do nothing.

    A pause does not end by itself when its time is over: the deadline may have passed with nobody there.
    """
    now = situation.clock.now
    why = why_held(situation.campaign, hold, now)
    if "cause" in hold:
        return Decision("held", why, look="braked")
    return Decision("held", why, look=None if "until" in hold and now < _until(hold) else "held")


def _until(hold: Act) -> datetime:
    return datetime.fromisoformat(hold["until"])


def why_held(campaign: Campaign, hold: Act, now: datetime) -> Phrase:
    """Return the sentence that says since when, by whom and why a campaign is held, and until when if known."""
    since = moment(campaign, datetime.fromisoformat(hold["at"]))
    if "cause" in hold:
        return Phrase("why.braked", {"moment": since, "cause": cause_said(campaign, hold["cause"])})
    values: dict[str, PhraseArgument] = {"moment": since, "by": hold["by"], "reason": hold["reason"]}
    if "until" not in hold:
        return Phrase("why.held", values)
    values["until"] = dated(campaign, _until(hold), now)
    return Phrase("why.held.until" if now < _until(hold) else "why.held.past", values)


def _in_its_time(situation: Situation, decision: Decision) -> Decision:
    """Return ``decision``, or a call for the MJ if it waits for the deadline of a stage begun under a wrong clock.

    The beginning then lies in the future. An extension does not help if it was given under that clock, or was counted
    from the deadline that resulted.
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
    clock = situation.clock
    if situation.attendance.away and not situation.progress.phase.default:
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
        values: dict[str, PhraseArgument] = {"names": Listed(correcting), "until": until}
        look = None if clock.closes else "correcting"
        return Decision("wait", Phrase("why.correcting", values, n=len(correcting)), look)
    if clock.taken_back and not by_hand and clock.until(clock.due):
        return _taken_back(situation)
    return _all_there(situation)


def _until_its_hour(situation: Situation) -> Decision | None:
    """Return the decision to wait for the deadline of a stage that is not played earlier, else None."""
    clock = situation.clock
    if clock.due is None or not clock.until(clock.due):
        return None
    hour: dict[str, PhraseArgument] = {"moment": _when(situation, clock.due)}
    if clock.on_time and situation.attendance.awaited:
        return Decision("wait", Phrase("why.on-time", hour))
    ahead = situation.only_ahead
    return Decision("wait", Phrase("why.ahead", {**hour, "names": Listed(ahead)}, n=len(ahead))) if ahead else None


def _all_there(situation: Situation) -> Decision:
    paused = situation.pauses_until if situation.attendance.awaited else None
    if paused is not None and situation.clock.until(paused):
        return Decision("wait", Phrase("why.paused", {"moment": _when(situation, paused)}))
    if situation.progress.phase.starts != "orders":
        return Decision("play", Phrase("why.alone"))
    if situation.clock.window:
        return Decision("play", Phrase("why.window.all"))
    away = situation.attendance.away
    why = Phrase("why.all-but-away", {"names": Listed(tuple(away))}, n=len(away)) if away else Phrase("why.all")
    return Decision("play", why)


def _taken_back(situation: Situation) -> Decision:
    """Return the decision to wait for a stage that was taken back.

    Its orders are those with which it was played, so the MJ plays it again once he has corrected what was wrong.
    """
    due = situation.clock.due
    if due is None:
        return Decision("wait", Phrase("why.taken-back"), look="taken-back")
    return Decision("wait", Phrase("why.taken-back.until", {"moment": _when(situation, due)}))


def _all_away(situation: Situation) -> Decision:
    """Return the decision for a stage whose players are all away: wait for its deadline, if it has one.

    Without this, a stage would be played at each visit of cron.
    """
    due = situation.clock.due
    if due is None:
        return Decision("wait", Phrase("why.all-away"), look="all-away")
    return Decision("wait", Phrase("why.all-away.until", {"moment": _when(situation, due)}))


# Somebody is missing -------------------------------------------------------------------------------------------


def _unseated(situation: Situation) -> Decision | None:
    """Return the decision to wait for an empty seat, or None; no deadline ends this, somebody must take the seat."""
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
    late: dict[str, PhraseArgument] = {**due, "names": names}
    if clock.until(clock.due):
        return Decision("wait", Phrase("why.missing.until", due, n=missing))
    if clock.closes and clock.until(clock.closes):
        until = {"moment": _when(situation, clock.closes)}
        return Decision("wait", Phrase("why.missing.grace", until, n=missing))
    waits = campaign.when_missing == "wait" and not clock.ends
    if waits or not situation.progress.phase.default:
        return Decision("wait", Phrase("why.missing.late", late, n=missing), look="late")
    trouble = missing_trouble(situation)
    if trouble is not None:
        return _brake(campaign, trouble)
    return Decision("play", Phrase("why.deadline", late, n=missing))


def _open(situation: Situation) -> Decision | None:
    """Return the decision for a window with a deadline: it ends then, and missing players are no alarm. Else None."""
    missing, due = situation.attendance.missing, situation.clock.due
    if not situation.clock.window or due is None:
        return None
    if situation.clock.until(due):
        return Decision("wait", Phrase("why.window", {"moment": _when(situation, due)}, n=len(missing)))
    values: dict[str, PhraseArgument] = {"moment": _when(situation, due), "names": Listed(missing)}
    return Decision("play", Phrase("why.window.over", values, n=len(missing)))


# The brake: if something looks wrong, cron holds the campaign instead of playing the stage. The hold stores the cause
# (:class:`adjudicator.campaign.records.Cause`). Releasing the campaign answers the causes of its hold, and no others.


DEFAULT_SHARE = 50
"""The percentage of the awaited orders that may be missing at a deadline."""
DEFAULT_SILENCE = 48
"""The hours that may pass between two visits of cron."""
FEWEST = 3
"""The fewest missing players that trigger the brake if not all are missing; one of two is no alarm."""


class Announced(NamedTuple):
    """Until when the players were told to send: the deadline, the end of its grace, and the extension."""

    due: datetime | None
    closes: datetime | None
    extension: str | None
    """The end of the MJ's extension, as his act gives it; None if there is none."""

    @classmethod
    def of(cls, situation: Situation) -> Announced:
        """Return what the players are told now."""
        clock = situation.clock
        return cls(clock.due, clock.closes, clock.extension["until"] if clock.extension else None)


class Seen(NamedTuple):
    """What cron saw when it last ran.

    ``came`` is when it last ran. ``at`` is when it could last do something, or None if never; ``stage`` is the folder
    of the stage awaited then, and ``due`` its deadline. ``announced`` is what the players were told when the campaign
    was last not held.
    """

    came: datetime
    at: datetime | None
    stage: str
    due: datetime | None
    announced: Announced

    @classmethod
    def now(cls, situation: Situation) -> Seen:
        """Return what cron sees now."""
        clock = situation.clock
        return cls(clock.now, clock.now, situation.progress.stage_folder.name, clock.due, Announced.of(situation))


def cause_said(campaign: Campaign, cause: Cause) -> Phrase:
    """Return the sentence for what triggered the brake."""
    values: dict[str, PhraseArgument] = {}
    if "moment" in cause:
        wrong = cause["code"] == "backwards"  # a wrong clock may be wrong by years
        values["moment"] = moment(campaign, datetime.fromisoformat(cause["moment"]), year=wrong)
    if "awaited" in cause:
        values["awaited"] = cause["awaited"]
    if names := cause.get("names"):
        values["names"] = Phrase("cause.names", {"names": Listed(tuple(names))})
    elif "n" in cause:
        values["names"] = ""
    return Phrase(f"cause.{cause['code']}", values, n=cause.get("n"))


class _Answer(NamedTuple):
    """A cause for which a campaign was held, and when it was released."""

    cause: Cause
    at: datetime


def _answers(situation: Situation, *codes: str) -> list[_Answer]:
    """Return the causes with these ``codes`` that the MJ has answered in the stage awaited, by a release.

    A hold dated in the future was made under a wrong clock, and its release answers nothing.
    """
    answered: list[_Answer] = []
    held: list[tuple[datetime, Cause]] = []
    stage = situation.progress.stage_folder.name
    for act in acts_since(situation.acts, stage):
        if act["act"] == "hold" and "cause" in act and act["stage"] == stage:
            held.append((datetime.fromisoformat(act["at"]), act["cause"]))
        elif act["act"] == "release":
            at = datetime.fromisoformat(act["at"])
            answered += [
                _Answer(cause, at) for since, cause in held if since <= at + LEEWAY or cause["code"] == "backwards"
            ]
            held = []
    return [answer for answer in answered if answer.cause["code"] in codes]


def _unanswered(situation: Situation, cause: Cause, since: datetime | None = None) -> Cause | None:
    """Return the ``cause``, or None if the MJ has answered exactly this cause (``since`` then, if given)."""
    answers = [answer for answer in _answers(situation, cause["code"]) if since is None or answer.at >= since]
    return None if cause in [answer.cause for answer in answers] else cause


# The clock -----------------------------------------------------------------------------------------------------


def time_trouble(situation: Situation, seen: Seen | None) -> Cause | None:
    """Return why the time cannot be trusted: it jumped, or cron did nothing for long. Return None if it can be.

    Only campaigns with deadlines are checked. ``seen`` is what cron last saw, or None if it never came.
    """
    due = situation.clock.due
    if due is None or situation.clock.closes is None:
        return None
    backwards = _backwards(situation, seen)
    if backwards is not None:
        return backwards
    if seen is None or seen.at is None:
        if situation.clock.until(due):
            return None
        cause: Cause = {"code": "never-came" if seen is None else "never-could", "moment": due.isoformat()}
        return _unanswered(situation, cause)
    return _silence(situation, seen.at, seen.came) or _changed(situation, seen, situation.clock.closes)


def _backwards(situation: Situation, seen: Seen | None) -> Cause | None:
    known = [seen.at] if seen is not None and seen.at is not None else []
    if not _answers(situation, "backwards"):
        stage = situation.progress.stage_folder.name
        acted = [datetime.fromisoformat(act["at"]) for act in situation.acts if act["stage"] == stage]
        known += [situation.clock.began, *acted]  # cron raises no alarm while a campaign is held
    latest = max(known, default=situation.clock.now)
    return {"code": "backwards", "moment": latest.isoformat()} if situation.clock.now < latest - LEEWAY else None


def _silence(situation: Situation, acted: datetime, came: datetime) -> Cause | None:
    """Return the cause if nothing could be done for long: cron did not run, or could do nothing.

    The time counts from the last release, because whoever released the campaign knew about the gap before it.
    """
    now = situation.clock.now
    released = [answer.at for answer in _answers(situation, "silence", "repaired") if answer.at <= now]
    longest = timedelta(hours=_brake_of(situation.campaign, "silence", DEFAULT_SILENCE))
    if now - max([acted, *released]) <= longest:
        return None
    if now - came > longest:
        return {"code": "silence", "moment": came.isoformat()}
    return {"code": "repaired", "moment": acted.isoformat()}


def _changed(situation: Situation, seen: Seen, closes: datetime) -> Cause | None:
    """Return the cause if the players had time left by what they were told, but not by ``campaign.yaml``.

    An answer given before the players were last told a deadline does not count.
    """
    clock, announced = situation.clock, seen.announced
    same = seen.stage == situation.progress.stage_folder.name
    if not same or announced.extension != Announced.of(situation).extension or clock.until(closes):
        return None
    if announced.closes is not None and announced.closes <= clock.now:
        return None
    if announced.due == clock.due:
        return _unanswered(situation, {"code": "cut", "moment": closes.isoformat()}, seen.at)
    return _unanswered(situation, {"code": "moved", "moment": clock.due.isoformat() if clock.due else ""}, seen.at)


# The missing ---------------------------------------------------------------------------------------------------


def missing_trouble(situation: Situation) -> Cause | None:
    """Return the cause if too many players are missing at the end of the grace, or all who are not away."""
    ends = situation.clock.closes
    # The MJ may have answered already for the players missing at this end of the grace.
    if ends is not None and any(
        _of_this(answer, ends) for answer in _answers(situation, "share", "silent", "unmailed")
    ):
        return None
    here = situation.attendance
    standing = situation.stood_in
    lacking = [player for player in here.missing if player not in standing]
    share = _brake_of(situation.campaign, "share", DEFAULT_SHARE)
    awaited, waited_for = len(here.awaited), len(here.awaited) - len(here.away)
    closes = ends.isoformat() if ends else ""
    many = len(lacking) >= FEWEST or len(lacking) == awaited > 1
    if many and 100 * len(lacking) > share * awaited:
        return {"code": "share", "awaited": awaited, "n": len(lacking), "names": lacking, "closes": closes}
    if len(lacking) == waited_for > 1 and share < 100:
        return {"code": "silent", "n": len(lacking), "names": lacking, "closes": closes}
    if here.missing and unmailed(situation.progress):
        missing = list(here.missing)
        return {"code": "unmailed", "n": len(missing), "names": missing, "closes": closes}
    return None


def unmailed(progress: Progress) -> bool:
    """Return whether a campaign whose orders come by mail has received none in this stage: its mailbox may be unread.

    A campaign counts as one by mail if most files of its last counted stage came that way.
    """
    if not progress.folders or "mail" in ways_of(progress.stage_folder):
        return False
    before = ways_of(last_counted(progress))
    return 2 * before.count("mail") > len(before)


def last_counted(progress: Progress) -> Path:
    """Return the folder of the last stage played that was not a window, or of the last stage if all were."""
    rules, folders = progress.campaign.game.rules, progress.folders
    if not rules.has_windows:
        return folders[-1]
    found = (folders[i] for i in reversed(range(len(folders))) if not rules.phase(progress.state_before(i)).window)
    return next(found, folders[-1])


def ways_of(stage: Path) -> list[str]:
    """Return the way by which each file came that was received in the stage with this folder."""
    return [known["way"] for path in stored_in(stage) if (known := came(path)) is not None]


def _of_this(answer: _Answer, closes: datetime) -> bool:
    """Return whether an answer concerns this end of the grace; if that was not stored, any later answer does."""
    about = answer.cause.get("closes")
    return about == closes.isoformat() if about else answer.at >= closes


def _brake_of(campaign: Campaign, key: str, default: int) -> int:
    limits: dict[str, int] = campaign.plain.get("brake", {})
    return limits.get(key, default)


# The reasons for which the MJ is called (``run`` then ends with status 1), and when one is told again.


REASONS = (
    "braked",
    "held",
    "not-begun",
    "no-deadline",
    "late",
    "empty-seat",
    "away",
    "all-away",
    "correcting",
    "taken-back",
    "begun-later",
    "asked",
    "broken",
    "busy",
    "note",
    "not-taken",
    "refused",
    "unread",
    "unsent",
)
"""All reasons for which the MJ is called; the guide lists them, and a test triggers each."""

AGAIN = timedelta(hours=23)
"""A reason is told again after this time: daily, even if cron is late or early by some minutes."""
BUSY = timedelta(hours=1)
"""How long a command may work on a campaign before it is assumed to be stuck."""
LEEWAY = timedelta(minutes=10)
"""How far a clock may be set back without an alarm."""


def to_be_told_again(told: datetime, visited: datetime, now: datetime) -> bool:
    """Return whether a reason last ``told`` at that time is to be told again.

    If that time, or the last time the campaign was ``visited``, lies in the future, a clock was wrong and no interval
    can be computed, so the reason is told.
    """
    return now - told >= AGAIN or now < max(told, visited) - LEEWAY


def is_stuck(last: datetime, now: datetime) -> bool:
    """Return whether a command that is running must be stuck; ``last`` is when something could last be done."""
    return not -LEEWAY <= now - last <= BUSY
