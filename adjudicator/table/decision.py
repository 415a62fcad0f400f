"""What is to be done with the stage awaited, and why: the one answer that ``status``, ``resolve`` and ``run`` give."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.acts import acts_since, hold_in_force
from adjudicator.campaign.campaign import Campaign
from adjudicator.core.faults import Filling, Listed, Phrase
from adjudicator.orders.received import came, stored_in
from adjudicator.table.clock import dated, moment
from adjudicator.table.situation import Situation

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.campaign.records import Act, Cause
    from adjudicator.campaign.stages import Progress


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
    from adjudicator.table.questions import hour_of

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


# The brake: what does not smell right, so that cron holds a campaign in place of playing it, and what was answered.
#
# A cause is what the hold keeps of it (:class:`acts.Cause`). Each is judged by itself: a release answers those for
# which the campaign was held, and no other.


DEFAULT_SHARE = 50
"""Percent of the orders awaited that may be missing at a deadline."""
DEFAULT_SILENCE = 48
"""Hours that may pass between two visits of cron."""
FEWEST = 3
"""Missing players that set off the brake at least, where fewer than all are missing: one of two is no alarm."""


class Announced(NamedTuple):
    """Until when the players were told to send: the deadline, the end of its grace, the extension that moved it."""

    due: datetime | None
    closes: datetime | None
    extension: str | None
    """Until when the MJ extended the stage, as his act says it; None if he did not."""

    @classmethod
    def of(cls, situation: Situation) -> Announced:
        """Return what the players are told now."""
        clock = situation.clock
        return cls(clock.due, clock.closes, clock.extension["until"] if clock.extension else None)


class Seen(NamedTuple):
    """What cron saw: when it last ``came``, when it could do something (``at``), and then of which stage (its folder).

    ``due`` is the deadline that it found then, ``announced`` what the players lived by when it was last not held.
    ``at`` is None when it never could do anything.
    """

    came: datetime
    at: datetime | None
    stage: str
    due: datetime | None
    announced: Announced

    @classmethod
    def now(cls, situation: Situation) -> Seen:
        """Return what a visit sees at this moment."""
        clock = situation.clock
        return cls(clock.now, clock.now, situation.progress.stage_folder.name, clock.due, Announced.of(situation))


def cause_said(campaign: Campaign, cause: Cause) -> Phrase:
    """Say what set off the brake."""
    values: dict[str, Filling] = {}
    if "moment" in cause:
        wrong = cause["code"] == "backwards"  # by a year, perhaps
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
    """Return the causes of these ``codes`` that the MJ has answered in the stage awaited.

    A hold of the future was made under a wrong clock: its release answers nothing.
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
    """Return a cause of a moment that has passed, unless the MJ has answered that very one, ``since`` then."""
    answers = [answer for answer in _answers(situation, cause["code"]) if since is None or answer.at >= since]
    return None if cause in [answer.cause for answer in answers] else cause


# The clock -----------------------------------------------------------------------------------------------------


def time_trouble(situation: Situation, seen: Seen | None) -> Cause | None:
    """Return why the time cannot be trusted, in a campaign with deadlines: it jumped, or nobody came for long.

    ``seen`` is what cron last saw, None if it never came.
    """
    if situation.clock.due is None or situation.clock.closes is None:
        return None
    backwards = _backwards(situation, seen)
    if backwards is not None:
        return backwards
    if seen is None or seen.at is None:
        return _first(situation, seen, situation.clock.due)
    return _silence(situation, seen.at, seen.came) or _changed(situation, seen, situation.clock.closes)


def _backwards(situation: Situation, seen: Seen | None) -> Cause | None:
    known = [seen.at] if seen is not None and seen.at is not None else []
    if not _answers(situation, "backwards"):
        stage = situation.progress.stage_folder.name
        acted = [datetime.fromisoformat(act["at"]) for act in situation.acts if act["stage"] == stage]
        known += [situation.clock.began, *acted]  # a visit to a campaign that is held raises no alarm
    latest = max(known, default=situation.clock.now)
    return {"code": "backwards", "moment": latest.isoformat()} if situation.clock.now < latest - LEEWAY else None


