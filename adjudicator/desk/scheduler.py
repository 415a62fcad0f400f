"""Cron's visits to campaigns: find them below a folder, visit them in one process or several, remember each visit.

Visits are yielded in the order of the campaigns. A campaign that cannot be used never stops the others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from dataclasses import replace
from datetime import datetime
from itertools import repeat
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import NamedTuple

from adjudicator.campaign.acts import act_files
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.records import Remembered
from adjudicator.core.faults import Phrase
from adjudicator.desk.last_run import acts_known, last_seen, last_visit, remember
from adjudicator.desk.session import opened, show_bureau
from adjudicator.desk.visit import Meanwhile, Visit, VisitLine, Visitor
from adjudicator.post.bureau import to_give
from adjudicator.speech.voice import DEFAULT_LANGUAGE, told, voice_of
from adjudicator.store.disk import Busy, UnusableError, locked, names
from adjudicator.store.layout import ACCOUNTS_FILES, BEGAN, CAMPAIGN_FILE, POST, PUBLISHED, TURNS, VISIT, stages_played
from adjudicator.table.clock import dated_anywhere
from adjudicator.table.decision import is_stuck, to_be_told_again

FEW = 200
"""Number of campaigns below which one process is enough: starting another takes as long as 100 visits to idle ones."""


class Stop(NamedTuple):
    """A campaign to visit."""

    folder: Path
    meanwhile: Meanwhile
    """What happened in it before the visit."""


class Round(NamedTuple):
    """What all visits share."""

    now: datetime
    language: str | None
    """The language of the texts; None for the campaign's own, or the default if the campaign is unreadable."""
    quiet: bool
    """Whether accepted files and mere waiting are no news."""


def processes(jobs: int) -> Executor:
    """Return a pool of worker processes on this machine, started in the same way on every system."""
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin_work)


def _begin_work() -> None:
    """Prepare a worker process: it ignores SIGINT, and ends when the program that started it is killed.

    The keyboard sends SIGINT to all processes, but the program lets its workers finish the visits under way. Idle
    workers of a pool would otherwise wait for ever for a program that was killed.
    """
    signal(SIGINT, SIG_IGN)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    """Wait until the parent process ends, then end this process."""
    parent.join()
    os._exit(1)


def visits(
    stops: Sequence[Stop], round_: Round, jobs: int, executor: Callable[[int], Executor] = processes
) -> Iterator[Visit]:
    """Visit campaigns, with ``jobs`` workers of an executor if that is more than one.

    Args:
        stops: the campaigns to visit.
        round_: what all visits share.
        jobs: the maximum number of workers.
        executor: makes an executor with a number of workers, which may be on other machines that see the same folders.

    Yield the visits in the order of ``stops``, each as soon as those before it are known.
    """
    jobs = min(jobs, len(stops))
    return _by_workers(stops, round_, jobs, executor) if jobs > 1 else map(visit, stops, repeat(round_))


def _by_workers(
    stops: Sequence[Stop], round_: Round, jobs: int, executor: Callable[[int], Executor]
) -> Iterator[Visit]:
    """Visit campaigns with workers; if one dies, visit again those that have no result.

    The death of a worker breaks the executor, and nobody knows which campaign caused it. A visit may be repeated, so
    the remaining campaigns are visited by a new worker one at a time, which shows the one that it dies of.
    """
    pool, done = executor(jobs), 0
    try:
        for found in pool.map(visit, stops, repeat(round_)):
            done += 1
            yield found
    except (BrokenExecutor, OSError):  # OSError: the system cannot start a process
        pass
    finally:
        pool.shutdown(cancel_futures=True)
    if done < len(stops):
        yield from _one_at_a_time(stops[done:], round_, executor)


def _one_at_a_time(stops: Sequence[Stop], round_: Round, executor: Callable[[int], Executor]) -> Iterator[Visit]:
    """Visit campaigns with one worker, which is replaced when it dies."""
    pool = executor(1)
    try:
        for stop in stops:
            for _ in range(_DEATHS):
                try:
                    found = pool.submit(visit, stop, round_).result()
                    break
                except BrokenExecutor:
                    pool.shutdown()
                    pool = executor(1)
                except OSError:  # no process can be started: visit in this one
                    found = visit(stop, round_)
                    break
            else:
                found = broken(stop.folder, UnusableError("run.died"), round_.language)
            yield found
    finally:
        pool.shutdown()


_DEATHS = 2
"""Deaths of a worker after which a campaign counts as broken: the first may have happened before the visit began."""


# Finding the campaigns below a folder, and visiting one.


LOCK_WAIT = 2.0
"""Seconds to wait for another command that holds the campaign."""


def campaigns_below(root: Path) -> list[Path]:
    """Return the campaign folders below ``root``, in order, or ``root`` if it is one; skip hidden folders and links.

    The folder in which the mail program keeps its files, beside its accounts file, is skipped too.

    Raise ``OSError`` when ``root`` is not a readable folder. An unreadable folder below it counts as a campaign, so
    that its visit reports the problem.
    """
    below = names(root)
    kept = {TURNS, BEGAN, VISIT}.intersection(below)
    # A campaign that has lost its ``campaign.yaml`` is one, too.
    if CAMPAIGN_FILE in below or kept > {TURNS} or kept >= {BEGAN, VISIT}:
        return [root]
    found = []
    aside = (POST,) if not set(below).isdisjoint(ACCOUNTS_FILES) else ()
    # One scan tells which entries are folders; asking for each of hundreds of entries would be slow.
    with os.scandir(root) as lying:
        folders = sorted(entry.name for entry in lying if entry.is_dir(follow_symlinks=False))
    for entry in (root / name for name in folders if name not in aside and not name.startswith(_OTHERS)):
        try:
            found += campaigns_below(entry)
        except OSError:
            found.append(entry)
    return found


