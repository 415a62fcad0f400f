"""Orders with conditions as people type and paste them: put right where they have one meaning, else told how."""

from __future__ import annotations

from pathlib import Path

import pytest
from resistance.campaigns import state, voting
from support.commands import campaign, plain, run, tree

VOTE = "(1) si l’Escadron contient Bruno : vote non"
FORM = "lu ainsi : les conditions dans la forme qu’il faut"
MOVED = "lu ainsi : les lignes décalées comme il faut"
LINES = "permanents:\n      si:\n        - {escadron contient: Bruno, alors: {vote: non}}"


@pytest.fixture(scope="module")
def vote(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Resistance that awaits a vote; nothing here is ever written to it."""
    return voting(tmp_path_factory.mktemp("typed") / "p", cylons=("Bruno", "Emma"))


@pytest.fixture(scope="module")
def turn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Tsewnart that awaits its first turn."""
    return campaign(tmp_path_factory.mktemp("typed"), "turn-1")


def checked(folder: Path, text: str, player: str = "Chloé") -> tuple[int, str]:
    """Return the code and all that is said of an order file with some lines below whose it is."""
    before = tree(folder)
    number = state(folder)["turn"] if player == "Chloé" else 1
    head = f"joueur: {player}\ntour: {number}\n"
    done = run("check", folder, "-", stdin=text if text.startswith("Bonjour") else head + text)
    assert tree(folder) == before
    return done.code, plain(done.out + done.err)


def under(clause: str) -> str:
    return f"permanents:\n  si:\n    - {clause}\n"


@pytest.mark.parametrize(
    ("text", "how", "said"),
    [
        ("permanents:\n  vote: oui\n  si:\n    escadron contient: Bruno\n    alors: {vote: non}\n", FORM, VOTE),
        ("permanents:\n  si: {escadron contient: Bruno, alors: {vote: non}}\n", FORM, VOTE),
        (under("{escadron contient: Bruno, alors: vote non}"), FORM, VOTE),
        (under("{escadron contient: Bruno, alors: {vote: non}}\n  sinon: {vote: oui}"), FORM, "sinon : vote oui"),
        (under("{échecs: >1, alors: {vote: non}}"), FORM, "échouées est au moins 2"),
        (under("{proposition: > 3, alors: {vote: non}}"), FORM, "proposition est au moins 4"),
        (under("{proposition ≥ 4, alors: {vote: non}}"), FORM, "proposition est au moins 4"),
        (under("{proposition: {au moins 4}, alors: {vote: non}}"), FORM, "proposition est au moins 4"),
        (under("{proposition: au moins 4, alors: {vote: non}}"), FORM, "proposition est au moins 4"),
        (under("{proposition: plus de 3, alors: {vote: non}}"), FORM, "proposition est au moins 4"),
        (under("{proposition: 4 ou plus, alors: {vote: non}}"), FORM, "proposition est au moins 4"),
        (under("{proposition: entre 2 et 4, alors: {vote: non}}"), FORM, "proposition est entre 2 et 4"),
        (under("{proposition: 4 ou 5, alors: {vote: non}}"), FORM, "proposition est 4 ou 5"),
        (under("{échecs: deux, alors: {vote: non}}"), FORM, "échouées est 2 :"),
        (under("{ou: {proposition: 4, échecs: 2}, alors: {vote: non}}"), FORM, "4 ou si le nombre"),
        (
            under("{et: [{proposition: 4}], alors: {vote: non}}"),
            FORM,
            "(1) si le numéro de la proposition est 4 : vote",
        ),
        (under("{et: {proposition: 4, échecs: 2}, alors: {vote: non}}"), FORM, "4 et si le nombre"),
        ("permanents:\nvote: oui\nsi:\n- escadron contient: Bruno\nalors: {vote: non}\n", MOVED, VOTE),
        ("permanents:\nsi:\n- escadron contient: Bruno\nalors:\nvote: non\n", MOVED, VOTE),
        (
            "permanents:\nsi:\n- ou:\n- escadron contient: Bruno\n- échecs: 2\nalors:\nvote: non\n"
            "- proposition: 5\nalors: {vote: oui}\n",
            MOVED,
            "(1) si l’Escadron contient Bruno ou si le nombre de missions échouées est 2 : vote non ; (2) si",
        ),
        (
            "permanents:\nsi:\n- {escadron contient: Bruno, sauf: {j’en suis: oui},\nalors: {vote: non}}\n",
            MOVED,
            "(1) si l’Escadron contient Bruno, sauf si tu es de l’Escadron : vote non",
        ),
        (
            "permanents:\n\u00a0\u00a0si:\n\u00a0\u00a0\u00a0\u00a0- escadron contient: Bruno\n"
            "\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0alors: {vote: non}\n",
            "lu ainsi : les espaces des débuts de lignes remises",
            VOTE,
        ),
        ("permanents:\n\tsi:\n\t\t- escadron contient: Bruno\n\t\t  alors: {vote: non}\n", "les espaces", VOTE),
        (under("escadron contient: Bruno, alors: vote non"), FORM, VOTE),
        (under("(escadron contient: Bruno, alors: vote non)"), FORM, VOTE),
        ("permanents:\n  si:\n  -escadron contient: Bruno\n   alors: vote non\n", FORM, VOTE),
        ("permanents:\n  si:\n    1) escadron contient: Bruno\n       alors: vote non\n", FORM, VOTE),
        ("permanents:\n  si:\n  • escadron contient: Bruno, alors: vote non\n", FORM, VOTE),
        (under("{commandant: je, alors: {vote: oui}}"), "", "si tu es le Commandant : vote oui"),
        ("permanents:\n  quand:\n    - {escadron contient: Bruno, donc: {vote: non}}\n", "", VOTE),
        ("PERMANENTS:\n  SI:\n    - {ESCADRON CONTIENT: BRUNO, ALORS: {VOTE: NON}}\n", "", VOTE),
        ("permanents:\n  if:\n    - {squad has: Bruno, then: {vote: no}}\n", "", VOTE),
        (under("{“escadron contient”: “Bruno”, alors: {vote: “non”}}"), "", VOTE),
    ],
)
def test_what_has_one_meaning_is_taken_and_told_as_put_right(vote: Path, text: str, how: str, said: str) -> None:
    code, found = checked(vote, text)
    assert code == 0, found
    assert how in found
    assert said in found
    assert how or "lu ainsi" not in found


BLANKS = "permanents:\n      si:\n        - {…: …, alors: {…: …}}"
IN_WORDS = f"Une condition ne se lit pas dans une phrase. Écris ces lignes, en remplaçant « … » :\n    {BLANKS}\n"
OTHERWISE = f"une condition ne s’écrit pas ainsi, mais sous cette forme, en remplaçant « … » :\n    {BLANKS}\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("permanents:\n  si: l’escadron contient Bruno je vote non\n", IN_WORDS),
        ("permanents:\n  si l'escadron contient Bruno je vote non\n", IN_WORDS),
        ("permanents:\n  si l'escadron contient Bruno: vote non\n", IN_WORDS),
        ("permanents:\n  - si l’escadron contient Bruno, alors vote non\n", IN_WORDS),
        ("permanents: si l'escadron contient Bruno je vote non\n", IN_WORDS),
        (under("si l'escadron contient Bruno, alors vote non"), IN_WORDS),
        (under("je vote non si l’escadron contient Bruno"), IN_WORDS),
        ("Bonjour, si l'escadron contient Bruno je vote non. Merci, Chloé\n", f"tour: 2\n    {BLANKS}"),
        ("permanents:\n  vote: non si l'escadron contient Bruno\n", IN_WORDS),
        ("ordres:\n  vote: non si l'escadron contient Bruno\n", IN_WORDS),
        ("permanents:\n  si: Bruno est dans le coup\n", IN_WORDS),
        ("permanents:\n  si: {escadron contient: Bruno}\n  alors: {vote: non}\n", f"« alors » : {OTHERWISE}"),
        ("permanents:\n  - si: {escadron contient: Bruno}\n    alors: {vote: non}\n", OTHERWISE),
        (under("si: {escadron contient: Bruno}\n      alors: {vote: non}"), f"« si » : {OTHERWISE}"),
        (under("si escadron contient: Bruno\n      alors vote: non"), f"« si escadron contient » : {OTHERWISE}"),
        (
            under("escadron contient: Bruno\n      et proposition: 4\n      alors: {vote: non}"),
            f"« et proposition » : {OTHERWISE}",
        ),
        (
            under("escadron contient: Bruno\n      sauf si j’en suis: oui\n      alors: {vote: non}"),
            f"« sauf si j’en suis » : {OTHERWISE}",
        ),
        (
            under("{escadron contient: Bruno, alors: {vote: non}}\n  sinon si:\n    - {échecs: 2, alors: vote oui}"),
            f"« sinon si » : {OTHERWISE}",
        ),
        (
            "permanents:\n  si:\n    escadron contient: Bruno\n    alors: {vote: non}\n"
            "    escadron contient: Emma\n    alors:\n      vote: non\n",
            "Chaque condition commence par un tiret, sur une ligne à elle. Écris-les ainsi :\n",
        ),
        (under("{escadron contient: Bruno, alors: [vote: non]}"), "attendu : des lignes « mot : valeur »"),
        (under("{escadron contient: Bruno, alors: {vote: non}, une fois: non}"), "attendu : oui"),
        (under("{ou: [{et: [{manche: 1}, {échecs: 2}]}, {manche: 2}], alors: {vote: non}}"), "« et » ne s’emboîte pas"),
        (
            "ordres:\n  si:\n    - {escadron contient: Bruno, alors: {vote: non}}\n",
            f"-:4:3: « si » n’a sa place que sous « permanents ». Écris-le ainsi :\n    {LINES}",
        ),
        (
            "ordres:\n  vote: oui\n  si:\n    escadron contient: Bruno\n    alors: vote non\n",
            f"-:5:3: « si » n’a sa place que sous « permanents ». Écris-le ainsi :\n    {LINES}",
        ),
        (
            "si:\n  - {escadron contient: Bruno, alors: {vote: non}}\n",
            f"-:3:1: « si » n’a sa place que sous « permanents ». Écris-le ainsi :\n    {LINES}",
        ),
        (
            under("{escadron contient: Bruno, alors: {vote: non}, sinon: {vote: oui}}"),
            "« sinon » ne s’écrit pas dans une condition : ce que tu fais si aucune ne vaut se donne à côté de « si ». "
            "Écris-le ainsi :\n    permanents:\n      vote: oui\n      si:\n",
        ),
        (
            under("{escadron contient: Bruno ou Denis, alors: {vote: non}}"),
            "« Bruno ou Denis » : il y en a plusieurs. Pour que l’un suffise, écris à la place :\n"
            "    ou: [{escadron contient: Bruno}, {escadron contient: Denis}]\n",
        ),
        (
            under("{escadron contient: Bruno et Denis, alors: {vote: non}}"),
            "plusieurs valeurs se mettent entre crochets, ainsi :\n    escadron contient: [Bruno, Denis]\n",
        ),
        (
            under("{échecs: 2, ou: {proposition: 4, escadron contient: Bruno}, alors: {vote: non}}"),
            "Selon ce que tu veux dire :\n"
            "    - {ou: [{échecs: 2}, {proposition: 4}, {escadron contient: Bruno}], alors: {vote: non}}\n"
            "    - {échecs: 2, ou: [{proposition: 4}, {escadron contient: Bruno}], alors: {vote: non}}\n",
        ),
        (
            under("{ou: [{proposition: 4}], alors: {vote: non}}"),
            "s’il n’y en a qu’un, l’écrire sans « ou »",
        ),
        (
            under("{échecs: 2, ou proposition: 4, alors: {vote: non}}"),
            "    - {ou: [{échecs: 2}, {proposition: 4}], alors: {vote: non}}\n",
        ),
        (
            under("{escadron contient: Bruno, vote: non}"),
            "« vote » est un ordre : il se met dans « alors ». Écris cette ligne ainsi :\n"
            "    - {escadron contient: Bruno, alors: {vote: non}}\n",
        ),
        (under("{escadron contient: [Bruno Denis], alors: {vote: non}}"), "    escadron contient: [Bruno, Denis]\n"),
        (under("{escadron contient: Bruno, alors: {vote: non}, une fois}"), "par exemple :\n    une fois: oui\n"),
        (under("{manche: 1, sauf: [{ou: [{échecs: 1}, {échecs: 2}]}], alors: {vote: non}}"), "« ou » ne s’emboîte pas"),
        (
            under("{escadron contient: Bruno, alors: non}"),
            "« non » n’est pas un ordre entier : il faut son mot et sa valeur, ainsi :\n    alors: {vote: non}\n",
        ),
        (
            under("{escadron ne contient pas: Bruno, alors: {vote: non}}"),
            "ce qui ne doit pas valoir se met dans « sauf ». Écris cela ainsi :\n"
            "    - {sauf: {escadron contient: Bruno}, alors: {vote: non}}\n",
        ),
        (
            under("{escadron contient: Bruno, sauf: si j’en suis, alors: {vote: non}}"),
            "Écris, en remplaçant « … » :\n    sauf: {…: …}\n",
        ),
        (
            under("{escadron contient: Bruno, alors: {vote: non}}\n  si:\n    - {échecs: 2, alors: {vote: oui}}"),
            "« si » est donné deux fois, à la ligne 4 et ici : n’en garder qu’un",
        ),
        (
            "permanents:\nsi:\n- proposition: 5\nalors:\nescadron: [Anna, Bruno, Chloé]\nvote: non\n",
            "il y a plus d’une façon de les remettre",
        ),
        (
            "permanents:\n  si:\n    escadron contient: Bruno\n    alors: {vote: non}\n    sauf: {échecs: 2}\n"
            "    escadron contient: Emma\n    alors: {vote: non}\n",
            "Chaque condition commence par un tiret, sur une ligne à elle",
        ),
    ],
)
def test_what_has_several_or_no_place_is_told_once_with_what_to_write(vote: Path, text: str, said: str) -> None:
    code, found = checked(vote, text)
    assert code == 1
    assert said in found
    assert found.endswith("serait refusé, 1 faute.\n"), found
    assert "crochets [ ]" not in found


