"""The time of the stage awaited: when it began, when orders are due, and how long late ones are waited for.

The module also puts times into words on the campaign's clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from adjudicator.campaign.acts import extension_of, hold_in_force, undoing_of, undoings
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.deadline import DEFAULT_ZONE, WEEKDAYS, Deadline, zone_of
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.records import Act
from adjudicator.campaign.stages import Progress
from adjudicator.core.faults import Phrase, Word
from adjudicator.core.plain import Plain
from adjudicator.store.disk import UnusableError, names
from adjudicator.store.layout import BEGAN, CHAIN, ORDERS, PUBLISHED, VISIT


class Clock(NamedTuple):
    """The time of the stage awaited; all times are aware and in UTC."""

    now: datetime
    began: datetime
    """When the stage began; ``now`` if that has not been written yet."""
    deadline: Deadline | None
    due: datetime | None
    """When orders are due, including the MJ's extension; None if never."""
    extension: Act | None
    """The act by which the MJ moved the deadline of this stage, or None."""
    held: bool = False
    """Whether the campaign is held, so that its deadline has no effect."""
    taken_back: bool = False
    """Whether the stage was played and taken back: before its deadline it is then played only at the MJ's command."""
    window: bool = False
    """Whether the stage is a window, in which players may act but need not."""

    @property
    def closes(self) -> datetime | None:
        """When late orders are no longer waited for; None if there is no deadline."""
        return self.due + self.deadline.grace if self.due and self.deadline else None

    @property
    def on_time(self) -> bool:
        """Whether the stage waits for its deadline even when all orders are there."""
        return self.deadline is not None and not self.deadline.early

    @property
    def ends(self) -> bool:
        """Whether the stage ends at its deadline whoever is missing, whatever the campaign says of missing players."""
        return self.window or (self.deadline is not None and self.deadline.fixed)

    def until(self, end: datetime | None) -> bool:
        """Return whether ``end`` is in the future; None means never, which is always in the future."""
        return end is None or self.now < end


def clock_of(progress: Progress, acts: Sequence[Act], now: datetime, begun: datetime | None = None) -> Clock:
    """Return the time of the stage awaited, from the files of the campaign and its ``acts``.

    A campaign whose beginning has not been written has no deadline yet: its time begins with the first command that
    writes, or at ``begun`` if that is given. A stage in which no player is awaited has none.
    """
    told = progress.campaign.clock(progress.state) if progress.phase.starts == "orders" else None
    written = began_at(progress, acts)
    began = written or begun or now
    held, taken_back = hold_in_force(acts) is not None, _undoing(progress, acts) is not None
    window = progress.window
    if not told or progress.stage is None or not (written or begun or progress.folders):
        return Clock(now, began, None, None, None, held, taken_back, window)
    deadline = Deadline.of(told)
    extension = extension_of(acts, progress.stage_folder.name)
    due = datetime.fromisoformat(extension["until"]) if extension else deadline.due(began)
    return Clock(now, began, deadline, due, extension, held, taken_back, window)


def began_at(progress: Progress, acts: Sequence[Act]) -> datetime | None:
    """Return when the stage awaited began, or None if that has not been written.

    It began when the last stage was published, when the stage was taken back, or when the campaign was made.
    """
    begun, undo = _begun(progress), _undoing(progress, acts)
    return begun if undo is None else max(filter(None, (begun, datetime.fromisoformat(undo["at"]))))


def _undoing(progress: Progress, acts: Sequence[Act]) -> Act | None:
    """Return the act that took back the stage awaited; None if the stage was not taken back."""
    undo = undoing_of(acts, progress.stage_folder.name) if progress.stage is not None else None
    return undo if undo is not None and undo["back_to"] == progress.stage_folder.name else None


def _begun(progress: Progress) -> datetime | None:
    folder = progress.campaign.folder
    path = progress.folders[-1] / PUBLISHED if progress.folders else folder / BEGAN
    written = read_record("published" if progress.folders else "began", path)
    if written is not None:
        return datetime.fromisoformat(written["at"])
    if _has_gone_on(progress):
        raise UnusableError("error.lost-record", file=str(path))
    return None


def _has_gone_on(progress: Progress) -> bool:
    """Return whether something exists that is written only after the beginning of the stage awaited.

    If not, a command was interrupted before it wrote the beginning; if so, that record has been lost.
    """
    if progress.folders and (progress.folders[-1] / CHAIN).exists():
        return True
    if progress.stage is None:
        return False
    folder = progress.stage_folder
    if names(folder / ORDERS):
        return not undoings(progress.mended)  # an undoing puts files back before the beginning is written
    visited = read_record("visit", progress.campaign.folder / VISIT) if not progress.folders else None
    seen = visited["seen"] if visited is not None else None
    return seen is not None and bool(seen["stage"] == folder.name)


def moment(campaign: Campaign, when: datetime, year: bool = False) -> Phrase:
    """Return a time in words on the campaign's clock, with the zone if the campaign names one.

    Pass ``year`` to include the year, as for a time that somebody has just typed.
    """
    return _said(_clock_of(campaign), when, year)


def moment_anywhere(campaign: Campaign, when: datetime) -> Phrase:
    """Return a time as :func:`moment` does, but always with its zone, for readers who may be anywhere."""
    clock = _clock_of(campaign)
    return _said({"timezone": DEFAULT_ZONE, **clock}, when, year=False)


def dated(campaign: Campaign, when: datetime, now: datetime) -> Phrase:
    """Return a time as :func:`moment` does, with the year if it differs from that of ``now`` on the same clock."""
    clock = _clock_of(campaign)
    return _said(clock, when, _in_other_years(clock, when, now))


def dated_anywhere(when: datetime, now: datetime) -> Phrase:
    """Return a time as :func:`dated` does, on the default clock, for use when no campaign can be read."""
    clock = {"timezone": DEFAULT_ZONE}
    return _said(clock, when, _in_other_years(clock, when, now))


def _clock_of(campaign: Campaign) -> Plain:
    clock: Plain = campaign.plain.get("deadline") or {}
    return clock


def _in_other_years(clock: Mapping[str, Any], when: datetime, now: datetime) -> bool:
    return _there(clock, when).year != _there(clock, now).year


def _there(clock: Mapping[str, Any], when: datetime) -> datetime:
    """Return a time on a campaign's clock; unchanged at the end of the calendar, as files may have any date."""
    try:
        return when.astimezone(zone_of(clock))
    except OverflowError:
        return when


def _said(clock: Mapping[str, Any], when: datetime, year: bool) -> Phrase:
    there = _there(clock, when)
    values = {
        "weekday": Word("weekdays", WEEKDAYS[there.weekday()]),
        "day": Phrase("moment.first") if there.day == 1 else str(there.day),
        "month": Phrase(f"month.{there.month}"),
        "year": str(there.year),
        "hour": str(there.hour),
        "minute": f"{there.minute:02d}",
    }
    said = Phrase("moment.year" if year else "moment", values)
    # This hour occurs twice, because the clock is set back.
    if there.replace(fold=0).utcoffset() != there.replace(fold=1).utcoffset():
        said = Phrase("moment.again" if there.fold else "moment.before", {"moment": said})
    return Phrase("moment.zone", {"moment": said, "zone": clock["timezone"]}) if "timezone" in clock else said
