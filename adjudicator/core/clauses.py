"""What can be known to be wrong with clauses when they come in: what never acts, always holds, or is never reached.

It is judged on the player's own view, as his orders are, and so tells him nothing new. What hidden facts make
impossible is not looked for, nor what may come to hold later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.core.conditions import (
    AND,
    ONCE,
    OR,
    THEN,
    UNLESS,
    Clause,
    Group,
    Sight,
    crossed,
    excepted,
    facts_of,
    is_crossed,
    own_facts,
)
from adjudicator.core.faults import Objection, Path
from adjudicator.core.leaving import clauses_in
from adjudicator.core.phrase import Filling, Phrase, Word
from adjudicator.core.standing import IF, plain_part

if TYPE_CHECKING:
    from adjudicator.core.game import Orders
    from adjudicator.core.plain import Plain

MOST_FACTS = 24
"""Facts of all clauses of a player together, at most."""


def left_objections(
    rules: Orders[Any], view: Any, standing: Plain, readable: Callable[[int], bool] = lambda n: True
) -> Iterator[Objection]:
    """Judge standing orders and the clauses among them, but for those, by their index, that are not ``readable``."""
    yield from rules.standing_objections(view, plain_part(standing))
    given = standing.get(IF)
    clauses = {n: clause for n, clause in enumerate(given if isinstance(given, list) else ()) if readable(n)}
    count = sum(1 for clause in clauses.values() for _ in facts_of(clause))
    if count > MOST_FACTS:
        yield Objection("clause-facts", (IF,), {"count": count, "limit": MOST_FACTS}, on_key=True)
        return
    for n, clause in clauses.items():
        found = [*_clause_objections(rules, view, clause), *_never_reached(rules, clauses, n)]
        yield from (below((IF, n), objection) for objection in found)


def below(path: Path, objection: Objection) -> Objection:
    """Return an objection to what stands below a ``path``."""
    related = (*path, *objection.related) if objection.related else ()
    return objection._replace(path=(*path, *objection.path), related=related)


def _clause_objections(rules: Orders[Any], view: Any, clause: Clause) -> Iterator[Objection]:
    if not any(facts_of(clause)):
        yield Objection("clause-empty")
    for path, name, argument in facts_of(clause):
        condition = rules.conditions[name]
        unseen = [order for order in clause[THEN] if not _may_see(rules, condition.phases, order)]
        if unseen:
            yield Objection("condition-unseen", path, on_key=True, related=(THEN, unseen[0]))
        else:
            found = [crossed(argument)] if is_crossed(argument) else condition.objections(view, argument)
            yield from (below(path, objection) for objection in found)
    for objection in rules.standing_objections(view, clause[THEN]):
        yield below((THEN,), objection)
    yield from _denied(clause)
    yield from _never_together(rules, view, clause)


def _may_see(rules: Orders[Any], phases: frozenset[str], order: str) -> bool:
    given = rules.phases_of(order)
    return not given or bool(given & phases)


def _never_together(rules: Orders[Any], view: Any, clause: Clause) -> Iterator[Objection]:
    """Facts that never hold when its orders can be given; excepted ones that always do then."""
    for path, name, argument in facts_of(clause):
        if path[0] == OR or (path[0] == UNLESS and len(_group_at(clause, path)) > 1):
            continue  # it has not to hold, or not it alone
        holds = _given_when(rules, view, clause, name, argument)
        code = "condition-needed" if path[0] == UNLESS else "condition-against"
        if holds is (path[0] == UNLESS):  # what is excepted always is so then, or what is asked for never
            yield Objection(code, path, on_key=True, related=(THEN, next(iter(clause[THEN]))))


def _group_at(clause: Clause, path: Path) -> Group:
    """Return the group of facts at whose end a path leads to one."""
    group: Any = clause
    for step in path[:-1]:
        group = group[step]
    return group  # type: ignore[no-any-return]


def _given_when(rules: Orders[Any], view: Any, clause: Clause, name: str, argument: Any) -> bool | None:
    """Tell whether a fact holds whenever an order of a clause can be given, or never does then; None, it may."""
    if not rules.conditions[name].with_orders:
        return None
    found = {rules.given_when(view, order, name, argument) for order in clause[THEN]}
    return found.pop() if len(found) == 1 else None


def remarks(rules: Orders[Any], view: Any, standing: Plain) -> Iterator[Phrase]:
    """Say which facts that clauses ask for go without saying: their orders cannot be given otherwise."""
    for number, clause in enumerate(clauses_in(standing), 1):
        for path, name, argument in facts_of(clause):
            if path[0] not in (OR, UNLESS) and _given_when(rules, view, clause, name, argument):
                values: dict[str, Filling] = {
                    "number": number,
                    "fact": rules.conditions[name].said(argument),
                    "order": Word("orders", next(iter(clause[THEN]))),
                }
                yield Phrase("receipt.clause.anyhow", values)


def warnings(rules: Orders[Any], view: Any, phase: str, standing: Plain) -> Iterator[Phrase]:
    """Say which orders of clauses would fail wherever their clause holds, by what their player sees now."""
    for number, clause in enumerate(clauses_in(standing), 1):
        views = _where_it_holds(rules, view, phase, clause)
        told = [rules.warnings(each, rules.standing(each, clause[THEN])) for each in views]
        failing = [{said.values.get("order") for said in each} for each in told]
        for said in told[0] if told else ():
            if all(said.values.get("order") in orders for orders in failing):
                yield Phrase("warning.clause", {"number": number, "what": said})


MOST_VIEWS = 100
"""Of how many ways in which a clause may hold its orders are looked at; where there are more, nothing is said."""


def _where_it_holds(rules: Orders[Any], view: Any, phase: str, clause: Clause) -> list[Any]:
    """Return the views on which a clause holds, its facts put into a player's ``view`` one after the other."""
    ways: list[list[tuple[str, Any]]] = [
        [*own_facts(clause), *(fact for g in clause.get(AND, ()) for fact in g.items())]
    ]
    if OR in clause:
        ways = [[*ways[0], *group.items()] for group in clause[OR]]
    found: list[Any] = []
    for facts in ways:
        views = [view]
        for name, argument in sorted(facts, key=lambda fact: list(rules.conditions).index(fact[0])):
            views = [made for each in views for made in rules.conditions[name].supposed(each, argument)]
            if len(views) > MOST_VIEWS:
                return []
        found += views
    return [each for each in found if Sight(rules.conditions, each, phase).clause(clause)[0]]


