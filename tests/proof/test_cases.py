"""``adjudicator cases``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.campaigns import BRUTE, VOTE, WRONG, write
from support.commands import CASES as FOLDER
from support.commands import adjudicator, on_terminal, run
from support.depth import deep

from adjudicator.games import GAMES
from adjudicator.proof.cases import case_files

FRENCH = """\
- id: BRUTE-2
  titre: Un attaquant blesse la Brute et reste où il est
  règle: "§4.4, R8"
  plateau: {taille: 6x3, topologie: fermé}
  camps: [bleu, rouge]
  tour: 3
  pièces:
    - {joueur: Anna, camp: bleu, rôle: Brute, case: (3;2)}
    - {joueur: Paul, camp: rouge, rôle: Archer, case: (4;2)}
  ordres:
    Paul: {déplacement: à gauche}
    Anna: rien
  attendu:
    pièces: {Anna: (3;2), Paul: (4;2)}
    blessés: [Anna]
    résultats: {Paul: {déplacement: échec}}
"""
VOTE_IN_FRENCH = """\
- id: VOTE-2
  jeu: Résistance
  titre: Trois Oui sur cinq approuvent un Escadron
  règle: "R10"
  joueurs: [Anna, Boris, Chloé, David, Emma]
  cylons: [Boris, Emma]
  étapes:
    - {escadron: Anna et Boris}
    - {oui: [Anna, Boris, Chloé], non: [David, Emma]}
  attendu: {phase: mission, approuvé: oui, attendus: [Anna, Boris]}
