"""Cases that say two things at once, that no game can reach or that hang on chance: told at their place."""

from __future__ import annotations

import itertools
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from support.campaigns import BRUTE, VOTE, WRONG, cases_of, write
from support.commands import CASES as FOLDER
from support.commands import ROOT, run
from support.depth import is_deep

from adjudicator.core.game import CASE_SEED
from adjudicator.games.resistance import rules
from adjudicator.games.resistance.actions import objections, standing_objections
from adjudicator.games.resistance.setup import make_setting as make_fleet
from adjudicator.games.resistance.state import Mission, State
from adjudicator.games.resistance.views import player_view
from adjudicator.proof.cases import SEEDS, case_files, text_of, worded
from adjudicator.reading import strict_yaml
from adjudicator.reading.understanding import understand
from adjudicator.speech.voice import LANGUAGES

PAGE = ROOT / "docs" / "cas-resistance.md"


def faults(folder: Path, text: str, *more: str) -> list[str]:
    """What is said of a file of cases that cannot be played, without the name of the file."""
    file = write(folder, "a.yaml", text)
    done = run("cases", file, *more)
    assert (done.code, done.out) == (2, ""), done
    return [line.removeprefix(f"{file}:") for line in done.err.splitlines()]


# --- A player by his character

CHARACTER = """\
- id: PERSONNAGE-1
  jeu: resistance
  titre: Un joueur est nommé par son personnage partout où son nom peut être
  joueurs: [Anna, {nom: Bruno, personnage: Laura Roslin}, Chloé, {nom: Denis, personnage: Helo}, Emma]
  cylons: [Helo, Chloé]
  avant: {missions: {1: échec}, commandant: Laura Roslin}
  permanents: {Chloé: {mission: échec}, helo: {vote: oui}}
  étapes:
    - {escadron: laura roslin, Chloé et HELO}
    - {oui: [Laura Roslin, Anna], ordres: {Emma: {vote: non}}}
    - {ordres: {laura roslin: {mission: échec}}, réussite: [Helo]}
  attendu:
    refusés: {Laura Roslin: colons-succeed}
    sabotages: 1
    connus: {Helo: [Chloé], Laura Roslin: []}
    attendus: [Chloé]
""".replace("escadron: laura roslin, Chloé et HELO", 'escadron: "laura roslin, Chloé et HELO"')


def test_a_player_may_be_named_by_his_character(tmp_path: Path) -> None:
    assert run("cases", write(tmp_path, "a.yaml", CHARACTER)) == (0, "1 réussi, 0 en échec\n", "")


def test_the_differences_say_his_name(tmp_path: Path) -> None:
    done = run("cases", write(tmp_path, "a.yaml", CHARACTER.replace("attendus: [Chloé]", "attendus: [Helo]")))
    assert done.code == 1
    assert re.search(r'^  attendus +\["Denis"\] +\["Chloé"\]$', done.out, re.M)


def test_a_player_named_twice_by_two_names_is_named_twice(tmp_path: Path) -> None:
    [line] = faults(tmp_path, CHARACTER.replace("connus: {Helo: [Chloé]", "connus: {Denis: [Chloé], Helo: [Chloé]"))
    assert line.startswith("15:30: « Helo » est donné deux fois")


def test_a_character_that_nobody_plays_is_an_unknown_player(tmp_path: Path) -> None:
    [line] = faults(tmp_path, CHARACTER.replace("réussite: [Helo]", "réussite: [Starbuck]"))
    assert line.startswith("11:61: ") and "Starbuck" in line


# --- The same order of one player, said twice

FIVE = "  players: [Anna, Boris, Chloé, David, Emma]\n"


def vote_with(stage: str, before: str = "") -> str:
    """A case of five, of which Anna commands, with this second stage."""
    return re.sub(r"    - \{yes: .*\n", f"    - {stage}\n", VOTE).replace("  stages:", f"{before}  stages:")


