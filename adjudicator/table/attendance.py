"""Who is missing: the one answer that status, reminders, reports, cron and the engine share."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from adjudicator.campaign.absences import away
from adjudicator.campaign.stages import Progress
from adjudicator.table.clock import Clock


class Attendance(NamedTuple):
    """Whose orders the stage awaited wants, and whose it has not got; players in roster order."""

    awaited: tuple[str, ...]
    missing: tuple[str, ...]
    """Players without orders, who are waited for."""
    away: tuple[str, ...] = ()
    """Players without orders, who have announced an absence, and for whom nobody sends any: not waited for."""

    unseated: tuple[str, ...] = ()
    """Of the missing, who has left: the game waits for somebody to take the seat."""

    @property
    def received(self) -> tuple[str, ...]:
        """Players whose orders are there."""
        return tuple(player for player in self.awaited if player not in (*self.missing, *self.away))

    @property
    def absent(self) -> tuple[str, ...]:
        """All players without orders."""
        return tuple(player for player in self.awaited if player in (*self.missing, *self.away))


def awaited(progress: Progress) -> tuple[str, ...]:
    """Return whose orders the stage awaited wants, in roster order; nobody's who has left, if it goes on without."""
    campaign, idle = progress.campaign, progress.idle
    owing = campaign.game.rules.awaited(campaign.setting, progress.state)
    return tuple(player for player in owing if player not in idle)


def attendance(progress: Progress, orders: Container[str], clock: Clock | None = None) -> Attendance:
    """Return whose orders are awaited and who is missing from ``orders``; nobody who has left, if it goes on without.

    Announced absences count by the ``clock``; without one, everybody without orders is missing.
    """
    campaign, owing = progress.campaign, awaited(progress)
    empty = campaign.seats.empty
    without = [player for player in owing if player not in orders]
    gone = away(campaign.plain, clock.now, clock.due) if clock is not None and without else set()
    gone = gone.difference(empty)  # who has left is away no more: his successor is waited for
    missing = tuple(player for player in without if player not in gone)
    unseated = tuple(player for player in missing if player in empty)
    return Attendance(owing, missing, tuple(player for player in without if player in gone), unseated)
