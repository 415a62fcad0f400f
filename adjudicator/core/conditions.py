"""Conditions of orders: facts that hold, or not, or cannot be seen, on what a player may know; and what they come to.

A *clause* is what a player left as « if … then … »: facts under their names, ``and`` and ``or`` of groups of them,
``unless``, and ``then``, the orders. A fact is judged on its player's own view and nothing else, so that equal views
come to equal truths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.faults import Objection, Phrase, either

AND, OR, UNLESS, THEN, ONCE = "and", "or", "unless", "then", "once"
STRUCTURE = (AND, OR, UNLESS, THEN, ONCE)
"""The words of a clause that are no facts."""
ME = "(me)"
"""Stands for the player himself where names stand; no name is written so."""

Truth: TypeAlias = "bool | None"
"""Whether something holds; None where that cannot be seen."""
Clause: TypeAlias = Mapping[str, Any]
Group: TypeAlias = Mapping[str, Any]


def _nothing(view: Any, argument: Any) -> Iterable[Objection]:
    return ()


def _as_now(view: Any, argument: Any) -> Iterable[Any]:
    return (view,)


class Condition(NamedTuple):
    """A kind of facts that a game offers: where they can be seen, and what they say of a view."""

    phases: frozenset[str]
    """In which such facts can be seen."""
    holds: Callable[[Any, Any], Truth]
    """Whether one holds, of the view and the argument; None where the view does not tell."""
    said: Callable[[Any], Phrase]
    """One in words, of its argument, to follow « if »."""
    example: Callable[[Any], Any]
    """An argument that a player with this view might write, in words, as an example of ``Choice``.

    It may come to hold for him, and names others; None where there is none, and forms offer no such fact.
    """
    objections: Callable[[Any, Any], Iterable[Objection]] = _nothing
    """What is wrong with an argument, of a view and it: that it never holds from now on, or always does.

    What everybody knows decides, or the player himself, and nothing else. Paths begin below it.
    """
    supposed: Callable[[Any, Any], Iterable[Any]] = _as_now
    """Views on which one may hold, made from a view and the argument: what its player would see then.

    All on which what is warned of may differ. Here: the view as it is. Those on which it does not hold are left out.
    """
    with_orders: bool = False
    """Whether it hangs on which order is given whether it holds: only then ``Orders.given_when`` is asked of it."""


Conditions: TypeAlias = Mapping[str, Condition]


# Truth ---------------------------------------------------------------------------------------------------------


def all_of(truths: Iterable[Truth]) -> Truth:
    """Tell whether all hold: not if one does not, though others cannot be seen."""
    known = list(truths)
    return False if False in known else None if None in known else True


def one_of(truths: Iterable[Truth]) -> Truth:
    """Tell whether one holds at least: it does if one does, though others cannot be seen."""
    known = list(truths)
    return True if True in known else None if None in known else False


def negated(truth: Truth) -> Truth:
    """Tell whether something does not hold; of what cannot be seen that cannot be seen either."""
    return None if truth is None else not truth


class Sight(NamedTuple):
    """What facts are judged on: the player's own view in a phase."""

    conditions: Conditions
    view: Any
    phase: str

    def fact(self, name: str, argument: Any) -> Truth:
        """Tell whether one fact holds; one over which the game fails cannot be seen."""
        condition = self.conditions.get(name)
        if condition is None or self.phase not in condition.phases:
            return None
        try:
            found = condition.holds(self.view, argument)
        except Exception:
            return None
        return found if isinstance(found, bool) else None

    def clause(self, clause: Clause) -> tuple[Truth, list[Truth]]:
        """Tell whether a clause holds: all that stands in it, and nothing of what it excepts.

        And which of its facts do, as far as they were read: after a part that does not hold none is.
        """
        read: list[Truth] = []
        found: Truth = True
        for told, groups in _parts_of(clause):
            truth = told([all_of(self._read(group, read)) for group in groups])
            if truth is False:
                return False, read
            found = found if truth else None
        return found, read

    def _read(self, group: Group, read: list[Truth]) -> list[Truth]:
        facts = [self.fact(name, argument) for name, argument in group.items()]
        read += facts
        return facts


def _none_of(truths: Iterable[Truth]) -> Truth:
    return negated(one_of(truths))