def _denied(clause: Clause) -> Iterator[Objection]:
    """A clause that excepts what it asks for."""
    asked = _plain_facts(clause)
    for group in excepted(clause) if UNLESS in clause else ():
        if {_same(*each) for each in group.items()} <= asked:
            yield Objection("clause-denied", (UNLESS,), on_key=True)
            return


def _plain_facts(clause: Clause) -> set[str]:
    """Return the facts that have to hold, one by one, as texts that are the same for the same."""
    groups = [dict(own_facts(clause)), *clause.get(AND, ())]
    return {_same(*each) for group in groups for each in group.items()}


def _never_reached(rules: Orders[Any], clauses: Mapping[int, Clause], n: int) -> Iterator[Objection]:
    """A clause behind one that asks for no more, and of whose orders one is possible whenever one of these is."""
    asked, orders = _asked(clauses[n]), clauses[n][THEN]
    for before, clause in clauses.items():
        if before >= n:
            return
        if clause.get(ONCE):
            continue  # it stands no more when it has acted
        if _always_first(rules, clause[THEN], orders) and _asked(clause) <= asked:
            yield Objection("clause-unreached", (), {"number": n + 1, "other": before + 1})
            return


def _always_first(rules: Orders[Any], before: Plain, orders: Plain) -> bool:
    """Tell whether a clause ``before`` that holds acts whenever one with these orders would."""
    if not before:
        return True
    if not orders:
        return any(rules.forestalls(other, None) for other in before)
    return all(
        any(rules.forestalls(other, order) or (other, its) == (order, value) for other, its in before.items())
        for order, value in orders.items()
    )


def _asked(clause: Clause) -> set[str]:
    """Return all that has to hold, part by part, as texts that are the same for the same."""
    parts = _plain_facts(clause)
    if OR in clause:
        parts.add(f"or {sorted(map(_same_group, clause[OR]))}")
    if UNLESS in clause:
        parts |= {f"unless {_same_group(group)}" for group in excepted(clause)}
    return parts


def _same_group(group: Group) -> str:
    return str(sorted(_same(*each) for each in group.items()))


def _same(name: str, argument: Any) -> str:
    """Return a fact as a text: a list of one says the same as that one, and no list has an order but one of numbers.

    It may be a cell.
    """
    if isinstance(argument, dict):
        return f"{name} {sorted(argument.items(), key=str)}"
    several = isinstance(argument, list) and (len(argument) == 1 or not all(type(part) is int for part in argument))
    return f"{name} {sorted(map(str, argument)) if several else [str(argument)]}"
