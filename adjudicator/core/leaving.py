"""What a player left for the stages in which he sends nothing: orders with conditions, and the plain ones behind them.

Clauses are asked from the top: the first that has orders for the phase, holds on what its player can see, and whose
orders nothing speaks against now, orders in his stead. If none does, the plain standing orders do. Whoever leaves no
clause is told and played as if there were no such thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    excepted,
    facts_of,
    own_facts,
)
from adjudicator.core.faults import Path
from adjudicator.core.phrase import Filling, Listed, Phrase
from adjudicator.core.standing import IF, orders_said, plain_part

if TYPE_CHECKING:
    from adjudicator.core.game import Orders
    from adjudicator.core.plain import Plain


class Consulted(NamedTuple):
    """A clause that was asked, and what became of it."""

    number: int
    """Which it was of its player's, from 1."""
    clause: Clause
    became: str
    """``applied``; ``objected``, it held and its orders could not be given; ``failed``, it did not hold; ``unseen``."""
    facts: tuple[bool | None, ...]
    """Which of its facts held, in the order of :func:`facts_of`, as far as they were read."""


def answer(rules: Orders[Any], view: Any, phase: str, standing: Plain) -> tuple[Plain | None, Sequence[Consulted]]:
    """Return what ``standing`` orders order in a ``phase``, on a player's own ``view``; and the clauses asked.

    None where nothing is ordered, as where a window passes; empty where a clause orders that he does nothing.
    """
    consulted: list[Consulted] = []
    sight = Sight(rules.conditions, view, phase)
    for number, clause in enumerate(clauses_in(standing), 1):
        if not _has_orders_for(rules, clause, phase):
            continue
        truth, facts = sight.clause(clause)
        became, orders = _asked(rules, sight.view, clause, truth)
        consulted.append(Consulted(number, clause, became, tuple(facts)))
        if became == "applied":
            return (orders if orders or not clause[THEN] else None), consulted
    return _plainly(rules, view, standing), consulted


def _plainly(rules: Orders[Any], view: Any, standing: Plain) -> Plain | None:
    plain = plain_part(standing)
    return (plain and rules.standing(view, plain)) or None


def speaks_of(rules: Orders[Any], phase: str, standing: Plain) -> bool:
    """Tell whether a clause has orders for a phase."""
    return any(_has_orders_for(rules, clause, phase) for clause in clauses_in(standing))


def _has_orders_for(rules: Orders[Any], clause: Clause, phase: str) -> bool:
    orders = clause[THEN]
    return not orders or any(phase in (rules.phases_of(order) or (phase,)) for order in orders)


def _asked(rules: Orders[Any], view: Any, clause: Clause, truth: bool | None) -> tuple[str, Plain]:
    """Return what becomes of a clause that has orders for the phase, and its orders where it is applied."""
    if truth is not True:
        return ("unseen" if truth is None else "failed"), {}
    if not clause[THEN]:
        return "applied", {}
    orders = rules.standing(view, clause[THEN])
    if orders:
        return ("objected", {}) if rules.objections(view, orders) else ("applied", orders)
    keeps = rules.answers(view, clause[THEN])  # that he does nothing is what he has left
    return ("applied" if keeps else "objected"), {}


def clauses_in(standing: Plain) -> Sequence[Clause]:
    """Return the clauses among standing orders."""
    found: Sequence[Clause] = standing.get(IF, ())
    return found


def after(standing: Plain, consulted: Sequence[Consulted]) -> Plain:
    """Return what goes on standing after a stage: without a clause that was to act once, and did."""
    done = {one.number for one in consulted if one.became == "applied" and one.clause.get(ONCE)}
    if not done:
        return standing
    left = [clause for number, clause in enumerate(clauses_in(standing), 1) if number not in done]
    return {**plain_part(standing), **({IF: left} if left else {})}


# As it is kept -----------------------------------------------------------------------------------------------


def kept(consulted: Sequence[Consulted]) -> list[Plain]:
    """Return clauses that were asked as plain data."""
    return [{**one._asdict(), "facts": list(one.facts)} for one in consulted]