def _parts_of(clause: Clause) -> Iterator[tuple[Callable[[Iterable[Truth]], Truth], Sequence[Group]]]:
    """Yield what has to be true of a clause, in the order of its facts: how, of which groups."""
    yield from ((all_of, [{name: argument}]) for name, argument in own_facts(clause))
    yield from ((all_of, [group]) for group in clause.get(AND, ()))
    if OR in clause:
        yield one_of, clause[OR]
    if UNLESS in clause:
        yield _none_of, excepted(clause)


def own_facts(clause: Clause) -> Iterator[tuple[str, Any]]:
    """Yield the facts that stand in a clause itself, in no group: each with its argument."""
    return ((name, argument) for name, argument in clause.items() if name not in STRUCTURE)


def excepted(clause: Clause) -> Sequence[Group]:
    """Return the groups of which none may hold."""
    groups = clause.get(UNLESS, [])
    return groups if isinstance(groups, list) else [groups]


def facts_of(clause: Clause) -> Iterator[tuple[tuple[str | int, ...], str, Any]]:
    """Yield every fact of a clause in a fixed order: its path in it, its name, its argument."""
    for name, argument in own_facts(clause):
        yield (name,), name, argument
    for part in (AND, OR, UNLESS):
        listed = isinstance(clause.get(part), list)
        for n, group in enumerate(excepted(clause) if part == UNLESS else clause.get(part, ())):
            for name, argument in group.items():
                yield ((part, n, name) if listed else (part, name)), name, argument


# Arguments that many games know -----------------------------------------------------------------------------


def listed(argument: Any) -> list[Any]:
    """Return what an argument lists, names or numbers: one, or several."""
    return list(argument) if isinstance(argument, list) else [argument]


def is_within(number: int | None, bound: Any) -> Truth:
    """Tell whether a number is as a bound says: one, a list of them, or ``at_least`` and ``at_most``."""
    if number is None:
        return None
    if isinstance(bound, Mapping):
        return bool(bound.get("at_least", number) <= number <= bound.get("at_most", number))
    return number in listed(bound)


def bound_said(bound: Any) -> Phrase:
    """Say a bound in words."""
    if isinstance(bound, Mapping):
        return Phrase(f"bound.{'.'.join(word.replace('_', '-') for word in sorted(bound))}", dict(bound))
    return Phrase("bound.of", {"list": either(listed(bound))})


def bound_objections(
    bound: Any, least: int, most: int, still: Sequence[int] | None = None, past: Objection | None = None
) -> Iterator[Objection]:
    """Object to a bound that no number from ``least`` to ``most`` is within, or each of them is.

    Of these numbers only some may ``still`` come: where the bound has none of them, ``past`` is objected.
    """
    if is_crossed(bound):
        yield crossed(bound)
        return
    numbers = range(least, most + 1)
    if not _some_within(numbers, bound):
        yield Objection("condition-never", (), {"least": least, "most": most})
    elif past is not None and still is not None and not _some_within(still, bound):
        yield past
    elif _all_within(numbers, bound):
        yield Objection("condition-always", (), {"least": least, "most": most})


def is_crossed(argument: Any) -> bool:
    """Tell whether an argument is a bound whose least number is more than its most."""
    both = isinstance(argument, Mapping) and argument.keys() == {"at_least", "at_most"}
    return both and bool(argument["at_least"] > argument["at_most"])


def crossed(bound: Mapping[str, int]) -> Objection:
    """Return what is wrong with such a bound."""
    return Objection("bound-crossed", ("at_least",), dict(bound))


def _some_within(numbers: Sequence[int], bound: Any) -> bool:
    """Tell whether one of some numbers is within a bound; they may be many, in a row."""
    if isinstance(bound, Mapping):
        if isinstance(numbers, range):
            numbers = (*numbers[:1], *numbers[-1:], *(n for n in bound.values() if n in numbers))
        return any(is_within(number, bound) for number in numbers)
    return any(number in numbers for number in listed(bound))


def _all_within(numbers: range, bound: Any) -> bool:
    if isinstance(bound, Mapping):
        return all(is_within(number, bound) for number in (numbers[0], numbers[-1]))
    return len({number for number in listed(bound) if number in numbers}) == len(numbers)
