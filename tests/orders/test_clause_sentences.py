"""Sentences with « if » are no conditions: they are never taken as orders, and come back as lines to fill in."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from resistance.campaigns import state, voting
from support.commands import ENGLISH, campaign, plain, run
from support.depth import examples

IN_WORDS = "Une condition ne se lit pas dans une phrase. Écris ces lignes, en remplaçant « … » :"
BLANK = "{…: …, alors: {…: …}}"


@pytest.fixture(scope="module")
def vote(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Resistance that awaits a vote; nothing here is ever written to it."""
    return voting(tmp_path_factory.mktemp("said") / "p", cylons=("Bruno", "Emma"))


@pytest.fixture(scope="module")
def turn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Tsewnart that awaits its first turn."""
    return campaign(tmp_path_factory.mktemp("said"), "turn-1")


def checked(folder: Path, text: str, player: str) -> tuple[int, str]:
    """Return the code and all that is said of an order file with some lines below whose it is."""
    number = state(folder)["turn"] if player == "Chloé" else 1
    done = run("check", folder, "-", stdin=f"joueur: {player}\ntour: {number}\n{text}")
    return done.code, plain(done.out + done.err)


def handed_back(said: str) -> str:
    return "".join(f"{line[4:]}\n" for line in said.splitlines() if line.startswith("    "))


def lines(*clauses: str, beside: str = "") -> str:
    plain_order = f"  {beside}\n" if beside else ""
    return f"permanents:\n{plain_order}  si:\n" + "".join(f"    - {clause}\n" for clause in clauses)


@pytest.mark.parametrize(
    ("text", "back"),
    [
        (
            "permanents:\n  si l’escadron contient Bruno alors vote non\n"
            "  si l’escadron contient Emma alors vote oui\n",
            lines(BLANK),
        ),
        ("permanents:\n  vote: oui si j’en suis, non sinon\n", lines(BLANK)),
        ("permanents:\n  vote: oui, sauf si Bruno part en mission\n", lines(BLANK)),
        ("permanents:\n  vote: oui à moins que Bruno n’en soit\n", lines(BLANK)),
        (
            "permanents:\n  vote: oui\n  si: escadron contient Bruno, vote: non\n",
            lines(BLANK, beside="vote: oui"),
        ),
        ("permanents: vote non si l’escadron contient Bruno, sinon oui\n", lines(BLANK)),
        ("permanents: si l’escadron contient Bruno et pas Denis alors vote non\n", lines(BLANK)),
        ("permanents:\n  - vote non si Bruno ou Denis dans l’escadron\n", lines(BLANK)),
        ("permanents: vote oui sauf si Bruno est dans l’escadron\n", lines(BLANK)),
        (
            "permanents:\n  vote: oui\n  si l’escadron contient Bruno alors vote non\n",
            lines(BLANK, beside="vote: oui"),
        ),
        ("ordres:\nsi l’escadron contient Bruno alors vote non\nsinon vote oui\n", lines(BLANK)),
        (
            "permanents:\n  si:\n    - si l’escadron contient Bruno, vote non\n"
            "    - {proposition: 5, alors: {vote: oui}}\n",
            lines(BLANK, "{proposition: 5, alors: {vote: oui}}"),
        ),
    ],
)
def test_a_sentence_about_a_vote_comes_back_as_lines_to_fill_in(vote: Path, text: str, back: str) -> None:
    code, said = checked(vote, text, "Chloé")
    assert (code, handed_back(said)) == (1, back), said
    assert IN_WORDS in said
    assert "1 faute" in said


RIGHT = "{voisine libre: droite, alors: {déplacement: droite}}"


@pytest.mark.parametrize(
    ("text", "back"),
    [
        (
            "permanents:\n  déplacement supplémentaire: gauche\n  si:\n    - si ennemi voisin gauche alors rien\n",
            lines(BLANK, beside="déplacement supplémentaire: gauche"),
        ),
        (
            f"permanents:\n  si:\n    - {RIGHT[:-1]}, sinon: {{déplacement: haut}}}}\n"
            "    - {ennemi voisin: haut, alors: {déplacement: bas}}\n",
            lines(RIGHT, "{ennemi voisin: haut, alors: {déplacement: bas}}", beside="déplacement: haut"),
        ),
        (
            f"permanents:\n  si:\n    - {RIGHT[:-1]}, sinon: {{déplacement: haut}}}}\n  sinon: {{déplacement: bas}}\n",
            lines(RIGHT, beside="déplacement: …"),
        ),
        (
            f"permanents:\n  si:\n    - {RIGHT}\n    - {{sinon: {{déplacement: haut}}}}\n",
            lines(RIGHT, beside="déplacement: haut"),
        ),
        (
            "permanents:\n  si:\n    - voisine libre: droite\n      alors: déplacement droite\n"
            "    - sinon: déplacement haut\n",
            lines(RIGHT, beside="déplacement: haut"),
        ),
        (f"ordres:\n  si:\n    - {RIGHT}\n  sinon: déplacement haut\n", lines(RIGHT, beside="déplacement: haut")),
    ],
)
def test_nothing_that_stands_beside_it_is_lost(turn: Path, text: str, back: str) -> None:
    code, said = checked(turn, text, "Luc")
    assert (code, handed_back(said)) == (1, back), said
    assert "1 faute" in said


@pytest.mark.parametrize(
    "text",
    [
        "permanents:\n  zorglub\n  si un ennemi est à droite alors je monte\n",
        "permanents:\n  si un ennemi est à droite alors je monte\nzorglub truc\n",
        "permanents: si un ennemi est à droite je monte. Et zorglub.\n",
        "permanents:\n  si un ennemi est à droite alors je monte\n\nMerci !\n",
    ],
)
def test_words_around_it_change_nothing(turn: Path, text: str) -> None:
    code, said = checked(turn, text, "Luc")
    assert (code, handed_back(said)) == (1, lines(BLANK)), said


def test_a_message_gets_the_lines_of_a_whole_file(turn: Path) -> None:
    text = "Bonjour MJ ! C’est Luc. Si un ennemi est à droite je monte.\n\nMerci, Luc\n"
    done = run("check", turn, "-", stdin=text)
    assert done.code == 1
    assert handed_back(plain(done.err)) == f"joueur: Luc\ntour: 1\n{lines(BLANK)}"


def test_in_a_clause_it_is_told_how_nothing_is_written(turn: Path, vote: Path) -> None:
    for said in ("je reste", "je ne bouge pas", "rien du tout"):
        code, found = checked(turn, lines(f"{{ennemi voisin: droite, alors: {said}}}"), "Luc")
        assert (code, handed_back(found)) == (1, "alors: rien\n"), found
        assert f"« {said} » s’écrit ainsi :" in found
    code, found = checked(vote, lines("{escadron contient: Bruno, alors: je passe}"), "Chloé")
    assert (code, "« je passe » n’est pas un ordre, et une condition en demande un" in found) == (1, True)


@pytest.mark.parametrize(
    "said",
    ["unless I am wounded, I move up", "I move up unless wounded", "if I am wounded I move up"],
)
def test_unless_is_a_condition_as_if_is(tmp_path: Path, said: str) -> None:
    done = run("check", campaign(tmp_path / "p", "turn-1", ENGLISH), "-", stdin=f"Luc, turn 1: {said}\n")
    back = "player: Luc\nturn: 1\nstanding:\n  if:\n    - {…: …, then: {…: …}}\n"
    assert (done.code, handed_back(done.err)) == (1, back), done.err


def test_unless_that_asks_for_nothing_is_none(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", ENGLISH)
    for said in ("I move up unless you think otherwise", "unless I am mistaken, I move up"):
        done = run("check", folder, "-", stdin=f"Luc, turn 1: {said}\n")
        assert (done.code, "A condition" in done.err, "move: …" in done.err) == (1, False, True)


def test_a_wrong_clause_beside_a_sentence_is_shown_as_it_was_written(vote: Path) -> None:
    wrong = "{escadron ne contient pas: Denis, alors: {vote: oui}}"
    text = f"permanents:\n  si:\n    - si l’escadron contient Bruno, vote non\n    - {wrong}\n"
    _, said = checked(vote, text, "Chloé")
    assert handed_back(said).startswith(lines(BLANK, wrong))
    assert "2 fautes" in said


def test_an_empty_clause_is_no_sentence(turn: Path) -> None:
    code, said = checked(turn, f"permanents:\n  si:\n    - {RIGHT}\n    - {{}}\n", "Luc")
    assert (code, "Il manque « alors »" in said) == (1, True)


# Sentences of known parts ---------------------------------------------------------------------------------------

FACTS = (
    "l’escadron contient Bruno",
    "Denis n’est pas dans l’escadron",
    "l’escadron contient Emma et Bruno",
    "la proposition est 5",
    "échecs au moins 1",
    "j’en suis",
)
JOINS = (" et ", " et si ", " ou ", " sauf si ")
PLACES = ("permanents: {}\n", "permanents:\n  {}\n", "permanents:\n  si:\n    - {}\n", "permanents:\n  - {}\n")


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """Return a sentence that orders by conditions."""
    parts: list[str] = []
    for number in range(draw(st.integers(1, 2))):
        facts = draw(st.lists(st.sampled_from(FACTS), min_size=1, max_size=3, unique=True))
        words = draw(st.sampled_from(JOINS)).join(facts)
        order = draw(st.sampled_from(("vote oui", "vote non", "je vote oui", "je vote non")))
        behind = f"si {words}{draw(st.sampled_from((' alors ', ', ', ', alors ')))}{order}"
        parts.append(f"{'sinon ' * bool(number)}{draw(st.sampled_from((f'{order} si {words}', behind)))}")
    beside = draw(st.sampled_from(("", "sinon vote oui", "sinon non", "autrement je vote non")))
    return draw(st.sampled_from((" ", ", "))).join([*parts, *filter(None, [beside])])


@examples(30)
@given(said=sentences(), place=st.sampled_from(PLACES))
def test_no_sentence_that_orders_on_a_condition_is_taken(vote: Path, said: str, place: str) -> None:
    code, found = checked(vote, place.format(said), "Chloé")
    assert code == 1
    assert handed_back(found) == lines(BLANK), found


@examples(30)
@given(said=sentences(), place=st.sampled_from(("ordres: {}\n", "ordres:\n  {}\n", "{}\n", "ordres:\n  vote: {}\n")))
def test_nor_is_it_taken_where_plain_orders_belong(vote: Path, said: str, place: str) -> None:
    code, found = checked(vote, place.format(said), "Chloé")
    assert code == 1, found
