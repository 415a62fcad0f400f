"""The MJ's account of a turn, fact by fact: every reason, ruling and kind of fact, against a golden file.

The golden file holds the accounts of the cases that its headings name. To make it anew after a change that is
meant, run ``python tests/test_account.py`` and read the difference before it is committed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.core.game import CASE_SEED as SEED
from adjudicator.core.stage import Outcome
from adjudicator.lab.cases import case_files, read_cases
from adjudicator.rulesets.tsewnart.adjudication import play_turn
from adjudicator.rulesets.tsewnart.cases import make_setting, make_state

HERE = Path(__file__).parent
GOLDEN = HERE / "golden" / "accounts.txt"
CASES = {
    case.plain["id"]: case.plain
    for path in case_files([HERE / "cases" / "tsewnart"])
    for case in read_cases(path, "en")
}


def play(case: dict[str, Any]) -> Outcome:
    setting = make_setting(case)
    return play_turn(setting, make_state(case), case.get("orders", {}), SEED, setting.camp_names)


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


def test_accounts_are_those_of_the_golden_file():
    golden = GOLDEN.read_text(encoding="utf-8")
    assert "\n".join(account(CASES[name]) for name in headings(golden)) == golden


def test_golden_file_shows_every_reason_and_kind_of_fact_that_any_case_brings_about():
    golden = headings(GOLDEN.read_text(encoding="utf-8"))
    shown = set().union(*(told_by(CASES[name]) for name in golden))
    brought_about = set().union(*map(told_by, CASES.values()))
    assert brought_about - shown == set()


def choose() -> list[str]:
    """The cases for the golden file: each shows something that the ones before do not; short ones first."""
    chosen: list[str] = []
    missing = set().union(*map(told_by, CASES.values()))
    for name in sorted(CASES, key=lambda name: (len(account(CASES[name])), name)):
        if told_by(CASES[name]) & missing:
            chosen.append(name)
            missing -= told_by(CASES[name])
    return [name for name in CASES if name in chosen]


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(account(CASES[name]) for name in choose()), encoding="utf-8")
