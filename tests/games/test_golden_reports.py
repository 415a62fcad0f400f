"""Reports of the example campaigns as they were looked at and found good: one of each kind, in each format.

To make them anew after a change that is meant, X
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.campaigns import Game, played
from support.golden import Golden

from adjudicator.core.stage import MJ, PUBLIC, Reader, camp_reader, player_reader
from adjudicator.reports.markup import FORMATS
from adjudicator.reports.writing import ReportOptions, posts_of, report_name


def one_of_each(camp: str, player: str) -> tuple[Reader, ...]:
    return PUBLIC, camp_reader(camp), player_reader(player), MJ


CHOSEN: dict[str, dict[str, tuple[Reader, ...]]] = {
    "demo": dict.fromkeys(("roles", "placement", "turn-3", "turn-8", "turn-12"), one_of_each("Soleil", "Inès")),
    "torus": dict.fromkeys(("turn-1", "turn-5"), one_of_each("Herons", "Erin")),
    "resistance": {
        "deal": (player_reader("Denis"), MJ),
        "proposal-12": (player_reader("Farid"),),
        "vote-5": (PUBLIC, MJ),
        "mission-19": (player_reader("Hector"), MJ),
        "mission-26": (PUBLIC,),
    },
    "resistance-targeted": {
        "deal": (player_reader("Nathan"),),
        "mission-6": (PUBLIC,),
        "vote-15": (player_reader("Peter"), MJ),
    },
}
"""The stages and the readers whose reports are kept; of the Resistance, Denis, Hector and Nathan are Cylons."""


def reports(game: Game) -> dict[str, str]:
    """The chosen reports by the names of their golden files."""
    found: dict[str, str] = {}
    for stage in game.stages:
        for reader in CHOSEN[game.source.name].get(stage.stage.label, ()):
            names = [report_name(game.campaign, reader, form) for form in FORMATS]
            texts = {name: (stage.folder / "result" / name).read_text(encoding="utf-8") for name in names}
            (post,) = posts_of(game.campaign, stage, reader, "bbcode", ReportOptions(forum="phpbb"))
            texts[names[0].removesuffix(".txt") + ".phpbb.bbcode"] = post
            found |= {f"{stage.stage.label}/{Path(name).name}": _plain(text) for name, text in texts.items()}
    return found


def _plain(page: str) -> str:
    """Return a page without its stylesheet, which all have; what is no page stays as it is."""
    return re.sub(r"(<style>).*(</style>)|('sha256-)[^']*(')", r"\1\3…\2\4", page, flags=re.DOTALL)


@pytest.mark.parametrize("example", CHOSEN)
def test_reports_are_those_that_were_looked_at(example: str, golden: Golden) -> None:
    golden.check_folder(f"reports/{example}", reports(played(example)))
