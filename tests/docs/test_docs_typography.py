"""The French pages are set as French is: the right spaces, apostrophes and quotes, outside of code."""

from __future__ import annotations

import pytest
from support.commands import ROOT
from support.golden import TYPOGRAPHY
from support.guide_pages import bare

PAGES = [
    "README.fr.md",
    "docs/cas-resistance.md",
    "docs/carte-clocktower.md",
    "docs/carte-overseers.md",
    "docs/carte-resistance.md",
    "docs/carte-tsewnart.md",
    "docs/carte-zfate.md",
    "docs/courrier.md",
    "docs/courrier-reference.md",
    "docs/installer.md",
    "docs/joueur.md",
    "docs/joueur-reference.md",
    "docs/mj.md",
    "docs/mj-clocktower.md",
    "docs/mj-resistance.md",
    "docs/mj-zfate.md",
    "docs/mj-horloge.md",
    "docs/mj-ennuis.md",
    "docs/mj-reference.md",
    "docs/mj-reparer.md",
    "docs/premiere-partie.md",
    "docs/resistance.md",
    "docs/tsewnart.md",
    "docs/zfate.md",
]


def prose(page: str) -> str:
    return bare((ROOT / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("rule", TYPOGRAPHY)
def test_the_page_is_set_as_french_is(page: str, rule: str) -> None:
    found = TYPOGRAPHY[rule].search(prose(page))
    assert not found, prose(page)[max(0, found.start() - 40) : found.end() + 20]


@pytest.mark.parametrize("page", PAGES)
def test_the_page_has_no_straight_apostrophe(page: str) -> None:
    assert "'" not in prose(page) and '"' not in prose(page)