@pytest.mark.parametrize("text", ["{échecs: 2, alors: {vote: non}}", "{alors: {vote: non}, échecs: 2}"])
def test_what_is_handed_back_can_be_sent(vote: Path, text: str) -> None:
    _, found = checked(vote, f"ordres:\n  si:\n    - {text}\n")
    lines = [line[4:] for line in found.splitlines() if line.startswith("    ")]
    assert checked(vote, "\n".join(lines))[0] == 0


# Values ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        (
            "{ennemi voisin: non, alors: {déplacement: gauche}}",
            "« ennemi voisin: non » : ce qui ne doit pas valoir se met dans « sauf ». Écris cela ainsi :\n"
            "    sauf: {ennemi voisin: oui}\n",
        ),
        (
            "{ennemi voisin: partout, alors: {déplacement: gauche}}",
            "« partout » n’est pas compris ici ; attendu : haut, bas, gauche, droite, oui.",
        ),
        (
            "{ennemi voisin: [gauche, droite], alors: {déplacement: gauche}}",
            "    ou: [{ennemi voisin: gauche}, {ennemi voisin: droite}]\n",
        ),
        (
            "{ennemi en: (1;2) ou (1;3), alors: {déplacement: gauche}}",
            "    ou: [{ennemi en: (1;2)}, {ennemi en: (1;3)}]\n",
        ),
        ("{ma case: [(1;2), (haut)], alors: {déplacement: gauche}}", "-:5:25: « (haut) » n’est pas compris ici"),
        (
            f"{{ennemi en: [{', '.join(['(1;2)'] * 300)}], alors: {{déplacement: gauche}}}}",
            "-:5:19: « ennemi en » : il en faut 10 au plus, il y en a 300.\n",
        ),
        (
            "{camarade: Anna, alors: {déplacement: gauche}}",
            "« camarade » demande plusieurs choses. Écris, en remplaçant « … » :\n"
            "    camarade: {joueur: Anna, contrôle: …}\n",
        ),
    ],
)
def test_a_value_that_is_none_is_told_alone(turn: Path, clause: str, said: str) -> None:
    code, found = checked(turn, under(clause), "Zoé")
    assert (code, found.count("-:5:")) == (1, 1)
    assert said in found


