"""Every case of every file, by file: what the mutation tester runs, and names the cases that fail."""

from __future__ import annotations

import pytest
from support.campaigns import cases_of
from support.commands import CASES as FOLDER

from adjudicator.proof.cases import case_files, run_case

CASES = {f"{path.parent.name}/{path.stem}": cases_of(path, "en") for path in case_files([FOLDER])}


@pytest.mark.parametrize("name", CASES)
def test_cases_pass(name):
    assert [case.plain["id"] for case in CASES[name] if not run_case(case)["passed"]] == []