CARDS = "{yes: [Anna, Boris, David]}\n    - {success: [Anna, Boris], failure: [Boris]}"
SQUADS = "{squad: [Anna, Boris], orders: {Anna: {squad: [Anna, Emma]}}}"
TWICE = [
    ("yes-and-no", vote_with("{yes: [Anna, Boris], no: [Chloé, Anna]}"), "9:40: ", "Anna"),
    ("no-before-yes", vote_with("{no: [Chloé, Anna], yes: [Anna, Boris]}"), "9:33: ", "Anna"),
    ("in-one-list", vote_with("{yes: [Anna, Boris, anna]}"), "9:27: ", "Anna"),
    ("short-then-long", vote_with("{yes: [Anna], orders: {Anna: {vote: no}}}"), "9:37: ", "Anna"),
    ("long-then-short", vote_with("{orders: {Anna: {vote: no}}, yes: [Anna]}"), "9:42: ", "Anna"),
    ("even-if-alike", vote_with("{orders: {Anna: {vote: yes}}, yes: [Anna]}"), "9:43: ", "Anna"),
    ("two-cards", vote_with(CARDS), "10:42: ", "Boris"),
    ("squad", VOTE.replace("{squad: [Anna, Boris]}", SQUADS), "8:46: ", "Anna"),
]


@pytest.mark.parametrize(("text", "place", "name"), [row[1:] for row in TWICE], ids=[row[0] for row in TWICE])
def test_an_order_said_twice_is_told_at_the_second_place(tmp_path: Path, text: str, place: str, name: str) -> None:
    [line] = faults(tmp_path, text)
    assert line.startswith(f"{place}« {name} » ")
    assert "deux fois" in line


def test_a_squad_of_another_than_the_commander_stands_beside_his(tmp_path: Path) -> None:
    text = VOTE.replace("{squad: [Anna, Boris]}", "{squad: [Anna, Boris], orders: {Emma: {squad: [Anna, Emma]}}}")
    text = text.replace("approved: no}", "approved: no, refused: {Emma: not-commander}}")
    assert run("cases", write(tmp_path, "a.yaml", text)) == (0, "1 réussi, 0 en échec\n", "")


def test_two_orders_of_one_player_are_both_sent(tmp_path: Path) -> None:
    text = vote_with("{yes: [Anna, Boris], success: [Anna]}")
    text = text.replace("approved: no}", "approved: no, refused: {Anna: other-phase}, yes: 1}")
    assert run("cases", write(tmp_path, "a.yaml", text)) == (0, "1 réussi, 0 en échec\n", "")


@pytest.mark.parametrize("stage", ["{absent: all, yes: [Anna]}", "{yes: [Anna], absent: all}"])
def test_nobody_sends_anything_beside_absent(tmp_path: Path, stage: str) -> None:
    [line] = faults(tmp_path, vote_with(stage), "--language", "en")
    assert re.match(r"9:\d+: “absent” does not go with “yes”", line)


THIRD = "    - {player: ANNA, camp: rouge, role: savant, at: [6, 2]}\n"
ON_THE_TABLE = [
    ("gone-and-there", BRUTE.replace("  orders:", "  gone: {Anna: rouge}\n  orders:"), "9:10: ", "Anna"),
    ("names-alike", BRUTE.replace("  orders:", f"{THIRD}  orders:"), "9:16: ", "ANNA"),
]


@pytest.mark.parametrize(
    ("text", "place", "name"), [row[1:] for row in ON_THE_TABLE], ids=[row[0] for row in ON_THE_TABLE]
)
def test_a_player_is_on_the_table_once(tmp_path: Path, text: str, place: str, name: str) -> None:
    assert faults(tmp_path, text)[0].startswith(f"{place}« {name} » est déjà sur la table")


def test_camps_are_not_alike(tmp_path: Path) -> None:
    [line] = faults(tmp_path, BRUTE.replace("camps: [bleu, rouge]", "camps: [bleu, rouge, Bleu]"))
    assert line.startswith("5:24: « Bleu » et « bleu » ")


# --- Two ids alike


def test_two_ids_alike_in_a_file_are_told_at_the_second(tmp_path: Path) -> None:
    [line] = faults(tmp_path, BRUTE + WRONG.replace("WRONG-0", "brute-1"))
    assert line.startswith("15:7: ") and "« brute-1 »" in line and "ligne 1" in line


def test_two_ids_alike_on_one_line(tmp_path: Path) -> None:
    case = "{id: A, jeu: resistance, titre: T, joueurs: [A, B, C, D, E], cylons: [A, B], attendu: {manche: 1}}"
    assert faults(tmp_path, f"[{case}, {case}]\n")[0].startswith(f"1:{len(case) + 9}: « A »")


