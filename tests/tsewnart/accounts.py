"""The accounts of the cases of Tsewnart, as text, and which of them are worth keeping."""

from __future__ import annotations

from functools import cache
from typing import Any

from support import commands
from support.campaigns import cases_of

from adjudicator.core.game import CASE_SEED as SEED
from adjudicator.core.stage import Outcome
from adjudicator.games.tsewnart.adjudication import play_turn
from adjudicator.games.tsewnart.cases import make_setting, make_state
from adjudicator.proof.cases import case_files

GOLDEN = "accounts.txt"
"""The golden file."""


@cache
def cases() -> dict[str, dict[str, Any]]:
    """The cases by their names; reading them takes seconds."""
    files = case_files([commands.CASES / "tsewnart"])
    return {case.plain["id"]: case.plain for path in files for case in cases_of(path)}


def play(case: dict[str, Any]) -> Outcome:
    return play_turn(make_setting(case), make_state(case), case.get("orders", {}), SEED)


def text(value: Any) -> str:
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(part, int) for part in value):
        return f"({value[0]};{value[1]})"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(text, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {text(part)}" for key, part in value.items()) + "}"
    return str(value)


def account(case: dict[str, Any]) -> str:
    outcome = play(case)
    lines = [f"{case['id']}: {case['title']}"]
    reordered = any(fact.kind == "reordered" for fact in outcome.log)
    for fact in outcome.log:
        indent = "  " if fact.kind in ("tried", "result", "after") else "    "
        data = fact.data if fact.kind != "after" or reordered else {}  # the sheet's own order needs no telling
        lines.append(f"{indent}{fact.kind} " + ", ".join(f"{key}={text(value)}" for key, value in data.items()))
    for notice in outcome.notices:
        told = ", ".join(f"{key}={text(value)}" for key, value in notice.facts.items())
        lines.append(f"  told {notice.to}: {notice.kind} {told}")
    if outcome.state.ending:
        lines.append(f"  ending {outcome.state.ending.cause} {text(outcome.state.ending.winners)}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def headings(golden: str) -> list[str]:
    return [line.partition(":")[0] for line in golden.splitlines() if line and not line.startswith(" ")]


def told_by(case: dict[str, Any]) -> set[tuple[str, ...]]:
    """What an account shows once at least: kinds of facts, and each order's reasons with their rulings."""
    outcome = play(case)
    shown: set[tuple[str, ...]] = {(fact.kind,) for fact in outcome.log}
    for given in outcome.results.values():
        shown |= {(order, str(r["success"]), r["reason"], *r["rulings"]) for order, r in given.items()}
    shown |= {("told", notice.kind, notice.to.kind) for notice in outcome.notices}
    if outcome.state.ending:
        shown.add(("ending", outcome.state.ending.cause))
    return shown


def choose() -> list[str]:
    """The cases for the golden file: each shows something that the ones before do not; short ones first."""
    chosen: list[str] = []
    missing = set().union(*map(told_by, cases().values()))
    for name in sorted(cases(), key=lambda name: (len(account(cases()[name])), name)):
        if told_by(cases()[name]) & missing:
            chosen.append(name)
            missing -= told_by(cases()[name])
    return [name for name in cases() if name in chosen]
