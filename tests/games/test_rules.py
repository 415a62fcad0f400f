"""Every case of every file, by file: what the mutation tester runs, and names the cases that fail.

Each is played anew, since the mutation tester changes the rules after the files have been read.
"""

from __future__ import annotations

import pytest
from support.campaigns import cases_of
from support.commands import CASES as FOLDER

from adjudicator.core.game import CASE_SEED
from adjudicator.proof.cases import Case, case_files

FILES = {f"{path.parent.name}/{path.stem}": path for path in case_files([FOLDER])}


def passes(case: Case) -> bool:
    tried = case.game.cases.run(case.plain, CASE_SEED)
    return bool(tried.expected == tried.found)


@pytest.mark.parametrize("name", FILES)
def test_cases_pass(name):
    assert [case.plain["id"] for case in cases_of(FILES[name]) if not passes(case)] == []
