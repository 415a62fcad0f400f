"""Standing orders: the plain ones, which games judge themselves, and conditional clauses, « if … then … », before them.

The rest of the program uses the functions of this module instead of asking a game about standing orders directly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.core.conditions import (
    AND,
    ONCE,
    OR,
    THEN,
    UNLESS,
    Clause,
    Conditions,
    Group,
    Sight,
    crossed,
    excepted,
    facts_of,
    is_crossed,
    own_facts,
)
from adjudicator.core.faults import KeyPath, Listed, Objection, Phrase, PhraseArgument, Word
from adjudicator.core.plain import Plain

if TYPE_CHECKING:
    from adjudicator.core.game_orders import Orders


IF = "if"
"""The key of the clauses among standing orders."""


def plain_part(standing: Plain) -> Plain:
    """Return standing orders without their clauses."""
    return {order: value for order, value in standing.items() if order != IF} if IF in standing else standing


def orders_said(rules: Orders, orders: Plain) -> Sequence[Phrase]:
    """Return in words the orders that standing orders result in, where doing nothing counts as an order."""
    return rules.standing_said(orders) if orders else (Phrase("clause.nothing"),)


def examples(rules: Orders, view: Any) -> list[tuple[str, Any]]:
    """Return the conditions that orders may have, each with an argument that the view's player might write.

    Conditions that can never hold for this player, judging by what the player knows, are left out.
    """
    found = ((name, condition.example(view)) for name, condition in rules.conditions.items())
    return [(name, example) for name, example in found if example is not None]


# The evaluation of clauses. They are consulted from the top: the first clause applies that has orders for the phase,
# holds on what its player can see, and whose orders raise no objection now. If none does, the plain standing orders
# apply.


class Consulted(NamedTuple):
    """A clause that was consulted, and what became of it."""

    number: int
    """Its position among the player's clauses, from 1."""
    clause: Clause
    became: str
    """``applied``, ``objected``, ``failed`` or ``unseen``.

    ``objected``: it held but its orders could not be given; ``failed``: it did not hold; ``unseen``: it was not known
    whether it held.
    """
    facts: tuple[bool | None, ...]
    """Which of its facts held, in the order of :func:`facts_of`; shorter if not all facts had to be read."""


def answer(rules: Orders, view: Any, phase: str, standing: Plain) -> tuple[Plain | None, Sequence[Consulted]]:
    """Return the orders that ``standing`` orders give in a ``phase``, judged on ``view``, and the clauses consulted.

    The orders are None if nothing is ordered, for example if a window is passed, and empty if a clause orders the
    player to do nothing.
    """
    consulted: list[Consulted] = []
    sight = Sight(rules.conditions, view, phase)
    for number, clause in enumerate(clauses_in(standing), 1):
        if not _has_orders_for(rules, clause, phase):
            continue
        truth, facts = sight.clause(clause)
        became, orders = _asked(rules, sight.view, phase, clause, truth)
        consulted.append(Consulted(number, clause, became, tuple(facts)))
        if became == "applied":
            return (orders if orders or not clause[THEN] else None), consulted
    return _plainly(rules, view, standing), consulted


def _plainly(rules: Orders, view: Any, standing: Plain) -> Plain | None:
    plain = plain_part(standing) if all(each.plainly for each in rules.phases if each.name == view.phase) else {}
    return (plain and rules.standing(view, plain)) or None


def answers(rules: Orders, view: Any, phase: str, standing: Plain) -> bool:
    """Return whether standing orders answer in a window, which then need not wait for their player.

    Whether a condition holds does not matter, because everybody sees how long a window lasts.
    """
    clauses = [clause for clause in clauses_in(standing) if _has_orders_for(rules, clause, phase)]
    if any(rules.clause_answers(view, clause[THEN]) for clause in clauses):
        return True
    return rules.answers(view, plain_part(standing))


