"""The MJ's file of answers as he types, pastes and mails it: cleaned as a player's is, nothing of it guessed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.commands import campaign, good, plain, run, tree

GOOD = "tour: 1\nmj:\n  réponses:\n    action:\n      déplacement de Zoé: échec\n"
SAID = "action, déplacement Zoé : échec"


@pytest.fixture(scope="module")
def turn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Tsewnart of which all orders of the first turn are in; only ``check`` is run on it."""
    folder = campaign(tmp_path_factory.mktemp("ruled"), "turn-1")
    for player, order in (("Zoé", "gauche"), ("Anna", "haut")):
        good("submit", folder, "-", stdin=f"joueur: {player}\ntour: 1\nordres: {{déplacement: {order}}}\n")
    return folder


def checked(folder: Path, text: str) -> tuple[int, str]:
    before = tree(folder)
    done = run("check", folder, "-", stdin=text)
    assert tree(folder) == before
    return done.code, plain(done.out + done.err)


def key_of(folder: Path) -> str:
    """Return the line with the MJ's key."""
    return next(line for line in good("template", folder, "--for", "mj").out.splitlines() if line.startswith("clé"))


@pytest.mark.parametrize(
    ("text", "how"),
    [
        (GOOD, ""),
        (GOOD.upper(), ""),
        ('{"tour": 1, "mj": {"réponses": {"action": {"déplacement de Zoé": "échec"}}}}', ""),
        ('{"mj": {"réponses": {"action": {"déplacement de Zoé": "échec"}}}, "tour": 1}\n', ""),
        (GOOD.replace("échec", "raté"), ""),
        ("\n".join(line.strip() for line in GOOD.splitlines()), "les lignes décalées comme il faut"),
        (GOOD.replace("  ", "\u00a0\u00a0"), "les espaces des débuts de lignes remises"),
        (f"Bonjour,\n\nVoici mes décisions :\n\n{GOOD}\nCordialement,\nMax\n--\nMJ : 06 00\n", "sans les mots autour"),
        (f"{GOOD}\nLe 3 mars 2026 à 10:00, La partie a écrit :\n> tour: 1\n> mj:\n>   réponses:\n", "message cite"),
        (GOOD.replace("déplacement de", "- déplacement de"), "la liste ligne à ligne"),
        (GOOD.replace("déplacement de", "• déplacement de"), "la liste ligne à ligne"),
        (GOOD.replace("Zoé: échec", "Zoé = échec"), "« mot : valeur » à chaque ligne"),
        (GOOD.replace("Zoé: échec", "Zoé échoue"), "« mot : valeur » à chaque ligne"),
        (f"joueur: MJ\n{GOOD}", "sans les mots autour, « joueur: MJ »"),
        (f"{GOOD}    le reste: à toi\n", "les lignes décalées comme il faut"),
        (GOOD.replace("échec", "échec, raison: trop tard, vraiment"), "la liste ligne à ligne"),
    ],
)
def test_it_is_taken_as_it_was_meant_and_told_how_it_was_read(turn: Path, text: str, how: str) -> None:
    code, found = checked(turn, text)
    assert code == 0, found
    assert SAID in found
    assert ("lu ainsi" in found, how in found) == (bool(how), True)


def test_the_parts_of_a_ruling_stand_where_they_belong_without_their_places(turn: Path) -> None:
    lines = (
        "tour: 1\nmj:\nréponses:\naction:\ndéplacement de Zoé:\ndécision: échec\nraison: tard\ndit à tous: Trop tard.\n"
    )
    code, found = checked(turn, lines)
    assert code == 0, found
    assert SAID in found
    assert "seul : « tard »" in found
    assert "rapports : « Trop tard. »" in found


def test_his_form_without_an_answer_is_read_as_his(turn: Path) -> None:
    code, found = checked(turn, good("template", turn, "--for", "mj").out)
    assert code == 1
    assert "Ce fichier a la clé du MJ et aucune réponse." in found
    assert "joueur" not in found
    for other in (f"joueur: Anna\ntour: 1\n{key_of(turn)}\n", "tour: 1\nclé: ABCD-EFGH\n"):
        assert "MJ" not in checked(turn, other)[1]


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        ("raison: arrivé à 6 h : trop tard}", 'raison » : {décision: échec, raison: "arrivé à 6 h : trop tard"}'),
        ("raison: a : b, dit à tous: Non.}", 'raison » : {décision: échec, raison: "a : b", dit à tous: Non.}'),
        ('raison: il dit : "non"}', "raison » : {décision: échec, raison: 'il dit : \"non\"'}"),
        ("raison: tard dit à tous: Non.}", "dit à tous » : {décision: échec, raison: tard, dit à tous: Non.}"),
        ('raison: "tard" dit à tous: Non.}', 'dit à tous » : {décision: échec, raison: "tard", dit à tous: Non.}'),
    ],
)
def test_a_colon_too_many_in_a_ruling_is_told_with_the_line_as_it_should_be(turn: Path, ruling: str, said: str) -> None:
    code, found = checked(turn, GOOD.replace("échec", f"{{décision: échec, {ruling}"))
    assert code == 1
    assert said in found
    assert "deuxième deux-points" not in found


def test_a_forgotten_comma_before_the_second_pair_is_told(turn: Path) -> None:
    code, found = checked(turn, GOOD.replace("échec", "{décision: échec raison: tard}"))
    assert code == 1
    assert "il faut une virgule, ici devant « raison » : {décision: échec, raison: tard}" in found


