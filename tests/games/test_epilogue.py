"""What is told when a game is over, and who has won: to all, or to the MJ where the campaign keeps it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.campaigns import played
from support.commands import good, plain, printed
from support.depth import few

from adjudicator.campaign.loading import load_campaign
from adjudicator.reports.markup import FORMATS

WHO = {"tsewnart": "Qui était qui", "resistance": "Qui a saboté"}
TOLD = {
    "tsewnart": (
        "Agathe (camp Lune) : Brute",
        "Le tour 1, tel qu’il s’est passé",
        "Zoé (camp Soleil) : Religieux",
        "Vainqueur",
    ),
    "resistance": ("Mission 1 : ", "joue « échec »", "gagnent."),
}
"""For each game what its last report must say, and ``status``."""


@pytest.fixture(scope="module", params=["demo", "resistance"])
def over(request: pytest.FixtureRequest) -> tuple[str, Path]:
    campaign = played(request.param).campaign
    return campaign.game.id, campaign.folder


def last(folder: Path) -> Path:
    return max((folder / "turns").iterdir())


def test_the_last_report_of_everybody_tells_who_was_who_and_what_happened(over: tuple[str, Path]) -> None:
    game, folder = over
    for form in FORMATS.values():
        paths = [path for path in (last(folder) / "reports").glob(f"*.{form}") if path.name.count(".") == 1]
        assert len(paths) >= 7
        for path in paths:
            everything = "".join(post.read_text() for post in sorted(path.parent.glob(f"{path.stem}.*{form}")))
            text = " ".join(plain(everything).split())
            for said in (WHO[game], *TOLD[game][:-1]):
                assert said in text or form == "md", (path, said)


def test_nothing_of_it_is_told_before_the_end(over: tuple[str, Path]) -> None:
    game, folder = over
    for stage in sorted((folder / "turns").iterdir())[:-1]:
        for path in (stage / "reports").iterdir():
            assert WHO[game] not in path.read_text(), path


@few(1)
def test_it_is_told_again_from_what_was_published(over: tuple[str, Path], tmp_path: Path) -> None:
    _, folder = over
    copy = Path(shutil.copytree(folder, tmp_path / "p"))
    sent = printed("report", copy, "--for", "public")
    shutil.rmtree(last(copy) / "reports")
    shutil.rmtree(last(copy) / "result" / "reports")
    assert printed("report", copy, "--for", "public") == sent


@few(1)
def test_a_campaign_may_keep_it_to_the_mj(over: tuple[str, Path], tmp_path: Path) -> None:
    """Said at any time: it is no part of what a game pins."""
    game, folder = over
    copy = Path(shutil.copytree(folder, tmp_path / "p"))
    with (copy / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("\nfin: gardée\n")
    shutil.rmtree(last(copy) / "reports")
    shutil.rmtree(last(copy) / "result" / "reports")
    for reader in ("public", "mj", *(f"joueur:{name}" for name in load_campaign(copy).players)):
        text = plain(printed("report", copy, "--for", reader).decode())
        assert (WHO[game] in text) == (reader == "mj"), reader
        assert TOLD[game][-1] in text


@few(1)
def test_the_mj_reads_what_his_campaign_keeps_as_all_would_have(over: tuple[str, Path], tmp_path: Path) -> None:
    game, folder = over
    copy = Path(shutil.copytree(folder, tmp_path / "p"))
    told = plain(printed("report", copy, "--for", "mj").decode())
    with (copy / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("\nfin: gardée\n")
    for folders in ("reports", "result/reports"):
        shutil.rmtree(last(copy) / folders)
    for form in ("text", "bbcode", "html", "markdown"):
        kept = plain(printed("report", copy, "--for", "mj", "--format", form).decode())
        assert kept.count(WHO[game]) == 1
    kept = plain(printed("report", copy, "--for", "mj").decode())
    assert secrets(game, kept) == secrets(game, told)


def secrets(game: str, text: str) -> str:
    """Return what is told of the secrets: up to the options, of which one is that they are kept."""
    return text.partition(WHO[game])[2].partition("Options et tirages")[0]


def test_status_says_who_has_won(over: tuple[str, Path]) -> None:
    game, folder = over
    for options in ((), ("--public",)):
        assert TOLD[game][-1] in plain(good("status", folder, *options).out)
        assert TOLD[game][-1] in plain(good("status", folder, *options, "--json").json()["winner"])