def test_a_bound_beside_other_parts_is_taken(turn: Path) -> None:
    code, found = checked(turn, under("{pièces de: {camp: bleu, au moins 3}, alors: {déplacement: gauche}}"), "Zoé")
    assert (code, "camp bleu est au moins 3" in found) == (0, True)


def test_what_is_wrong_with_each_clause_is_told_though_another_cannot_be_read(vote: Path) -> None:
    text = (
        "permanents:\n  si:\n"
        "    - {escadron contient: Brunoo, alors: {vote: non}}\n"
        "    - {voix oui: 3, alors: {vote: non}}\n"
        "    - {proposition: 9, alors: {vote: non}}\n"
        "    - {échecs: 1, alors: {vote: peut-être}}\n"
        "    - {échecs: 2, alors: {vote: non}}\n"
        "    - {échecs: 2, alors: {vote: oui}}\n"
    )
    code, found = checked(vote, text)
    places = [line[:5] for line in found.splitlines() if line.startswith("-:")]
    assert (code, places) == (1, ["-:5:2", "-:6:8", "-:7:2", "-:8:3", "-:10:"]), found
    assert "Ces ordres (6) ne serviraient jamais : ceux d’avant (5)" in found


@pytest.mark.parametrize(
    "text",
    [
        "Bonjour, si possible je vote oui. Chloé",
        "Bonjour, si ça te va je vote non à la proposition. Chloé",
        "Bonjour, dis-moi si c’est bon : je vote non. Chloé",
    ],
)
def test_if_that_asks_for_nothing_makes_no_condition(vote: Path, text: str) -> None:
    _, found = checked(vote, text)
    assert "condition ne se lit" not in found
    assert "vote: " in found


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("ordres:\n  si un ennemi est à côté alors déplacement: haut\n", ""),
        ("si un ennemi est à droite: alors déplacement haut\n", ""),
        ("permanents: si un ennemi se trouve en 2;3, je monte, sinon déplacement bas\n", ""),
        (
            "permanents:\n  s’il y a un ennemi à ma droite: je monte\n  sinon: déplacement bas\n",
            "      déplacement: bas\n",
        ),
    ],
)
def test_a_sentence_with_if_comes_back_as_lines_wherever_it_stands(turn: Path, text: str, beside: str) -> None:
    code, said = checked(turn, text, "Luc")
    assert code == 1
    assert IN_WORDS.replace("permanents:\n", f"permanents:\n{beside}") in said
    assert "1 faute" in said


@pytest.mark.parametrize(
    "text",
    [
        "Bonjour ! C’est Luc. Si un allié est en 3;4 je vais à droite, sinon gauche.",
        "Bonjour\n\nLuc, tour 1 : je vais à droite si un allié est en 3;4, sinon gauche. Merci",
    ],
)
def test_a_message_that_is_a_sentence_with_if_gets_the_lines_of_a_file(turn: Path, text: str) -> None:
    code, said = checked(turn, text)
    assert code == 1
    assert f"    joueur: Luc\n    tour: 1\n    {BLANKS}" in said
