"""Every console block of the README is run, in the order of the page, and prints what the page says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser
from support import showcase
from support.commands import ROOT
from support.golden import Golden
from support.guide_pages import Followed, sections, wrong_from_a_shell

from adjudicator.cli.main import COMMANDS

PAGE = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("section", sections(PAGE))
def test_a_section_prints_what_the_page_shows(section: str, golden: Golden) -> None:
    assert Followed(ROOT / "README.md", anew=golden.anew).wrong_in(section) == []


def test_the_page_shows_the_program() -> None:
    assert sum(map(len, sections(PAGE).values())) >= 10


@pytest.mark.deep
def test_the_page_can_be_followed_in_a_shell(tmp_path: Path) -> None:
    assert wrong_from_a_shell(PAGE, tmp_path) == []


# The pictures at its head -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[bytes, bytes]]:
    return showcase.sources(tmp_path_factory.mktemp("showcase") / "demo")


@pytest.mark.deep
@pytest.mark.parametrize(("language", "page"), [("en", "README.md"), ("fr", "README.fr.md")])
def test_it_begins_with_pictures_of_the_example_as_it_is_now(
    language: str, page: str, made: dict[str, tuple[bytes, bytes]]
) -> None:
    """If not, ``make pictures`` makes them anew."""
    text = (ROOT / page).read_text(encoding="utf-8")
    shown = re.findall(r"!\[.+\]\(docs/pictures/(.+)\)", text)
    assert tuple(shown) == showcase.NAMES[language]
    assert text.index("docs/pictures") < text.index("```")
    board, report = (showcase.PLACE / name for name in shown)
    assert board.read_bytes() == made[language][0]
    assert showcase.page_of(report.read_bytes()) == showcase.hash_of(made[language][1])


@pytest.mark.deep
def test_a_browser_makes_the_picture_of_a_page(made: dict[str, tuple[bytes, bytes]], browser: Browser) -> None:
    _, page = made["fr"]
    (picture,) = showcase.photographed({"x": page}, browser).values()
    assert showcase.page_of(picture) == showcase.hash_of(page)
    assert picture[:24] == (showcase.PLACE / "rapport.png").read_bytes()[:24]  # with its width and height


@pytest.mark.deep
def test_the_guides_show_pages_of_the_example_as_it_is_now(made: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    """If not, ``make pictures`` makes them anew. A picture is small: guides are read on phones."""
    pages = showcase.pages_of(next(tmp_path_factory.getbasetemp().glob("showcase*")) / "demo")
    pictures = {name: (showcase.PLACE / name).read_bytes() for name in pages}
    assert {name: showcase.page_of(data) for name, data in pictures.items()} == {
        name: showcase.hash_of(page) for name, page in pages.items()
    }
    assert max(map(len, pictures.values())) < 150_000
    guides = "".join(
        (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("joueur.md", "mj.md", "mj-ennuis.md")
    )
    assert set(re.findall(r"!\[.+\]\(pictures/(.+)\)", guides)) == set(pages)


def test_commands_of_their_page_are_those_of_the_program() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| `(\w+) ", page, re.MULTILINE)
    assert table == list(COMMANDS)
