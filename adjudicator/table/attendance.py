"""Who is missing: the one answer that status, reminders, reports, cron and the engine share."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.seats import away
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
    answered: tuple[str, ...] = ()
    """Players without orders for whom, in a window, answers what they have left: not waited for."""

    @property
    def received(self) -> tuple[str, ...]:
        """Players whose orders are there."""
        without = self.absent
        return tuple(player for player in self.awaited if player not in without)

    @property
    def absent(self) -> tuple[str, ...]:
        """All players without orders."""
        return tuple(player for player in self.awaited if player in (*self.missing, *self.away, *self.answered))


def owing(campaign: Campaign, state: Any) -> Sequence[str]:
    """Return whose orders the stage of a ``state`` wants, in roster order, whoever has left since."""
    return campaign.game.rules.awaited(campaign.setting, state)


def awaited(progress: Progress) -> tuple[str, ...]:
    """Return whose orders the stage awaited wants, in roster order; nobody's who has left, if it goes on without."""
    idle = progress.idle
    players = owing(progress.campaign, progress.state)
    return tuple(player for player in players if player not in idle)


def counted_openly(campaign: Campaign, state: Any) -> bool:
    """Tell whether everybody may know how many have sent, of those awaited in a ``state``: in a window, nobody."""
    rules = campaign.game.rules
    return rules.counts_openly(state) and not rules.is_window(state)


def attendance(
    progress: Progress, orders: Container[str], clock: Clock | None = None, answered: Container[str] = ()
) -> Attendance:
    """Return whose orders are awaited and who is missing from ``orders``; nobody who has left, if it goes on without.

    Announced absences count by the ``clock``; without one, everybody without orders is missing. For those who have
    ``answered`` what they left does.
    """
    campaign, players = progress.campaign, awaited(progress)
    empty = campaign.seats.empty
    silent = [player for player in players if player not in orders]
    without = [player for player in silent if player not in answered]
    gone = away(campaign.plain, clock.now, clock.due) if clock is not None and without else set()
    gone = gone.difference(empty)  # who has left is away no more: his successor is waited for
    missing = tuple(player for player in without if player not in gone)
    unseated = tuple(player for player in missing if player in empty)
    answers = tuple(player for player in silent if player in answered)
    return Attendance(players, missing, tuple(player for player in without if player in gone), unseated, answers)
