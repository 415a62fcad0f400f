"""A campaign at one moment: its progress, the MJ's acts, the time, and what has been received.

Each part is read only when it is used. The module also computes a deadline moved by days or hours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.campaign.acts import acts_in, closing_of, corrects
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.records import Act, Verdict
from adjudicator.campaign.stages import Progress
from adjudicator.core.plain import Plain
from adjudicator.orders.received import StageFiles, came, records_of, stage_files_of
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import TURNS, stages_played
from adjudicator.table.clock import Clock, clock_of
from adjudicator.table.table import (
    Attendance,
    StoodIn,
    Submissions,
    answering,
    attendance,
    stood_in,
    table_of,
    words_for,
)

if TYPE_CHECKING:
    from adjudicator.table.questions import Asking


@dataclass(eq=False, repr=False)  # these methods are never used, and making them slows down every start
class Situation:
    """Everything that decides what happens next; ``more`` are verdicts that count as the last to arrive."""

    progress: Progress
    acts: list[Act]
    clock: Clock
    more: Sequence[Verdict] = ()

    def anew(self) -> Situation:
        """Return the same situation with the received files to be read again, after something has come."""
        return replace(self)

    def begun(self, since: datetime) -> Situation:
        """Return the same situation with its time begun at ``since``, unless a beginning has been written."""
        begun = replace(self, clock=clock_of(self.progress, self.acts, self.clock.now, since))
        begun.records, begun.table = self.records, self.table
        return begun

    def with_more(self, more: Sequence[Verdict]) -> Situation:
        """Return the same situation with ``more`` verdicts that count as the last to arrive."""
        after = replace(self, more=more)
        after.records = self.records
        return after

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        return self.progress.campaign

    @cached_property
    def stage_files(self) -> StageFiles:
        """The files received for the stage awaited, read once."""
        return stage_files_of(self.progress)

    @cached_property
    def records(self) -> list[Verdict]:
        """The verdicts on these files and on those sent ahead, without what the MJ has withdrawn."""
        return records_of(self.progress, self.stage_files)

    @cached_property
    def table(self) -> Submissions:
        """What has been received for the stage awaited."""
        return table_of(self.progress, [*self.records, *self.more])

    @cached_property
    def attendance(self) -> Attendance:
        """The players whose orders are there, and those who are missing."""
        return attendance(self.progress, self.table.orders, self.clock, answering(self.progress, self.table))

    @property
    def only_ahead(self) -> tuple[str, ...]:
        """Players whose orders all came before the stage began; empty if the campaign counts those as sent."""
        if self.campaign.counts_ahead:
            return ()
        return tuple(player for player in self.attendance.received if player not in self.table.sent)

    @cached_property
    def pauses_until(self) -> datetime | None:
        """When a stage with all orders is played, at the latest at its deadline; None for at once.

        The pause starts at the last orders received, and lets all players correct theirs.
        """
        deadline, due, last = self.clock.deadline, self.clock.due, self.table.last
        if deadline is None or due is None or not deadline.pause:
            return None
        since = self.clock.began if last is None else self.clock.now
        if last and (written := came(self.campaign.folder / TURNS / last)) is not None:
            since = datetime.fromisoformat(written["at"])
        return min(since + deadline.pause, due)

    @cached_property
    def left(self) -> StoodIn:
        """The orders that standing orders give to players without any, and the clauses that were evaluated for them."""
        return stood_in(self.progress, self.table.orders, self.table.standing)

    @property
    def stood_in(self) -> dict[str, Plain]:
        """The orders that standing orders give to players without any."""
        return self.left.orders

    @property
    def to_play(self) -> dict[str, Plain]:
        """The orders with which the stage would be played now, in roster order; standing orders fill the gaps."""
        given = self.table.orders | self.stood_in
        return {player: given[player] for player in self.campaign.players if player in given}

    @cached_property
    def asking(self) -> Asking | None:
        """The stage awaited played in memory, with the questions to the MJ; None if the MJ is not asked at all."""
        rules = self.campaign.game.rules
        if not rules.decisions or self.progress.stage is None:
            return None
        again = corrects(self.acts, self.progress.stage_folder.name) is not None
        if self.campaign.never_asks and not self.table.answers and not again:
            return None
        from adjudicator.table.questions import asking_of, given_in, used_before

        given, rest = given_in(self.table.answers, used_before(self.progress, self.acts))
        if self.campaign.never_asks and not given:
            return None
        return asking_of(self.progress, self.to_play, words_for(self.progress, self.table), given, rest)

    @cached_property
    def closing(self) -> Act | None:
        """The act that closed the players' time for the stage awaited; None while it is open."""
        return closing_of(self.acts, self.progress.stage_folder.name) if self.progress.stage is not None else None


def situation_of(campaign: Campaign, now: datetime) -> Situation:
    """Return the situation of ``campaign``; nothing is written. Raise ``UnusableError`` if a file is damaged."""
    return situation_at(Progress(campaign, stages_played(campaign.folder), acts_in(campaign.folder)), now)


def situation_at(progress: Progress, now: datetime) -> Situation:
    """Return the situation of a campaign with this ``progress``."""
    acts = progress.acts if progress.acts is not None else acts_in(progress.campaign.folder)
    return Situation(progress, acts, clock_of(progress, acts, now))


# The deadline moved by a number of days or hours, as the MJ types it.


LATEST = 2999
"""The last year of any deadline; time arithmetic fails at the end of the calendar."""


def later(situation: Situation, more: str) -> datetime:
    """Return the deadline moved by days, at the same local time, or by hours; ``more`` is « 3 days » or « 12 h ».

    Raise ``UnusableError`` if ``more`` cannot be read or leads beyond the last year, or if there is no deadline.
    """
    found = re.fullmatch(r"\s*\+?(\d{1,9})\s*(j|jours?|d|days?|h|heures?|hours?)\s*", more, re.IGNORECASE)
    due = situation.clock.due
    if due is None:
        raise UnusableError("extend.no-deadline")
    if found is None or int(found[1]) == 0:
        raise UnusableError("extend.bad-time", text=more)
    count = int(found[1])
    moved: datetime | None = None
    with suppress(OverflowError):
        if found[2][0] in "hH":
            moved = due + timedelta(hours=count)
        else:
            moved = (due.astimezone(situation.campaign.zone) + timedelta(days=count)).astimezone(UTC)
    if moved is None or moved.year > LATEST:
        raise UnusableError("extend.too-far", text=more.strip(), year=LATEST)
    return moved
