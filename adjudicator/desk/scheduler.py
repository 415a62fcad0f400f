"""Visit many campaigns, one after the other or by several processes, and yield the visits in the campaigns' order."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence, Set
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from dataclasses import replace
from datetime import datetime
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import NamedTuple

from adjudicator.campaign.acts import how_many
from adjudicator.campaign.campaign import DEFAULT_LANGUAGE
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.loading import load_campaign
from adjudicator.core.faults import Phrase
from adjudicator.desk.last_run import Remembered, acts_known, last_seen, last_visit, remember
from adjudicator.desk.session import opened, show_bureau
from adjudicator.desk.visit import Caller, Meanwhile, Visit, VisitLine
from adjudicator.speech.voice import told, voice_of
from adjudicator.store.disk import Busy, UnusableError, locked, names
from adjudicator.store.layout import ACCOUNTS_FILES, BEGAN, CAMPAIGN_FILE, POST, PUBLISHED, TURNS, VISIT, stages_played
from adjudicator.table.clock import dated_anywhere
from adjudicator.table.decision import is_stuck, to_be_told_again

FEW = 200
"""Campaigns for which one process is enough: another starts in the time that a hundred visits to idle ones take."""


class Stop(NamedTuple):
    """A campaign to be visited."""

    folder: Path
    meanwhile: Meanwhile
    """What has happened in it before the visit."""


class Round(NamedTuple):
    """What is the same for all visits; see :func:`rounds.visit`."""

    now: datetime
    language: str | None
    quiet: bool

    def visit(self, stop: Stop) -> Visit:
        """Visit a campaign."""
        return visit(stop.folder, self.now, self.language, self.quiet, stop.meanwhile)


def processes(jobs: int) -> Executor:
    """Return a pool of worker processes on this machine, started in the same way on every system."""
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin_work)


def _begin_work() -> None:
    """Prepare a worker process: it ignores SIGINT, and ends when the program that started it has been killed.

    A keyboard sends SIGINT to all processes: the program lets its workers finish the visits under way.
    A pool's idle workers would wait for ever for a program that was killed.
    """
    signal(SIGINT, SIG_IGN)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def visits(
    stops: Sequence[Stop], round_: Round, jobs: int, executor: Callable[[int], Executor] = processes
) -> Iterator[Visit]:
    """Visit campaigns, by ``jobs`` workers of an executor where that is more than one.

    Args:
        stops: the campaigns to visit.
        round_: what all visits share.
        jobs: how many workers there are at most.
        executor: makes an executor with so many workers; workers may be on other machines that see the same folders.

    Yields: the visits in the order of ``stops``, each as soon as those before it are known.
    """
    jobs = min(jobs, len(stops))
    return _by_workers(stops, round_, jobs, executor) if jobs > 1 else _one_by_one(stops, round_)


def _one_by_one(stops: Sequence[Stop], round_: Round) -> Iterator[Visit]:
    for number, stop in enumerate(stops, 1):
        yield round_.visit(stop)
        _free_memory(number)


_MANY = 8
"""Visits after which memory is freed."""


def _free_memory(visited: int) -> None:
    """Free the memory of the campaigns visited: commands run with the collector off, and campaigns may be many.

    What was loaded for the first visit is kept by all later ones, so it is not looked at again.
    """
    if gc.isenabled():
        return
    if visited == 1:
        gc.freeze()
    elif visited % _MANY == 0:
        gc.collect()


def _by_workers(
    stops: Sequence[Stop], round_: Round, jobs: int, executor: Callable[[int], Executor]
) -> Iterator[Visit]:
    """Visit campaigns by workers; when one dies, visit again those of which no result came back.

    The death of a worker breaks the executor, and nobody knows over which campaign it died. A visit may be repeated,
    so those without a result are visited by a new worker, one at a time, and then the one that it dies over is known.
    """
    pool, done = executor(jobs), 0
    try:
        for found in pool.map(round_.visit, stops):
            done += 1
            yield found
    except (BrokenExecutor, OSError):  # OSError: the system starts no process
        pass
    finally:
        pool.shutdown(cancel_futures=True)
    if done < len(stops):
        yield from _one_at_a_time(stops[done:], round_, executor)


def _one_at_a_time(stops: Sequence[Stop], round_: Round, executor: Callable[[int], Executor]) -> Iterator[Visit]:
    """Visit campaigns by one worker, which is replaced when it dies."""
    pool = executor(1)
    try:
        for stop in stops:
            for _ in range(_DEATHS):
                try:
                    found = pool.submit(round_.visit, stop).result()
                    break
                except BrokenExecutor:
                    pool.shutdown()
                    pool = executor(1)
                except OSError:  # no process can be started: this one visits
                    found = round_.visit(stop)
                    break
            else:
                found = broken(stop.folder, UnusableError("run.died"), round_.language)
            yield found
    finally:
        pool.shutdown()


_DEATHS = 2
"""Deaths of a worker after which a campaign is told as broken: the first may have come before the visit began."""


# The rounds of cron: the campaigns below a folder, each visited by itself, and what is remembered of each visit.


PATIENCE = 2.0
"""Seconds to wait for a command that is at work on the campaign."""


def campaigns_below(root: Path) -> list[Path]:
    """Return the folders of the campaigns in ``root``, itself one or not, in order; hidden folders and links aside.

    Nor is any looked for in what the post keeps beside its accounts.

    Raises ``OSError`` when ``root`` is no folder that can be read. One below that cannot be read counts as a campaign:
    the visit says what is wrong with it.
    """
    below = names(root)
    if _is_campaign(set(below)):
        return [root]
    found = []
    aside = (POST,) if not set(below).isdisjoint(ACCOUNTS_FILES) else ()
    for entry in (root / name for name in _folders_in(root) if name not in aside and not name.startswith(_OTHERS)):
        try:
            found += campaigns_below(entry)
        except OSError:
            found.append(entry)
    return found


_OTHERS = (".", "lost+found")
"""With what the names of folders begin in which no campaign is looked for."""


def _folders_in(root: Path) -> list[str]:
    """Return the names of the folders in ``root``, links aside: of hundreds none is asked by itself what it is."""
    with os.scandir(root) as lying:
        return sorted(entry.name for entry in lying if entry.is_dir(follow_symlinks=False))


def _is_campaign(below: Set[str]) -> bool:
    """Tell whether a folder in which such names lie is a campaign's, even one that has lost its file."""
    kept = below & {TURNS, BEGAN, VISIT}
    return CAMPAIGN_FILE in below or kept > {TURNS} or kept >= {BEGAN, VISIT}


