"""In a Resistance nobody abstains, and who orders nothing is told so."""

from __future__ import annotations

from pathlib import Path

import pytest
from resistance.campaigns import state, voting
from support.commands import plain, run


@pytest.fixture(scope="module")
def vote(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return voting(tmp_path_factory.mktemp("said") / "p")


def test_who_votes_nothing_is_told_that_it_is_no_answer(vote: Path) -> None:
    done = run("check", vote, "-", stdin=f"joueur: Chloé\ntour: {state(vote)['turn']}\nordres: rien\n")
    assert "« rien » n’est pas une réponse à cette étape : ton formulaire dit ce qui est demandé." in plain(done.err)