def test_tags_in_his_own_words_are_words_with_a_greeting_too(turn: Path) -> None:
    ruling = "{décision: échec, dit à tous: 'un [b]retard[/b]'}"
    code, found = checked(turn, f"Bonjour,\n\n{GOOD.replace('échec', ruling)}\nMax\n")
    assert code == 0, found
    assert "« un [b]retard[/b] »" in found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD.replace("  réponses:\n", ""), "-:3:5: « action » va sous une ligne « réponses: »"),
        (GOOD.replace("    action:\n", ""), "-:4:7: « déplacement de Zoé » va sous une ligne « action: »"),
        (
            "tour: 1\nréponses:\n  action:\n    déplacement de Zoé: échec\n",
            "-:2:1: « réponses » va sous une ligne « mj: »",
        ),
        (GOOD.replace("échec", "{décision: échec"), "-:5:27: « { » est ouvert ici, mais n’est pas refermé"),
        (f"{GOOD}deplacemnt d’Anna: échec\n", "-:6:1: « deplacemnt d’Anna »"),
        (GOOD.replace("Zoé", "Zo"), "Peut-être « déplacement Zoé » ?"),
        (
            GOOD.replace("échec", "peut-être"),
            "« peut-être » n’est pas compris ici ; attendu : d’accord, à toi, échec, joué.",
        ),
    ],
)
def test_what_is_wrong_is_told_as_of_his_file_and_of_no_players(turn: Path, text: str, said: str) -> None:
    code, found = checked(turn, text)
    assert (code, found.count("-:")) == (1, 1), found
    assert said in found
    assert "joueur" not in found.replace("un ordre et son joueur", "")


def test_an_answer_that_stands_apart_is_never_left_out(turn: Path) -> None:
    code, found = checked(turn, f"Bonjour,\n\n{GOOD}\nEt aussi :\n\ndéplacement d’Anna: échec\n")
    assert code == 1, found


def test_with_words_around_it_needs_his_key_like_any(tmp_path: Path, turn: Path) -> None:
    folder = tmp_path / "p"
    shutil.copytree(turn, folder)
    key = key_of(folder)
    for number, text in enumerate((f"Bonjour,\n\n{key}\n{GOOD}\nMax\n", f"Bonjour,\n\n{GOOD}\nMax\n")):
        (folder / "inbox").mkdir(exist_ok=True)
        (folder / "inbox" / f"{number}.yaml").write_text(text, encoding="utf-8")
    done = run("submit", folder)
    said = plain(done.out + done.err)
    assert f"0.yaml : accepté.\n  lu ainsi : sans les mots autour, « Bonjour, », « Max »\n  {SAID}" in said, said
    assert "1.yaml : refusé, 1 faute" in said
    assert "clé" in said.partition("1.yaml:")[2]


def test_a_players_message_that_speaks_to_the_mj_is_his(turn: Path) -> None:
    code, found = checked(turn, "mj:\n\njoueur: Zoé\ntour: 1\nordres:\n  déplacement: haut\n")
    assert "Zoé" in found, (code, found)


# What cannot be read ---------------------------------------------------------------------------------------------

BROKEN = GOOD.replace("échec", '{décision: échec, raison: "tard}')


def dropped(folder: Path, text: str) -> str:
    """Return what is said of a file in the inbox."""
    (folder / "inbox").mkdir(exist_ok=True)
    (folder / "inbox" / "mj.yaml").write_text(text, encoding="utf-8")
    return plain(run("submit", folder).err)


def test_his_file_with_his_key_is_told_as_his_whatever_is_wrong_with_it(turn: Path, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    shutil.copytree(turn, folder)
    said = dropped(folder, f"{key_of(folder)}\n{BROKEN}")
    assert "n’est pas refermé" in said
    assert "mot inconnu ici" not in said
    assert "Refusé : mj.yaml" in plain(good("status", folder).out)
    good("submit", folder, "-", stdin=GOOD)
    assert "Refusé" not in plain(good("status", folder).out)


def test_whoever_has_not_his_key_learns_nothing_of_what_the_file_holds(turn: Path, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    shutil.copytree(turn, folder)
    for key in ("", "clé: AAAA-BBBB\n"):
        assert "« mj » : mot inconnu ici" in dropped(folder, f"{key}{BROKEN}")


def test_a_decision_without_what_stands_above_it_is_told_with_that(turn: Path, tmp_path: Path) -> None:
    lines = "    mj:\n      réponses:\n        action:\n"
    bare = "tour: 1\naction:\n  déplacement de Zoé: échec\n"
    code, found = checked(turn, bare)
    assert (code, "« action » va sous « mj », ainsi :\n" + lines in found) == (1, True), found
    folder = tmp_path / "p"
    shutil.copytree(turn, folder)
    assert lines in dropped(folder, f"{key_of(folder)}\n{bare}")
    assert "« mj »" not in dropped(folder, bare)


@pytest.mark.parametrize("mark", ["# ", "#"])
def test_the_example_of_his_form_is_read_when_its_lines_lose_their_mark(turn: Path, tmp_path: Path, mark: str) -> None:
    assert "mj.yaml" in good("template", turn, "--for", "mj", "--into", tmp_path).out
    form = (tmp_path / "reponses-mj.yaml").read_text(encoding="utf-8")
    above, _, example = form.partition("## Pour décider")
    bare = "".join(line.removeprefix(mark) + "\n" for line in f"## Pour décider{example}".splitlines())
    code, found = checked(turn, above + bare)
    assert code == 0, found
    assert "échec" in found
    assert "$schema=reponses-mj.schema.json" in above
    assert (tmp_path / "reponses-mj.schema.json").exists()
