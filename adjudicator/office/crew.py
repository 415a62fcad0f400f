"""Many campaigns visited by several processes at once, each campaign whole by one of them, told in their order.

A pool of ``concurrent.futures`` breaks as a whole where one process dies, and nobody knows over which campaign. Here
each process has a pipe of its own and one campaign at a time: whichever it was, the others go on.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.core.tuples import NamedTuple
from adjudicator.office.rounds import broken, visit
from adjudicator.office.visit import Meanwhile, Visit
from adjudicator.store.errors import UnusableError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

FEW = 200
"""Campaigns for which one process is enough: another begins in the time in which a hundred are found not to be due."""
_AHEAD = 64
"""Visits at most that are over before one that has to be told first."""


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


def visits(stops: Sequence[Stop], round_: Round, jobs: int) -> Iterator[Visit]:
    """Visit campaigns by so many processes, and yield what came of each in their order, as soon as it is known."""
    jobs = min(jobs, len(stops))
    return _Crew(stops, round_, jobs).visits() if jobs > 1 else _one_by_one(stops, round_)


def _one_by_one(stops: Sequence[Stop], round_: Round) -> Iterator[Visit]:
    for number, stop in enumerate(stops, 1):
        yield round_.visit(stop)
        _tidy(number)


_MANY = 8
"""Visits after which memory is given back: to look for it takes time too."""


def _tidy(visited: int) -> None:
    """Give back the memory of the campaigns visited: the collector is off, as in every command, and they may be many.

    What was loaded for the first visit stays, and is not looked at again.
    """
    if gc.isenabled():
        return
    if visited == 1:
        gc.freeze()
    elif visited % _MANY == 0:
        gc.collect()


# Several processes ---------------------------------------------------------------------------------------------------


class _Hand(NamedTuple):
    """A process at work, and the pipe by which it is told what to visit and tells what came of it."""

    process: BaseProcess
    pipe: Connection

    def dismiss(self) -> None:
        """Let it end what it is at, and wait for that."""
        self.pipe.close()
        self.process.join()


def _hired(round_: Round) -> _Hand:
    """Begin a process, on every system in the same way: it shares nothing with this one. Raises ``OSError``."""
    from multiprocessing import get_context

    context = get_context("spawn")
    pipe, its_end = context.Pipe()
    process = context.Process(target=_work, args=(its_end, round_))
    process.start()
    its_end.close()  # else its death would not be seen here
    return _Hand(process, pipe)


def _work(pipe: Connection, round_: Round) -> None:
    """Say that one is there, and visit what comes through the pipe, until it is closed at the other end."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # from a keyboard it comes to all: the other end lets this one finish
    gc.disable()
    visited = 0
    with suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            found = round_.visit(pipe.recv())
            visited += 1
            pipe.send(found)
            _tidy(visited)


class _Crew:
    """Processes that visit, each one campaign at a time."""

    def __init__(self, stops: Sequence[Stop], round_: Round, jobs: int) -> None:
        """Begin so many of them, or as many as the system allows, for the campaigns of a round."""
        self.stops, self.round = stops, round_
        self.idle: list[_Hand] = []
        self.busy: dict[object, tuple[_Hand, int | None]] = {}
        """Who is to be heard of, by the pipe, with the number of the campaign; None of who has just been hired."""
        self.over: dict[int, Visit] = {}
        """What came of visits that are not told yet, by number."""
        self.told = self.handed = 0
        for _ in range(jobs):
            self._hire()

    def _hire(self) -> None:
        with suppress(OSError):
            hand = _hired(self.round)
            self.busy[hand.pipe] = hand, None

    def visits(self) -> Iterator[Visit]:
        """Yield what comes of the visits, in the order of the campaigns."""
        try:
            while self.busy and self.told < len(self.stops):
                self._hear()
                while self.told in self.over:
                    yield self.over.pop(self.told)
                    self.told += 1
                self._hand_out()
            yield from _one_by_one(self.stops[self.told :], self.round)  # none, unless no process can be begun
        finally:
            for hand in (*self.idle, *(hand for hand, _ in self.busy.values())):
                hand.dismiss()

    def _hear(self) -> None:
        """Wait until somebody has an answer, or has died."""
        from multiprocessing.connection import wait

        for pipe in wait(list(self.busy)):  # type: ignore[arg-type] # they are pipes
            hand, number = self.busy.pop(pipe)
            try:
                found = hand.pipe.recv()
                self.idle.append(hand)
            except (EOFError, OSError):
                hand.dismiss()
                if number is None:  # it could not even begin: another could not either
                    continue
                found = _broken_off(hand, self.stops[number], self.round)
                self._hire()
            if number is not None:
                self.over[number] = found

    def _hand_out(self) -> None:
        """Give a campaign to each who is idle, as long as there are any, and not too far ahead of what is told."""
        while self.idle and self.handed < min(len(self.stops), self.told + _AHEAD):
            hand = self.idle.pop()
            with suppress(OSError):  # if it has died: that is seen where it should answer
                hand.pipe.send(self.stops[self.handed])
            self.busy[hand.pipe] = hand, self.handed
            self.handed += 1


def _broken_off(hand: _Hand, stop: Stop, round_: Round) -> Visit:
    """Return what is told of a campaign over which a process died: the next round goes on with it."""
    error = UnusableError("run.died", status=hand.process.exitcode or 0)
    return broken(stop.folder, error, round_.language)
