"""The brake: what does not smell right, so that cron holds a campaign in place of playing it, and what was answered.

A cause is what the hold keeps of it (:class:`acts.Cause`). Each is judged by itself: a release answers those for which
the campaign was held, and no other.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.acts import acts_since
from adjudicator.campaign.campaign import Campaign
from adjudicator.core.faults import Filling, Listed, Phrase
from adjudicator.orders.received import came, stored_in
from adjudicator.table.attention import LEEWAY
from adjudicator.table.clock import moment
from adjudicator.table.situation import Situation

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.campaign.records import Cause
    from adjudicator.campaign.stages import Progress

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
