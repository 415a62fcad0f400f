"""Reports read back, each format by a parser that is not ours: every report says in every format what happened.

Each game says what a report must say, from the states, the orders, the results and the log, never from templates.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.campaigns import examples_of, played
from support.depth import deep, examples, few, sample, share
from support.leaks import readers_of
from support.report_parsers import KINDS, written
from support.shared import closed_by
from support.suites import SUITES

from adjudicator.core.stage import MJ, PUBLIC
from adjudicator.reports import writing

EXAMPLES = [(game, example) for game in SUITES for example in sorted(examples_of(game))]
LANGUAGES = ("fr", "en")


@few(5)
@pytest.mark.parametrize("every", [29, *deep(1)])
@pytest.mark.parametrize(
    ("game", "example", "kind"), sample([(*example, kind) for example in EXAMPLES for kind in KINDS], 3)
)
def test_an_example_read_back_says_what_happened(game: str, example: str, kind: str, every: int) -> None:
    shown = played(example)
    readers = [*shown.campaign.game.reports.readers(shown.campaign.setting)]
    reports = [(stage, reader, language) for stage in shown.stages for reader in readers for language in LANGUAGES]
    for stage, reader, language in reports[KINDS.index(kind) :: every]:
        SUITES[game].read_back(shown.campaign, stage, reader, kind, language)


@few(10)
@pytest.mark.parametrize("game", SUITES)
@pytest.mark.parametrize("kind", KINDS)
@examples(share(10, SUITES))
@given(st.data())
def test_any_stage_read_back_says_what_happened(game: str, kind: str, data: st.DataObject) -> None:
    side = data.draw(SUITES[game].stages)
    reader = data.draw(st.sampled_from([*readers_of(side), MJ]))
    SUITES[game].read_back(side.campaign, side.played, reader, kind, data.draw(st.sampled_from(LANGUAGES)))


@pytest.mark.parametrize("game", SUITES)
@examples(share(10, SUITES))
@given(st.data())
def test_any_stage_says_in_every_format_what_its_text_says(game: str, data: st.DataObject) -> None:
    side = data.draw(SUITES[game].stages)
    reader, language = data.draw(st.sampled_from([*readers_of(side), MJ])), data.draw(st.sampled_from(LANGUAGES))
    texts = {kind: written(side.campaign, side.played, reader, kind, language) for kind in KINDS}
    assert SUITES[game].told_otherwise(side.campaign, texts, language) == []


@few(2)
@pytest.mark.parametrize(("game", "example"), EXAMPLES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_report_of_another_stage_is_found_out(
    game: str, example: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison can fail."""
    shown = played(example)
    other, stage = shown.stages[-3:-1] if len(shown.stages) > 3 else shown.stages[-2:]
    honest = writing.render

    def of_another(campaign: Any, seen: Any, *rest: Any) -> str:
        return honest(campaign, other, *rest)

    closed_by(monkeypatch)
    monkeypatch.setattr(writing, "render", of_another)
    for reader in (PUBLIC, MJ):
        with pytest.raises((AssertionError, ValueError)):
            SUITES[game].read_back(shown.campaign, stage, reader, kind, "fr")
