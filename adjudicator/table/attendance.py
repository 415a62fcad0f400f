"""Who is missing: the one answer that status, reminders, reports, cron and the engine share."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from adjudicator.campaign.absences import away
from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.stages import Progress
from adjudicator.core.tuples import NamedTuple
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


def owing(campaign: Campaign, state: Any) -> Sequence[str]:
    """Return whose orders the stage of a ``state`` wants, in roster order, whoever has left since."""
    return campaign.game.rules.awaited(campaign.setting, state)


def awaited(progress: Progress) -> tuple[str, ...]:
    """Return whose orders the stage awaited wants, in roster order; nobody's who has left, if it goes on without."""
    idle = progress.idle
    players = owing(progress.campaign, progress.state)
    return tuple(player for player in players if player not in idle)


def attendance(progress: Progress, orders: Container[str], clock: Clock | None = None) -> Attendance:
    """Return whose orders are awaited and who is missing from ``orders``; nobody who has left, if it goes on without.

    Announced absences count by the ``clock``; without one, everybody without orders is missing.
    """
    campaign, players = progress.campaign, awaited(progress)
    empty = campaign.seats.empty
    without = [player for player in players if player not in orders]
    gone = away(campaign.plain, clock.now, clock.due) if clock is not None and without else set()
    gone = gone.difference(empty)  # who has left is away no more: his successor is waited for
    missing = tuple(player for player in without if player not in gone)
    unseated = tuple(player for player in missing if player in empty)
    return Attendance(players, missing, tuple(player for player in without if player in gone), unseated)