"""


# --- The command


@pytest.mark.parametrize("below", ["resistance", *deep("")])
def test_all_cases_of_a_folder_pass(below: str) -> None:
    """All of the repository are run by ``tests/games/test_rules.py`` too, file by file."""
    done = run("cases", FOLDER / below)
    assert (done.code, done.err) == (0, "")
    closing = re.fullmatch(r"(\d+) réussis, 0 en échec\n", done.out)
    assert closing, done.out
    assert int(closing[1]) >= 250


def test_one_line_closes_the_run(tmp_path: Path) -> None:
    """In the language of the session; programs read ``--json``, or the line in English, which stays as it is."""
    file = write(tmp_path, "a.yaml", BRUTE)
    assert adjudicator("cases", file) == (0, "1 réussi, 0 en échec\n", "")
    assert adjudicator("cases", file, "--language", "en") == (0, "1 passed, 0 failed\n", "")
    french = write(tmp_path, "b.yaml", FRENCH + FRENCH.replace("BRUTE-2", "BRUTE-3").replace("échec", "succès"))
    assert adjudicator("cases", file, french).out.splitlines()[-1] == "2 réussis, 1 en échec"


def test_folders_are_searched_and_files_taken_as_they_are_named(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", BRUTE)
    write(tmp_path, "deep/er/b.yaml", FRENCH)
    write(tmp_path, "deep/notes.txt", "- no case")
    other = write(tmp_path, "other.cases", BRUTE)
    assert run("cases", tmp_path).out == "2 réussis, 0 en échec\n"
    assert run("cases", tmp_path, other).out == "3 réussis, 0 en échec\n"


def test_a_case_in_french_works(tmp_path: Path) -> None:
    file = write(tmp_path, "a.yaml", FRENCH)
    assert run("cases", file) == (0, "1 réussi, 0 en échec\n", "")
    wrong = write(tmp_path, "b.yaml", FRENCH.replace("échec", "succès"))
    assert run("cases", wrong).code == 1


def test_a_failing_case_shows_expected_and_found_side_by_side(tmp_path: Path) -> None:
    file = write(tmp_path, "a.yaml", BRUTE + WRONG)
    done = run("cases", file, "--language", "en")
    assert done.code == 1
    lines = done.out.splitlines()
    assert lines[0].startswith("WRONG-0  An attacker wounds the Brute and stays where it was")
    assert str(file) in lines[1]
    assert "§4.4, R8" in lines[1]
    assert re.fullmatch(r" +expected +found", lines[2])
    rows = {line.split()[0]: line for line in lines[3:-1]}
    assert sorted(rows) == ["pieces", "wounded"]
    assert '"Paul": [3, 2]' in rows["pieces"]
    assert '"Paul": [4, 2]' in rows["pieces"]
    assert re.fullmatch(r' +wounded +\[\] +\["Anna"\]', rows["wounded"])
    column = lines[2].index("found")
    assert rows["wounded"].index('["Anna"]') == column
    assert lines[-1] == "1 passed, 1 failed"
    assert "BRUTE-1" not in done.out


def test_a_failing_case_in_french(tmp_path: Path) -> None:
    done = run("cases", write(tmp_path, "a.yaml", WRONG))
    assert done.code == 1
    assert re.search(r"^ +attendu +trouvé$", done.out, re.M)


def test_json_tells_every_case(tmp_path: Path) -> None:
    file = write(tmp_path, "a.yaml", BRUTE + WRONG)
    done = run("cases", file, "--json")
    assert (done.code, done.err) == (1, "")
    told = done.json()
    assert (told["passed"], told["failed"]) == (1, 1)
    good, bad = told["cases"]
    assert good == {
        "id": "BRUTE-1",
        "title": "An attacker wounds the Brute and stays where it was",
        "rule": "§4.4, R8",
        "file": str(file),
        "passed": True,
        "expected": {},
        "found": {},
    }
    assert (bad["id"], bad["passed"]) == ("WRONG-0", False)
    assert bad["expected"] == {"pieces": {"Anna": [3, 2], "Paul": [3, 2]}, "wounded": []}
    assert bad["found"] == {"pieces": {"Anna": [3, 2], "Paul": [4, 2]}, "wounded": ["Anna"]}


# --- Which game

NAMED = BRUTE.replace("BRUTE-1", "BRUTE-3").replace("  title:", "  game: tsewnart\n  title:")


@pytest.mark.parametrize("text", [NAMED, NAMED + BRUTE, BRUTE + NAMED, NAMED.replace("tsewnart", "TSEWNART")])
def test_a_case_may_name_its_game_which_is_the_first_one_if_no_case_does(tmp_path: Path, text: str) -> None:
    count = text.count("- id:")
    assert run("cases", write(tmp_path, "a.yaml", text)) == (
        0,
        f"{count} réussi{'s' if count > 1 else ''}, 0 en échec\n",
        "",
    )


def test_a_file_of_cases_of_another_game(tmp_path: Path) -> None:
    assert run("cases", write(tmp_path, "a.yaml", VOTE + VOTE_IN_FRENCH)) == (0, "2 réussis, 0 en échec\n", "")


def test_a_folder_may_hold_files_of_several_games(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", BRUTE)
    write(tmp_path, "b.yaml", VOTE)
    assert run("cases", tmp_path) == (0, "2 réussis, 0 en échec\n", "")


def test_a_failing_case_of_another_game(tmp_path: Path) -> None:
    file = write(tmp_path, "a.yaml", VOTE.replace("commander: Boris", "commander: Emma"))
    done = run("cases", file, "--language", "en")
    assert (done.code, done.err) == (1, "")
    assert done.out.splitlines() == [
        "VOTE-1  Two yes of five reject a squad",
        f"  {file}  [R10]",
        "             expected  found",
        '  commander  "Emma"    "Boris"',
        "0 passed, 1 failed",
    ]


def test_a_file_that_mixes_two_games_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, "a.yaml", NAMED + VOTE)
    place = f"{file}:{len(NAMED.splitlines()) + 2}:9: "
    done = run("cases", file)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"{place}Ce cas est du jeu « resistance », alors que ce fichier est de « tsewnart » : un fichier a les cas "
        "d’un seul jeu.\n"
    )
    assert run("cases", file, "--language", "en").err == (
        f"{place}This case is of the game “resistance”, but this file is of “tsewnart”: a file holds the cases of one "
        "game.\n"
    )


def test_a_case_without_a_game_is_not_of_another_one_than_the_first(tmp_path: Path) -> None:
    file = write(tmp_path, "a.yaml", BRUTE + VOTE)
    done = run("cases", file)
    assert (done.code, done.out) == (2, "")
    assert f"{file}:1:3: Il manque « game »." in done.err.splitlines()


@pytest.mark.parametrize(
    "other", [NAMED.replace("game: tsewnart", "game: GAME"), VOTE.replace("game: resistance", "game: GAME")]
)
@pytest.mark.parametrize(
    ("name", "near"), [("échecs", ""), ("tsewnar", " Peut-être « tsewnart » ?"), ("resistence", " Peut-être")]
)
def test_an_unknown_game_of_a_case_is_told_at_its_place(tmp_path: Path, name: str, near: str, other: str) -> None:
    file = write(tmp_path, "a.yaml", BRUTE + other.replace("GAME", name))
    done = run("cases", file)
    assert (done.code, done.out) == (2, "")
    (line,) = done.err.splitlines()
    place = f"{file}:{len(BRUTE.splitlines()) + 2}:9: "
    assert line.startswith(f"{place}« {name} » n’est pas un jeu connu ; jeux connus : {', '.join(GAMES)}.{near}")


OTHER_FAULTS = [
    ("another-games-key", VOTE.replace("  cylons:", "  board: {size: [6, 3], topology: closed}\n  cylons:"), ":6:3: "),
    ("unknown-player", VOTE.replace("yes: [Anna, Boris]", "yes: [Anna, Bob]"), ":9:20: "),
    ("unknown-variant", VOTE.replace("  cylons:", "  options: {plots: yes}\n  cylons:"), ":6:13: "),
    ("too-few-players", VOTE.replace(", Emma]\n  cylons", "]\n  cylons"), ":5:"),
    ("too-few-cylons", VOTE.replace("[Boris, Emma]", "[Boris]"), ":6:"),
    ("a-cylon-twice", VOTE.replace("[Boris, Emma]", "[Boris, Boris]"), ":6:"),
    ("two-alike", VOTE.replace("David, Emma]\n  cylons", "David, Emma, anna]\n  cylons"), ":5:46: "),
]


@pytest.mark.parametrize(("text", "place"), [row[1:] for row in OTHER_FAULTS], ids=[row[0] for row in OTHER_FAULTS])
def test_a_faulty_file_of_another_game_is_told_in_its_words(tmp_path: Path, text: str, place: str) -> None:
    file = write(tmp_path, "a.yaml", text)
    done = run("cases", file)
    assert (done.code, done.out) == (2, "")
    assert f"{file}{place}" in done.err


TWICE = "    - {player: Anna, camp: rouge, role: savant, at: [6, 2]}\n"
FAULTY = [
    ("not-a-list", "id: A\ntitle: B\n", ":1:1: "),
    ("empty", "", ":1:1: "),
    ("not-yaml", "- id: [\n", ":1:7: "),
    ("unknown-key", BRUTE.replace("expect:", "exspect:"), ":11:3: "),
    ("unknown-order", BRUTE.replace("{move: left}", "{moove: left}"), ":10:12: "),
    ("unknown-player", BRUTE.replace("    Paul: {move", "    Bob: {move"), ":10:5: "),
    ("unknown-role", BRUTE.replace("role: archer", "role: bowman"), ":8:41: "),
    ("missing", BRUTE.replace("  camps: [bleu, rouge]\n", ""), ":1:3: "),
    ("text-case", "- BRUTE-1\n", ":1:3: "),
    ("null-case", BRUTE + "-\n", ":15:"),
    ("no-pieces", re.sub(r"  pieces:\n.*\n.*\n", "  pieces: none\n", BRUTE), ":6:11: "),
    ("odd-expectation", BRUTE.replace("wounded: [Anna]", "wounded: {Anna: 1}"), ":14:14: "),
    ("cell-of-three", BRUTE.replace("at: [3, 2]", "at: [3, 2, 1]"), ":7:"),
    ("camp-of-nobody", BRUTE.replace("camp: rouge", "camp: vert"), ":8:28: "),
    ("player-twice", BRUTE.replace("  orders:", TWICE + "  orders:"), ":9:"),
    ("cell-twice", BRUTE.replace("at: [4, 2]", "at: [3, 2]"), ":8:"),
    ("off-board", BRUTE.replace("at: [4, 2]", "at: [7, 2]"), ":8:"),
]


@pytest.mark.parametrize(("text", "place"), [row[1:] for row in FAULTY], ids=[row[0] for row in FAULTY])
def test_a_faulty_file_is_told_with_line_and_column(tmp_path: Path, text: str, place: str) -> None:
    file = write(tmp_path, "a.yaml", text)
    done = run("cases", file)
    assert (done.code, done.out) == (2, "")
    assert f"{file}{place}" in done.err
    assert len(done.err.splitlines()[0]) > len(f"{file}{place}") + 10


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    text = BRUTE.replace("{move: left}", "{moove: left}") + BRUTE.replace("role: archer", "role: bowman")
    done = run("cases", write(tmp_path, "a.yaml", text), "--language", "en")
    assert done.code == 2
    first, second = done.err.splitlines()
    assert ":10:12: “moove”: unknown word here; possible words: " in first
    assert first.endswith("Perhaps “move”?")
    assert ":22:41: “bowman” is not understood here; expected: Brute, " in second


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere.yaml"
    assert run("cases", missing) == (2, "", f"Le fichier « {missing} » n’existe pas.\n")
    assert run("cases", tmp_path) == (2, "", f"Il n’y a pas de fichier de cas (*.yaml) dans « {tmp_path} ».\n")
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\0")
    done = run("cases", tmp_path)
    assert done.code == 2
    assert f"{tmp_path / 'binary.yaml'}:1:1: " in done.err
    assert run("cases").code == 2


def test_colours_on_a_terminal_and_none_in_a_pipe(tmp_path: Path) -> None:
    file = write(tmp_path, "a.yaml", WRONG)
    code, shown = on_terminal("cases", file)
    assert code == 1
    assert "\x1b[31m0 réussi, 1 en échec\x1b[0m" in shown
    assert "\x1b" not in adjudicator("cases", file).out


def test_no_two_cases_share_an_id() -> None:
    texts = [path.read_text("utf-8") for path in case_files([FOLDER])]
    names = [name for text in texts for name in re.findall(r"^- id: *(\S+)", text, re.MULTILINE)]
    assert len(names) > 1000
    assert sorted(names) == sorted(set(names))
