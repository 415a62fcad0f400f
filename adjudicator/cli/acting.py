"""What the MJ's acts share (``hold``, ``release``, ``extend``): a reason, an author, the lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from adjudicator.cli.console import at_work, common_voice, option

if TYPE_CHECKING:
    from adjudicator.speech.voice import Voice
    from adjudicator.table.situation import Situation

F = TypeVar("F", bound=Callable[..., Any])
NOBODY = "MJ"
"""Who acts where the system does not say."""


def act_options(command: F) -> F:
    """Give a command the options of every act: ``--reason``, which it needs, and ``--by``."""
    by = option("--by", help="option.by", callback=_kept)
    return option("--reason", required=True, help="option.reason", callback=_kept)(by(command))


def _kept(context: click.Context, parameter: click.Parameter, text: str | None) -> str | None:
    """Return what was typed as it can be stored and shown: on one line, whatever bytes the terminal let into it."""
    from adjudicator.orders.received import source_name

    kept = None if text is None else source_name(text).strip()
    if kept == "":
        raise click.UsageError(common_voice().say("act.empty", option=f"--{parameter.name}"))
    return kept


@contextmanager
def acting(folder: str) -> Iterator[tuple[Situation, Voice]]:
    """Hold the campaign in ``folder`` and bring it into order; give how it stands, and its voice.

    Raises ``UnusableError`` when its game is over.
    """
    from adjudicator.store.errors import UnusableError

    with at_work(folder) as (held, voice):
        if held.situation.progress.stage is None:
            raise UnusableError("resolve.over")
        if held.overtaken is not None:
            raise UnusableError("act.moved-on", stage=voice.phrase(held.overtaken.said))
        yield held.situation, voice


@contextmanager
def done_already() -> Iterator[None]:
    """Say of what follows from an act that has been recorded, and that the disk refuses: the act is done all the same.

    Raises ``UnusableError``.
    """
    from adjudicator.speech.trouble import reason_of
    from adjudicator.store.errors import UnusableError

    try:
        yield
    except OSError as refusal:
        file, reason = str(refusal.filename or ""), reason_of(refusal)
        raise UnusableError("error.act-not-told", file=file, reason=reason) from refusal


def author(by: str | None) -> str:
    """Return who acts: the name given, or that of the system's user; it is never a reason to stop."""
    if by:
        return by
    from getpass import getuser

    from adjudicator.orders.received import source_name

    try:
        return source_name(getuser()).strip() or NOBODY
    except (OSError, KeyError, ImportError):  # a user without a name; where there is no ``pwd``, it says so thus
        return NOBODY
