"""Conditions of standing orders: facts about a player's view, and the three-valued logic that combines them.

A *clause* is one « if … then … » rule that a player leaves: facts under their names, ``and`` and ``or`` with groups of
facts, ``unless`` with excepted groups, and ``then`` with the orders. A fact is true, false or hidden from the player.
It is judged on the player's own view alone, so equal views always give equal results.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from adjudicator.core.faults import Objection, Phrase, PhraseArgument, Word, either, together

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
    narrowed: Callable[[Any], frozenset[str]] | None = None
    """Takes a view; returns those of ``phases`` in which such facts can be seen in its campaign. None means all."""

    def seen_in(self, view: Any) -> frozenset[str]:
        """Return the phases in which such facts can be seen in the campaign of a view."""
        return self.narrowed(view) if self.narrowed else self.phases


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
            facts = [[self.fact(name, argument) for name, argument in group.items()] for group in groups]
            read += chain.from_iterable(facts)
            truth = told(map(all_of, facts))
            if truth is False:
                return False, read
            found = found if truth else None
        return found, read


def _parts_of(clause: Clause) -> Iterator[tuple[Callable[[Iterable[Truth]], Truth], Sequence[Group]]]:
    """Yield the parts that must be true for a clause to hold, in the order of its facts.

    Each part is a function that combines the truths of its groups, and these groups.
    """
    yield from ((all_of, [{name: argument}]) for name, argument in own_facts(clause))
    yield from ((all_of, [group]) for group in clause.get(AND, ()))
    if OR in clause:
        yield one_of, clause[OR]
    if UNLESS in clause:
        yield lambda truths: negated(one_of(truths)), excepted(clause)


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


def bound_in(asked: Mapping[str, Any]) -> Mapping[str, int]:
    """Return the bound in an argument that has other parts too; at least one if there is none."""
    return {word: number for word, number in asked.items() if word in _BOUNDS} or {"at_least": 1}


_BOUNDS = ("at_least", "at_most")


# Conditions on facts: a fact is a value of the view, with which the argument is compared ---------------------


def matches(found: Any, asked: Any) -> Truth:
    """Return whether a value is what an argument asks for: it is that word, a number within the bound, or one of these.

    Yes asks whether it is true, or not empty. In a mapping, the argument names one key beside the bound of its number.
    """
    if isinstance(asked, bool):
        return bool(found) is asked
    if isinstance(found, int):
        return is_within(found, asked)
    if isinstance(found, str):
        return bool(found == asked)
    if isinstance(found, Mapping):
        (key,) = (part for word, part in asked.items() if word not in _BOUNDS)
        return is_within(found.get(key, 0), bound_in(asked))
    return any(one in found for one in asked)


def in_words(argument: Any) -> Any:
    """Return an argument that is yes, no, a bound or a name in words, as in an example."""
    if isinstance(argument, bool):
        return Word("booleans", "true" if argument else "false")
    if isinstance(argument, Mapping):
        return {Word("bounds", word): number for word, number in argument.items()}
    return Word("myself", ME) if argument == ME else argument


class ConditionFact(NamedTuple):
    """What a condition asks about: a value of the view, with which its argument is compared.

    ``objections``, ``supposed``, ``with_orders`` and ``narrowed`` are those of the condition.
    """

    key: str
    """The name of the condition; its sentence in the catalogue is ``condition.KEY``."""
    value: Callable[[Any], Any] | None = None
    """Takes a view; returns the value, or None if the view does not show it. The default is its field ``key``."""
    example: Callable[[Any], Any] = lambda view: True
    """Takes a view; returns a canonical argument, or None. An argument that is objected to is not offered."""
    words: Callable[[Any], Mapping[str, PhraseArgument]] | None = None
    """Takes the argument; returns the values of the sentence. If None, the sentence is ``condition.KEY.ARGUMENT``."""
    said: Callable[[Any], Phrase] | None = None
    """Takes the argument; returns the sentence, if ``key`` and ``words`` do not make it."""
    holds: Callable[[Any, Any], Truth] = matches
    """Takes a value that can be seen, and the argument as ``read``."""
    read: Callable[[Any, Any], Any] = lambda view, argument: argument
    """Takes a view and the argument; returns what the value is compared with."""
    written: Callable[[Any], Any] = in_words
    """Takes the example; returns it in words."""
    barred: Callable[[Any, Any], Objection | None] = lambda view, argument: None
    """Takes a view and the argument; returns the objection, if any, that makes all others needless."""
    objections: Callable[[Any, Any], Iterable[Objection]] = _nothing
    supposed: Callable[[Any, Any], Iterable[Any]] = _as_now
    with_orders: bool = False
    phases: frozenset[str] | None = None
    """The phases in which it can be seen, if not those of all facts of the game."""
    narrowed: Callable[[Any], frozenset[str]] | None = None

    def condition(self, phases: frozenset[str]) -> Condition:
        """Return the condition that asks about this fact; ``phases`` are those of all facts of the game."""
        said = self.said or self._said
        seen = phases if self.phases is None else self.phases
        more = (self.supposed, self.with_orders, self.narrowed)
        return Condition(seen, self._truth, said, self._offered, self._refused, *more)

    def _said(self, argument: Any) -> Phrase:
        if self.words is not None and not isinstance(argument, bool):
            return Phrase(f"condition.{self.key}", self.words(argument))
        word = ("yes" if argument else "no") if isinstance(argument, bool) else argument
        return Phrase(f"condition.{self.key}.{word}")

    def _truth(self, view: Any, argument: Any) -> Truth:
        found = self.value(view) if self.value else getattr(view, self.key)
        return None if found is None else self.holds(found, self.read(view, argument))

    def _refused(self, view: Any, argument: Any) -> Iterable[Objection]:
        first = self.barred(view, argument)
        return [first] if first else self.objections(view, argument)

    def _offered(self, view: Any) -> Any:
        argument = self.example(view)
        return None if argument is None or any(self._refused(view, argument)) else self.written(argument)


def conditions_on(phases: frozenset[str], *facts: ConditionFact) -> Conditions:
    """Return the conditions on some facts, by name; a fact can be seen in ``phases`` if it names no others."""
    return {fact.key: fact.condition(phases) for fact in facts}


def number(
    key: str,
    span: Callable[[Any], tuple[int, int]],
    example: Callable[[Any], Any],
    still: Callable[[Any], tuple[Sequence[int], Objection]] | None = None,
    **more: Any,
) -> ConditionFact:
    """Return a fact that is a number, and whose argument is a bound.

    ``span`` returns the lowest and the highest number in any game. ``still`` returns the numbers that are still
    possible in this one, and the objection to a bound that allows none of them.
    """

    def objections(view: Any, bound: Any) -> Iterator[Objection]:
        return bound_objections(bound, *span(view), *(still(view) if still else ()))

    def words(bound: Any) -> Mapping[str, PhraseArgument]:
        return {"bound": bound_said(bound)}

    return ConditionFact(key, example=example, objections=objections, words=words, **more)


def names(
    key: str,
    value: Callable[[Any], Collection[str] | None],
    example: Callable[[Any], Any],
    needs: Callable[[Iterable[bool]], Truth] = all,
    *,
    counted: bool = False,
    **more: Any,
) -> ConditionFact:
    """Return a fact that is some names, and whose argument is names; the view must have its ``player``.

    ``needs`` takes for each name of the argument whether it is among those of the value. If ``counted``, the sentence
    has plural forms, and another form for the player together with others.
    """

    def said(argument: Any) -> Phrase:
        those, joined = listed(argument), together if needs is all else either
        if those == [ME]:
            return Phrase(f"condition.{key}.me")
        me = [Phrase("condition.me")] if ME in those else []
        values = {"names": joined([*(name for name in those if name != ME), *me])}
        if counted and me:
            return Phrase(f"condition.{key}.with-me", values)
        return Phrase(f"condition.{key}", values, n=len(those) if counted else None)

    def holds(found: Collection[str], those: Sequence[str]) -> Truth:
        return needs(name in found for name in those)

    return ConditionFact(key, value, example, said=said, holds=holds, read=named, **more)


def named(view: Any, names: Any) -> list[str]:
    """Return the names in an argument, with that of the view's player in place of ``ME``."""
    return [view.player if name == ME else name for name in listed(names)]
