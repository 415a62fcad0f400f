"""The brake: what does not smell right, so that cron holds a campaign in place of playing it, and what was answered.

A cause is plain data, as the hold keeps it: a ``code``, and what its sentence says. Each is judged by itself: a release
answers those for which the campaign was held, and no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from adjudicator.campaign.campaign import Campaign
from adjudicator.core.phrase import Filling, Listed, Phrase
from adjudicator.core.plain import Plain
from adjudicator.table.attention import LEEWAY
from adjudicator.table.clock import moment
from adjudicator.table.situation import Situation

DEFAULT_SHARE = 50
"""Percent of the orders awaited that may be missing at a deadline."""
DEFAULT_SILENCE = 48
"""Hours that may pass between two visits of cron."""
FEWEST = 3
"""Missing players that set off the brake at least, where fewer than all are missing: one of two is no alarm."""


@dataclass(frozen=True)
class Announced:
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


@dataclass(frozen=True)
class Seen:
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


def cause_said(campaign: Campaign, cause: Plain) -> Phrase:
    """Say what set off the brake."""
    values: dict[str, Filling] = {key: value for key, value in cause.items() if key not in ("code", "n", "closes")}
    if "moment" in values:
        wrong = cause["code"] == "backwards"  # by a year, perhaps
        values["moment"] = moment(campaign, datetime.fromisoformat(str(values["moment"])), year=wrong)
    if "n" in cause:  # the version before did not keep who was missing
        named = Phrase("cause.names", {"names": Listed(tuple(cause["names"]))}) if "names" in cause else ""
        values["names"] = named
    return Phrase(f"cause.{cause['code']}", values, n=cause.get("n"))


@dataclass(frozen=True)
class _Answer:
    """A cause for which a campaign was held, and when it was released."""

    cause: Plain
    at: datetime


def _answers(situation: Situation, *codes: str) -> list[_Answer]:
    """Return the causes of these ``codes`` that the MJ has answered in the stage awaited.

    A hold of the future was made under a wrong clock: its release answers nothing.
    """
    answered: list[_Answer] = []
    held: list[tuple[datetime, Plain]] = []
    for act in situation.acts:
        if act["act"] == "hold" and "cause" in act and act["stage"] == situation.progress.stage_folder.name:
            held.append((datetime.fromisoformat(act["at"]), act["cause"]))
        elif act["act"] == "release":
            at = datetime.fromisoformat(act["at"])
            answered += [
                _Answer(cause, at) for since, cause in held if since <= at + LEEWAY or cause["code"] == "backwards"
            ]
            held = []
    return [one for one in answered if one.cause["code"] in codes]


def _unanswered(situation: Situation, cause: Plain, since: datetime | None = None) -> Plain | None:
    """Return a cause of a moment that has passed, unless the MJ has answered that very one, ``since`` then."""
    answers = [one for one in _answers(situation, cause["code"]) if since is None or one.at >= since]
    return None if cause in [one.cause for one in answers] else cause


# The clock -----------------------------------------------------------------------------------------------------


def time_trouble(situation: Situation, seen: Seen | None) -> Plain | None:
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


def _backwards(situation: Situation, seen: Seen | None) -> Plain | None:
    known = [seen.at] if seen is not None and seen.at is not None else []
    if not _answers(situation, "backwards"):
        stage = situation.progress.stage_folder.name
        acted = [datetime.fromisoformat(act["at"]) for act in situation.acts if act["stage"] == stage]
        known += [situation.clock.began, *acted]  # a visit to a campaign that is held raises no alarm
    latest = max(known, default=situation.clock.now)
    return {"code": "backwards", "moment": latest.isoformat()} if situation.clock.now < latest - LEEWAY else None


def _first(situation: Situation, seen: Seen | None, due: datetime) -> Plain | None:
    if situation.clock.until(due):
        return None
    cause = {"code": "never-came" if seen is None else "never-could", "moment": due.isoformat()}
    return _unanswered(situation, cause)


def _silence(situation: Situation, acted: datetime, came: datetime) -> Plain | None:
    """Return the cause when nothing could be done for long: cron did not come, or could do nothing.

    Who releases knows since when: the time counts from there.
    """
    now = situation.clock.now
    released = [one.at for one in _answers(situation, "silence", "repaired") if one.at <= now]
    longest = timedelta(hours=_brake_of(situation.campaign, "silence", DEFAULT_SILENCE))
    if now - max([acted, *released]) <= longest:
        return None
    if now - came > longest:
        return {"code": "silence", "moment": came.isoformat()}
    return {"code": "repaired", "moment": acted.isoformat()}


def _changed(situation: Situation, seen: Seen, closes: datetime) -> Plain | None:
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


def missing_trouble(situation: Situation) -> Plain | None:
    """Return the cause when too many are missing at the end of the grace, or all who are waited for."""
    if _missing_answered(situation):
        return None
    here = situation.attendance
    standing = situation.stood_in if situation.campaign.when_missing == "standing" else {}
    lacking = [player for player in here.missing if player not in standing]
    share = _brake_of(situation.campaign, "share", DEFAULT_SHARE)
    awaited, waited_for = len(here.awaited), len(here.awaited) - len(here.away)
    closes = situation.clock.closes.isoformat() if situation.clock.closes else ""
    found = {"n": len(lacking), "names": lacking, "closes": closes}
    many = len(lacking) >= FEWEST or len(lacking) == awaited > 1
    if many and 100 * len(lacking) > share * awaited:
        return {"code": "share", "awaited": awaited, **found}
    if len(lacking) == waited_for > 1 and share < 100:
        return {"code": "silent", **found}
    return None


def _missing_answered(situation: Situation) -> bool:
    """Tell whether the MJ has answered for those who are missing at this very end of the grace."""
    closes = situation.clock.closes
    return closes is not None and any(_of_this(one, closes) for one in _answers(situation, "share", "silent"))


def _of_this(answer: _Answer, closes: datetime) -> bool:
    """Tell whether an answer was about this end of the grace; the version before did not keep which it was."""
    told = answer.cause.get("closes")
    return answer.at >= closes if told is None else bool(told == closes.isoformat())


def _brake_of(campaign: Campaign, key: str, default: int) -> int:
    told: dict[str, int] = campaign.plain.get("brake", {})
    return told.get(key, default)
