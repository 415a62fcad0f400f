"""The benchmark: it counts what children take, judges nothing that is not steady, measures all that it promises."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.commands import ROOT

BENCHMARKS = ROOT / "benchmarks"


@pytest.fixture(scope="module")
def bench() -> Iterator[Any]:
    """The modules of the benchmark by their names; afterwards nobody finds them any more."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCHMARKS)
        import_module("bench")
        found = {name: module for name, module in sys.modules.items() if _is_of_the_bench(module)}
        yield SimpleNamespace(**found)
    for name in found:
        del sys.modules[name]


def _is_of_the_bench(module: Any) -> bool:
    return Path(getattr(module, "__file__", None) or "/").parent == BENCHMARKS


# What is measured --------------------------------------------------------------------------------------------

CHILD = """\
import os, resource, subprocess, sys
busy = "import time\\nwhile time.process_time() < 0.3: pass"
subprocess.run([sys.executable, "-c", busy], check=True)
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
open(sys.argv[1], "w").write(str(sum(one.ru_utime + one.ru_stime for one in used)))
"""


def test_the_time_of_children_is_counted(bench: Any, tmp_path: Path) -> None:
    """By what the system told the child of itself and of its own child, shortly before its end."""
    pytest.importorskip("resource")
    told = tmp_path / "told"
    spent = bench.processes.here(tmp_path).spent([sys.executable, "-c", CHILD, told])
    assert spent.cpu >= float(told.read_text())


def test_a_command_that_fails_is_not_measured(bench: Any, tmp_path: Path) -> None:
    with pytest.raises(bench.processes.Failed, match="exit status 3"):
        bench.processes.here(tmp_path).spent([sys.executable, "-c", "raise SystemExit(3)"])


def test_the_other_groups_are_measured_where_a_command_fails(
    bench: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(plan: Any) -> Iterator[Any]:
        yield bench.verdicts.Measured("before", [1.0])
        raise bench.processes.Failed("exit status 3")

    monkeypatch.setattr(bench.bench, "GROUPS", (broken, lambda plan: iter([bench.verdicts.Measured("after", [1.0])])))
    assert [one.key for one in bench.bench.measured(None)] == ["before", "after"]
    assert "exit status 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    "idle, found",
    [
        ([True] * 4, [2.0, 2.0]),
        ([False, True, False, True, True, True, True], [2.0, 2.0]),
        ([False, False, True, True, True, False, False, False], None),
    ],
)
def test_two_processes_are_compared_while_nobody_else_works(
    bench: Any, monkeypatch: pytest.MonkeyPatch, idle: list[bool], found: list[float] | None
) -> None:
    """Asked before a round and after it; a round that is not begun is asked for once."""
    answers = iter(idle)
    monkeypatch.setattr(bench.rounds, "idle", lambda processors: next(answers))
    monkeypatch.setattr(bench.rounds, "_in_processes", lambda plan, number, jobs: bench.clocks.Spent(1.0, 2.0 / jobs))
    jobs = bench.rounds._jobs(SimpleNamespace(scale=bench.scale.Scale(slow_rounds=2)))
    assert getattr(jobs, "values", None) == found
    assert not list(answers)


def test_whether_processors_are_idle_is_tried(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench.idleness, "SECONDS", 0.01)
    assert bench.idleness.share(2) > 0


def test_campaigns_that_share_their_files_are_visited_as_others(bench: Any, tmp_path: Path) -> None:
    """And what they share is not changed by it."""
    program, rounds = bench.processes.here(tmp_path), bench.rounds
    base = rounds.campaign(program, tmp_path)
    before = contents(base)
    roots = rounds.copied(base, tmp_path / "copied", 2), rounds.linked(base, tmp_path / "linked", 2)
    for root in roots:
        program.run(program.line("run", root, "--jobs", "1"), rounds.BEFORE)
    assert contents(roots[0]) == contents(roots[1])
    assert contents(base) == before


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder, also where it is reached by a link."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            found |= {f"{path.name}/{name}": text for name, text in contents(path).items()}
        else:
            found[path.name] = path.read_bytes()
    return found


# What is judged ----------------------------------------------------------------------------------------------


def judged(bench: Any, *values: float, **row: Any) -> Any:
    promised = bench.rows.Row("one", "a command", **{"limit": 1.5, **row})
    return bench.verdicts.judged([promised], [bench.verdicts.Measured("one", values)])[0]


def test_what_is_over_its_limit_is_told_by_the_status(bench: Any) -> None:
    verdicts = bench.verdicts
    within, over = judged(bench, 1.4, 1.5, 1.4), judged(bench, 1.6, 1.6)
    assert verdicts.exit_status([within]) == verdicts.WITHIN
    assert verdicts.exit_status([within, over]) == verdicts.OVER
    assert [judged(bench, value, limit=1.7, least=True).word for value in (1.6, 1.8)] == ["OVER", "ok"]