def _has_orders_for(rules: Orders, clause: Clause, phase: str) -> bool:
    orders = clause[THEN]
    if not orders:
        return not any(each.name == phase and each.owed for each in rules.phases)
    return any(phase in (rules.phases_of(order) or (phase,)) for order in orders)


def _asked(rules: Orders, view: Any, phase: str, clause: Clause, truth: bool | None) -> tuple[str, Plain]:
    """Return what becomes of a clause that has orders for the phase, and its orders if it is applied."""
    if truth is not True:
        return ("unseen" if truth is None else "failed"), {}
    if not clause[THEN]:
        return "applied", {}
    orders = rules.standing(view, clause[THEN])
    if orders:
        return ("objected", {}) if rules.against(view, orders) else ("applied", orders)
    # Nothing is left of what is impossible now, but the player may also have left the order to do nothing.
    then = {key: value for key, value in clause[THEN].items() if phase in (rules.phases_of(key) or (phase,))}
    keeps = rules.idles(view, then) and not rules.against(view, then)
    return ("applied" if keeps else "objected"), {}


def clauses_in(standing: Plain) -> Sequence[Clause]:
    """Return the clauses among standing orders."""
    found: Sequence[Clause] = standing.get(IF, ())
    return found


def after(standing: Plain, consulted: Sequence[Consulted]) -> Plain:
    """Return the standing orders that remain after a stage: without clauses marked ``once`` that were applied."""
    done = {one.number for one in consulted if one.became == "applied" and one.clause.get(ONCE)}
    if not done:
        return standing
    left = [clause for number, clause in enumerate(clauses_in(standing), 1) if number not in done]
    return {**plain_part(standing), **({IF: left} if left else {})}


def trouble(rules: Orders, view: Any, standing: Plain) -> Sequence[Phrase]:
    """Say which plain standing orders cannot be used now; clauses are not mentioned, as they wait for their facts."""
    return rules.standing_trouble(view, plain_part(standing))


# Records of consulted clauses -------------------------------------------------------------------------------


def kept(consulted: Sequence[Consulted]) -> list[Plain]:
    """Return consulted clauses as plain data, for the record of a stage."""
    return [{**one._asdict(), "facts": list(one.facts)} for one in consulted]


def as_kept(rules: Orders, view: Any, standing: Plain, rows: Sequence[Plain]) -> Plain | None:
    """Return the orders that ``standing`` orders gave according to the record, without judging any fact again.

    ``rows`` are the recorded clauses. Return None if one of them is not among these clauses, or nothing was ordered.
    """
    clauses = clauses_in(standing)
    if not all(0 < row["number"] <= len(clauses) and clauses[row["number"] - 1] == row["clause"] for row in rows):
        return None
    applied = [row["clause"][THEN] for row in rows if row["became"] == "applied"]
    if not applied:
        return _plainly(rules, view, standing)
    return (rules.standing(view, applied[0]) or None) if applied[0] else {}


# Standing orders in words ------------------------------------------------------------------------------------


def said(rules: Orders, standing: Plain) -> Sequence[Phrase]:
    """Return standing orders in words: plain ones one by one, or everything in one phrase if there are clauses."""
    plain = tuple(rules.standing_said(plain_part(standing)))
    clauses = [clause_said(rules, number, clause) for number, clause in enumerate(clauses_in(standing), 1)]
    if not clauses:
        return plain
    last = Phrase("clause.else", {"list": Listed(plain)}) if plain else rules.none_holds
    return (_chained("clause.next", [*clauses, last]),)


def plainly_said(rules: Orders, standing: Plain, at_hand: bool = False) -> Sequence[Phrase]:
    """Return standing orders in words, with the number of clauses in place of their content.

    The plain orders, which apply if no clause does, are said in full. ``at_hand`` tells players that they find the
    clauses in their form.
    """
    count = len(clauses_in(standing))
    plain = tuple(rules.standing_said(plain_part(standing)))
    if not count:
        return plain
    counted = Phrase("clause.count.own" if at_hand else "clause.count", n=count)
    return (counted, Phrase("clause.else", {"list": Listed(plain)})) if plain else (counted,)


