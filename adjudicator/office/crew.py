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
    crew = _crew(round_, min(jobs, len(stops))) if jobs > 1 else []
    return _shared_out(stops, round_, crew) if crew else _one_by_one(stops, round_)


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


def _crew(round_: Round, jobs: int) -> list[_Hand]:
    """Begin so many processes, or as many as the system allows."""
    crew: list[_Hand] = []
    with suppress(OSError):
        for _ in range(jobs):
            crew.append(_hired(round_))
    return crew


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


def _shared_out(stops: Sequence[Stop], round_: Round, crew: Sequence[_Hand]) -> Iterator[Visit]:
    from multiprocessing.connection import wait

    idle: list[_Hand] = []
    busy: dict[object, tuple[_Hand, int | None]] = {hand.pipe: (hand, None) for hand in crew}
    over: dict[int, Visit] = {}
    told = handed = 0
    try:
        while busy and told < len(stops):
            for pipe in wait(list(busy)):  # type: ignore[arg-type] # they are pipes
                hand, number = busy.pop(pipe)
                try:
                    found = hand.pipe.recv()
                    idle.append(hand)
                except (EOFError, OSError):
                    hand.dismiss()
                    found = _broken_off(hand, stops[number], round_) if number is not None else None
                    busy |= {new.pipe: (new, None) for new in _crew(round_, 1)} if number is not None else {}
                if number is not None:
                    over[number] = found
            while told in over:
                yield over.pop(told)
                told += 1
            while idle and handed < min(len(stops), told + _AHEAD):
                hand = idle.pop()
                with suppress(OSError):  # if it has died: that is seen where it should answer
                    hand.pipe.send(stops[handed])
                busy[hand.pipe] = hand, handed
                handed += 1
        yield from _one_by_one(stops[told:], round_)  # none, unless no process can be begun here
    finally:
        for hand in (*idle, *(hand for hand, _ in busy.values())):
            hand.dismiss()


def _broken_off(hand: _Hand, stop: Stop, round_: Round) -> Visit:
    """Return what is told of a campaign over which a process died: the next round goes on with it."""
    error = UnusableError("run.died", status=hand.process.exitcode or 0)
    return broken(stop.folder, error, round_.language)
