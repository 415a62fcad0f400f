"""With which values an order will fail as its player sees things now: what is pale on the board of a form by clicks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from adjudicator.core.phrase import Filling, Phrase
from adjudicator.core.plain import Plain
from adjudicator.forms.units import Cell, Spoken, Told, Unit, without_cell

Cells: TypeAlias = Iterable[tuple[Cell, Hashable, Sequence[Phrase]]]


def warned_cells(number: int, cells: Cells, spoken: Spoken) -> Told:
    """Return of a part that is filled alone the ``cells`` of which something is said, by that."""
    texts: dict[Any, str] = {}
    found: Told = {}
    for cell, alike, phrases in cells:
        if phrases:
            key = alike or tuple([_but(phrase, f"({cell[0]};{cell[1]})") for phrase in phrases])
            if key not in texts:
                texts[key] = without_cell(spoken.phrases(phrases), number, cell)
            found.setdefault(texts[key], []).append(cell)
    return found


def _but(value: Filling, shown: str) -> Any:
    """Return what tells a part of a sentence from others, but for a cell that it names, as that is ``shown``."""
    if isinstance(value, Phrase):
        return (value.key, value.n, *[_but(inner, shown) for inner in value.values.values()])
    return "" if value == shown else repr(value)


def warned_options(
    unit: Unit, number: int, warnings: Callable[[Plain], Sequence[Phrase]], spoken: Spoken
) -> Mapping[int, str]:
    """Return which options of a part that is filled alone will fail, each with why."""
    told = {n: warnings(unit.plain({number: unit.parts[number].options[n].value})) for n in unit.options[number]}
    return {n: spoken.phrases(phrases) for n, phrases in told.items() if phrases}