def dropped(rules: Orders, before: Plain, standing: Plain) -> Iterator[Phrase]:
    """Yield a phrase that names the clauses of the standing orders ``before`` that are missing in the new ones."""
    kept_on = clauses_in(standing)
    numbered = [(n, clause) for n, clause in enumerate(clauses_in(before), 1) if clause not in kept_on]
    clauses = [clause_said(rules, number, clause) for number, clause in numbered]
    if clauses:
        yield Phrase("receipt.clauses.dropped", {"list": _chained("clause.next", clauses)}, n=len(clauses))


def clause_said(rules: Orders, number: int, clause: Clause) -> Phrase:
    """Return a clause in words, with its number."""
    values: dict[str, PhraseArgument] = {
        "number": number,
        "facts": _facts_said(rules.conditions, clause),
        "list": Listed(tuple(orders_said(rules, clause[THEN]))),
    }
    return Phrase("clause.once" if clause.get(ONCE) else "clause", values)


def _facts_said(conditions: Conditions, clause: Clause) -> Phrase:
    own = [conditions[name].said(argument) for name, argument in own_facts(clause)]
    own += [_group_said(conditions, group) for group in clause.get(AND, ())]
    if OR in clause:
        either = _chained("clause.or", [_group_said(conditions, group) for group in clause[OR]])
        own.append(either if not own else Phrase("clause.group", {"facts": either}))
    facts = _chained("clause.and", own) if own else None
    if UNLESS not in clause:
        return Phrase("clause.if", {"facts": facts or ""})
    but = _chained("clause.or", [_group_said(conditions, group) for group in excepted(clause)])
    if facts is None:
        return Phrase("clause.unless", {"but": but})
    return Phrase("clause.if-unless", {"facts": facts, "but": but})


def _group_said(conditions: Conditions, group: Group) -> Phrase:
    said = [conditions[name].said(argument) for name, argument in group.items()]
    return said[0] if len(said) == 1 else Phrase("clause.group", {"facts": _chained("clause.and", said)})


def _chained(key: str, phrases: Sequence[Phrase]) -> Phrase:
    """Return phrases joined pairwise, from left to right, by the sentence ``key``."""
    first, *others = phrases
    return Phrase(key, {"one": first, "other": _chained(key, others)}) if others else first


def played_else(rows: Sequence[Plain]) -> Phrase | None:
    """Return a phrase that tells a player that no clause was applied, so the plain orders were; None if one was."""
    return None if any(row["became"] == "applied" for row in rows) else Phrase("clause.became.else")


def became_said(rules: Orders, rows: Sequence[Plain]) -> list[Phrase]:
    """Tell a player what became of the clauses that were consulted, one phrase each, from their record."""
    return [
        Phrase(
            f"clause.became.{row['became']}",
            {"number": row["number"], "list": Listed(tuple(orders_said(rules, row["clause"][THEN])))},
        )
        for row in rows
    ]


def accounted(rules: Orders, player: str, rows: Sequence[Plain]) -> Iterator[Phrase]:
    """Tell the MJ what became of a player's clauses, with the facts that were read."""
    for row in rows:
        facts = [
            Phrase(f"clause.fact.{_TRUTHS[truth]}", {"fact": _fact_said(rules, path, name, argument)})
            for (path, name, argument), truth in zip(facts_of(row["clause"]), row["facts"], strict=False)
        ]
        values: Mapping[str, PhraseArgument] = {
            "player": player,
            "became": became_said(rules, [row])[0],
            "list": Listed(tuple(facts)),
        }
        yield Phrase("clause.account", values)


