"""A game led by hand: the MJ's files, what each reads, what is corrected, and that all of it can be played again."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft7Validator
from support.commands import good, plain, printed, run

from adjudicator.games.clocktower.roles import ROLES
from adjudicator.store.layout import data_folder

EXAMPLE = data_folder("campaigns") / "clocktower"
HERE = Path(__file__).parent
PLAYERS = "Zoé,Max,Luc,Éva,Ana,Léo,Tom"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("clocktower") / "demo"
    good("demo", folder, "--game", "clocktower")
    return folder


def report(folder: Path, stage: str, reader: str) -> str:
    """Return a report as text, with single spaces."""
    text = (folder / "turns" / stage / "reports" / f"{reader}.txt").read_text(encoding="utf-8")
    return " ".join(text.split())


def test_the_game_is_played_again_to_the_same_end(played: Path) -> None:
    """K16. Stages are numbered by a turn of their own; people read the number of the night or the day."""
    assert "jour 3" in report(played, "0007-day-8", "public")[:60]
    assert "Le Bien gagne." in report(played, "0007-day-8", "public")
    good("verify", played)


def test_a_false_information_is_told_as_a_true_one(played: Path) -> None:
    """S26, S30. The player reads the same as if it were true; the MJ reads that it is false."""
    assert "Empathique : 1" in report(played, "0002-night-1", "player-01-zoe").replace("\u00a0", " ")
    mj = report(played, "0002-night-1", "mj").replace("\u00a0", " ")
    assert "Zoé (Empathique) apprend : 1 (faux ; la vérité : 0)." in mj.replace("\u202f", " ")


def test_a_refused_step_is_told_to_the_mj_alone(played: Path) -> None:
    assert "Refusé, rien n’est changé" in report(played, "0004-night-4", "mj")
    assert not any("Refusé" in report(played, "0004-night-4", name) for name in ("public", "player-01-zoe"))


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("{emploie: Ana, sur: [Zoé, Max]}", "nombre de joueurs à choisir pour Empoisonneur : 1."),
        ("{emploie: Zoé}", "Moine n’a rien à faire à ce moment."),
        ("{emploie: Luc, mj: {vérité: non}}", "la réponse « vérité » n’est pas possible ici."),
        ("{devient: {Zoé: Voleur}}", "Voleur n’est pas joué par ce programme."),
    ],
)
def test_why_a_step_is_refused_is_told_in_words(tmp_path: Path, step: str, told: str) -> None:
    good("new", tmp_path / "c", "--game", "clocktower", "--players", PLAYERS)
    roles = ["Moine", "Saint", "Empathique", "Diablotin", "Empoisonneur", "Maire", "Soldat"]
    seats = ", ".join(map("{}: {}".format, PLAYERS.split(","), roles))
    setup = f"étape: mise en place\nmj: {{réponses: {{sac: [{', '.join(roles)}], places: {{{seats}}}}}}}\n"
    good("submit", tmp_path / "c", "-", stdin=setup)
    good("resolve", tmp_path / "c", "--force")
    sent = f"tour: 1\nmj: {{réponses: {{déroulement: [{{annonce: Ana, rôle: Saint}}, {step}]}}}}\n"
    foretold = plain(good("submit", tmp_path / "c", "-", stdin=sent).out)
    assert f"attention : le pas 2 serait refusé : {told.removesuffix('.')}\n" in foretold
    good("resolve", tmp_path / "c", "--force")
    assert f"Refusé, rien n’est changé : {told}" in plain(report(tmp_path / "c", "0002-night-1", "mj"))


def test_the_mj_is_reminded_of_what_is_to_be_told(played: Path) -> None:
    """S63, S15. Each « tu es » stands in the MJ's report, and in that of the player alone."""
    mj = report(played, "0001-setup", "mj").replace("\u00a0", " ")
    assert "À Ana : Tu es Courtisan." in mj
    assert "Tu es Courtisan" in report(played, "0001-setup", "player-05-ana")
    assert "Courtisan, du" not in report(played, "0001-setup", "player-01-zoe")


def test_why_goes_down_to_the_end(played: Path) -> None:
    """§4.5. The command and the MJ's report say the same lines: the poison sleeps since its source is drunk."""
    lines = [line.removeprefix("- ") for line in printed("why", played, "Éva").decode().splitlines()[2:]]
    assert lines and "la capacité ne marche pas" in " ".join(lines)
    night = report(played, "0004-night-4", "mj")
    assert "dort, car" in night


def test_a_dead_players_vote_is_spent(played: Path) -> None:
    text = (played / "turns" / "0005-day-5" / "reports" / "public.txt").read_text(encoding="utf-8")
    assert re.search(r"Léo +mort +dépensée", text)


