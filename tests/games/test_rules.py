"""Every case of every file, by file: what the mutation tester runs, and names the cases that fail."""

from __future__ import annotations

import pytest
from support.campaigns import cases_of
from support.commands import CASES as FOLDER

from adjudicator.proof.cases import case_files, run_case

FILES = {f"{path.parent.name}/{path.stem}": path for path in case_files([FOLDER])}


@pytest.mark.parametrize("name", FILES)
def test_cases_pass(name):
    assert [case.plain["id"] for case in cases_of(FILES[name]) if not run_case(case)["passed"]] == []