def _first(situation: Situation, seen: Seen | None, due: datetime) -> Cause | None:
    if situation.clock.until(due):
        return None
    cause: Cause = {"code": "never-came" if seen is None else "never-could", "moment": due.isoformat()}
    return _unanswered(situation, cause)


def _silence(situation: Situation, acted: datetime, came: datetime) -> Cause | None:
    """Return the cause when nothing could be done for long: cron did not come, or could do nothing.

    Who releases knows since when: the time counts from there.
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
    """Return the cause when the players still had time by what they were told, and have none by ``campaign.yaml``.

    What was answered before they were told so once more is not answered.
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
    """Return the cause when too many are missing at the end of the grace, or all who are waited for."""
    if _missing_answered(situation):
        return None
    here = situation.attendance
    standing = situation.stood_in
    lacking = [player for player in here.missing if player not in standing]
    share = _brake_of(situation.campaign, "share", DEFAULT_SHARE)
    awaited, waited_for = len(here.awaited), len(here.awaited) - len(here.away)
    closes = situation.clock.closes.isoformat() if situation.clock.closes else ""
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
    """Tell whether a campaign whose orders come by mail has had no mail at all since its last stage: is it read?

    It is one whose last stage had more files by mail than by all other ways together.
    """
    if not progress.folders or "mail" in ways_of(progress.stage_folder):
        return False
    before = ways_of(last_counted(progress))
    return 2 * before.count("mail") > len(before)


def last_counted(progress: Progress) -> Path:
    """Return the folder of the last stage played in which orders had to come: no window, as far as there is another."""
    rules, folders = progress.campaign.game.rules, progress.folders
    if not rules.has_windows:
        return folders[-1]
    found = (folders[i] for i in reversed(range(len(folders))) if not rules.is_window(progress.state_before(i)))
    return next(found, folders[-1])


def ways_of(stage: Path) -> list[str]:
    """Return by which way each file came that was received in the stage with this folder."""
    return [known["way"] for path in stored_in(stage) if (known := came(path)) is not None]


def _missing_answered(situation: Situation) -> bool:
    """Tell whether the MJ has answered for those who are missing at this very end of the grace."""
    closes = situation.clock.closes
    return closes is not None and any(
        _of_this(answer, closes) for answer in _answers(situation, "share", "silent", "unmailed")
    )


def _of_this(answer: _Answer, closes: datetime) -> bool:
    """Tell whether an answer was about this end of the grace; where that was not kept, one that came after it was."""
    about = answer.cause.get("closes")
    return about == closes.isoformat() if about else answer.at >= closes


def _brake_of(campaign: Campaign, key: str, default: int) -> int:
    limits: dict[str, int] = campaign.plain.get("brake", {})
    return limits.get(key, default)


# For what the MJ is called: the reasons for which ``run`` ends with status 1, and when one is told once more.


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
"""All there are; the guide has a table of them, and a test provokes each."""

AGAIN = timedelta(hours=23)
"""After this time it is told once more: daily, even where cron is not punctual to the second."""
BUSY = timedelta(hours=1)
"""How long a command may work on a campaign before it is taken for stuck."""
LEEWAY = timedelta(minutes=10)
"""What a clock may be set back without alarm."""


def to_be_told_again(told: datetime, visited: datetime, now: datetime) -> bool:
    """Tell whether what was last ``told`` is to be told once more.

    Where the last time it was told, or the campaign ``visited``, is to come, a clock was wrong: no hours are counted by
    it.
    """
    return now - told >= AGAIN or now < max(told, visited) - LEEWAY


def is_stuck(last: datetime, now: datetime) -> bool:
    """Tell whether a command that is at work is taken for stuck, when something could ``last`` be done then."""
    return not -LEEWAY <= now - last <= BUSY
