"""The data of a page as JSON: what is told of a unit on many pages is written once.

What may be alike in several units or parts of a page stands once in it, and in its place its number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

Data: TypeAlias = dict[str, Any]

encoded = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""What writes plain data as JSON."""

_NUMBERED = "\x1d"
"""What stands where a number will: no text that people wrote has it."""
_GAP = encoded(_NUMBERED)


class UnitData:
    """What is told of a unit by itself, whatever stands beside it."""

    def __init__(self, plain: Data) -> None:
        """Take it as plain data: its ``parts``, what is ``said``, and what else there is."""
        self.plain = plain

    def with_told(self, told: Mapping[int, Data]) -> UnitData:
        """Return it with what is ``told`` besides of some of its parts, by their numbers."""
        parts = [part | told.get(number, {}) for number, part in enumerate(self.plain["parts"])]
        made = UnitData({**self.plain, "parts": parts})
        made.numbered = self.numbered
        return made

    @cached_property
    def numbered(self) -> Sequence[str]:
        """What a page has a number for, in the order in which it stands in the unit."""
        options = [part["options"] for part in self.plain["parts"] if "options" in part]
        return list(map(encoded, (*options, self.plain["said"])))

    @cached_property
    def between(self) -> Sequence[str]:
        """What stands before, between and behind the numbers."""
        parts = [part | {"options": _NUMBERED} if "options" in part else part for part in self.plain["parts"]]
        return encoded({**self.plain, "parts": parts, "said": _NUMBERED}).split(_GAP)


class Section(NamedTuple):
    """What may be chosen for the stage awaited, for later turns, or as standing orders."""

    data: Data
    """All but the units."""
    units: Sequence[UnitData]
    rests: Sequence[Data]
    """What is told besides of each unit, because of others beside it."""
    facts: Sequence[tuple[UnitData, str]] = ()
    """On what standing orders may hang, each with what is told besides: what is possible of it, as JSON."""


def page_data(before: Data, sections: Iterable[Section], words: str) -> str:
    """Return as JSON what a page knows: its ``sections``, what else there is, its ``words`` (JSON), what is shared."""
    numbers: dict[str, int] = {}
    written = ",".join([_section(section, numbers) for section in sections])
    return f'{encoded(before)[:-1]},"sections":[{written}],"words":{words},"shared":[{",".join(numbers)}]}}'


def _section(section: Section, numbers: dict[str, int]) -> str:
    """Return a section as JSON, with the ``numbers`` of what a page shares; those not yet there are added."""
    units = ",".join([_unit(unit, numbers) for unit in section.units])
    written = f'{encoded(section.data)[:-1]},"units":[{units}],"rests":{encoded(section.rests)}'
    if not section.facts:
        return f"{written}}}"
    facts = ",".join([_unit(unit, numbers) for unit, _ in section.facts])
    possible = ",".join([possible for _, possible in section.facts])
    return f'{written},"facts":[{facts}],"possible":[{possible}]}}'


def _unit(unit: UnitData, numbers: dict[str, int]) -> str:
    """Return a unit as JSON."""
    text, *between = unit.between
    for value, behind in zip(unit.numbered, between, strict=True):
        text += f"{numbers.setdefault(value, len(numbers))}{behind}"
    return text