def test_two_ids_alike_in_two_files_are_told_and_both_are_played(tmp_path: Path) -> None:
    first, second = write(tmp_path, "a.yaml", BRUTE), write(tmp_path, "b/c.yaml", WRONG.replace("WRONG-0", "Brute 1"))
    done = run("cases", tmp_path)
    assert (done.code, done.out.splitlines()[-1]) == (1, "1 réussi, 1 en échec")
    [line] = done.err.splitlines()
    assert line.startswith(f"{second}:1:7: ") and "« Brute 1 »" in line and f"{first}:1" in line


def test_a_file_named_twice_is_played_once(tmp_path: Path) -> None:
    file = write(tmp_path, "a.yaml", BRUTE)
    assert run("cases", tmp_path, file, tmp_path) == (0, "1 réussi, 0 en échec\n", "")


# --- What no game can reach

PAST = VOTE.replace("  stages:", "  before: BEFORE\n  stages:")
TARGETED = PAST.replace("  before:", "  options: {targeted attacks: yes}\n  before:")


def anna(more: str) -> str:
    """A case whose first piece, on line 7, is that."""
    return BRUTE.replace("role: brute", more)


def paul(more: str) -> str:
    """A case whose second piece, on line 8, is that."""
    return BRUTE.replace("role: archer", more)


UNREACHED = [
    ("a-mission-skipped", PAST.replace("BEFORE", "{missions: {2: success}}"), "7:23: "),
    ("a-hole", PAST.replace("BEFORE", "{missions: {1: success, 2: failure, 4: failure}}"), "7:47: "),
    ("the-fifth-too-early", TARGETED.replace("BEFORE", "{missions: {1: success, 5: failure}}"), "8:35: "),
    ("the-fifth-won", TARGETED.replace("BEFORE", "{missions: {1: success, 5: success}}"), "8:35: "),
    ("three-alike", TARGETED.replace("BEFORE", "{missions: {1: success, 2: success, 5: success}}"), "8:"),
    ("wound", paul("role: archer, wounded: yes"), "8:49: "),
    ("aim", anna("role: brute, aimed: [4, 2]"), "7:47: "),
    ("aim-off-board", paul("role: archer, aimed: [4, 9]"), "8:56: "),
    ("terror", anna("role: brute, last_terror: [4, 2]"), "7:47: "),
    ("terror-off-board", paul("role: terreur, last_terror: [9, 2]"), "8:63: "),
    ("uses-of-others", anna("role: brute, teleports: 1"), "7:47: "),
    ("too-many-uses", anna("role: agile, extra_moves: 3"), "7:60: "),
]


@pytest.mark.parametrize(("text", "place"), [row[1:] for row in UNREACHED], ids=[row[0] for row in UNREACHED])
def test_what_no_game_can_reach_is_told(tmp_path: Path, text: str, place: str) -> None:
    assert any(line.startswith(place) for line in faults(tmp_path, text))


@pytest.mark.parametrize(
    "text",
    [
        TARGETED.replace("BEFORE", "{missions: {5: failure, 2: success, 4: success}}"),
        TARGETED.replace("BEFORE", "{missions: {3: failure}, rejections: 4}"),
        anna("role: brute, wounded: no, teleports: 0"),
    ],
)
def test_what_a_game_can_reach_is_played(tmp_path: Path, text: str) -> None:
    done = run("cases", write(tmp_path, "a.yaml", text))
    assert done.code in (0, 1), done.err


# --- Chance

KILL = """\
- id: FANTÔME-1
  titre: Le fantôme apparaît dans sa zone
  plateau: {taille: 6x3, topologie: fermé}
  camps: [bleu, rouge]
  zones: {rouge: [(6;1), (6;2)]}
  pièces:
    - {joueur: Anna, camp: bleu, rôle: Agile, case: (3;2)}
    - {joueur: Paul, camp: rouge, rôle: Archer, case: (4;2)}
  ordres:
    Anna: {déplacement: droite}
  attendu:
    pièces: {Anna: (4;2)}
    fantômes: {Paul: n’importe où}
"""
DRAWN = """\
- id: TIRAGE-1
  jeu: resistance
  titre: Qui ne propose rien laisse le sort proposer
  joueurs: [Anna, Boris, Chloé, David, Emma]
  cylons: [Boris, Emma]
  options: {sans escadron: tirage}
  étapes:
    - {absents: tous}
  attendu: {phase: vote, cible: 1}
"""
FIRST = """\
- id: TIRAGE-2
  jeu: resistance
  titre: Le premier Commandant est tiré
  joueurs: [Anna, Boris, Chloé, David, Emma]
  cylons: [Boris, Emma]
  options: {premier commandant: tirage}
  attendu: {phase: proposition}
"""


