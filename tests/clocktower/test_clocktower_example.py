"""The example by post: what its players and the square read, what forms offer, and that it ends as the one by hand."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from support.campaigns import demo, played
from support.commands import good, plain, run

from adjudicator.games.clocktower.state import State


def report(stage: str, reader: str) -> str:
    """Return a report of the example as text, with single spaces."""
    (folder,) = (one.folder for one in played("clocktower-post").stages if one.stage.label == stage)
    return " ".join(plain((folder / "result" / "reports" / f"{reader}.txt").read_text(encoding="utf-8")).split())


def form(stage: str, name: str) -> str:
    """Return the form at the end of what a player is sent after a stage, as text."""
    _, folder = demo("clocktower-post")
    (letter,) = folder.glob(f"outbox/*-{stage}/report-*-{name}.txt")
    return plain(letter.read_text(encoding="utf-8")).partition("Tes ordres à remplir")[2]


def test_it_ends_as_the_game_by_hand() -> None:
    ends: list[State] = [played(example).stages[-1].outcome.state for example in ("clocktower", "clocktower-post")]
    assert ends[0].ending == ends[1].ending
    assert [[name for name, seat in end.seats.items() if seat.alive] for end in ends] == [["Zoé", "Max", "Ana"]] * 2


def test_a_vote_that_was_copied_wrongly_is_taken_back_and_what_was_published_stays_kept() -> None:
    done, folder = demo("clocktower")
    told = plain(done.out).splitlines()
    (at,) = (n for n, line in enumerate(told) if line.startswith("  L’étape est reprise, puis rejouée : « Léo, mort"))
    assert told[at - 1].startswith("Jour 2 (") and told[at - 1].endswith("Personne n’est exécuté.")
    assert told[at + 1].startswith("Jour 2 (") and told[at + 1].endswith("Exécution : Éva, qui en meurt.")
    assert "Parmi elles, 1 étape retirée." in plain(good("verify", folder, "--language", "fr").out)
    public = plain((folder / "public" / "index.html").read_text(encoding="utf-8"))
    assert "sa voix avait été oubliée." in public


def test_nobody_is_awaited_once_the_game_is_over() -> None:
    campaign, end = played("clocktower-post").campaign, played("clocktower-post").stages[-1].outcome.state
    assert campaign.game.rules.awaited(campaign.setting, end) == []


def test_a_day_before_votes_says_who_is_nominated_and_what_comes_next() -> None:
    """Whether anybody is executed is known after the votes only."""
    day = report("day-2", "public")
    assert "Luc annonce son rôle : Soldat. - Zoé nomme Max. - Tom nomme Luc." in day
    assert "exécuté" not in day
    assert "À venir : votes du jour 1" in day and "Tour 3. Votent les vivants, et les morts" in day
    assert "Personne n’est exécuté." in report("votes-3", "public")
    assert "À venir" not in report("votes-9", "public")


def test_what_was_left_on_a_condition_is_told_to_its_player_alone() -> None:
    assert "(1) appliqué : si tu meurs cette nuit, tu choisis : Éva" in report("night-4", "player-06-leo")
    for reader in ("public", "player-01-zoe", "player-04-eva"):
        assert "appliqué" not in report("night-4", reader)


def test_each_position_of_the_public_page_says_what_happened_in_it() -> None:
    _, folder = demo("clocktower-post")
    page = plain((folder / "public" / "index.html").read_text(encoding="utf-8"))
    shown = re.findall(r'<article class="position" id="([^"]+)">(.*?)</article>', page, re.DOTALL)
    assert [name for name, text in shown if "Les rôles sont distribués" in text] == ["setup"]
    assert page.count("Aucun Démon ne vit plus.") == 1


def test_a_form_of_votes_has_a_line_and_a_field_for_each_nominee() -> None:
    assert "votes: Max: Luc:" in " ".join(form("day-2", "tom").split())
    _, folder = demo("clocktower-post")
    page = next(folder.glob("turns/*-day-2/forms/formulaire-tom.html")).read_text(encoding="utf-8")
    fields = re.findall(r'"path":\["ordres","votes","(\w+)"\]', page)
    assert fields == ["Max", "Luc"]


def test_a_form_of_a_day_offers_a_claim() -> None:
    assert "annonce:" in form("night-1", "zoe")


@pytest.mark.parametrize(
    ("hands", "told"),
    [(2, "2 mains ou plus sont levées"), (1, "1 main au moins est levée")],
)
def test_both_conditions_of_a_ballot_are_said_to_hold_together(hands: int, told: str) -> None:
    campaign = played("clocktower-post").campaign
    view = campaign.game.rules.view(campaign.setting, played("clocktower-post").stages[3].before, "Zoé")
    receipt = campaign.game.orders.receipt(view, {"votes": {"Max": {"hands": hands, "block": 3}}})
    (said,) = (plain(campaign.voice("fr").phrase(one)) for one in receipt.actions)
    assert said.endswith(f"{told} avant la tienne et quelqu’un est sur le billot avec 3 mains ou moins")


@pytest.mark.parametrize(
    ("ballot", "told"),
    [
        ("oui si au moins 4", "attendu : oui, non, comme mon maître, {mains: …}, {billot: …}."),
        ("4", "« 4 » ne se met pas seul ici : écrivez « {mains: 4} »."),
    ],
)
def test_a_ballot_that_is_not_understood_is_told_how_to_write_conditions(
    ballot: str, told: str, tmp_path: Path
) -> None:
    _, folder = demo("clocktower-post")
    shutil.copytree(folder, tmp_path / "p")
    good("undo", tmp_path / "p", "--reason", "x", "--unread", "--yes")
    done = run("check", tmp_path / "p", "-", stdin=f"tour: 9\njoueur: Zoé\nordres: {{votes: {{Luc: {ballot}}}}}\n")
    assert done.code == 1
    assert told in done.err
