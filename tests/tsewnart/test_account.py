"""The MJ's account of a turn, fact by fact: every reason, ruling and kind of fact, against a golden file.

The golden file holds the accounts of the cases that its headings name. To make it anew after a change that is
meant, run ``make golden`` and read the difference before it is committed.
"""

from __future__ import annotations

from support.golden import Golden
from tsewnart.accounts import GOLDEN, account, cases, choose, headings, told_by


def test_accounts_are_those_of_the_golden_file(golden: Golden) -> None:
    names = choose() if golden.anew else headings(golden.text(GOLDEN))
    golden.check(GOLDEN, "\n".join(account(cases()[name]) for name in names))


def test_golden_file_shows_every_reason_and_kind_of_fact_that_any_case_brings_about(golden: Golden) -> None:
    names = headings(golden.text(GOLDEN))
    shown = set().union(*(told_by(cases()[name]) for name in names))
    brought_about = set().union(*map(told_by, cases().values()))
    assert brought_about - shown == set()
