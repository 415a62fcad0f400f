"""Names that mislead are refused in a campaign that has not begun; one that has begun goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from resistance.campaigns import FIVE, begun, voting
from support.commands import TWO, campaign, good, plain, run, tree

from adjudicator.store.published import MANIFEST, manifest

CYRILLIC_A = "\u0410"  # А
FILLER = "\u3164"
ROMA = "\u0420\u043e\u043c\u0430"  # Рома, as Poma looks


def refused(folder: Path, text: str) -> str:
    folder.mkdir()
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    done = run("status", folder)
    assert done.code == 2, done
    return done.err


def place(text: str, wanted: str) -> str:
    """The line and column of the last ``wanted`` in ``text``."""
    before = text[: text.rindex(wanted)]
    return f":{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}: "


@pytest.mark.parametrize("name", [FILLER, "\u115f\u1160", "\uffa0"])
@pytest.mark.parametrize("old", ["Luc", "rouge"])
def test_a_name_that_shows_nothing(tmp_path: Path, old: str, name: str) -> None:
    text = TWO.replace(old, f'"{name}"')
    assert "ne montre rien" in refused(tmp_path / "partie", text)


@pytest.mark.parametrize("name", [f"{CYRILLIC_A}nna", "L\u03bfc", "M\u0430x"])
def test_a_name_in_two_alphabets(tmp_path: Path, name: str) -> None:
    """Cyrillic and Latin « Anna » in one campaign."""
    text = TWO.replace("Luc", name)
    err = refused(tmp_path / "partie", text)
    assert f"{place(text, name)}Le nom « {name} » mêle des lettres" in err


@pytest.mark.parametrize(("one", "other"), [("Poma", ROMA), ("Luca", "Lu\u1160ca"), ("Anna", f"Anna{FILLER}")])
def test_two_names_that_look_alike(tmp_path: Path, one: str, other: str) -> None:
    text = TWO.replace("Luc", one if one != "Anna" else "Luc").replace("Zoé", f'"{other}"')
    err = refused(tmp_path / "partie", text)
    assert f"se lit comme « {one} »" in err
    assert place(text, f'"{other}"') in err


def test_substitutes_and_characters(tmp_path: Path) -> None:
    absence = "absences:\n  - {joueur: Anna, du: 2026-11-20, au: 2026-11-30, remplaçant: %s}\n"
    assert "mêle" in refused(tmp_path / "one", TWO + absence % f"{CYRILLIC_A}nne")
    assert "se lit comme" in refused(tmp_path / "two", TWO.replace("Luc", "Poma") + absence % ROMA)
    folder = begun(tmp_path / "three", (f'{{nom: Anna, personnage: "{FILLER}"}}', *FIVE[1:]))
    done = run("status", folder)
    assert done.code == 2
    assert ":4:29: Ce nom ne montre rien" in done.err


@pytest.mark.parametrize(
    "names", ["Анна,Борис,Яна", "Άννα,Γιώργος,Ζωή", "Anna,Łukasz,Zoé", "安娜,Ann,Ян", "O’Neil,D 2,李"]
)
def test_names_of_one_alphabet_each_are_good(tmp_path: Path, names: str) -> None:
    good("new", tmp_path / "partie", "--game", "tsewnart", "--camp", f"bleu={names}", "--camp", "rouge=Paul,Rita,Max")


def test_new_refuses_them_and_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "partie"
    done = run("new", folder, "--game", "tsewnart", "--camp", f"bleu={CYRILLIC_A}nna,Luc", "--camp", "rouge=Paul,Rita")
    assert done.code != 0
    assert "mêle" in done.err
    assert not folder.exists()


@pytest.mark.parametrize("name", ["Moi", "moi-même", "ME", "Myself"])
@pytest.mark.parametrize("old", ["Luc", "rouge"])
def test_a_name_by_which_everybody_speaks_of_himself(tmp_path: Path, old: str, name: str) -> None:
    text = TWO.replace(old, name)
    assert f"{place(text, name)}Personne ne peut s’appeler « {name} »" in plain(refused(tmp_path / "partie", text))


def called_anew(folder: Path, old: str, new: str) -> Path:
    """Let a campaign be one that was begun with a name by a version that took it; it cannot be changed any more."""
    for path in [*folder.rglob("campaign.yaml"), *folder.glob("turns/*/result/*.json")]:
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    for stage in folder.glob("turns/*/result"):
        files = {name: data for name, data in tree(stage).items() if not name.endswith("/") and name != MANIFEST}
        (stage / MANIFEST).write_bytes(manifest(files))
    path = folder / "campaign.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "# relu\n", encoding="utf-8")
    return folder


def test_a_game_that_has_begun_goes_on(tmp_path: Path) -> None:
    odd = f"{CYRILLIC_A}nna"
    folder = called_anew(campaign(tmp_path / "partie", "turn-1"), "Zoé", odd)
    assert odd in good("status", folder).out
    good("status", folder)
    assert run("resolve", folder, "--force").code == 0


def test_in_a_game_that_has_begun_the_name_wins(tmp_path: Path) -> None:
    """« moi » is the player who is called so, whoever writes it; who means himself writes his own name."""
    folder = called_anew(voting(tmp_path / "partie"), "Bruno", "Moi")
    text = "joueur: Chloé\ntour: 2\npermanents: {si: [{escadron contient: moi, alors: {vote: non}}]}\n"
    assert "si l’Escadron contient Moi : vote non" in plain(good("check", folder, "-", stdin=text).out)
    own = good("check", folder, "-", stdin=text.replace("moi", "Chloé")).out
    assert "si l’Escadron contient Chloé : vote non" in plain(own)