def as_kept(rules: Orders[Any], view: Any, standing: Plain, rows: Sequence[Plain]) -> Plain | None:
    """Return what ``standing`` orders were said to order, by what was kept of their clauses: no fact is judged.

    ``rows`` are of those that were asked; None where one of them is none of these clauses, or nothing was ordered.
    """
    clauses = clauses_in(standing)
    if not all(0 < row["number"] <= len(clauses) and clauses[row["number"] - 1] == row["clause"] for row in rows):
        return None
    applied = [row["clause"][THEN] for row in rows if row["became"] == "applied"]
    if not applied:
        return _plainly(rules, view, standing)
    return (rules.standing(view, applied[0]) or None) if applied[0] else {}


# In words ------------------------------------------------------------------------------------------------------


def left_said(rules: Orders[Any], standing: Plain) -> Sequence[Phrase]:
    """Say standing orders in words: the plain ones one by one; where there are clauses all in one, in their order."""
    plain = tuple(rules.standing_said(plain_part(standing)))
    said = [clause_said(rules, number, clause) for number, clause in enumerate(clauses_in(standing), 1)]
    if not said:
        return plain
    last = Phrase("clause.else", {"list": Listed(plain)}) if plain else rules.none_holds
    return (_chained("clause.next", [*said, last]),)


def plainly_said(rules: Orders[Any], standing: Plain, at_hand: bool = False) -> Sequence[Phrase]:
    """Say standing orders in words without what clauses say: how many there are, and what is done else.

    Where they are ``at_hand``, in his form, their player is told so.
    """
    count = len(clauses_in(standing))
    plain = tuple(rules.standing_said(plain_part(standing)))
    if not count:
        return plain
    counted = Phrase("clause.count.own" if at_hand else "clause.count", n=count)
    return (counted, Phrase("clause.else", {"list": Listed(plain)})) if plain else (counted,)


def dropped_said(rules: Orders[Any], before: Plain, standing: Plain) -> Iterator[Phrase]:
    """Say which clauses of standing orders that were there ``before`` are none of the new ones."""
    kept_on = clauses_in(standing)
    numbered = [(n, clause) for n, clause in enumerate(clauses_in(before), 1) if clause not in kept_on]
    said = [clause_said(rules, number, clause) for number, clause in numbered]
    if said:
        yield Phrase("receipt.clauses.dropped", {"list": _chained("clause.next", said)}, n=len(said))


def clause_said(rules: Orders[Any], number: int, clause: Clause) -> Phrase:
    """Say a clause in words, with its number."""
    values: dict[str, Filling] = {
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
    """Return phrases joined, each with the next, by the sentence ``key``."""
    first, *others = phrases
    return Phrase(key, {"one": first, "other": _chained(key, others)}) if others else first


def played_else(rows: Sequence[Plain]) -> Phrase | None:
    """Say to a player for whom was played what he left that none of his clauses was; None if one was."""
    return None if any(row["became"] == "applied" for row in rows) else Phrase("clause.became.else")


def became_said(rules: Orders[Any], rows: Sequence[Plain]) -> list[Phrase]:
    """Say to a player what became of his clauses that were asked, one phrase each, by what was kept of them."""
    return [
        Phrase(
            f"clause.became.{row['became']}",
            {"number": row["number"], "list": Listed(tuple(orders_said(rules, row["clause"][THEN])))},
        )
        for row in rows
    ]


def accounted(rules: Orders[Any], player: str, rows: Sequence[Plain]) -> Iterator[Phrase]:
    """Say to the MJ what became of a player's clauses, with the facts that were read."""
    for row in rows:
        facts = [
            Phrase(f"clause.fact.{_TRUTHS[truth]}", {"fact": _read_said(rules, path, name, argument)})
            for (path, name, argument), truth in zip(facts_of(row["clause"]), row["facts"], strict=False)
        ]
        values: Mapping[str, Filling] = {
            "player": player,
            "became": became_said(rules, [row])[0],
            "list": Listed(tuple(facts)),
        }
        yield Phrase("clause.account", values)


def _read_said(rules: Orders[Any], path: Path, name: str, argument: Any) -> Phrase:
    """Say a fact that was read, and that it was excepted if it was."""
    said = rules.conditions[name].said(argument)
    return Phrase("clause.unless", {"but": said}) if path[0] == UNLESS else said


_TRUTHS = {True: "true", False: "false", None: "unseen"}
