"""``adjudicator new --game clocktower``: by hand or by post, which has a deadline, a dawn and Trouble Brewing."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import adjudicator, good, plain

from adjudicator.campaign.loading import load_campaign

SEVEN = "Zoé,Max,Luc,Éva,Ana,Léo,Tom"
BY_OPTIONS = ("--game", "clocktower", "--players", SEVEN)


@pytest.mark.parametrize(
    ("language", "led"), [("fr", "conduite=courrier"), ("fr", "conduite=par courrier"), ("en", "led=post")]
)
def test_what_new_writes_for_a_game_by_post_is_right_at_once(tmp_path: Path, language: str, led: str) -> None:
    good("new", tmp_path, *BY_OPTIONS, "--set", led, "--language", language)
    campaign = load_campaign(tmp_path)
    assert (campaign.setting.post, campaign.setting.drawn, campaign.when_missing) == (True, False, "standing")
    assert campaign.plain["deadline"] == {"days": 1, "time": "20:00", "timezone": "Europe/Paris"}
    assert campaign.plain["mj"] == {"without": "propose", "dawn": "08:00"}
    assert campaign.plain["brake"]["share"] == 100, "who has nothing to send is silent"
    good("status", tmp_path)


def test_by_hand_there_is_neither_a_deadline_nor_a_dawn(tmp_path: Path) -> None:
    good("new", tmp_path, *BY_OPTIONS, "--set", "script=BMR", "--set", "places=tirage")
    campaign = load_campaign(tmp_path)
    assert (campaign.setting.post, campaign.setting.drawn) == (False, True)
    assert "deadline" not in campaign.plain and campaign.plain["mj"] == {"without": "wait"}
    assert "pukka" in campaign.setting.script


def test_by_post_another_script_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    done = adjudicator("new", tmp_path / "p", *BY_OPTIONS, "--set", "conduite=courrier", "--set", "script=SV")
    assert (done.code, plain(done.err)) == (2, "Par courrier on joue Trouble Brewing, ou une liste de ses rôles.\n")
    assert not (tmp_path / "p").exists()


def test_without_options_new_asks_how_it_is_led_and_for_a_deadline_by_post(tmp_path: Path) -> None:
    first = f"clocktower\n\n{SEVEN}\ncourier\ncourrier\n\ntirage\n\n0\n"
    done = good("new", tmp_path, stdin=first + 7 * "\n" + "2\n21h\n\n")
    assert "« courier » n’est pas compris ici ; attendu : main, courrier. Peut-être « courrier » ?" in plain(done.out)
    assert "Par courrier il faut « échéance » et « mj : {aube : …} »" in plain(done.err)
    campaign = load_campaign(tmp_path)
    assert (campaign.setting.post, campaign.setting.drawn, campaign.when_missing) == (True, True, "standing")
    assert campaign.plain["deadline"]["days"] == 2


def test_by_post_a_deadline_that_is_written_wrongly_is_not_said_to_be_missing_too(tmp_path: Path) -> None:
    good("new", tmp_path, *BY_OPTIONS, "--set", "conduite=courrier")
    path = tmp_path / "campaign.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text(
        "\n".join("échéance: {jour: 3}" if line.startswith("échéance: ") else line for line in lines), encoding="utf-8"
    )
    (told,) = plain(adjudicator("status", tmp_path).err).splitlines()
    assert "« jour » : mot inconnu ici" in told


@pytest.mark.parametrize("line", ["mj: ", "échéance: "])
def test_by_post_a_campaign_without_its_hour_is_refused(tmp_path: Path, line: str) -> None:
    """K36. Every stage ends at its deadline and is published at dawn, so that no hour tells anything."""
    good("new", tmp_path, *BY_OPTIONS, "--set", "conduite=courrier")
    path = tmp_path / "campaign.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(one for one in lines if not one.startswith(line)), encoding="utf-8")
    done = adjudicator("status", tmp_path)
    assert done.code == 2
    assert "sinon l’heure d’un tour trahirait ce qui s’y passe" in plain(done.err)
