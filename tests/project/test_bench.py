"""The benchmark: its campaigns can be played, all its rows are measured, and a row over its limit is told."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from support.commands import ROOT


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Yield the benchmark as a module, with as little of everything as shows that it is measured."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    module = import_module("bench")
    for name, value in (("ROUNDS", 1), ("FEW", 2), ("MANY", 3)):
        monkeypatch.setattr(module, name, value)
    yield module
    del sys.modules["bench"]


@pytest.fixture
def program(bench: Any) -> Any:
    """Return the program as it lies here: to install it would take longer than all the rest."""
    here = bench.Program.__new__(bench.Program)
    here.python = sys.executable
    return here


@pytest.mark.deep
def test_its_campaigns_await_a_turn_with_orders(bench: Any, program: Any, tmp_path: Path) -> None:
    game, visited = bench.eighteen(program, tmp_path / "eighteen"), bench.small(program, tmp_path / "small")
    assert len(list((game / "inbox").iterdir())) == 18
    assert [path.name for path in sorted((game / "turns").iterdir())][-1].endswith("placement")
    program.cpu("resolve", game)
    assert list(game.glob("turns/*-turn-1/result/outcome.json"))
    program.cpu("run", visited, now=bench.AFTER)
    assert list(visited.glob("turns/*-turn-1/result/outcome.json"))


def test_a_command_that_fails_ends_it(program: Any, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="exit status"):
        program.cpu("resolve", tmp_path / "nowhere")


@pytest.mark.parametrize(("value", "status"), [(0.8, 0), (1.0, 1)])
def test_a_row_over_its_limit_is_told_by_the_status(
    bench: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], value: float, status: int
) -> None:
    monkeypatch.setattr(bench, "Program", lambda room: None)
    monkeypatch.setattr(bench, "rows", lambda program, room: iter([bench.Row("check", value, 0.9, "B")]))
    assert bench.main() == status
    assert f"| check | {value:.3f} | 0.9 B | {'over' if status else 'ok'} |" in capsys.readouterr().out


@pytest.mark.deep
def test_all_rows_of_commands_are_measured(bench: Any, program: Any, tmp_path: Path) -> None:
    assert all(row.value > 0 for row in islice(bench.rows(program, tmp_path), 5))
