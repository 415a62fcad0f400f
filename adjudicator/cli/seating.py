"""What ``replace`` and ``leave`` share: the plan said to, and carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.acting import acting, author, goes_on, looked_at_in_play
from adjudicator.cli.console import asks, say
from adjudicator.cli.outlook import tell_missing, tell_outlook
from adjudicator.core.faults import Listed

if TYPE_CHECKING:
    from adjudicator.campaign.records import Taken
    from adjudicator.campaign.takeover import Change
    from adjudicator.speech.voice import Voice
    from adjudicator.table.situation import Situation


def reseat(
    folder: str, change_in: Callable[[Situation], Change], told: Mapping[str, Any], dry_run: bool, yes: bool
) -> None:
    """Change seats as ``change_in`` says of how a campaign stands; it raises ``UnusableError`` where it cannot be."""
    before, voice = looked_at_in_play(folder)
    change = change_in(before)
    _tell_plan(before, change, voice)
    _refuse_learning(before, change, voice, dry_run or yes)
    if not goes_on(voice, "seats.ask", dry_run, yes):
        return
    with acting(folder, before.campaign) as (table, voice):
        _refuse_moved_on(change_in(table.situation), change)
        table.reseat(author(told["by"]), change, told["reason"], told["said"])
    say(voice, "seats.done", reason=told["said"])
    tell_missing(table.situation, voice)
    tell_outlook(table.situation, voice)


def _tell_plan(situation: Situation, change: Change, voice: Voice) -> None:
    """Say who would sit where, by what address he is written to, and which orders stay."""
    from adjudicator.desk.seating import change_said, orders_said, what_it_means

    campaign = situation.campaign
    for phrase in (*change_said(campaign, campaign.all_seats, change), *what_it_means(situation, change)):
        click.echo(voice.phrase(phrase))
    for taken in change.seats:
        if not taken.get("left"):
            _tell_address(taken, voice)
    for phrase in orders_said(situation, change):
        click.echo(voice.phrase(phrase))


def _refuse_learning(situation: Situation, change: Change, voice: Voice, agreed: bool) -> None:
    """Say what somebody comes to know besides what he knew on another seat: no act takes it back.

    Raises ``UnusableError`` where nobody has ``agreed`` to that, nor can be asked.
    """
    from adjudicator.desk.seating import learns
    from adjudicator.store.disk import UnusableError

    learnt = learns(situation, change)
    for player, what in learnt.items():
        say(voice, "seats.learns", player=player, what=Listed(tuple(what)))
    if learnt and not agreed and not asks(yes=False):
        raise UnusableError("seats.learns.refused", names=Listed(tuple(learnt)))


def _tell_address(taken: Taken, voice: Voice) -> None:
    known = [taken[key] for key in ("email", "forum") if key in taken]
    key = "seats.address" if known else "seats.no-address"
    say(voice, key, player=taken["name"], address=voice.list(known))


def _refuse_moved_on(now: Change, before: Change) -> None:
    """Change nothing where somebody has just changed seats: it is not what was told."""
    from adjudicator.store.disk import UnusableError

    if now != before:
        raise UnusableError("seats.moved-on")
