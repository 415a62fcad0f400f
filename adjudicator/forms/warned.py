"""With which values an order will fail as its player sees things now: what is pale on the board of a form by clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.core.faults import Phrase
from adjudicator.core.plain import Plain
from adjudicator.forms.asked import Cell, Spoken, Told
from adjudicator.forms.places import without_cell
from adjudicator.forms.units import Unit


def warned_cells(number: int, told: Iterable[tuple[Sequence[Phrase], Sequence[Cell]]], spoken: Spoken) -> Told:
    """Return of a part that is filled alone the cells of which something is said (``Orders.warned_cells``), by that."""
    found: Told = {}
    for phrases, cells in told:
        if phrases:
            found.setdefault(without_cell(spoken.phrases(phrases), number, cells[0]), []).extend(cells)
    return found


def warned_options(
    unit: Unit, number: int, warnings: Callable[[Plain], Sequence[Phrase]], spoken: Spoken
) -> Mapping[int, str]:
    """Return which options of a part that is filled alone will fail, each with why."""
    told = {n: warnings(unit.plain({number: unit.parts[number].options[n].value})) for n in unit.options[number]}
    return {n: spoken.phrases(phrases) for n, phrases in told.items() if phrases}
