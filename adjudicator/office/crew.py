"""Many campaigns visited by several processes at once, each campaign whole by one of them, told in their order.

A pool of ``concurrent.futures`` breaks as a whole where one process dies, and nobody knows over which campaign. Here
each process has a pipe of its own and one campaign at a time: whichever it was, the others go on.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
    """Say that one is there, and visit what comes through the pipe, until it is closed at the other end.

    Before each visit it is said that it begins.
    """
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # from a keyboard it comes to all: the other end lets this one finish
    gc.disable()
    visited = 0
    with suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            stop = pipe.recv()
            pipe.send(None)
            found = round_.visit(stop)
            visited += 1
            pipe.send(found)
            _tidy(visited)


class _Crew:
    """Processes that visit, each one campaign at a time.

    Who dies over a campaign has begun with it, and that is told; what was handed to one who had died before, or died
    before he began, nobody has touched, and it is handed out again.
    """

    def __init__(self, stops: Sequence[Stop], round_: Round, jobs: int) -> None:
        """Begin so many of them, or as many as the system allows, for the campaigns of a round."""
        self.stops, self.round, self.jobs = stops, round_, jobs
        self.idle: list[_Hand] = []
        self.busy: dict[object, tuple[_Hand, int | None]] = {}
        """Who is to be heard of, by the pipe, with the number of the campaign; None of who has just been hired."""
        self.begun: set[int] = set()
        """The campaigns with which somebody has begun, by number."""
        self.lost: Counter[int] = Counter()
        """How many times a campaign was handed to one who never began with it, by number."""
        self.back: list[int] = []
        """Those that are to be handed out again."""
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
            yield from self._alone()
        finally:
            for hand in (*self.idle, *(hand for hand, _ in self.busy.values())):
                hand.dismiss()

    def _alone(self) -> Iterator[Visit]:
        """Yield what is not told yet, and is visited here: nothing, unless no process can be begun any more."""
        left = [number for number in range(self.told, len(self.stops)) if number not in self.over]
        found = _one_by_one([self.stops[number] for number in left], self.round)
        for number in range(self.told, len(self.stops)):
            yield self.over[number] if number in self.over else next(found)

    def _hear(self) -> None:
        """Wait until somebody has an answer, says that he begins, or has died."""
        from multiprocessing.connection import wait

        for pipe in wait(list(self.busy)):  # type: ignore[arg-type] # they are pipes
            hand, number = self.busy.pop(pipe)
            try:
                found = hand.pipe.recv()
            except (EOFError, OSError):
                self._bury(hand, number)
                continue
            if number is None:
                self.idle.append(hand)
            elif found is None:
                self.begun.add(number)
                self.busy[pipe] = hand, number
            else:
                self.over[number] = found
                self.idle.append(hand)

    def _bury(self, hand: _Hand, number: int | None) -> None:
        """Let another do the work of one who has died, and what he was given, unless he had begun with it.

        That ends: when all have died, and one more, it is not by chance.
        """
        hand.dismiss()
        if number is None:  # it could not even begin: another could not either
            return
        self.lost[number] += 1
        if number in self.begun or self.lost[number] > self.jobs:
            self.over[number] = _broken_off(hand, self.stops[number], self.round)
        else:
            self.back.append(number)
        self._hire()

    def _hand_out(self) -> None:
        """Give a campaign to each who is idle, as long as there are any, and not too far ahead of what is told."""
        while self.idle and (number := self._next()) is not None:
            hand = self.idle.pop()
            try:
                hand.pipe.send(self.stops[number])
                self.busy[hand.pipe] = hand, number
            except OSError:  # it has been killed since
                self._bury(hand, number)

    def _next(self) -> int | None:
        """Return the number of the campaign that is to be handed out next; None while none is."""
        if self.back:
            return self.back.pop(0)
        if self.handed >= min(len(self.stops), self.told + _AHEAD):
            return None
        self.handed += 1
        return self.handed - 1


def _broken_off(hand: _Hand, stop: Stop, round_: Round) -> Visit:
    """Return what is told of a campaign over which a process died: the next round goes on with it."""
    error = UnusableError("run.died", status=hand.process.exitcode or 0)
    return broken(stop.folder, error, round_.language)
