"""Words around orders: left out where they change nothing, asked about where they may; by a table of messages."""

from __future__ import annotations

import pytest
import yaml
from resistance.campaigns import voting
from support.commands import EVERY_ROLE, ROOT, campaign

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import Progress, progress_of
from adjudicator.orders.judging import judge

MESSAGES = yaml.safe_load((ROOT / "tests/messages/around.yaml").read_text(encoding="utf-8"))
FORMS = {
    "tsewnart": "joueur: Luc\ntour: 1\nordres:\n  déplacement: gauche\n",
    "resistance": "joueur: Bruno\ntour: 2\nordres:\n  vote: oui\n",
}
ORDERS = {"tsewnart": {"Luc": {"move": "left"}}, "resistance": {"Bruno": {"vote": "yes"}}}


def told(kind: str) -> list[tuple[str, str]]:
    return [(game, text) for game, kinds in MESSAGES.items() for text in kinds[kind]]


@pytest.fixture(scope="module")
def awaiting(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Progress]:
    folder = tmp_path_factory.mktemp("around")
    made = {"tsewnart": campaign(folder / "t", "turn-1", EVERY_ROLE), "resistance": voting(folder / "r")}
    return {game: progress_of(load_campaign(path)) for game, path in made.items()}


@pytest.mark.parametrize(("game", "text"), told("take"))
def test_what_changes_nothing_is_left_out(awaiting: dict[str, Progress], game: str, text: str) -> None:
    found = judge(text.replace("FORM", FORMS[game]).encode(), "-", awaiting[game])
    assert [fault.code for fault in found.faults] == []
    assert found.orders == ORDERS[game]


@pytest.mark.parametrize(("game", "text"), told("ask"))
def test_what_may_change_the_orders_is_asked_about(awaiting: dict[str, Progress], game: str, text: str) -> None:
    found = judge(text.replace("FORM", FORMS[game]).encode(), "-", awaiting[game])
    assert found.faults and not found.accepted
