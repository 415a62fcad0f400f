"""``adjudicator run``: for cron, do in every campaign what is to be done."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.console import (
    Argument,
    Command,
    common_voice,
    complain,
    explicit_language,
    json_option,
    language_option,
    now,
    option,
    print_json,
)

if TYPE_CHECKING:
    from adjudicator.desk.scheduler import Stop
    from adjudicator.desk.visit import Line, Visit
    from adjudicator.post.inbox_run import Gotten


_MOST_JOBS = 64
"""Processes at most: more than a machine has cores do nothing sooner, and each needs memory."""


@click.command("run", cls=Command)
@click.argument("roots", cls=Argument, metavar="ROOT…", nargs=-1, required=True)
@option("--all", "everything", is_flag=True, help="option.all")
@option("--quiet", is_flag=True, help="option.quiet")
@option("--jobs", type=click.IntRange(1, _MOST_JOBS), metavar="N", help="option.jobs")
@json_option
@language_option
def command(roots: tuple[str, ...], everything: bool, quiet: bool, jobs: int | None, as_json: bool) -> None:
    """Visit every campaign below some folders."""
    from adjudicator.cli.posting import get_mail, send_mail, tell_unread_accounts
    from adjudicator.desk.scheduler import Round, visits

    folders, unusable = _campaigns(roots)
    moment = now()
    posts, faulty = get_mail(roots, moment, as_json or quiet)
    stops = _stops(folders, posts, faulty)
    look, kept = False, []
    for found in visits(stops, Round(moment, explicit_language(), quiet), jobs or _jobs_for(len(stops))):
        look |= found.look
        if posts or as_json:  # else nobody asks for them again, and they may be many
            kept.append(found)
        if not as_json and (found.news or everything or (sys.stdout.isatty() and not quiet)):
            _tell(found)
    look |= tell_unread_accounts(roots, folders)
    for post in posts:
        look |= send_mail(post, kept, moment, as_json or quiet, everything)
    if as_json:
        print_json([_row(found) for found in kept])
    click.get_current_context().exit(2 if unusable or faulty else 1 if look else 0)


def _stops(folders: Sequence[Path], posts: Sequence[Gotten], faulty: Sequence[Path]) -> list[Stop]:
    """Return the campaigns to be visited with what their mail has brought; ``faulty`` are roots of unread accounts."""
    from adjudicator.desk.scheduler import Stop
    from adjudicator.desk.visit import Meanwhile

    nothing = Meanwhile()
    if not posts and not faulty:
        return [Stop(folder, nothing) for folder in folders]
    unread = [*faulty, *(post.root for post in posts if post.unread)]
    brought = {folder: known for post in posts for folder, known in post.meanwhile.items()}
    there = [(folder, folder.resolve()) for folder in folders]
    stops = []
    for folder, path in there:
        known = brought.get(path, nothing)
        away = known.unread or any(path.is_relative_to(root) for root in unread)
        stops.append(Stop(folder, known._replace(unread=away)))
    return stops


def _jobs_for(campaigns: int) -> int:
    """Return by how many processes so many campaigns are visited: by one where they are few, else one a processor."""
    from adjudicator.desk.scheduler import FEW

    if campaigns < FEW:
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, _MOST_JOBS)


def _campaigns(roots: Sequence[str]) -> tuple[list[Path], bool]:
    """Return the campaigns below ``roots``, each once, and whether a root could not be read, which is told."""
    found: list[Path] = []
    unusable = False
    for root in roots:
        below, troubles = _below(Path(root))
        unusable |= bool(troubles)
        for sentence in troubles:
            complain(sentence)
        found += below
    if len(roots) > 1:  # one may be given twice, or lie in another
        found = _distinct(found)
    return found, unusable


def _distinct(folders: Sequence[Path]) -> list[Path]:
    """Return each folder by the first path that leads to it."""
    found: dict[Path, Path] = {}
    for folder in folders:
        found.setdefault(folder.resolve(), folder)
    return list(found.values())


def _below(root: Path) -> tuple[list[Path], list[str]]:
    """Return the campaigns below ``root``, or what is wrong with it in words."""
    from adjudicator.desk.scheduler import campaigns_below
    from adjudicator.speech.voice import told
    from adjudicator.store.disk import UnusableError
    from adjudicator.store.layout import CAMPAIGN_FILE

    try:
        refuse_whole_disk(root)
        if not root.exists():
            raise UnusableError("error.no-folder", folder=str(root))
        if root.is_file():
            meant = str(root.parent) if root.name == CAMPAIGN_FILE else None
            raise UnusableError("error.folder-wanted", meant, folder=str(root))
        below = campaigns_below(root)
        if not below:
            raise UnusableError("run.none", folder=str(root))
        return below, []
    except (OSError, UnusableError) as error:
        return [], told(error, common_voice().language)


def refuse_whole_disk(root: Path) -> None:
    """Raise ``UnusableError`` when ``root`` is that of the file system: games anywhere would be played."""
    from adjudicator.store.disk import UnusableError

    there = root.resolve()
    if there == there.parent:
        raise UnusableError("run.whole-disk", folder=str(root))


def _tell(found: Visit) -> None:
    """Print the line of a campaign, and below it what happened and what the MJ should know.

    What calls him begins with a word by which a mail can be sorted.
    """
    from adjudicator.speech.voice import voice_of

    voice = voice_of("", found.language)
    write = complain if found.what == "broken" else click.echo

    def called(text: str, line: Line) -> str:
        return voice.say("run.look", line=text) if line.reason is not None else text

    write(called(voice.say("pair", name=str(found.folder), what=found.line.text), found.line))
    for line in (*found.events, *found.remarks):
        write(f"  {called(line.text, line)}")


def _row(found: Visit) -> dict[str, object]:
    return {
        "folder": str(found.folder),
        "result": found.what,
        "message": found.line.text,
        "events": [line.text for line in found.events],
        "remarks": [line.text for line in found.remarks],
        "look": found.look,
        "reasons": list(found.reasons),
        "news": found.news,
    }
