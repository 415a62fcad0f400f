"""Conditions of standing orders: facts about a player's view, and the three-valued logic that combines them.

A *clause* is one « if … then … » rule that a player leaves: facts under their names, ``and`` and ``or`` with groups of
facts, ``unless`` with excepted groups, and ``then`` with the orders. A fact is true, false or hidden from the player.
It is judged on the player's own view alone, so equal views always give equal results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.faults import Objection, Phrase, either

AND, OR, UNLESS, THEN, ONCE = "and", "or", "unless", "then", "once"
STRUCTURE = (AND, OR, UNLESS, THEN, ONCE)
"""The keys of a clause that are not facts."""
ME = "(me)"
"""Stands for the player themself where a name is expected; no real name is written this way."""

Truth: TypeAlias = "bool | None"
"""Whether something holds; None if the player cannot see it."""
Clause: TypeAlias = Mapping[str, Any]
Group: TypeAlias = Mapping[str, Any]


def _nothing(view: Any, argument: Any) -> Iterable[Objection]:
    return ()


def _as_now(view: Any, argument: Any) -> Iterable[Any]:
    return (view,)


class Condition(NamedTuple):
    """A kind of fact that a game offers to standing orders, with the functions that judge and word it."""

    phases: frozenset[str]
    """The phases in which such facts can be seen."""
    holds: Callable[[Any, Any], Truth]
    """Takes a view and the argument; returns whether the fact holds, or None if the view does not show it."""
    said: Callable[[Any], Phrase]
    """Takes the argument; returns the fact in words, to follow « if »."""
    example: Callable[[Any], Any]
    """Takes a view; returns an argument its player might write, in words, used as an example as in ``Choice``.

    The fact must be able to become true for this player, and an argument with names must name other players. None
    means that there is no example; forms then do not offer this fact.
    """
    objections: Callable[[Any, Any], Iterable[Objection]] = _nothing
    """Takes a view and the argument; yields objections if the fact can never hold from now on, or always holds.

    Only public knowledge and what the player knows about themself may decide. Paths are relative to the argument.
    """
    supposed: Callable[[Any, Any], Iterable[Any]] = _as_now
    """Takes a view and the argument; yields versions of the view as the player might see it if the fact held.

    Warnings are computed on these views, so the versions must cover every case in which the warnings may differ. The
    default yields the view unchanged. Callers drop versions on which the fact does not hold.
    """
    with_orders: bool = False
    """True if which order is given may decide whether the fact holds; otherwise ``Orders.given_when`` is not asked."""


Conditions: TypeAlias = Mapping[str, Condition]


# Truth ---------------------------------------------------------------------------------------------------------


def all_of(truths: Iterable[Truth]) -> Truth:
    """Return whether all hold: False if one is false, even if others cannot be seen."""
    known = list(truths)
    return False if False in known else None if None in known else True


def one_of(truths: Iterable[Truth]) -> Truth:
    """Return whether at least one holds: True if one is true, even if others cannot be seen."""
    known = list(truths)
    return True if True in known else None if None in known else False


def negated(truth: Truth) -> Truth:
    """Return the opposite of a truth; None stays None."""
    return None if truth is None else not truth


class Sight(NamedTuple):
    """The basis on which facts are judged: the game's conditions, and the player's own view in a phase."""

    conditions: Conditions
    view: Any
    phase: str

    def fact(self, name: str, argument: Any) -> Truth:
        """Return whether one fact holds; None if it cannot be seen in this phase or the game fails to judge it."""
        condition = self.conditions.get(name)
        if condition is None or self.phase not in condition.phases:
            return None
        try:
            found = condition.holds(self.view, argument)
        except Exception:
            return None
        return found if isinstance(found, bool) else None

    def clause(self, clause: Clause) -> tuple[Truth, list[Truth]]:
        """Return whether a clause holds, and the truths of the facts that were read.

        A clause holds if all its facts do and none of its excepted groups does. Reading stops after the first part that
        is false, so the list may be shorter than the list of facts.
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
    """Yield the parts that must be true for a clause to hold, in the order of its facts.

    Each part is a function that combines the truths of its groups, and these groups.
    """
    yield from ((all_of, [{name: argument}]) for name, argument in own_facts(clause))
    yield from ((all_of, [group]) for group in clause.get(AND, ()))
    if OR in clause:
        yield one_of, clause[OR]
    if UNLESS in clause:
        yield _none_of, excepted(clause)


