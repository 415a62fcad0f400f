"""What is made once for all readers of a stage is for each of them what is made for him alone."""

from __future__ import annotations

import pytest
from support.campaigns import played
from support.depth import is_deep, one_of

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import progress_of
from adjudicator.reports.contents import NOTHING_MENDED, report_data, teller
from adjudicator.reports.writing import all_reports


@pytest.mark.parametrize("example", one_of(["demo", "resistance"], 1))
def test_who_reads_before_him_changes_nothing_for_a_reader(example: str) -> None:
    """Nor do the templates, which are given the same parts for several readers: amid a game."""
    campaign = load_campaign(played(example).campaign.folder)
    readers = campaign.game.reports.readers(campaign.setting)
    progress = progress_of(campaign)
    stage = progress.played(len(progress.folders) // 2)
    tell = teller(campaign, stage)
    told = [tell(reader, NOTHING_MENDED) for reader in readers]
    assert told == [report_data(campaign, stage, reader) for reader in readers]
    together = all_reports(campaign, stage)
    for reader in readers[:: 1 if is_deep() else 4]:
        alone = all_reports(campaign, stage, readers=[reader])
        assert alone and alone == {name: data for name, data in together.items() if name in alone}
