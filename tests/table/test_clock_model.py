"""The program against a model of the clock that was written from the guide for the MJ: a sample of the long run.

``make deep`` lets many more campaigns live, for longer; see :mod:`clock_model`.
"""

import pytest
from support.clock_model import campaign
from support.depth import is_deep, sample

SEED = 12
DAYS = 24 if is_deep() else 16


@pytest.mark.parametrize("number", sample(range(10), 10))
def test_a_campaign_lives_as_the_guide_says(number):
    counts, difference, log = campaign(SEED, number, DAYS)
    assert not difference, "\n".join([difference, *log[-20:]])
    assert counts["days of the first property"]


@pytest.mark.parametrize("number", sample(range(10), 10))
def test_windows_go_as_the_guide_says(number):
    counts, difference, log = campaign(SEED, number, DAYS, windows=True)
    assert not difference, "\n".join([difference, *log[-20:]])
    assert counts["windows"] and counts["days of the first property"]