def own_facts(clause: Clause) -> Iterator[tuple[str, Any]]:
    """Yield the facts that stand directly in a clause, outside any group, each with its argument."""
    return ((name, argument) for name, argument in clause.items() if name not in STRUCTURE)


def excepted(clause: Clause) -> Sequence[Group]:
    """Return the groups under ``unless``, none of which may hold."""
    groups = clause.get(UNLESS, [])
    return groups if isinstance(groups, list) else [groups]


def facts_of(clause: Clause) -> Iterator[tuple[tuple[str | int, ...], str, Any]]:
    """Yield every fact of a clause in a fixed order, as its path in the clause, its name and its argument."""
    for name, argument in own_facts(clause):
        yield (name,), name, argument
    for part in (AND, OR, UNLESS):
        listed = isinstance(clause.get(part), list)
        for n, group in enumerate(excepted(clause) if part == UNLESS else clause.get(part, ())):
            for name, argument in group.items():
                yield ((part, n, name) if listed else (part, name)), name, argument


# Arguments that several games use ---------------------------------------------------------------------------


def listed(argument: Any) -> list[Any]:
    """Return an argument as a list of names or numbers; a single value becomes a list of one."""
    return list(argument) if isinstance(argument, list) else [argument]


def is_within(number: int | None, bound: Any) -> Truth:
    """Return whether a number satisfies a bound: a number, a list of numbers, or ``at_least`` and ``at_most``.

    None means that the number is not known.
    """
    if number is None:
        return None
    if isinstance(bound, Mapping):
        return bool(bound.get("at_least", number) <= number <= bound.get("at_most", number))
    return number in listed(bound)


def bound_said(bound: Any) -> Phrase:
    """Return a bound in words."""
    if isinstance(bound, Mapping):
        return Phrase(f"bound.{'.'.join(word.replace('_', '-') for word in sorted(bound))}", dict(bound))
    return Phrase("bound.of", {"list": either(listed(bound))})


def bound_objections(
    bound: Any, least: int, most: int, still: Sequence[int] | None = None, past: Objection | None = None
) -> Iterator[Objection]:
    """Yield an objection if no number from ``least`` to ``most`` satisfies a bound, or if all of them do.

    ``still`` lists the numbers that can still occur; if the bound allows none of them, ``past`` is the objection.
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
    """Return whether an argument is a bound whose ``at_least`` is greater than its ``at_most``."""
    both = isinstance(argument, Mapping) and argument.keys() == {"at_least", "at_most"}
    return both and bool(argument["at_least"] > argument["at_most"])


def crossed(bound: Mapping[str, int]) -> Objection:
    """Return the objection to a bound whose ``at_least`` is greater than its ``at_most``."""
    return Objection("bound-crossed", ("at_least",), dict(bound))


def _some_within(numbers: Sequence[int], bound: Any) -> bool:
    """Return whether at least one number satisfies a bound.

    Of a long range only the ends and the limits of the bound are tested: if any number satisfies it, one of these does.
    """
    if isinstance(bound, Mapping):
        if isinstance(numbers, range):
            numbers = (*numbers[:1], *numbers[-1:], *(n for n in bound.values() if n in numbers))
        return any(is_within(number, bound) for number in numbers)
    return any(number in numbers for number in listed(bound))


def _all_within(numbers: range, bound: Any) -> bool:
    if isinstance(bound, Mapping):
        return all(is_within(number, bound) for number in (numbers[0], numbers[-1]))
    return len({number for number in listed(bound) if number in numbers}) == len(numbers)
