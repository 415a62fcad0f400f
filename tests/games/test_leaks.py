"""Nothing leaks: who cannot tell two stages apart by what he may know reads the same of both, byte for byte.

Each game makes pairs of such stages, from what a reader may know by its rules. Here each pair is looked at through all
that a reader is shown: what his report is made of, his notices, his report in every format and language, the names of
files, letters, the public folder, ``status --public``, and for a player his form, the receipts and the faults of his
files.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.depth import deep, few
from support.leaks import (
    EVERY_DAY,
    amendment_leaks,
    announced_leaks,
    correction_leaks,
    door_leaks,
    file_leaks,
    quick_leaks,
    report_leaks,
    status_leaks,
    strays,
)
from support.suite import NEW, drawn
from support.suites import SUITES

DRAWN = [EVERY_DAY, *deep(NEW)]
SOME = [(EVERY_DAY, 20 * len(SUITES)), *deep((NEW, 1))]
DOOR = [(EVERY_DAY, 30 * len(SUITES)), *deep((NEW, 1))]
FEW = [(EVERY_DAY, 200 * len(SUITES)), *deep((NEW, 12))]
"""Of which pairs one in so many is looked at: writing reports takes long, and campaigns on the disk longer.

More games do not make more work: of each fewer pairs are looked at every day.
"""
pytestmark = pytest.mark.parametrize("game", SUITES)


@pytest.mark.parametrize("name", DRAWN)
def test_what_cannot_be_known_is_in_no_report(game: str, name: str) -> None:
    assert list(quick_leaks(drawn(SUITES[game], name))) == []


@pytest.mark.parametrize(("name", "every"), SOME)
def test_what_cannot_be_known_cannot_be_read(game: str, name: str, every: int) -> None:
    assert list(report_leaks(drawn(SUITES[game], name)[::every])) == []


@pytest.mark.parametrize(("name", "every"), DOOR)
def test_what_cannot_be_known_cannot_be_found_out_at_the_door(game: str, name: str, every: int) -> None:
    suite = SUITES[game]
    looked_at = drawn(suite, name)[::every]
    assert list(door_leaks(looked_at, suite.files_of, suite.awaited_are_public)) == []


@pytest.mark.parametrize(("name", "every"), FEW)
def test_files_of_reports_tell_nothing_either(game: str, name: str, every: int) -> None:
    assert list(file_leaks(drawn(SUITES[game], name)[::every])) == []


@few(2)
@pytest.mark.parametrize(("name", "every"), [(EVERY_DAY, 3), *deep((NEW, 1))])
def test_public_status_tells_nothing_of_it(game: str, name: str, every: int, tmp_path: Path) -> None:
    suite = SUITES[game]
    assert list(status_leaks(suite.public_pairs(name)[::every], tmp_path, suite.allowed)) == []


@few(2)
@pytest.mark.parametrize(("name", "every"), FEW)
def test_letters_and_the_public_folder_tell_nothing_of_it(game: str, name: str, every: int, tmp_path: Path) -> None:
    assert list(announced_leaks(drawn(SUITES[game], name)[::every], tmp_path)) == []


@few(2)
@pytest.mark.parametrize(("name", "every"), FEW)
def test_a_correction_tells_nothing_of_it(game: str, name: str, every: int, tmp_path: Path) -> None:
    assert list(correction_leaks(drawn(SUITES[game], name)[::every], tmp_path)) == []


@pytest.mark.parametrize(("name", "every"), SOME)
def test_an_amendment_tells_nothing_of_it(game: str, name: str, every: int) -> None:
    assert list(amendment_leaks(drawn(SUITES[game], name)[::every])) == []


@pytest.mark.parametrize("name", DRAWN)
def test_a_key_is_told_to_its_player_alone_and_the_seed_to_nobody_before_the_end(game: str, name: str) -> None:
    assert list(strays(drawn(SUITES[game], name)[:: 1 if name == NEW else 20])) == []


def test_nearly_all_pairs_differ_for_the_mj(game: str) -> None:
    suite = SUITES[game]
    looked_at = drawn(suite, EVERY_DAY)
    kinds = {pair.reader.kind for pair in looked_at}
    campaign = looked_at[0].one.campaign
    assert kinds == {reader.kind for reader in campaign.game.reports.readers(campaign.setting)} - {"mj"}
    assert sum(suite.differ(pair.one, pair.two) for pair in looked_at) >= 0.9 * len(looked_at)
