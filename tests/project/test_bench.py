"""The benchmark: it counts what children take, judges nothing that is not steady, has every row that it promises."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from places import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))

from plan import Plan, Scale
from processes import Failed, here
from rows import ROWS, Row
from single import measured
from verdicts import OVER, UNSURE, WITHIN, Measured, Verdict, exit_status

ROW = Row("one", "a command", 1.5)
BURN = "sum(i * i for i in range(3_000_000))"


def judged(*values: float, row: Row = ROW) -> Verdict:
    return Verdict(row, Measured(row.key, values))


def test_the_time_of_children_is_counted(tmp_path: Path) -> None:
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BURN!r}], check=True)"
    program = here(tmp_path)
    alone = program.spent([sys.executable, "-c", "pass"])
    assert program.spent([sys.executable, "-c", child]).cpu > 2 * alone.cpu


def test_a_command_that_fails_is_not_measured(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="exit status 3"):
        here(tmp_path).spent([sys.executable, "-c", "raise SystemExit(3)"])


def test_what_is_over_its_limit_is_told_by_the_status() -> None:
    assert exit_status([judged(1.4, 1.5, 1.4)]) == WITHIN
    assert exit_status([judged(1.4, 1.5, 1.4), judged(1.6, 1.6)]) == OVER
    least = Row("jobs", "as fast", 1.7, least=True)
    assert [judged(value, row=least).word for value in (1.6, 1.8)] == ["OVER", "ok"]


def test_what_is_not_steady_is_not_judged() -> None:
    unsteady = judged(1.0, 1.3, 1.0, 1.3, 1.0, 1.3)
    assert unsteady.word == "unsure"
    assert exit_status([unsteady, judged(9.0, 9.0)]) == UNSURE
    assert judged(1.0, 1.1, 1.0, 1.1).word == "ok"


def test_rows_have_keys_of_their_own_and_a_quick_run_has_the_unit() -> None:
    keys = [row.key for row in ROWS]
    assert len(set(keys)) == len(keys)
    assert ROWS[0].key == "base"
    assert ROWS[0].quick


def test_commands_are_measured_as_they_are_promised(tmp_path: Path) -> None:
    """With the program as it lies here, in one round."""
    keys = frozenset({"base", "help", "check", "submitted"})

    class Here(Plan):
        program = property(lambda plan: here(plan.folder_once("home")))  # type: ignore[assignment]

        def folder_once(self, name: str) -> Path:
            (self.room / name).mkdir(exist_ok=True)
            return self.room / name

    found = {one.key: one for one in measured(Here(tmp_path, keys, Scale(rounds=1)))}
    assert found.keys() == keys
    assert all(isinstance(one, Measured) and one.value > 0 for one in found.values())