def _fact_said(rules: Orders, path: KeyPath, name: str, argument: Any) -> Phrase:
    """Return a fact that was read in words, marked as an exception if it stands under ``unless``."""
    said = rules.conditions[name].said(argument)
    return Phrase("clause.unless", {"but": said}) if path[0] == UNLESS else said


_TRUTHS = {True: "true", False: "false", None: "unseen"}


# Objections to clauses as they arrive: clauses that never apply, always hold or are never reached. They are judged on
# the player's own view, like orders, so that they reveal nothing. What only hidden facts make impossible is not
# reported.


MOST_FACTS = 24
"""The most facts that all clauses of a player may have together."""


def objections(
    rules: Orders, view: Any, standing: Plain, readable: Callable[[int], bool] = lambda n: True
) -> Iterator[Objection]:
    """Judge standing orders, and those clauses among them for whose index ``readable`` returns True."""
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


def below(path: KeyPath, objection: Objection) -> Objection:
    """Return an objection with its paths moved below ``path``."""
    related = (*path, *objection.related) if objection.related else ()
    return objection._replace(path=(*path, *objection.path), related=related)


def _clause_objections(rules: Orders, view: Any, clause: Clause) -> Iterator[Objection]:
    if not any(facts_of(clause)):
        yield Objection("clause-empty")
    for path, name, argument in facts_of(clause):
        condition = rules.conditions[name]
        seen = condition.seen_in(view)
        unseen = [order for order in clause[THEN] if (given := rules.phases_of(order)) and not given & seen]
        if unseen:
            yield Objection("condition-unseen", path, on_key=True, related=(THEN, unseen[0]))
        else:
            found = [crossed(argument)] if is_crossed(argument) else condition.objections(view, argument)
            yield from (below(path, objection) for objection in found)
    for objection in rules.standing_objections(view, clause[THEN]):
        yield below((THEN,), objection)
    yield from _denied(clause)
    yield from _never_together(rules, view, clause)


def _never_together(rules: Orders, view: Any, clause: Clause) -> Iterator[Objection]:
    """Object to facts that never hold when the clause's orders can be given, and exceptions that then always do."""
    for path, name, argument in facts_of(clause):
        if path[0] == OR or (path[0] == UNLESS and len(_group_at(clause, path)) > 1):
            continue  # the clause may hold whether or not this fact does
        holds = _given_when(rules, view, clause, name, argument)
        code = "condition-needed" if path[0] == UNLESS else "condition-against"
        if holds is (path[0] == UNLESS):  # an exception that always holds, or a required fact that never does
            yield Objection(code, path, on_key=True, related=(THEN, next(iter(clause[THEN]))))


def _group_at(clause: Clause, path: KeyPath) -> Group:
    """Return the group that contains the fact to which a path leads."""
    group: Any = clause
    for step in path[:-1]:
        group = group[step]
    return group  # type: ignore[no-any-return]


def _given_when(rules: Orders, view: Any, clause: Clause, name: str, argument: Any) -> bool | None:
    """Return whether a fact always (True) or never (False) holds when a clause's orders can be given; else None."""
    if not rules.conditions[name].with_orders:
        return None
    found = {rules.given_when(view, order, name, argument) for order in clause[THEN]}
    return found.pop() if len(found) == 1 else None


def remarks(rules: Orders, view: Any, standing: Plain) -> Iterator[Phrase]:
    """Yield the facts that clauses need not ask for, because their orders can only be given if the facts hold."""
    for number, clause in enumerate(clauses_in(standing), 1):
        for path, name, argument in facts_of(clause):
            if path[0] not in (OR, UNLESS) and _given_when(rules, view, clause, name, argument):
                values: dict[str, PhraseArgument] = {
                    "number": number,
                    "fact": rules.conditions[name].said(argument),
                    "order": Word("orders", next(iter(clause[THEN]))),
                }
                yield Phrase("receipt.clause.anyhow", values)


