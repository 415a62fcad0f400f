"""Every console block of the README is run, in the order of the page, and prints what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from golden import Golden
from pages import Story, sections, wrong_from_a_shell
from places import ROOT

from adjudicator.cli.main import COMMANDS

PAGE = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory, golden: Golden) -> Story:
    return Story(ROOT / "README.md", tmp_path_factory.mktemp("readme"), anew=golden.anew)


@pytest.mark.parametrize("section", sections(PAGE))
def test_a_section_prints_what_the_page_shows(section: str, story: Story) -> None:
    assert story.wrong_in(section) == []


def test_the_page_shows_the_program() -> None:
    assert sum(map(len, sections(PAGE).values())) >= 10


def test_the_page_can_be_followed_in_a_shell(tmp_path: Path) -> None:
    assert wrong_from_a_shell(PAGE, tmp_path) == []


def test_commands_of_the_readme_are_those_of_the_program() -> None:
    table = re.findall(r"^\| `(\w+) ", PAGE, re.MULTILINE)
    assert tuple(table) == COMMANDS
