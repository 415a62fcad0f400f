"""What the MJ's acts share: a reason, an author, a trial, a question, the lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adjudicator.cli.console import agreed, at_work, common_voice, now, open_seated, option, say, time_told

if TYPE_CHECKING:
    from datetime import datetime

    from adjudicator.campaign.campaign import Campaign
    from adjudicator.campaign.stages import Progress
    from adjudicator.desk.session import Session
    from adjudicator.speech.voice import Voice
    from adjudicator.table.situation import Situation

F = TypeVar("F", bound=Callable[..., Any])
NOBODY = "MJ"
"""Who acts where the system does not say."""


def act_options(command: F) -> F:
    """Give a command the options of every act: ``--reason``, which it needs, ``--by``, and to try it, or not to ask."""
    for add in (
        option("--yes", is_flag=True, help="option.yes"),
        option("--dry-run", is_flag=True, help="option.dry-run"),
        option("--by", help="option.by", callback=kept),
        option("--reason", required=True, help="option.reason", callback=kept),
    ):
        command = add(command)
    return command


def correction_options(command: F) -> F:
    """Give a command the options of what the MJ mends: those of every act, and what everybody is told of it."""
    said = option("--public", "said", required=True, metavar="TEXT", help="option.said", callback=kept)
    return said(act_options(command))


def kept(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """Return what was typed as it can be stored and shown: on one line, whatever bytes the terminal let into it."""
    from adjudicator.orders.inbox import source_name

    told = None if text is None else source_name(text).strip()
    if told == "":
        raise click.UsageError(common_voice().say("act.empty", option=parameter.opts[0]))
    return told


def time_to_come(situation: Situation, text: str) -> datetime:
    """Return the time that a ``text`` says. Raises ``UnusableError`` when it cannot be read or is past."""
    from adjudicator.store.disk import UnusableError
    from adjudicator.table.clock import moment

    time = time_told(text, situation.campaign.zone)
    if time <= situation.clock.now:
        raise UnusableError("extend.past", moment=moment(situation.campaign, time, year=True))
    return time


def looked_at(folder: str) -> tuple[Situation, Voice]:
    """Return how the campaign stands, of which nothing is changed yet, and its voice."""
    from adjudicator.desk.session import refuse_lost
    from adjudicator.table.situation import situation_of

    campaign, voice = open_seated(folder)
    refuse_lost(campaign.folder)
    return situation_of(campaign, now()), voice


def looked_at_in_play(folder: str) -> tuple[Situation, Voice]:
    """Return what :func:`looked_at` does. Raises ``UnusableError`` when the game is over."""
    situation, voice = looked_at(folder)
    _refuse_over(situation.progress)
    return situation, voice


def _refuse_over(progress: Progress) -> None:
    from adjudicator.store.disk import UnusableError

    if progress.stage is None:
        raise UnusableError("resolve.over")


def goes_on(voice: Voice, question: str, dry_run: bool, yes: bool) -> bool:
    """Tell whether a command goes on that has said what it would do: not to try it; on a terminal it asks first.

    It exits with status 1 where the answer is no.
    """
    if dry_run:
        say(voice, "correction.dry-run")
        return False
    if not yes and not agreed(voice, question):
        say(voice, "act.nothing-changed")
        click.get_current_context().exit(1)
    return True


@contextmanager
def acting(folder: str, known: Campaign | None = None) -> Iterator[tuple[Session, Voice]]:
    """Hold the campaign in ``folder`` and bring it into order; give it with its voice.

    ``known`` is the campaign where it has been read before. Raises ``UnusableError`` when its game is over.
    """
    from adjudicator.store.disk import UnusableError

    with at_work(folder, known) as (table, voice):
        _refuse_over(table.situation.progress)
        if table.overtaken is not None:
            raise UnusableError("act.moved-on", stage=voice.phrase(table.overtaken.said))
        yield table, voice


def author(by: str | None) -> str:
    """Return who acts: the name given, or that of the system's user; it is never a reason to stop."""
    if by:
        return by
    from getpass import getuser

    from adjudicator.orders.inbox import source_name

    try:
        return source_name(getuser()).strip() or NOBODY
    except (OSError, KeyError, ImportError):  # a user without a name; where there is no ``pwd``, it says so thus
        return NOBODY


def stop_when_moved_on(before: Progress, now: Progress) -> None:
    """Do nothing where somebody has just played, taken back or amended: it is not what was told.

    Raises ``UnusableError``.
    """
    from adjudicator.store.disk import UnusableError

    if (before.folders, before.mended) != (now.folders, now.mended):
        raise UnusableError("undo.moved-on", None, now.campaign.game.id, stage=now.awaited)
