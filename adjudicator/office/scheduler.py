"""Visit many campaigns, one after the other or by several processes, and yield the visits in the campaigns' order."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from datetime import datetime
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import NamedTuple

from adjudicator.office.rounds import broken, visit
from adjudicator.office.visit import Meanwhile, Visit
from adjudicator.store.disk import UnusableError

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