def warnings(rules: Orders, view: Any, phase: str, standing: Plain) -> Iterator[Phrase]:
    """Yield which standing orders would fail as things stand now.

    Of the orders of a clause, these are the ones that would fail in every case in which the clause holds.
    """
    if not rules.warns:
        return
    plain = plain_part(standing)
    for what in rules.warnings(view, rules.standing(view, plain)) if plain else ():
        yield Phrase("warning.standing", {"what": what})
    for number, clause in enumerate(clauses_in(standing), 1):
        views = _where_it_holds(rules, view, phase, clause)
        told = [rules.warnings(each, rules.standing(each, clause[THEN])) for each in views]
        failing = [{what.values.get("order") for what in each} for each in told]
        for what in told[0] if told else ():
            if all(what.values.get("order") in orders for orders in failing):
                yield Phrase("warning.clause", {"number": number, "what": what})


MOST_VIEWS = 100
"""The most ways in which a clause may hold that are examined; if there are more, no warning is given."""


def _where_it_holds(rules: Orders, view: Any, phase: str, clause: Clause) -> list[Any]:
    """Return versions of ``view`` on which a clause holds, with its facts assumed one after the other."""
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
    """Object to a clause that excepts what it asks for."""
    asked = _plain_facts(clause)
    for group in excepted(clause) if UNLESS in clause else ():
        if {_same(*each) for each in group.items()} <= asked:
            yield Objection("clause-denied", (UNLESS,), on_key=True)
            return


def _plain_facts(clause: Clause) -> set[str]:
    """Return the facts that must hold individually, as texts that are equal for equivalent facts."""
    groups = [dict(own_facts(clause)), *clause.get(AND, ())]
    return {_same(*each) for group in groups for each in group.items()}


def _never_reached(rules: Orders, clauses: Mapping[int, Clause], n: int) -> Iterator[Objection]:
    """Object to clause ``n`` if an earlier clause always applies first.

    That is so if the earlier one asks for no more, and one of its orders is possible whenever the orders of ``n`` are.
    """
    asked, orders = _asked_of_clause(clauses[n]), clauses[n][THEN]
    for before, clause in clauses.items():
        if before >= n:
            return
        if clause.get(ONCE):
            continue  # it is removed once it has been applied, so later clauses are reached
        if _always_first(rules, clause[THEN], orders) and _asked_of_clause(clause) <= asked:
            yield Objection("clause-unreached", (), {"number": n + 1, "other": before + 1})
            return


def _always_first(rules: Orders, before: Plain, orders: Plain) -> bool:
    """Return whether a clause with the orders ``before``, if it holds, applies whenever one with ``orders`` would."""
    if not before:
        owed = {phase.name for phase in rules.phases if phase.owed}
        return not any(owed & rules.phases_of(order) for order in orders)
    if not orders:
        return any(rules.forestalls(other, None) for other in before)
    return all(
        any(rules.forestalls(other, order) or (other, its) == (order, value) for other, its in before.items())
        for order, value in orders.items()
    )


def _asked_of_clause(clause: Clause) -> set[str]:
    """Return everything that must hold, part by part, as texts that are equal for equivalent parts."""
    parts = _plain_facts(clause)
    if OR in clause:
        parts.add(f"or {sorted(map(_same_group, clause[OR]))}")
    if UNLESS in clause:
        parts |= {f"unless {_same_group(group)}" for group in excepted(clause)}
    return parts


def _same_group(group: Group) -> str:
    return str(sorted(_same(*each) for each in group.items()))


def _same(name: str, argument: Any) -> str:
    """Return a fact as text that is equal for equivalent facts.

    A list of one value counts as that value. The order of a list does not matter, except in a list of whole numbers,
    which may be a cell.
    """
    if isinstance(argument, dict):
        return f"{name} {sorted(argument.items(), key=str)}"
    several = isinstance(argument, list) and (len(argument) == 1 or not all(type(part) is int for part in argument))
    return f"{name} {sorted(map(str, argument)) if several else [str(argument)]}"
