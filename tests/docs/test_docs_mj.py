"""The MJ's guide and the French README: what they show is what the program prints, and every link leads somewhere."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

import click
import pytest
from support.commands import ROOT
from support.golden import Golden
from support.guide_pages import CODE, Followed, Told, anchors, sections, wrong_from_a_shell

from adjudicator.cli.main import COMMANDS, main
from adjudicator.mail.accounts import read_accounts
from adjudicator.speech.voice import vocabulary

MJ = "docs/mj.md"
REFERENCE = "docs/mj-reference.md"
SECOND = "docs/mj-resistance.md"
CLOCK = "docs/mj-horloge.md"
TROUBLE = "docs/mj-ennuis.md"
MENDED = "docs/mj-reparer.md"
POST = "docs/courrier.md"
POST_REFERENCE = "docs/courrier-reference.md"
STORYTELLER = "docs/mj-clocktower.md"
GUIDE = [MJ, REFERENCE, SECOND, CLOCK, TROUBLE, MENDED, POST, POST_REFERENCE]
FIRST = "docs/premiere-partie.md"
README = "README.fr.md"
PAGES = [*GUIDE, STORYTELLER, FIRST, README]
AFTER = {MENDED: TROUBLE, TROUBLE: CLOCK, CLOCK: MJ, REFERENCE: MJ, POST_REFERENCE: POST}
"""Pages that go on with the games of another."""
BEFORE = ["0001-roles", "0002-placement", "0003-turn-1"]
ROUND = ["proposal", "vote", "mission"]
PHASES = ["proposal", "vote", "proposal", *ROUND, *ROUND, *ROUND]
CAPRICA = ["0001-deal", *(f"{turn + 1:04d}-{phase}-{turn}" for turn, phase in enumerate(PHASES, 1))]
PLAYED = {
    MJ: {"sorlin": [*BEFORE, "0004-turn-2", "0005-turn-3"]},
    SECOND: {"caprica": CAPRICA},
    CLOCK: {"parties/moulin": BEFORE},
    FIRST: {"soiree": BEFORE},
    POST: {"parties/etang": BEFORE[:1]},
    STORYTELLER: {"parties/clocher": ["0001-setup", "0002-night-1", "0003-day-2", "0004-votes-3"]},
    README: {"mare": BEFORE},
}
"""The games of each page, and the stages they play."""
LONG = (README, SECOND, MENDED)
"""Pages that are followed in ``make deep`` and ``make golden`` alone."""


@cache
def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def commands(page: str) -> list[Told]:
    """What the page runs, with what it shows, and when."""
    return [told for section in sections(text(page)).values() for told in section]


def followed(page: str, anew: bool = False) -> Followed:
    """The page, followed after those whose games it goes on with."""
    before = AFTER.get(page)
    return Followed(ROOT / page, anew=anew, after=followed(before, anew) if before else None)


# What the pages show -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "section"),
    [
        pytest.param(page, section, marks=pytest.mark.deep if page in LONG else ())
        for page in PAGES
        for section in sections(text(page))
    ],
)
def test_a_section_prints_what_the_page_shows(page: str, section: str, golden: Golden) -> None:
    assert followed(page, golden.anew).wrong_in(section) == []


@pytest.mark.parametrize(
    "page", [pytest.param(page, marks=pytest.mark.deep if page in LONG else ()) for page in PLAYED]
)
def test_the_games_of_the_page_are_really_played(page: str) -> None:
    """Lines left out match anything."""
    assert len(commands(page)) >= 10
    folder = followed(page).folder
    for game, stages in PLAYED[page].items():
        assert sorted(result.parent.name for result in (folder / game / "turns").glob("*/result")) == stages


@pytest.mark.deep
@pytest.mark.parametrize("page", PAGES)
def test_the_page_can_be_followed_in_a_shell(page: str, tmp_path: Path) -> None:
    before = AFTER.get(page)
    folder = tmp_path / "page"
    if before:
        shutil.copytree(followed(before).folder, folder)
    else:
        folder.mkdir()
    assert wrong_from_a_shell(text(page), folder) == []


# What the MJ's guide must speak of ---------------------------------------------------------------------------


def guide() -> str:
    return "".join(map(text, GUIDE))


def test_every_command_is_run_by_the_guide() -> None:
    run = {
        words[1] for page in GUIDE for command, *_ in commands(page) if (words := command.split())[0] == "adjudicator"
    }
    assert set(COMMANDS) <= run


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_a_command_is_told(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    options = [option for parameter in command.params for option in parameter.opts if option.startswith("--")]
    assert options
    assert not [option for option in options if not re.search(rf"{option}(?![\w-])", guide())]


@pytest.mark.parametrize(
    ("game", "places"),
    [
        ("tsewnart", ("campaign", "camp", "person", "zone", "board", "deadline", "absence", "brake", "options")),
        ("resistance", ("campaign", "person", "deadline", "absence", "brake", "options")),
    ],
)
def test_every_key_of_a_campaign_is_told(game: str, places: tuple[str, ...]) -> None:
    """In French, between the backquotes of the page."""
    told = " ".join(re.findall(r"`([^`\n]+)`", guide()))
    for place in places:
        words = vocabulary(game)
        keys = [words.word(place, key, "fr") for key in words.canonical(place)]
        assert keys
        assert not [key for key in keys if not re.search(rf"(?<!\w){key}(?!\w)", told)], place


def test_every_word_of_a_file_of_accounts_is_told_and_its_examples_are_understood(tmp_path: Path) -> None:
    page = text(POST) + text(POST_REFERENCE)
    told = " ".join(CODE.findall(page))
    words = vocabulary("mail")
    for place in ("accounts", "receiving", "sending", "mail-folders", "secret", "announcing", "discourse"):
        keys = [words.word(place, key, "fr") for key in words.canonical(place)]
        assert not [key for key in keys if not re.search(rf"(?<!\w){key}(?!\w)", told)], place
    whole, more = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)
    found = read_accounts(f"{whole}{more}".encode(), tmp_path / "courrier.yaml")
    assert [found.receiving[0].security, found.sending.security] == ["tls", "starttls"]  # type: ignore[union-attr]


# Links and typography ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_no_anchor_stands_twice_and_every_link_leads_somewhere(page: str) -> None:
    own = anchors(ROOT / page)
    assert len(own) == len(set(own))
    links = re.findall(r"\]\((?!https://)([^)\n]+)\)", CODE.sub("x", text(page)))
    assert links
    for link in links:
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_the_pages_for_people_are_linked() -> None:
    assert {"docs/mj.md", "docs/joueur.md", "docs/tsewnart.md"} <= set(re.findall(r"\]\(([^)#]+)[)#]", text(README)))
    assert {"joueur.md", "tsewnart.md", "resistance.md"} <= set(re.findall(r"\]\(([^)#]+)[)#]", text(MJ)))


@pytest.mark.parametrize("page", GUIDE)
def test_every_section_of_the_page_is_in_its_summary(page: str) -> None:
    summary = re.search(r"\*\*Sommaire\*\*(.*?)\n\n", text(page), re.DOTALL)
    assert summary
    heads = re.findall(r'^<a id="([\w-]+)"></a>\n## (.+)$', text(page), re.MULTILINE)
    assert len(heads) == len(re.findall(r"^## ", text(page), re.MULTILINE)) >= 6
    assert re.findall(r"\]\(#([\w-]+)\)", summary[1]) == [anchor for anchor, _ in heads]
