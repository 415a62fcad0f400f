"""Reports of the example campaigns as they were looked at and found good: one of each kind, as text.

Of samples the other formats are kept too. In all others a report says what its text says, and is made of nothing that
no sample shows. ``make golden`` writes them anew after a change that is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from support.campaigns import Game, examples_of, played
from support.depth import is_deep, sample
from support.golden import Golden
from support.report_parsers import tree
from support.suites import SUITES

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
    "resistance-plan": {
        "give-1": (PUBLIC, MJ),
        "immediate-10": (player_reader("Anna"),),
        "mission-14": (PUBLIC,),
        "close_eye-15": (player_reader("Denis"),),
        "after_vote-28": (PUBLIC,),
    },
    "overseers": {
        "pick-1": (player_reader("Anna"),),
        "placement-4": (PUBLIC, player_reader("Bruno")),
        "vote-6": (PUBLIC, MJ),
        "judgement-7": (PUBLIC,),
        "greed-8": (PUBLIC, MJ),
        "greed-26": (PUBLIC,),
    },
    "clocktower-post": {
        "night-1": (MJ,),
        "night-4": (PUBLIC, player_reader("Léo")),
        "votes-6": (PUBLIC,),
    },
    "zfate": {
        "sheets-1": (player_reader("Ana"),),
        "exchange-8": (PUBLIC, player_reader("Bob")),
        "reactions-9": (PUBLIC, MJ),
    },
}
"""The stages and the readers whose reports are kept; of the Resistance, Denis, Hector and Nathan are Cylons."""

SAMPLES = (
    "torus/turn-5/public",
    "torus/turn-1/mj",
    "torus/turn-5/player-05-erin",
    "demo/roles/camp-02-soleil",
    "demo/turn-3/mj",
    "resistance-targeted/mission-6/public",
    "resistance/proposal-12/player-06-farid",
    "resistance/deal/mj",
    "resistance-plan/close_eye-15/player-04-denis",
    "overseers/judgement-7/public",
    "overseers/vote-6/mj",
    "clocktower-post/night-1/mj",
    "clocktower-post/night-4/player-06-leo",
    "clocktower-post/votes-6/public",
    "zfate/exchange-8/public",
    "zfate/reactions-9/mj",
)
"""The reports that are kept in each format."""

KINDS = {"txt": "text", "bbcode": "forumotion", "phpbb.bbcode": "phpbb", "md": "markdown", "html": "html"}
"""The kinds of formats by the endings of golden files."""


LONG = {"resistance-plan"}
"""What is played in ``make deep`` and ``make golden`` alone."""
DAILY = [pytest.param(one, marks=pytest.mark.deep if one in LONG else ()) for one in CHOSEN]


def chosen(example: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each chosen report: its name, and how it was published, and is posted on a phpBB, by kinds of formats."""
    game = played(example)
    for stage in game.stages:
        for reader in CHOSEN[example].get(stage.stage.label, ()):
            names = [report_name(game.campaign, reader, form) for form in FORMATS]
            paths = [stage.folder / "result" / name for name in names]
            texts = {KINDS[path.suffix[1:]]: path.read_text(encoding="utf-8") for path in paths}
            (texts["phpbb"],) = posts_of(game.campaign, stage, reader, "bbcode", ReportOptions(forum="phpbb"))
            yield f"{stage.stage.label}/{paths[0].stem}", texts


def elements(game: Game, text: str, kind: str) -> set[tuple[str, ...]]:
    """Return of what a report is made: each element with each class, and which sentences explain its pictures."""
    found = list(tree(text, kind).iter())
    lines = ["".join(one.itertext()) for one in found if one.tag == "p"]
    legend = SUITES[game.campaign.game.id].legend(game.campaign)
    classes = {(kind, str(one.tag), name) for one in found for name in str(one.get("class")).split(" ")}
    return classes | {(kind, key) for key, sentence in legend.items() if sentence in lines}


STYLE = re.compile(r"(<style>).*(</style>)|('sha256-)[^']*(')", re.DOTALL)
"""The stylesheet of a page, and its hash: all pages have it, golden ones do without."""


@pytest.mark.parametrize("example", DAILY)
def test_reports_are_those_that_were_looked_at(example: str, golden: Golden) -> None:
    kept = {
        f"{name}.{ending}": STYLE.sub(r"\1\3…\2\4", texts[kind])
        for name, texts in chosen(example)
        for ending, kind in KINDS.items()
        if kind == "text" or f"{example}/{name}" in SAMPLES
    }
    golden.check_folder(f"reports/{example}", kept)


@pytest.mark.parametrize("example", sample(CHOSEN, 3))
def test_a_report_says_in_every_format_what_its_text_says(example: str) -> None:
    campaign = played(example).campaign
    for name, texts in chosen(example):
        assert SUITES[campaign.game.id].told_otherwise(campaign, texts) == [], name


@pytest.mark.parametrize("game", SUITES)
def test_samples_show_all_of_which_any_report_is_made(game: str) -> None:
    shown: set[tuple[str, ...]] = set()
    there: dict[tuple[str, ...], str] = {}
    for example in sorted((examples_of(game) & CHOSEN.keys()) - (set() if is_deep() else LONG)):
        for name, texts in chosen(example):
            for kind in texts.keys() - {"text"}:
                made = elements(played(example), texts[kind], kind)
                there |= dict.fromkeys(made, f"{example}/{name}")
                if f"{example}/{name}" in SAMPLES:
                    shown |= made
    assert {one: name for one, name in there.items() if one not in shown} == {}