def visit(
    folder: Path,
    now: datetime,
    language: str | None = None,
    quiet: bool = False,
    meanwhile: Meanwhile = Meanwhile(),  # noqa: B008
) -> Visit:
    """Do in the campaign at ``folder`` what is to be done ``now``; never raises for what is wrong with it.

    What is told speaks ``language``; where it is None the campaign's own, or the default of one that cannot be read.
    ``quiet``, it is no news that files were accepted, nor that the campaign waits. What happened ``meanwhile`` is told
    too.
    """
    try:
        try:
            with locked(folder, PATIENCE):
                before = last_visit(folder)
                return _noted(_visited(folder, now, language, before, meanwhile), before, now, quiet)
        except Busy:
            return _busy(folder, now, language or DEFAULT_LANGUAGE)
    except Exception as error:  # what is remembered may not be read: nothing is done or written, and others are visited
        return broken(folder, error, language)


def _busy(folder: Path, now: datetime, language: str) -> Visit:
    """Tell that another command is at work; that it is stuck, when nothing could be done for long.

    Whether that was told cannot be noted: it is told at every visit.
    """
    voice, last = voice_of("", language), _last_done(folder)
    if last is not None and not is_stuck(last, now):
        return Visit(folder, "busy", VisitLine(voice.say("run.busy")), news=False, language=language)
    since = dated_anywhere(last, now) if last is not None else Phrase("run.stuck.ever")
    return Visit(folder, "busy", VisitLine(voice.say("run.stuck", moment=since), "busy"), language=language)


def _last_done(folder: Path) -> datetime | None:
    """Return when a visit to ``folder`` last came to its end, or its stage began; None if neither has been written."""
    before, played = last_visit(folder), stages_played(folder)
    if before is not None:
        return datetime.fromisoformat(before["at"])
    try:
        begun = read_record("published", played[-1] / PUBLISHED) if played else read_record("began", folder / BEGAN)
    except UnusableError:  # whoever is at work there says so
        return None
    return datetime.fromisoformat(begun["at"]) if begun is not None else None


def _visited(
    folder: Path, now: datetime, language: str | None, before: Remembered | None, meanwhile: Meanwhile
) -> Visit:
    happened: list[VisitLine] = []
    try:
        table = opened(load_campaign(folder, language), now, language, acts_seen=acts_known(before))
        caller = Caller(table, last_seen(before, table.situation.acts), meanwhile)
        try:
            found = caller.call()
            show_bureau(table.situation)
            return found
        finally:
            happened = caller.events
    except Exception as error:  # one broken campaign never stops the others
        return replace(broken(folder, error, language), events=tuple(happened))


def broken(folder: Path, error: Exception, language: str | None) -> Visit:
    """Return a visit of which nothing came but an error; nothing of it is remembered."""
    language = language or DEFAULT_LANGUAGE  # the campaign's own may be what cannot be read
    try:
        first, *rest = told(error, language)
    except Exception as trouble:  # nor does one of which even that cannot be told
        first, *rest = told(RuntimeError(f"{type(trouble).__name__}: {trouble}"), language)
    line = VisitLine(voice_of("", language).say("run.broken", reason=first), "broken")
    return Visit(folder, "broken", line, remarks=tuple(map(VisitLine, rest)), language=language)


# What is remembered of visits ----------------------------------------------------------------------------------


def _noted(found: Visit, before: Remembered | None, now: datetime, quiet: bool) -> Visit:
    """Write down a visit, and return it as news or not."""
    again = found.look and before is not None and to_be_told_again(*_times(before), now)
    news = again or (_is_quiet_news(found, before) if quiet else _is_news(found, before))
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
                "acts": max(how_many(found.folder), acts_known(before)),
            },
        )
    except OSError as error:
        return replace(broken(found.folder, error, None), events=(found.line, *found.events))
    return replace(found, news=news, to_come=None, seen=None)  # it has been written; visits are many, and kept


def _times(before: Remembered) -> tuple[datetime, datetime]:
    """Return when something was last told, and when the last visit was."""
    return datetime.fromisoformat(before["said_at"]), datetime.fromisoformat(before["at"])


def _is_news(found: Visit, before: Remembered | None) -> bool:
    return bool(found.events) or before is None or before["said"] != found.said


def _is_quiet_news(found: Visit, before: Remembered | None) -> bool:
    """Tell whether something has happened that is more than a file accepted, or is newly to be looked at."""
    looked = before["looked"] if before is not None else []
    return found.acted or not all(event.mere for event in found.events) or (found.look and looked != found.looked)


def _as_before(found: Visit, before: Remembered) -> bool:
    """Tell whether a visit finds what the one before found, of the same stage as far as it is known."""
    stages = {sight["stage"] for sight in (found.seen, before["seen"]) if sight is not None}
    return bool(before["what"] == found.what) and len(stages) < 2
