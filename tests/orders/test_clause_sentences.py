"""Sentences with « if » come back as lines that say what was written, or leave a blank; sent, they are read as that."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import ENGLISH, campaign, plain, run
from depth import examples
from hypothesis import given
from hypothesis import strategies as st
from resistance.campaigns import state, voting


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


NO_IF_BRUNO = "{escadron contient: Bruno, alors: {vote: non}}"
RIGHT = "{voisine libre: droite, alors: {déplacement: droite}}"


@pytest.mark.parametrize(
    ("text", "back"),
    [
        (
            "permanents:\n  si l’escadron contient Bruno alors vote non\n"
            "  si l’escadron contient Emma alors vote oui\n",
            lines(NO_IF_BRUNO, "{escadron contient: Emma, alors: {vote: oui}}"),
        ),
        (
            "permanents:\n  si:\n    - si l’escadron contient Bruno alors vote non\n    - sinon vote oui\n",
            lines(NO_IF_BRUNO, beside="vote: oui"),
        ),
        (
            "permanents:\n  si l’escadron contient Bruno alors vote non\n  sinon si proposition 5 alors vote oui\n"
            "  sinon vote non\n",
            lines(NO_IF_BRUNO, "{proposition: 5, alors: {vote: oui}}", beside="vote: non"),
        ),
        (
            "permanents:\n  vote: oui si j’en suis, non sinon\n",
            lines("{j’en suis: oui, alors: {vote: oui}}", beside="vote: non"),
        ),
        ("permanents: vote non si l’escadron contient Bruno, sinon oui\n", lines(NO_IF_BRUNO, beside="vote: oui")),
        (
            "permanents: si l’escadron contient Bruno et pas Denis alors vote non\n",
            lines("{escadron contient: Bruno, sauf: {escadron contient: Denis}, alors: {vote: non}}"),
        ),
        (
            "permanents:\n  - vote non si Bruno ou Denis dans l’escadron\n",
            lines("{ou: [{escadron contient: Bruno}, {escadron contient: Denis}], alors: {vote: non}}"),
        ),
        (
            "permanents: si l’escadron ne contient ni Bruno ni Denis, vote oui\n",
            lines("{sauf: [{escadron contient: Bruno}, {escadron contient: Denis}], alors: {vote: oui}}"),
        ),
        (
            "permanents: si Bruno n’est pas dans l’escadron et que proposition 5, vote oui\n",
            lines("{proposition: 5, sauf: {escadron contient: Bruno}, alors: {vote: oui}}"),
        ),
        (
            "permanents: si l’escadron contient Bruno, sauf si j’en suis, alors vote non\n",
            lines("{escadron contient: Bruno, sauf: {j’en suis: oui}, alors: {vote: non}}"),
        ),
        (
            "permanents: vote oui sauf si Bruno est dans l’escadron\n",
            lines("{sauf: {escadron contient: Bruno}, alors: {vote: oui}}"),
        ),
        (
            "permanents: vote oui si l’escadron contient Emma et Bruno et si échecs au moins 1\n",
            lines("{escadron contient: [Emma, Bruno], échecs: {au moins: 1}, alors: {vote: oui}}"),
        ),
        # What may mean several things is left blank.
        (
            "permanents: si l’escadron contient Bruno ou Denis et proposition 5 alors vote non\n",
            lines("{…: …, alors: {vote: non}}"),
        ),
        (
            "permanents: si l’escadron contient Bruno demain alors vote non\n",
            lines("{escadron contient: …, …: …, alors: {vote: non}}"),
        ),
        (
            "permanents: si l’escadron contient Bruno alors vote non pour la première mission\n",
            lines("{escadron contient: Bruno, alors: {vote: …}}"),
        ),
        (
            "permanents:\n  vote: oui\n  si l’escadron contient Bruno alors vote non sinon vote non\n",
            lines(NO_IF_BRUNO, beside="vote: …"),
        ),
        (
            "permanents:\n  vote: oui\n  si l’escadron contient Bruno alors vote non\n  sinon vote oui\n",
            lines(NO_IF_BRUNO, beside="vote: oui"),
        ),
        (
            "ordres:\nsi l’escadron contient Bruno alors vote non\nsinon vote oui\n",
            lines(NO_IF_BRUNO, beside="vote: oui"),
        ),
        (
            "permanents: si l’escadron contient Bruno alors vote non sinon vote oui sinon vote non\n",
            lines(NO_IF_BRUNO, beside="…: …"),
        ),
    ],
)
def test_a_sentence_about_a_vote_comes_back_as_it_was_meant(vote: Path, text: str, back: str) -> None:
    code, said = checked(vote, text, "Chloé")
    assert code == 1
    assert handed_back(said) == back, said
    assert "1 faute" in said
    assert ("en remplaçant « … »" in said) == ("…" in back)
    assert "…" in back or checked(vote, back, "Chloé")[0] == 0


@pytest.mark.parametrize(
    ("text", "back"),
    [
        (
            "permanents:\n  déplacement supplémentaire: gauche\n  si:\n    - si ennemi voisin gauche alors rien\n",
            lines("{ennemi voisin: gauche, alors: rien}", beside="déplacement supplémentaire: gauche"),
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
        (
            f"permanents:\n  déplacement supplémentaire: bas\n  si:\n    - {RIGHT}\n"
            "    - si ennemi voisin haut, déplacement bas\n",
            lines(RIGHT, "{ennemi voisin: haut, alors: {déplacement: bas}}", beside="déplacement supplémentaire: bas"),
        ),
        (
            "ordres:\n  si ennemi voisin droite alors déplacement gauche\n  sinon déplacement haut\n",
            lines("{ennemi voisin: droite, alors: {déplacement: gauche}}", beside="déplacement: haut"),
        ),
        (
            f"ordres:\n  si:\n    - {RIGHT}\n  sinon: déplacement haut\n",
            lines(RIGHT, beside="déplacement: haut"),
        ),
    ],
)
def test_nothing_that_stands_beside_a_sentence_is_lost(turn: Path, text: str, back: str) -> None:
    code, said = checked(turn, text, "Luc")
    assert code == 1
    assert handed_back(said) == back, said
    assert "1 faute" in said


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("permanents:\n  zorglub\n  si un ennemi est à droite alors je monte\n", ["zorglub"]),
        ("permanents:\n  si un ennemi est à droite alors je monte\n  zorglub: truc\n", ["zorglub: truc"]),
        ("permanents:\n  si un ennemi est à droite alors je monte\nzorglub truc\n", ["zorglub truc"]),
        ("permanents:\n  Zorglub !\n  déplacement: haut si ennemi voisin droite\n", ["Zorglub !"]),
        ("permanents: si un ennemi est à droite je monte. Et zorglub.\n", ["Et zorglub"]),
        ("permanents:\n  si un ennemi est à droite alors je monte\n\nMerci !\n", ["Merci !"]),
        ("permanents:\n  si un ennemi est à droite alors je monte\n", []),
    ],
)
def test_what_was_not_read_beside_it_stands_behind_a_sign(turn: Path, text: str, rest: list[str]) -> None:
    code, said = checked(turn, text, "Luc")
    back = lines("{ennemi voisin: droite, alors: {déplacement: haut}}")
    assert (code, handed_back(said)) == (1, back + "".join(f"#~ {line}\n" for line in rest)), said
    assert ("ce que je n’ai pas lu est derrière « #~ »" in said) == bool(rest)
    assert checked(turn, handed_back(said), "Luc")[0] == 0


def test_so_does_what_a_message_says_besides_but_for_greetings(turn: Path) -> None:
    text = "Bonjour MJ ! C’est Luc. Si un ennemi est à droite je monte. Zorglub arrive.\n\nMerci, Luc\n"
    done = run("check", turn, "-", stdin=text)
    assert handed_back(plain(done.err)).splitlines()[-2:] == [
        "    - {ennemi voisin: droite, alors: {déplacement: haut}}",
        "#~ Zorglub arrive",
    ]


IDLE = "{ennemi voisin: droite, alors: rien}"


@pytest.mark.parametrize(
    ("said", "back"),
    [
        ("alors je reste, sinon je monte", lines(IDLE, beside="déplacement: haut")),
        ("je reste sur place, sinon je monte", lines(IDLE, beside="déplacement: haut")),
        ("rien, sinon je monte", lines(IDLE, beside="déplacement: haut")),
        (", je ne bouge pas", lines(IDLE)),
        (", alors je ne fais rien.", lines(IDLE)),
        (", je passe mon tour", lines(IDLE)),
        (", je monte, sinon je reste", lines("{ennemi voisin: droite, alors: {déplacement: haut}}")),
        (", je reste en (1;1)", lines("{ennemi voisin: droite, alors: {déplacement: …}}")),
        (", alors je ne reste pas", lines("{ennemi voisin: droite, alors: {…: …}}")),
    ],
)
def test_who_stays_orders_nothing(turn: Path, said: str, back: str) -> None:
    code, found = checked(turn, f"permanents: si un ennemi est à droite {said}\n", "Luc")
    assert (code, handed_back(found)) == (1, back), found
    assert "…" in back or checked(turn, back, "Luc")[0] == 0


def test_in_a_clause_it_is_told_how_that_is_written(turn: Path, vote: Path) -> None:
    for said in ("je reste", "je ne bouge pas", "rien du tout"):
        code, found = checked(turn, lines(f"{{ennemi voisin: droite, alors: {said}}}"), "Luc")
        assert (code, handed_back(found)) == (1, "alors: rien\n"), found
        assert f"« {said} » s’écrit ainsi :" in found
    code, found = checked(vote, lines("{escadron contient: Bruno, alors: je passe}"), "Chloé")
    assert (code, "« je passe » n’est pas un ordre, et une condition en demande un" in found) == (1, True)


@pytest.mark.parametrize(
    ("said", "clause"),
    [
        ("unless I am wounded, I move up", "{unless: {wounded: yes}, then: {move: up}}"),
        ("I move up unless wounded", "{unless: {wounded: yes}, then: {move: up}}"),
        ("unless there is an enemy at (2;2), I move up", "{unless: {enemy at: (2;2)}, then: {move: up}}"),
        ("unless Max is wounded, I move up", "{unless: {wounded: yes}, …: …, then: {move: up}}"),
        ("if I am wounded I stay", "{wounded: yes, then: nothing}"),
        ("if I am wounded, I don’t move", "{wounded: yes, then: nothing}"),
    ],
)
def test_unless_begins_a_clause_as_if_does(tmp_path: Path, said: str, clause: str) -> None:
    done = run("check", campaign(tmp_path / "p", "turn-1", ENGLISH), "-", stdin=f"Luc, turn 1: {said}\n")
    back = f"player: Luc\nturn: 1\nstanding:\n  if:\n    - {clause}\n"
    assert (done.code, handed_back(done.err)) == (1, back), done.err


def test_unless_that_asks_for_nothing_makes_none(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", ENGLISH)
    for said in ("I move up unless you think otherwise", "unless I am mistaken, I move up"):
        done = run("check", folder, "-", stdin=f"Luc, turn 1: {said}\n")
        assert (done.code, "A condition" in done.err, "move: …" in done.err) == (1, False, True)


def test_a_wrong_clause_beside_a_sentence_is_shown_as_it_was_written(vote: Path) -> None:
    wrong = "{escadron ne contient pas: Denis, alors: {vote: oui}}"
    text = f"permanents:\n  si:\n    - si l’escadron contient Bruno, vote non\n    - {wrong}\n"
    _, said = checked(vote, text, "Chloé")
    assert handed_back(said).startswith(lines(NO_IF_BRUNO, wrong))
    assert "2 fautes" in said


def test_an_empty_clause_is_no_sentence(turn: Path) -> None:
    code, said = checked(turn, f"permanents:\n  si:\n    - {RIGHT}\n    - {{}}\n", "Luc")
    assert (code, "Il manque « alors »" in said) == (1, True)


# Sentences of known parts ---------------------------------------------------------------------------------------

FACTS = (
    ("l’escadron contient Bruno", "l’escadron ne contient pas Bruno", "escadron contient: Bruno"),
    ("Denis est dans l’escadron", "Denis n’est pas dans l’escadron", "escadron contient: Denis"),
    ("l’escadron contient Emma et Bruno", "", "escadron contient: [Emma, Bruno]"),
    ("la proposition est 5", "la proposition n’est pas 5", "proposition: 5"),
    ("échecs au moins 1", "", "échecs: {au moins: 1}"),
    ("j’en suis", "je n’en suis pas", "j’en suis: oui"),
)
VALUES = ("oui", "non")
ORDERS = ("vote {}", "je vote {}")


@st.composite
def facts(draw: st.DrawFn) -> tuple[str, str]:
    """Return facts in words and as a clause has them."""
    chosen = draw(st.lists(st.sampled_from(FACTS), min_size=1, max_size=3, unique_by=lambda fact: fact[2]))
    either = len(chosen) > 1 and draw(st.booleans())
    denied = [bool(fact[1]) and not either and draw(st.booleans()) for fact in chosen]
    excepted = draw(st.booleans()) and len(chosen) > 1 and not either and not any(denied)
    said = [fact[no] for fact, no in zip(chosen, denied, strict=True)]
    own = [fact[2] for fact, no in zip(chosen, denied, strict=True) if not no]
    if excepted:
        words = f"{' et '.join(said[:-1])} sauf si {said[-1]}"
        return words, f"{_all(own[:-1])}, sauf: {{{own[-1]}}}"
    if either:
        return " ou ".join(said), f"ou: [{', '.join(f'{{{fact}}}' for fact in own)}]"
    nos = [f"{{{fact[2]}}}" for fact, no in zip(chosen, denied, strict=True) if no]
    parts = [_all(own)] * bool(own) + [f"sauf: [{', '.join(nos)}]"] * bool(nos)
    return draw(st.sampled_from((" et ", " et si "))).join(said), ", ".join(parts)


def _all(own: list[str]) -> str:
    several = sum(fact.startswith("escadron") for fact in own) > 1
    return f"et: [{', '.join(f'{{{fact}}}' for fact in own)}]" if several else ", ".join(own)


@st.composite
def sentences(draw: st.DrawFn) -> tuple[str, str]:
    """Return a sentence that orders by conditions, and the lines that say the same."""
    parts: list[str] = []
    clauses: list[str] = []
    for number in range(draw(st.integers(1, 2))):
        (words, clause), value = draw(facts()), draw(st.sampled_from(VALUES))
        order = draw(st.sampled_from(ORDERS)).format(value)
        before = f"{order} si {words}"
        behind = f"si {words}{draw(st.sampled_from((' alors ', ', ', ', alors ')))}{order}"
        parts.append(f"{'sinon ' * bool(number)}{draw(st.sampled_from((before, behind)))}")
        clauses.append(f"{{{clause}, alors: {{vote: {value}}}}}")
    beside = draw(st.sampled_from(("", *VALUES)))
    if beside:
        parts.append(draw(st.sampled_from(("sinon vote {}", "sinon {}", "autrement je vote {}"))).format(beside))
    joined = draw(st.sampled_from((" ", ", "))).join(parts)
    return joined, lines(*clauses, beside=f"vote: {beside}" if beside else "")


PLACES = ("permanents: {}\n", "permanents:\n  {}\n", "permanents:\n  si:\n    - {}\n", "permanents:\n  - {}\n")


@examples(60)
@given(said=sentences(), place=st.sampled_from(PLACES))
def test_lines_of_a_sentence_are_read_as_it_was_built_or_have_a_blank(
    vote: Path, said: tuple[str, str], place: str
) -> None:
    text, built = said
    code, found = checked(vote, place.format(text), "Chloé")
    back = handed_back(found)
    assert code == 1
    assert back, found
    if "…" not in back:
        assert _reading(vote, back) == _reading(vote, built), f"{text}\n{back}\n{built}"


def _reading(folder: Path, text: str) -> tuple[int, str]:
    code, said = checked(folder, text, "Chloé")
    told = said.replace("lu ainsi : les conditions dans la forme qu’il faut ; ", "")
    return code, told if code == 0 else "\n".join(line.partition(": ")[2] for line in told.splitlines()[:1])