@pytest.mark.parametrize("text", [KILL, DRAWN, FIRST])
def test_what_hangs_on_no_draw_may_be_expected(tmp_path: Path, text: str) -> None:
    assert run("cases", write(tmp_path, "a.yaml", text)) == (0, "1 réussi, 0 en échec\n", "")


HANGING = [
    (KILL.replace("n’importe où", "CELL"), ["(6;1)", "(6;2)"], "13:5: ", "fantômes"),
    (DRAWN.replace("cible: 1", "escadron: [CELL, Boris]"), ["Anna", "Chloé"], "9:26: ", "escadron"),
    (FIRST.replace("phase: proposition", "commandant: CELL"), ["Anna", "Boris"], "7:13: ", "commandant"),
]


@pytest.mark.parametrize(("text", "wants", "place", "word"), HANGING)
def test_what_hangs_on_a_draw_is_told(tmp_path: Path, text: str, wants: list[str], place: str, word: str) -> None:
    """Whether luck would have it right or wrong."""
    for want in wants:
        [line] = faults(tmp_path, text.replace("CELL", want))
        assert line.startswith(f"{place}« {word} » dépend d’un tirage au sort")


LISTED = DRAWN.replace("  étapes:", "  tirages: {escadron: {Anna: [NAMES]}}\n  étapes:")


def test_a_listed_draw_may_be_expected(tmp_path: Path) -> None:
    text = LISTED.replace("NAMES", "Emma, Chloé").replace("cible: 1", "escadron: [Chloé, Emma]")
    assert run("cases", write(tmp_path, "a.yaml", text)) == (0, "1 réussi, 0 en échec\n", "")


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("Emma, Emma", "7:37: Pour « Anna », on ne peut tirer ici que : Anna, Boris, Chloé, David."),
        (
            "Emma, Chloé, Boris",
            "7:44: Ce tirage n’a pas lieu dans ce cas : rien n’est tiré (ou plus rien) pour « Anna ».",
        ),
    ],
)
def test_a_listed_draw_that_cannot_be_is_told(tmp_path: Path, names: str, said: str) -> None:
    assert faults(tmp_path, LISTED.replace("NAMES", names)) == [said]


def test_a_listed_cell_that_no_ghost_can_appear_on_is_told(tmp_path: Path) -> None:
    text = KILL.replace("  ordres:", "  tirages: {apparition: {Paul: [(1;1)]}}\n  ordres:")
    [line] = faults(tmp_path, text)
    assert line == "9:33: Pour « Paul », ceci n’est pas parmi ce qui peut être tiré ici."


def test_an_answer_that_cannot_be_within_a_whole_stage_is_told(tmp_path: Path) -> None:
    seats = "[{joueur: Anna, rôle: Empathique}, {joueur: Bob, rôle: Diablotin}, {joueur: Cid, rôle: Empoisonneur}]"
    night = "{nuit: {Cid: {choisir: [Anna]}}, mj: {information: {Anna: 7}}}"
    begun = f"- id: a\n  jeu: clocktower\n  titre: x\n  sièges: {seats}\n"
    text = f"{begun}  déroulement:\n  - {night}\n  attendu: {{moment: jour 1}}\n"
    [line] = faults(tmp_path, text)
    assert line == "6:42: Ce choix n’est pas possible : la réponse « information » n’est pas possible ici."


def test_a_draw_that_is_listed_in_part_still_hangs_on_chance(tmp_path: Path) -> None:
    text = LISTED.replace("NAMES", "Emma").replace("cible: 1", "escadron: [Chloé, Emma]")
    [line] = faults(tmp_path, text)
    assert "« escadron » dépend d’un tirage au sort" in line


