"""The pairs by which leaks are looked for: everything occurs in them, and what may be known is told (§10)."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from support.leaks import EVERY_DAY, readers_of, report_data
from support.suite import drawn
from tsewnart.pairs import CHANGES, EARLIER, Side, may_know
from tsewnart.suite import SUITE

from adjudicator.games.tsewnart import rules

# The pairs themselves ----------------------------------------------------------------------------------------

FOR_ALL_TO_SEE = {"initiative", "ended"}
"""Facts of the account that can be no secret."""


def words_of(method: str, argument: int) -> set[str]:
    """Return the kinds with which the rules call ``method``, read from their source."""
    found: set[str] = set()
    for path in sorted(Path(rules.__file__).parent.glob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and name_of(call.func) == method:
                        found |= meanings(call.args[argument], function)
    return found


def name_of(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def meanings(value: ast.expr, function: ast.FunctionDef) -> set[str]:
    """Return the texts that an expression can be: one, one of two, or what its name was given in the function."""
    if isinstance(value, ast.Constant):
        return {str(value.value)}
    if isinstance(value, ast.IfExp):
        return meanings(value.body, function) | meanings(value.orelse, function)
    given = [line for line in ast.walk(function) if isinstance(line, ast.Assign) and isinstance(value, ast.Name)]
    names = [(name_of(target), line.value) for line in given for target in line.targets]
    return {text for name, each in names if name == name_of(value) for text in meanings(each, function)}


KINDS = words_of("note", 0) | words_of("change", 0)


def test_the_kinds_are_found_in_the_source() -> None:
    assert {"moved", "seen", "seen-concealed", "reordered", "ended", "result"} <= KINDS
    assert {"revealed", "role-seen", "name-seen"} <= words_of("tell", 1)
    assert words_of("Notice", 0) == {"eliminated", "captured"}


def occurring(kinds_of: Callable[[Side], Iterable[tuple[str, str]]]) -> dict[str, tuple[int, int]]:
    """Count, by kind, the pairs in which something occurs, and those in which it differs between the two."""
    occurs: Counter[str] = Counter()
    differs: Counter[str] = Counter()
    for pair in drawn(SUITE, EVERY_DAY):
        one, two = Counter(kinds_of(pair.one)), Counter(kinds_of(pair.two))
        occurs.update({kind for kind, _ in one | two})
        differs.update({kind for kind, _ in (one - two) + (two - one)})
    return {kind: (occurs[kind], differs[kind]) for kind in sorted(occurs)}


def facts_of(side: Side) -> Iterator[tuple[str, str]]:
    return ((fact.kind, repr(fact.data)) for fact in side.outcome.log)


def notices_of(side: Side) -> Iterator[tuple[str, str]]:
    return ((notice.kind, repr(notice)) for notice in side.outcome.notices)


def reasons_of(side: Side) -> Iterator[tuple[str, str]]:
    results = [fact.data for fact in side.outcome.log if fact.kind == "result"]
    return ((f"{data['order']}: {data['reason']}", data["player"]) for data in results)


def print_counts(title: str, counts: dict[str, tuple[int, int]]) -> None:
    print(f"{title}: in how many pairs, and in how many of those the two differ in it")
    for kind, (occurs, differs) in counts.items():
        print(f"  {kind:24} {occurs:4} {differs:4}")


BY_HAND = {"ruled"}
"""What there is only where the MJ has ruled on an order: see ``test_by_hand.py``."""


def test_everything_occurs_in_the_pairs() -> None:
    facts, notices, reasons = map(occurring, (facts_of, notices_of, reasons_of))
    print_counts("facts", facts)
    print_counts("notices", notices)
    print_counts("results", reasons)
    print("changes", Counter(change for pair in drawn(SUITE, EVERY_DAY) for change in pair.changes).most_common())
    assert set(facts) == KINDS - BY_HAND
    assert set(notices) == (words_of("tell", 1) | words_of("Notice", 0)) - BY_HAND
    assert {kind for kind, (_, differs) in facts.items() if not differs} == FOR_ALL_TO_SEE
    assert {kind for kind, (_, differs) in notices.items() if differs} == {
        "revealed",
        "hallowed",
        "examined",
        "name-seen",
    }
    assert len(reasons) > 60


def test_what_may_be_known_is_told() -> None:
    """The pairs are as far apart as they may be: whatever a reader may know of a turn is in his report."""
    chance, apart = random.Random("told"), Counter[str]()
    for one in (pair.one for pair in drawn(SUITE, EVERY_DAY)[::2] if pair.one.table.state.phase == "turn"):
        changed = chance.choice(CHANGES)(chance, one.table, list(one.table.setting.roster))
        two = Side(changed or one.table, one.kept)
        for reader in readers_of(one):
            known = may_know(one, reader), may_know(two, reader)
            if reader.kind != "player" and all(known[0].get(key) == known[1].get(key) for key in EARLIER):
                assert (report_data(one, reader) == report_data(two, reader)) == (known[0] == known[1])
                apart.update(key for key in known[0] if known[0][key] != known[1][key])
    print("told apart by", apart.most_common())
    assert {"board", "votes", "eliminated", "learnt", "players", "learnt by the camp"} <= set(apart)
