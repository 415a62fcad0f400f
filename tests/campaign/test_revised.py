"""What may change in the middle of a game is told when it has: no key of ``FREE`` stops the campaign."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import campaign, good
from support.depth import few, sample

from adjudicator.campaign.campaign import FREE

WRITTEN = {
    "title": ("titre: Une autre", "Une autre"),
    "language": ("langue: en", "en"),
    "forum": ("forum: phpbb", "phpbb"),
    "email": ("courriel: mj@exemple.org", "mj@exemple.org"),
    "images": ("images: https://exemple.org/p", "https://exemple.org/p"),
    "ending": ("fin: gardée", "gardée"),
    "missing": ("absents: rien", "rien"),
    "deadline": ("échéance: {jours: 3}", "3"),
    "absences": ("absences: [{joueur: Anna, du: 2030-01-01, au: 2030-01-03}]", "Anna"),
    "brake": ("frein: {manquants: 40}", "40"),
    "key": ("clé: facultative", "facultative"),
    "proof": ("preuve: les deux", "les deux"),
    "ahead": ("d’avance: attendent", "attendent"),
}


def test_every_key_that_may_change_is_tried() -> None:
    assert WRITTEN.keys() == set(FREE) - {"mj"}, "which games have that ask the MJ: tests/desk/test_questions.py"


@few(3)
@pytest.mark.parametrize("key", sample(WRITTEN, 2))
def test_a_key_that_changes_is_told_and_the_game_goes_on(key: str, tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    line, said = WRITTEN[key]
    file = folder / "campaign.yaml"
    word = line.partition(":")[0]
    kept = [one for one in file.read_text(encoding="utf-8").splitlines() if one.partition(":")[0] != word]
    file.write_text("\n".join([*kept, line, ""]), encoding="utf-8")
    assert said in good("status", folder).out
    good("resolve", folder, "--force")


def test_the_clock_of_a_phase_that_changes_is_told(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1")
    file = folder / "campaign.yaml"
    written = file.read_text(encoding="utf-8")
    file.write_text(f"{written}échéance: {{jours: 3, tour: {{heures: 30, à l’heure: oui}}}}\n", encoding="utf-8")
    change = "échéance : « — » → « jours : 3 ; tour (heures : 30, à l’heure : oui) »"
    assert change in good("status", folder).out
    good("resolve", folder, "--force")