def test_a_case_without_a_draw_is_the_same_with_every_seed() -> None:
    """So that only those in which something was drawn need be tried again."""
    drawn = 0
    every = 1 if is_deep() else 8  # of the files, and of the cases in each
    for path in [*case_files([FOLDER])][::every]:
        for case in cases_of(path)[::every]:
            told = [case.game.cases.run(case.plain, seed) for seed in ("one", "two", "three")]
            drawn += told[0].drawn
            if not told[0].drawn:
                assert told[1:] == told[:1] * 2, case.plain["id"]
                assert _state(case, "one") == _state(case, "two"), case.plain["id"]
    assert drawn


def _state(case: Any, seed: str) -> Any:
    """All that a case leaves on the table: more than what is expected of it."""
    return import_module(f"adjudicator.games.{case.game.id}.cases").play(case.plain, seed).state


def test_the_first_seed_is_the_games_own() -> None:
    assert SEEDS[0] == CASE_SEED
    assert len(set(SEEDS)) == len(SEEDS) > 5


# --- One bad file among others


def test_a_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    bad = write(tmp_path, "a.yaml", BRUTE.replace("expect:", "exspect:"))
    worse = write(tmp_path, "b.yaml", "- id: [\n")
    write(tmp_path, "c.yaml", VOTE)
    write(tmp_path, "d.yaml", WRONG)
    gone, empty = tmp_path / "nowhere.yaml", tmp_path / "empty"
    empty.mkdir()
    done = run("cases", gone, tmp_path, empty)
    assert done.code == 2
    assert done.out.splitlines()[0].startswith("WRONG-0")
    assert done.out.splitlines()[-1] == "1 réussi, 1 en échec"
    told = done.err.splitlines()
    assert told[0] == f"Le fichier « {gone} » n’existe pas."
    assert [line for line in told if line.startswith(f"{bad}:11:3: ")]
    assert [line for line in told if line.startswith(f"{worse}:1:7: ")]
    assert told[-1] == f"Il n’y a pas de fichier de cas (*.yaml) dans « {empty} »."


ODD = [
    (BRUTE, "  camps: [bleu, rouge]", "  camps: [bleu: rouge]"),
    (BRUTE, "  camps: [bleu, rouge]", "  camps: {bleu: rouge}"),
    (BRUTE, "  orders:", "  gone: [{Luc: bleu}]\n  orders:"),
    (BRUTE, "  orders:", "  gone: Luc\n  orders:"),
    (BRUTE, "  orders:", "  ghosts: {Luc: bleu}\n  orders:"),
    (BRUTE, "player: Anna", "player: [Anna]"),
    (VOTE, "players: [Anna,", "players: [[Anna],"),
    (VOTE, "players: [Anna,", "players: [{name: [Anna], character: {Helo: 1}},"),
    (VOTE, "players: [Anna,", "players: [{name: Anna, character: [Helo]},"),
    (VOTE, "cylons: [Boris,", "cylons: [{Boris: 1},"),
    (VOTE, "  stages:\n", "  before: {missions: [1, 2]}\n  stages:\n"),
    (VOTE, "id: VOTE-1", "id: [VOTE]"),
]


@pytest.mark.parametrize(("text", "old", "new"), ODD)
def test_whatever_stands_in_a_case_does_not_stop_the_others(tmp_path: Path, text: str, old: str, new: str) -> None:
    bad = write(tmp_path, "a.yaml", text.replace(old, new))
    write(tmp_path, "b.yaml", WRONG)
    done = run("cases", tmp_path)
    assert (done.code, done.out.splitlines()[-1]) == (2, "0 réussi, 1 en échec")
    assert all(line.startswith(f"{bad}:") for line in done.err.splitlines())


def test_a_file_that_the_system_refuses_does_not_stop_the_others(tmp_path: Path) -> None:
    write(tmp_path, "a.yaml", BRUTE)
    (tmp_path / "b.yaml").symlink_to(tmp_path / "nowhere")
    done = run("cases", tmp_path)
    assert done == (2, "1 réussi, 0 en échec\n", f"Le fichier « {tmp_path / 'b.yaml'} » n’existe pas.\n")