_OTHERS = (".", "lost+found")
"""Beginnings of the names of folders that are not searched for campaigns."""


def visit(stop: Stop, round_: Round) -> Visit:
    """Do what is due in a campaign; never raise an error for what is wrong with it."""
    folder, (now, language, quiet) = stop.folder, round_
    try:
        try:
            with locked(folder, LOCK_WAIT):
                before = last_visit(folder)
                return _noted(_visited(folder, now, language, before, stop.meanwhile), before, now, quiet)
        except Busy:
            return _busy(folder, now, language or DEFAULT_LANGUAGE)
    except Exception as error:  # the memory of visits may be unreadable: nothing is done or written
        return broken(folder, error, language)


def _busy(folder: Path, now: datetime, language: str) -> Visit:
    """Tell that another command holds the campaign, and that it is stuck if no visit has succeeded for long.

    This cannot be recorded without the lock, so it is told at every visit.
    """
    voice, last = voice_of("", language), _last_done(folder)
    if last is not None and not is_stuck(last, now):
        return Visit(folder, "busy", VisitLine(voice.say("run.busy")), news=False, language=language)
    since = dated_anywhere(last, now) if last is not None else Phrase("run.stuck.ever")
    return Visit(folder, "busy", VisitLine(voice.say("run.stuck", moment=since), "busy"), language=language)


def _last_done(folder: Path) -> datetime | None:
    """Return when a visit to ``folder`` was last completed, else when its stage began; None if neither is recorded."""
    before, played = last_visit(folder), stages_played(folder)
    if before is not None:
        return datetime.fromisoformat(before["at"])
    try:
        begun = read_record("published", played[-1] / PUBLISHED) if played else read_record("began", folder / BEGAN)
    except UnusableError:  # the command that holds the campaign reports it
        return None
    return datetime.fromisoformat(begun["at"]) if begun is not None else None


def _visited(
    folder: Path, now: datetime, language: str | None, before: Remembered | None, meanwhile: Meanwhile
) -> Visit:
    """Open the campaign, do what is due and update the MJ's page; turn any error into a broken visit."""
    happened: list[VisitLine] = []
    try:
        table = opened(load_campaign(folder, language), now, language, acts_seen=acts_known(before))
        visitor = Visitor(table, last_seen(before, table.situation.acts), meanwhile)
        try:
            found = visitor.visit()
            new = tuple(map(visitor.voice.phrase, to_give(table.campaign, show_bureau(table.situation))))
            return replace(found, events=(*found.events, *map(VisitLine, new)), to_give=new)
        finally:
            happened = visitor.events
    except Exception as error:  # one broken campaign must not stop the others
        return replace(broken(folder, error, language), events=tuple(happened))


def broken(folder: Path, error: Exception, language: str | None) -> Visit:
    """Return a visit that failed with ``error``; nothing of it is remembered."""
    language = language or DEFAULT_LANGUAGE  # the campaign's own may be unreadable
    try:
        first, *rest = told(error, language)
    except Exception as trouble:  # even formatting the error may fail
        first, *rest = told(RuntimeError(f"{type(trouble).__name__}: {trouble}"), language)
    line = VisitLine(voice_of("", language).say("run.broken", reason=first), "broken")
    return Visit(folder, "broken", line, remarks=tuple(map(VisitLine, rest)), language=language)


# What is remembered of visits, and what is news.


def _noted(found: Visit, before: Remembered | None, now: datetime, quiet: bool) -> Visit:
    """Record a visit, and return it with whether it is news."""
    again = (
        found.look
        and before is not None
        and to_be_told_again(datetime.fromisoformat(before["said_at"]), datetime.fromisoformat(before["at"]), now)
    )
    if quiet:  # more than an accepted file happened, or something new calls for the MJ's attention
        looked = before["looked"] if before is not None else []
        news = found.acted or not all(event.mere for event in found.events) or (found.look and looked != found.looked)
    else:  # something happened, or the campaign's lines differ from those told last
        news = bool(found.events) or before is None or before["said"] != found.said
    news = again or news
    since = before["since"] if before is not None and _as_before(found, before) else now.isoformat()
    try:
        remember(
            found.folder,
            {
                "at": now.isoformat(),
                "seen": found.seen or (before["seen"] if before is not None else None),
                "what": found.what,
                "since": since,
                "said": list(found.to_come or found.said),
                "said_at": before["said_at"] if before is not None and not news else now.isoformat(),
                "looked": found.looked,
                "acts": max(len(act_files(found.folder)), acts_known(before)),
            },
        )
    except OSError as error:
        return replace(broken(found.folder, error, None), events=(found.line, *found.events))
    return replace(found, news=news, to_come=None, seen=None)  # these are on the disk; many visits are kept in memory


def _as_before(found: Visit, before: Remembered) -> bool:
    """Return whether a visit has the same result as the one before, in the same stage if both stages are known."""
    stages = {sight["stage"] for sight in (found.seen, before["seen"]) if sight is not None}
    return bool(before["what"] == found.what) and len(stages) < 2
