"""Every case of every file, by file: what the mutation tester runs, and names the cases that fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.lab.cases import case_files, read_cases, run_case

FOLDER = Path(__file__).parent / "cases"
CASES = {f"{path.parent.name}/{path.stem}": read_cases(path, "en") for path in case_files([FOLDER])}


@pytest.mark.parametrize("name", CASES)
def test_cases_pass(name):
    assert [case.plain["id"] for case in CASES[name] if not run_case(case)["passed"]] == []