def test_json_tells_the_faults_beside_the_cases(tmp_path: Path) -> None:
    bad = write(tmp_path, "a.yaml", BRUTE.replace("expect:", "exspect:"))
    write(tmp_path, "b.yaml", VOTE)
    gone = tmp_path / "nowhere.yaml"
    done = run("cases", tmp_path, gone, "--json", "--language", "en")
    told = done.json()
    assert (done.code, told["passed"], told["failed"]) == (2, 1, 0)
    assert [case["id"] for case in told["cases"]] == ["VOTE-1"]
    rows = told["faults"]
    assert [(row["file"], row["line"], row["column"]) for row in rows[:1]] == [(str(bad), 11, 3)]
    assert rows[-1] == {"message": f"The file “{gone}” does not exist."}
    assert done.err.count("\n") == len(rows)


def test_json_tells_that_there_are_no_faults(tmp_path: Path) -> None:
    assert run("cases", write(tmp_path, "a.yaml", BRUTE), "--json").json()["faults"] == []


# --- The words of the differences

FAILING = KILL.replace("Anna: (4;2)}\n", "Anna: (4;2), Paul: (4;1)}\n    résultats: {Anna: {déplacement: échec}}\n")
IN_FRENCH = [
    '  pièces     {"Anna": [4, 2], "Paul": [4, 1]}     {"Anna": [4, 2]}',
    '  résultats  {"Anna": {"déplacement": "échoué"}}  {"Anna": {"déplacement": "réussi"}}',
]


def test_the_differences_speak_the_files_language(tmp_path: Path) -> None:
    done = run("cases", write(tmp_path, "a.yaml", FAILING))
    assert done.out.splitlines()[3:-1] == IN_FRENCH


def test_the_differences_speak_the_language_asked_for(tmp_path: Path) -> None:
    done = run("cases", write(tmp_path, "a.yaml", FAILING), "--language", "en")
    assert [line.split()[0] for line in done.out.splitlines()[3:-1]] == ["pieces", "results"]
    assert '{"Anna": {"move": "failure"}}' in done.out
    done = run("cases", write(tmp_path, "b.yaml", WRONG), "--language", "fr")
    assert [line.split()[0] for line in done.out.splitlines()[3:-1]] == ["pièces", "blessés"]


def test_the_differences_of_an_english_file_are_english(tmp_path: Path) -> None:
    text = VOTE.replace("approved: no", "approved: yes, over: {winner: cylons}")
    assert run("cases", write(tmp_path, "a.yaml", text)).out.splitlines()[3:-1] == [
        '  approved  "yes"                 "no"',
        '  over      {"winner": "Cylons"}  null',
    ]


WRONG_IN_FRENCH = """\
fin: {vainqueur: Cylons, cause: rejets}
    phase: vote
    score: {réussites: 2}
    approuvé: non
    missions: {1: réussite}"""


def test_the_differences_of_a_vote_in_french(tmp_path: Path) -> None:
    done = run("cases", write(tmp_path, "a.yaml", CHARACTER.replace("sabotages: 1", WRONG_IN_FRENCH)))
    assert [re.split(r"  +", line.strip()) for line in done.out.splitlines()[3:-1]] == [
        ["fin", '{"vainqueur": "Cylons", "cause": "rejets"}', "null"],
        ["phase", '"vote"', '"proposition"'],
        ["score", '{"réussites": 2}', '{"réussites": 0}'],
        ["approuvé", '"non"', '"oui"'],
        ["missions", '{"1": "réussite"}', '{"1": "échec", "2": "échec"}'],
    ]


