"""The MJ's account of a turn, fact by fact: every reason, ruling and kind of fact, against a golden file.

The golden file holds the accounts of the cases that its headings name. To make it anew after a change that is
meant, run ``python tests/tsewnart/test_account.py`` and read the difference before it is committed.
"""

from __future__ import annotations

from accounts import CASES, GOLDEN, account, choose, headings, told_by


def test_accounts_are_those_of_the_golden_file():
    golden = GOLDEN.read_text(encoding="utf-8")
    assert "\n".join(account(CASES[name]) for name in headings(golden)) == golden


def test_golden_file_shows_every_reason_and_kind_of_fact_that_any_case_brings_about():
    golden = headings(GOLDEN.read_text(encoding="utf-8"))
    shown = set().union(*(told_by(CASES[name]) for name in golden))
    brought_about = set().union(*map(told_by, CASES.values()))
    assert brought_about - shown == set()


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(account(CASES[name]) for name in choose()), encoding="utf-8")
