"""What players left for stages in which they send nothing, as everybody but the games asks for it.

What is done with clauses (:mod:`leaving`, :mod:`clauses`) is loaded where there are some, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.core.faults import Objection
from adjudicator.core.phrase import Phrase
from adjudicator.core.plain import Plain
from adjudicator.core.standing import IF, plain_part

if TYPE_CHECKING:
    from adjudicator.core.game import Orders
    from adjudicator.core.leaving import Consulted


def answer(rules: Orders[Any], view: Any, phase: str, standing: Plain) -> tuple[Plain | None, Sequence[Consulted]]:
    """Return what standing orders order in the stage awaited, and the clauses asked for it.

    None where they order nothing of it; empty where a clause says that its player does nothing.
    """
    if IF not in standing:
        return (standing and rules.standing(view, standing)) or None, ()
    from adjudicator.core import leaving

    return leaving.answer(rules, view, phase, standing)


def said(rules: Orders[Any], standing: Plain) -> Sequence[Phrase]:
    """Say standing orders in words."""
    if IF not in standing:
        return rules.standing_said(standing)
    from adjudicator.core import leaving

    return leaving.left_said(rules, standing)


def plainly_said(rules: Orders[Any], standing: Plain, at_hand: bool = False) -> Sequence[Phrase]:
    """Say standing orders in words; of clauses how many there are, and whether their player has them ``at_hand``."""
    if IF not in standing:
        return rules.standing_said(standing)
    from adjudicator.core import leaving

    return leaving.plainly_said(rules, standing, at_hand)


def objections(
    rules: Orders[Any], view: Any, standing: Plain, readable: Callable[[int], bool] = lambda n: True
) -> Iterator[Objection]:
    """Judge standing orders; of clauses those that are ``readable``, by their index."""
    if IF not in standing:
        yield from rules.standing_objections(view, standing)
        return
    from adjudicator.core import clauses

    yield from clauses.left_objections(rules, view, standing, readable)


def dropped(rules: Orders[Any], before: Plain, standing: Plain) -> Iterator[Phrase]:
    """Say which clauses that were left ``before`` new standing orders drop."""
    if IF in before:
        from adjudicator.core import leaving

        yield from leaving.dropped_said(rules, before, standing)


def remarks(rules: Orders[Any], view: Any, standing: Plain) -> Iterator[Phrase]:
    """Say what in clauses goes without saying."""
    if IF in standing:
        from adjudicator.core import clauses

        yield from clauses.remarks(rules, view, standing)


def warnings(rules: Orders[Any], view: Any, phase: str, standing: Plain) -> Iterator[Phrase]:
    """Say which standing orders would fail as things stand now; those of a clause, as they stand where it holds."""
    if not rules.warns:
        return
    plain = plain_part(standing)
    said = rules.warnings(view, rules.standing(view, plain)) if plain else ()
    yield from (Phrase("warning.standing", {"what": each}) for each in said)
    if IF in standing:
        from adjudicator.core import clauses

        yield from clauses.warnings(rules, view, phase, standing)


def answers(rules: Orders[Any], view: Any, phase: str, standing: Plain) -> bool:
    """Tell whether what was left answers in a window, so that it does not wait: never by whether a condition holds."""
    if IF in standing:
        from adjudicator.core import leaving

        if leaving.speaks_of(rules, phase, standing):
            return True
    return rules.answers(view, plain_part(standing))


def examples(rules: Orders[Any], view: Any) -> list[tuple[str, Any]]:
    """Return what orders may hang on, each with an argument that a player with this view might write.

    What can never hold for him, by what he knows himself, is left out.
    """
    found = ((name, condition.example(view)) for name, condition in rules.conditions.items())
    return [(name, example) for name, example in found if example is not None]


def trouble(rules: Orders[Any], view: Any, standing: Plain) -> Sequence[Phrase]:
    """Say which plain standing orders cannot be used in the stage awaited; clauses wait for what they ask for."""
    return rules.standing_trouble(view, plain_part(standing))