def test_json_keeps_the_canonical_words(tmp_path: Path) -> None:
    [told] = run("cases", write(tmp_path, "a.yaml", FAILING), "--json").json()["cases"]
    assert told["expected"]["results"] == {"Anna": {"move": "failure"}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_differences_say_can_be_written_in_a_case(language: str) -> None:
    """Whatever is expected anywhere, said in a language and read again, is what was expected."""
    for path in [*case_files([FOLDER])][:: 1 if is_deep() else 8]:
        for case in cases_of(path):
            schema = {"$ref": f"urn:adjudicator:{case.game.id}:case#/$defs/expect"}
            context = case.context._replace(language=language)
            text = text_of(worded(case.plain["expect"], schema, {}, context))
            again = understand(strict_yaml.read(text.encode()), schema, context)
            assert (again.root, again.faults) == (case.plain["expect"], []), case.plain["id"]


def test_why_a_game_ended_is_said_in_french(tmp_path: Path) -> None:
    text = KILL.replace("    pièces: {Anna: (4;2)}\n", "    fin: {vainqueurs: [bleu], cause: abandon}\n")
    assert run("cases", write(tmp_path, "a.yaml", text)).out.splitlines()[3:-1] == [
        '  fin  {"vainqueurs": ["bleu"], "cause": "abandon"}  {"vainqueurs": ["bleu"], "cause": "éliminations"}'
    ]


def test_what_is_missing_is_named_in_the_files_language(tmp_path: Path) -> None:
    text = KILL.replace("  titre: Le fantôme apparaît dans sa zone\n", "")
    assert faults(tmp_path, text) == ["1:3: Il manque « titre »."]
    assert faults(tmp_path, text, "--language", "en") == ["1:3: “title” is missing."]


# --- Which refusal comes first


def codes() -> list[str]:
    """The codes of refusals, in the order in which the page lists them."""
    table = PAGE.read_text(encoding="utf-8").partition("| code | pourquoi c’est refusé |\n")[2].partition("\n\n")[0]
    return re.findall(r"^\| `([a-z-]+)` \|", table, re.M)


SEATS = ("Anna", "Boris", "Chloé", "David", "Emma")
MISSIONS_DONE = {"none": (), "one": (1,), "two won": (1, 2)}


def table(phase: str, targeted: bool, done: tuple[int, ...]) -> tuple[Any, State]:
    setting = make_fleet({"players": list(SEATS), "options": {"targeted_attacks": targeted}})
    state = State(phase, 5, SEATS, ("Boris", "Emma"), commander="Anna", round=len(done) + 1)
    state.missions = [Mission(n, n, SEATS[:2], 0, True) for n in done]
    if phase != "proposal":
        state.squad, state.target = ("Anna", "Boris"), 1
    return setting, state


def orders() -> list[dict[str, Any]]:
    """Orders with every mix of what may be wrong in them."""
    squads = [
        None,
        ["Anna"],
        ["Anna", "Anna"],
        ["Anna", "Boris"],
        ["Anna", "Anna", "Boris"],
        ["Anna", "Boris", "Chloé"],
    ]
    values = {"squad": squads, "target": [None, 1, 2, 5], "vote": [None, "yes"], "mission": [None, "failure"]}
    mixed = [dict(zip(values, mix, strict=True)) for mix in itertools.product(*values.values())]
    return [{order: value for order, value in given.items() if value is not None} for given in mixed]


def test_the_first_refusal_is_the_first_of_the_page() -> None:
    """Of an order that is wrong in several ways; each code of the page is met, and most beside another."""
    page, met, together = codes(), set(), set()
    for phase, targeted, done in itertools.product(rules.PHASES, (False, True), MISSIONS_DONE.values()):
        if phase == "deal":
            continue
        setting, state = table(phase, targeted, done)
        for player, given in itertools.product(SEATS[:3], orders()):
            view = player_view(setting, state, player)
            found = [objection.code for objection in objections(view, given)]
            standing = {order: value for order, value in given.items() if order != "target"}
            found_standing = [each.code for each in standing_objections(view, standing)]
            for refusals in (found, found_standing):
                assert refusals == sorted(refusals, key=page.index), (phase, targeted, player, given)
                met |= set(refusals)
                together |= set(itertools.combinations(dict.fromkeys(refusals), 2))
    assert met == set(page)
    assert {("other-phase", "not-commander"), ("no-target", "squad-twice"), ("squad-twice", "squad-size")} <= together


IN_TIME = """\
  standing: {Chloé: {mission: failure}}
  stages:
    - {orders: {Chloé: {vote: yes}, Boris: {mission: success}}}
    - {squad: [Boris, Emma], orders: {Anna: {squad: [Anna, Emma]}}}
  expect: {refused: {Chloé: colons-stand, Boris: other-phase, Anna: not-commander}}
"""


def test_of_several_refusals_of_a_player_the_first_in_time_counts(tmp_path: Path) -> None:
    text = VOTE[: VOTE.index("  stages:")] + IN_TIME
    assert run("cases", write(tmp_path, "a.yaml", text)) == (0, "1 réussi, 0 en échec\n", "")