def test_what_falls_short_of_its_goal_is_told_and_no_fault(bench: Any) -> None:
    found = [judged(bench, value, goal=1.2) for value in (1.1, 1.3, 1.6)]
    assert [verdict.word for verdict in found] == ["ok", "short", "OVER"]
    assert bench.verdicts.exit_status(found[:2]) == bench.verdicts.WITHIN
    assert any("1.50 B, goal 1.20" in line and line.endswith("short") for line in bench.bench.table(found))


def test_what_is_not_steady_is_not_judged(bench: Any) -> None:
    unsteady = judged(bench, 1.0, 1.3, 1.0, 1.3, 1.0, 1.3)
    assert unsteady.word == "unsure"
    assert bench.verdicts.exit_status([unsteady, judged(bench, 9.0, 9.0)]) == bench.verdicts.UNSURE
    assert judged(bench, 1.0, 1.1, 1.0, 1.1).word == "ok"


def test_a_row_that_nobody_measured_is_told_and_fails(bench: Any) -> None:
    verdicts, (base, helped) = bench.verdicts, bench.rows.ROWS[:2]
    found = verdicts.judged([base, helped], [verdicts.Measured("base", [1.0])])
    assert [verdict.word for verdict in found] == ["ok", "MISSING"]
    assert verdicts.exit_status([*found, judged(bench, 1.0, 9.0)]) == verdicts.UNMEASURED
    assert any("MISSING" in line and "--help" in line for line in bench.bench.table(found))
    assert "--help" in "".join(bench.bench.remarks(found, verdicts.UNMEASURED))


def test_a_row_that_cannot_be_measured_here_is_told_and_does_not_fail(bench: Any) -> None:
    verdicts = bench.verdicts
    found = verdicts.judged(bench.rows.ROWS[:1], [verdicts.Skipped("base", "it is Sunday")])
    assert [verdict.word for verdict in found] == ["skipped"]
    assert verdicts.exit_status(found) == verdicts.WITHIN
    assert "it is Sunday" in "".join(bench.bench.remarks(found, verdicts.WITHIN))


# What is promised --------------------------------------------------------------------------------------------


def test_rows_have_keys_of_their_own_and_a_quick_run_has_the_unit(bench: Any) -> None:
    keys = [row.key for row in bench.rows.ROWS]
    assert len(set(keys)) == len(keys)
    assert keys[0] == "base"
    assert bench.rows.ROWS[0].quick


def test_rows_tell_the_numbers_that_are_used(bench: Any) -> None:
    scale = bench.scale
    told = {quick: {row.key: row.what for row in bench.rows.promised(scale.Scale(many=7), quick)} for quick in (0, 1)}
    assert told[1]["idle"] == told[0]["idle"] == "run, each of 7 campaigns not due"
    assert "one of 7, one of 20" in told[0]["idle-growth"]
    assert "idle-growth" not in told[1]


SMALLEST = {
    "rounds": 1, "slow_rounds": 2, "grown_rounds": 1, "turn_rounds": 1, "camp_rounds": 1, "hostile_rounds": 1,
    "short_stages": 2, "few": 2, "many": 3, "few_mails": 1, "mails": 3, "orders": 20,
    "weighed_due": 3, "weighed_idle": 3,
}  # fmt: skip
"""As little of everything as shows that it is measured; of rounds two, where more than one are asked for."""


def planned(bench: Any, room: Path, quick: bool) -> Any:
    """A plan with the program as it lies here: to install it would take longer than all the rest."""
    (room / "home").mkdir()
    scale = bench.scale.Scale(**SMALLEST)
    plan = bench.plan.Plan(room, frozenset(row.key for row in bench.rows.promised(scale, quick)), scale)
    plan.installation = SimpleNamespace(program=bench.processes.here(room / "home"), renew=lambda: None)
    return plan


ALL = pytest.param(False, id="all", marks=pytest.mark.deep)


@pytest.mark.parametrize("quick", [pytest.param(True, id="quick"), ALL])
def test_every_row_that_is_promised_is_measured(
    bench: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], quick: bool
) -> None:
    monkeypatch.setattr(bench.rounds, "idle", lambda processors: True)
    # for phases of Diplomacy a library is needed that tests have not
    monkeypatch.setattr(bench.memory_rows, "turn_against_phase", bench.memory_rows.simulation_against_turn)
    plan = planned(bench, tmp_path, quick)
    found = list(bench.bench.measured(plan))
    assert capsys.readouterr().err == ""
    assert sorted(one.key for one in found) == sorted(plan.keys)
    assert all(isinstance(one, bench.verdicts.Measured) for one in found)
