"""What is wrong with clocks of ``campaign.yaml`` beyond their schema: words that do nothing, no day left, durations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.campaign.deadline import WINDOWS, Deadline, clock_for, is_clock
from adjudicator.core.faults import Fault, Phrase, Word

if TYPE_CHECKING:
    from adjudicator.core.context import Context
    from adjudicator.reading.understanding import Understood

KEY = "deadline"
"""Of a campaign, and the place of the vocabulary of what stands in it."""


class Idle(NamedTuple):
    """A word in the clock of a phase that does nothing beside what holds for all stages."""

    phase: str
    word: str
    value: Any

    @property
    def code(self) -> str:
        """The fault that it is."""
        return f"clock-{self.word}"


def idle_in(deadline: Mapping[str, Any]) -> Iterator[Idle]:
    """Yield the words that do nothing in a canonical ``deadline``.

    An hour beside a length in hours, which ends whenever it ends; a grace after an hour at which nothing is waited for.
    """
    for phase, clock in deadline.items():
        if not is_clock(clock) or phase == WINDOWS:
            continue
        if "time" in clock and "hours" in deadline and not clock.keys() & {"days", "weekdays", "hours"}:
            yield Idle(phase, "time", clock["time"])
        fixed = clock.get("on_time", "early" not in clock and deadline.get("on_time", False))
        if clock.get("grace") and fixed is True:
            yield Idle(phase, "grace", clock["grace"])


def idle_faults(understood: Understood, context: Context) -> Iterator[Fault]:
    """Refuse words that do nothing, each with the line that would say what was probably meant."""
    for idle in idle_in(_sound(understood.root.get(KEY))):
        path = (KEY, idle.phase, idle.word)
        found, phase = understood.word(path), understood.word(path[:2])
        mark = understood.mark(path, on_key=True)
        if idle.word == "time":
            meant = f'{_said("days", context)}: 1, {found}: "{idle.value}"'
        else:
            meant = f"{_said('on_time', context)}: {_no(context)}, {found}: {idle.value}"
        yield Fault(idle.code, mark, found, values={"phase": phase}, lines=(f"{phase}: {{{meant}}}",))


def never_due(understood: Understood) -> Iterator[Fault]:
    """Refuse a clock, in a campaign that is right else, by which nothing is ever due: all its weekdays are skipped."""
    deadline = understood.root.get(KEY, {})
    phases = [phase for phase, clock in deadline.items() if is_clock(clock)]
    for phase in ("", *phases):
        told = clock_for(deadline, phase, phase == WINDOWS)
        path = next((p for p in ((KEY, phase, "skip"), (KEY, "skip"), (KEY, phase)) if p in understood.keys), (KEY,))
        if not Deadline.of(told).ever:
            yield Fault("never-due", understood.mark(path, on_key=True), understood.word(path))
            return


def idle_said(deadline: Mapping[str, Any]) -> Iterator[Phrase]:
    """Say to the MJ of a campaign that goes on which words of its clocks do nothing."""
    for idle in idle_in(deadline):
        values = {"found": Word(KEY, idle.word), "phase": Word(KEY, idle.phase)}
        yield Phrase("revision.idle", {"what": Phrase(f"fault.{idle.code}", values)})


def _sound(deadline: Any) -> Mapping[str, Any]:
    """Return a deadline without what could not be read of it."""
    return deadline if isinstance(deadline, Mapping) else {}


def _said(word: str, context: Context) -> str:
    return context.vocabulary.word(KEY, word, context.language)


def _no(context: Context) -> str:
    return context.vocabulary.word("booleans", "false", context.language)


# A duration in one word -----------------------------------------------------------------------------------------

_DURATION = re.compile(r"(\d{1,3})\s*([^\W\d_]*)")
_TIME = re.compile(r"\d{1,2}[:h]\d{2}")


def with_lines(faults: Iterable[Fault], understood: Understood, context: Context) -> Iterator[Fault]:
    """Yield faults, those of a clock in one word, like ``vote: 24h``, with the line that was probably meant."""
    places = {understood.values[path]: path for path in understood.values if path[:1] == (KEY,) and len(path) < 3}
    for fault in faults:
        path = places.get(fault.mark)
        if path is None or fault.code != "not-understood" or fault.expected[:1] != ("expected.object",):
            yield fault
            continue
        yield fault._replace(lines=(f"{understood.word(path)}: {{{_meant(fault.found or '', len(path), context)}}}",))


def _meant(text: str, depth: int, context: Context) -> str:
    """Return what a text may have meant as a clock, of all stages or, deeper, of a phase."""
    if _TIME.fullmatch(text):
        return f'{_said("days", context)}: 1, {_said("time", context)}: "{text.replace("h", ":")}"'
    found = _DURATION.fullmatch(text)
    usual, number = ("days", "3") if depth == 1 else ("hours", "24")
    unit = found[2].casefold() if found else ""
    known = {"h": "hours", "j": "days", "d": "days", "heure": "hours", "hour": "hours", "jour": "days", "day": "days"}
    length = known.get(unit, known.get(unit.removesuffix("s"), usual))
    return f"{_said(length, context)}: {found[1] if found and (not unit or unit.rstrip('s') in known) else number}"