def test_a_half_is_taken_back_and_played_again(tmp_path: Path, played: Path) -> None:
    """The last half is undone; its answers hold, and it is played to the same end, whatever was refused meanwhile."""
    folder = tmp_path / "again"
    shutil.copytree(played, folder)
    before = report(folder, "0007-day-8", "public")
    good("undo", folder, "--reason", "un oubli", "--unread", "--yes")
    for step in ("{moment: aube}", "{rien: oui}", "{annonce: Éva}"):
        wrong = run("submit", folder, "-", stdin=f"tour: 8\nmj: {{réponses: {{déroulement: [{step}]}}}}\n")
        assert wrong.code == 1 and "refusé, 1 faute" in plain(wrong.err)
    assert not (folder / "turns" / "0007-day-8" / "result").exists()
    good("resolve", folder)
    seal = "Sceau du journal"
    assert report(folder, "0007-day-8", "public").partition(seal)[0] == before.partition(seal)[0]
    good("verify", folder)


def test_the_mj_tells_a_story_above_what_the_program_says(tmp_path: Path, played: Path) -> None:
    """K14. What he writes stands at the head; all below it is as it would be without."""
    folder = tmp_path / "story"
    shutil.copytree(played, folder)
    before = report(folder, "0007-day-8", "public")
    good("undo", folder, "--reason", "un oubli", "--unread", "--yes")
    (folder / "mot.txt").write_text("Le clocher sonne minuit.\n", encoding="utf-8")
    good("resolve", folder)
    after, seal = report(folder, "0007-day-8", "public"), "Sceau du journal"
    head, story, told = after.partition(seal)[0].partition("Le clocher sonne minuit.")
    assert story and told.strip() and before.partition(seal)[0].endswith(told)
    assert before.startswith(head.partition("Un mot du MJ")[0])


def test_a_form_in_which_nothing_is_proposed_does_not_say_that_it_accepts_all(tmp_path: Path) -> None:
    good("new", tmp_path / "c", "--game", "clocktower", "--players", PLAYERS)
    assert "accepte tout ce qui est proposé" in plain(
        good("template", tmp_path / "c", "--for", "mj").out.replace("\n# ", " ")
    )
    good("resolve", tmp_path / "c", "--force")
    form = good("template", tmp_path / "c", "--for", "mj").out
    assert form.startswith("# Réponses du MJ : Une nouvelle partie, nuit 1.\ntour: 1\n")


@pytest.mark.parametrize(
    ("last", "told"),
    [
        ("Saint, Diablotin", "(attention : Sbires 0, Démons 1 ; à 7 joueurs, il en faut d’ordinaire 1 et 1)"),
        ("Saint, Baron", "(attention : Sbires 1, Démons 0 ; à 7 joueurs, il en faut d’ordinaire 1 et 1)"),
        ("Baron, Diablotin", ""),
    ],
)
def test_a_bag_without_the_usual_evil_is_taken_with_a_warning(tmp_path: Path, last: str, told: str) -> None:
    good("new", tmp_path / "c", "--game", "clocktower", "--players", PLAYERS)
    bag = f"[Voyante, Cuisinier, Maire, Détective, Archiviste, {last}]"
    sent = f"étape: mise en place\nmj: {{réponses: {{sac: {bag}}}}}\n"
    taken = " ".join(plain(good("submit", tmp_path / "c", "-", stdin=sent).out).split())
    assert told in taken if told else "attention" not in taken
    good("resolve", tmp_path / "c", "--force")


@pytest.mark.parametrize("role", ["Diablotin", "Cerenovus"])
def test_an_editor_takes_in_steps_roles_from_outside_the_script_too(tmp_path: Path, role: str) -> None:
    good("new", tmp_path / "c", "--game", "clocktower", "--players", PLAYERS)
    good("resolve", tmp_path / "c", "--force")
    sent = {"tour": 1, "mj": {"réponses": {"déroulement": [{"devient": {"Zoé": role}}]}}}
    good("check", tmp_path / "c", "-", stdin=json.dumps(sent))
    judge = Draft7Validator(good("template", tmp_path / "c", "--for", "mj", "--schema").json())
    assert judge.is_valid(sent)


def test_the_page_says_whose_the_game_is_and_roles_are_numbers_and_names() -> None:
    """K79. The publisher's texts are nowhere: a role is its id, a team, places, and words of the program."""
    page = " ".join((data_folder("campaigns").parent / "docs" / "clocktower.md").read_text(encoding="utf-8").split())
    assert "ni fait ni approuvé par The Pandemonium Institute" in page and "dans nos mots (K79)" in page
    assert not any(" " in str(value) for role in ROLES.values() for value in role)


def test_every_sentence_and_ruling_of_the_part_has_a_case_or_a_test() -> None:
    cases = "".join(path.read_text(encoding="utf-8") for path in (HERE.parent / "cases" / "clocktower").glob("*.yaml"))
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*.py"))
    named = set(re.findall(r"\b[SKE]\d\d?\b", cases + tests))
    sentences = {f"S{number:02}" for number in range(1, 66)}
    rulings = {f"K{number}" for number in (3, 4, 5, 6, 7, 10, 13, 14, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27, 32)}
    rulings |= {
        f"K{number}"
        for number in (16, 36, 37, 50, 51, 53, 60, 61, 62, 63, 64, 66, 67, 68, 69, 70, 71, 72, 75, 78, 79, 80)
    }
    assert (sentences | rulings) - named == set()
