"""The example campaign of zFate is what the guide says of it, and the guide shows what it publishes."""

from __future__ import annotations

import re
from collections import Counter

import pytest
import yaml
from support.campaigns import Game, demo, played
from support.commands import ROOT
from support.depth import deep

MUST = ("fiche", "cadre", "opposition")
NUMBERS = {"quatre": 4, "six": 6, "quatorze": 14}


@pytest.fixture(scope="module")
def game() -> Game:
    return played("zfate")


def published(game: Game) -> str:
    reports = (next(stage.folder.rglob("public.txt")) for stage in game.stages)
    return "\n".join(path.read_text(encoding="utf-8") for path in reports).replace("\u00a0", " ")


@pytest.mark.deep
def test_it_has_a_challenge_a_contest_a_long_conflict_a_concession_and_a_milestone(game: Game) -> None:
    kinds = Counter(stage.before.scene.kind for stage in game.stages if stage.stage.phase == "reactions")
    assert kinds == {"challenge": 2, "contest": 4, "conflict": 8, "free": 1}
    counted = [fact for one in game.stages if one.stage.phase == "reactions" for fact in one.outcome.log]
    assert [fact.data["name"] for fact in counted if fact.kind == "conceded"] == ["Max", "Vasseur", "Josse"]
    assert [fact.data["name"] for fact in counted if fact.kind == "won"] == ["Léa"]
    assert [fact["milestone"] for fact in game.facts("milestone")] == ["minor"]
    assert len(game.facts("chosen")) == 4
    assert game.end.phase == "over"


@pytest.mark.deep
def test_who_conceded_is_paid_for_the_consequences_of_the_conflict(game: Game) -> None:
    paid = [(line.target, line.amount) for line in game.end.ledger if line.reason == "concession"]
    assert paid == [("Max", 1 + len(["mild", "moderate"]))]


@pytest.mark.deep
def test_the_text_of_a_frame_without_a_scene_is_published(game: Game) -> None:
    assert "La dépanneuse prend la voie sud." in published(game)
    assert "Une histoire est finie." in published(game)


@pytest.mark.deep
def test_the_goal_is_told_where_nothing_opposes_the_action(game: Game) -> None:
    told = published(game)
    assert "Léa veut : « faire rire la petite »." in told
    assert "Le Cortège mène, avec l’aide de : La Mariée." in told


@pytest.mark.deep
def test_the_order_names_who_is_left_and_a_contest_its_victories(game: Game) -> None:
    told = " ".join(published(game).split())
    assert "Ordre : Ana, Léa, Vasseur, Max, Bob, Josse, La Mariée, Le Cortège." in told
    assert "Ordre : Ana, Léa, Vasseur, Bob, Josse, La Mariée, Le Cortège." in told
    assert "Victoires (il en faut trois) : Ana 0, Max 0, Léa 2, Le gosse 1." in told


def test_the_guide_counts_what_the_mj_had_to_answer(game: Game) -> None:
    given: Counter[str] = Counter()
    for path in game.files:
        answers = yaml.safe_load(path.read_text(encoding="utf-8")).get("mj", {}).get("réponses", {})
        for word in MUST:
            given[word] += (1 if word == "cadre" else len(answers[word])) if word in answers else 0
    page = (ROOT / "docs/mj-zfate.md").read_text(encoding="utf-8")
    said = re.search(r"(\w+) fiches, (\w+) cadres et\s(\w+) oppositions", page)
    assert said and [NUMBERS[word] for word in said.groups()] == [given[word] for word in MUST]


@pytest.mark.parametrize("page", ["zfate.md", *deep("mj-zfate.md")])
def test_the_guide_shows_what_was_published(game: Game, page: str) -> None:
    (shown,) = re.findall(r"```text\n(.*?)```", (ROOT / "docs" / page).read_text(encoding="utf-8"), re.DOTALL)
    for part in shown.split("\n\n"):
        assert part.strip().replace("\u00a0", " ") in published(game)


ATTRIBUTION = "This work is based on Fate Core System and Fate Accelerated Edition (found at http://www.faterpg.com/)"


def test_the_guide_and_what_the_demo_says_of_the_game_carry_the_attribution(game: Game) -> None:
    pages = [(ROOT / name).read_text(encoding="utf-8") for name in ("docs/zfate.md", "README.md")]
    for text in (*pages, game.campaign.voice().say(game.campaign.game.setup.credits)):
        assert ATTRIBUTION in " ".join(text.split())


@pytest.mark.deep
def test_the_demo_carries_the_attribution() -> None:
    assert ATTRIBUTION in " ".join(demo("zfate")[0].out.split())
