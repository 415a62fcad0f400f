"""The page on data: what it shows is what the program prints, and its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.commands import ROOT
from support.golden import Golden
from support.guide_pages import Story, sections

PAGE = ROOT / "docs" / "data.md"


@pytest.mark.deep
def test_the_page_shows_what_is_printed(tmp_path: Path, golden: Golden) -> None:
    story = Story(PAGE, tmp_path, anew=golden.anew)
    for section in sections(PAGE.read_text(encoding="utf-8")):
        assert story.wrong_in(section) == []


def test_its_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)", PAGE.read_text(encoding="utf-8")):
        assert (PAGE.parent / target).is_file(), target
