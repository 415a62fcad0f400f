"""Messages as people send them, one file a shape in ``tests/messages``: read, asked back, or refused.

All that can be read say the same: Anna, turn 1, to the right. No word of an order is ever changed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from support.commands import EVERY_ROLE, ROOT, TURNS, TWO, campaign, given_back, good, orders, run, send
from support.depth import deep

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.stages import Progress, progress_of
from adjudicator.orders.judging import judge
from adjudicator.reading.unquote import unstressed

MESSAGES = ROOT / "tests" / "messages"
PLAIN = {
    "arrow",
    "compass",
    "one-letter",
    "article",
    "dressed",
    "bold-of-markdown",
    "bold-of-mails",
    "italics-of-mails",
    "curly-quotes",
    "emoji",
}
"""Messages in which nothing had to be put right but a word, or how it looks."""


def messages(kind: str) -> list[Path]:
    return sorted((MESSAGES / kind).iterdir())


@pytest.fixture(scope="module")
def progress(tmp_path_factory: pytest.TempPathFactory) -> Progress:
    return progress_of(load_campaign(campaign(tmp_path_factory.mktemp("m") / "p", "turn-1", EVERY_ROLE)))


@pytest.mark.parametrize("path", messages("read"), ids=lambda path: path.stem)
def test_what_has_one_meaning_is_taken_and_the_receipt_says_how_it_was_read(tmp_path: Path, path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    done = run("submit", folder, path)
    assert (done.code, done.err) == (0, "")
    assert "Anna : tu te déplaces vers la droite" in done.out
    assert ("lu ainsi : " in done.out) == (path.stem not in PLAIN)
    told = good("status", folder, "--json", "--files").json()
    assert told["received"] == ["Anna"]
    assert told["notes"].keys() <= {"Anna"}
    assert ("note" in path.read_bytes().decode("latin-1")) == bool(told["notes"])


@pytest.mark.parametrize("path", [*messages("asked"), *messages("refused")], ids=lambda path: path.stem)
def test_what_has_two_meanings_or_none_changes_nothing(tmp_path: Path, path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    done = run("submit", folder, path)
    assert (done.code, done.out) == (1, "")
    assert good("status", folder, "--json").json()["received"] == []
    if path.parent.name == "asked":
        asking = (
            "de deux façons",
            "Cette ligne parle d’ordres",
            "Cette ligne pourrait changer tes ordres",
            "ordres de ton message sont dans ce qu’il cite",
            "Cette ligne nomme",
            "Ceci est une phrase",
            "attendu",
        )
        assert any(said in done.err for said in asking)


def test_a_sentence_comes_back_as_a_file_that_can_be_sent(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    done = run("check", folder, "-", stdin="Salut ! Je vais à droite, bisous\n")
    assert done.code == 1
    lines = [line[4:] for line in done.err.splitlines() if line.startswith("    ")]
    assert lines == ["joueur: …", "tour: 1", "ordres:", "  déplacement: à droite"]
    assert "« bisous »" in done.err
    sent = good("submit", folder, "-", stdin="\n".join(lines).replace("…", "Anna"))
    assert "Anna : tu te déplaces vers la droite" in sent.out


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        ("Anna, tour 1 : je vais à droite puis j’échange avec 4;2", ["joueur: Anna", "tour: 1", "  échanger: (4;2)"]),
        ("je vais à droite. Anna", ["joueur: Anna", "  déplacement: à droite"]),
        ("Anna ici, tour 1\nje vais à gauche", ["joueur: Anna", "  déplacement: à gauche"]),
        ("joueur: Anna\ntour: 1\nordres: je vais à droite", ["joueur: Anna", "  déplacement: à droite"]),
        ("joueur: Anna\ntour: 1\nje vais à droite", ["joueur: Anna", "tour: 1", "  déplacement: à droite"]),
        ("je passe mon tour", ["joueur: …", "tour: 1", "ordres: rien"]),
        ("je passe mon tour ce coup-ci, j’ai pas mieux", ["joueur: …", "tour: 1", "ordres: rien"]),
        ("Luc, tu joues n’importe comment depuis le tour 2", ["joueur: …", "tour: 1", "  …: …"]),
        ("mon téléport a échoué au tour 0. Luc", ["joueur: Luc", "tour: 1", "  …: …"]),
        ("je ne fais rien ce tour-ci", ["joueur: …", "tour: 1", "ordres: rien"]),
        ("ordres: rien je passe", ["joueur: …", "tour: 1", "ordres: rien"]),
        ("Je passe. Anna", ["joueur: Anna", "tour: 1", "ordres: rien"]),
        ("je passe mon tour, et à droite", ["  déplacement: …"]),
        ("je passe le bonjour à Luc", ["joueur: …", "  …: …"]),
        ("je ne passe pas mon tour", ["joueur: …", "  …: …"]),
        ("je passe mon tour sauf si on me pousse", ["joueur: …", "  …: …"]),
        ("MJ : c’est quand le prochain tour ?", ["joueur: …", "  …: …"]),
        ("je monte d’une case. Anna", ["joueur: Anna", "  déplacement: haut"]),
        ("Je monte", ["joueur: …", "  déplacement: haut"]),
        ("je vais descendre. Anna", ["joueur: Anna", "  déplacement: bas"]),
        ("je monte en haut. Anna", ["  déplacement: en haut"]),
        ("je monte en (1;2). Anna", ["  déplacement: (1;2)"]),
        ("je monte à gauche. Anna", ["  déplacement: …"]),
        ("je monte ou je descends. Anna", ["  déplacement: …"]),
        ("je ne monte pas. Anna", ["  déplacement: …"]),
        ("je vais à gauche d’une case. Anna", ["  déplacement: à gauche"]),
        ("je monte d’un cran, puis j’échange en 4;2. Paul", ["  déplacement: haut", "  échanger: (4;2)"]),
        ("I climb. Anna", ["  déplacement: haut"]),
    ],
)
def test_a_sentence_is_given_back_with_all_that_was_recognised(tmp_path: Path, sentence: str, lines: list[str]) -> None:
    told = given_back(campaign(tmp_path / "p", "turn-1", EVERY_ROLE), sentence)
    assert [line for line in lines if line in told] == lines


def test_where_no_order_was_found_the_line_that_orders_nothing_is_named(tmp_path: Path) -> None:
    done = run("check", campaign(tmp_path / "p", "turn-1", EVERY_ROLE), "-", stdin="blabla\n")
    assert "(pour ne rien faire, « ordres: rien »)" in done.err


@pytest.mark.parametrize("sentence", ["Anna, tour 1 : je vais à droite", "Anna : au tour 1 je vais à droite"])
def test_a_sentence_for_a_turn_that_is_past_comes_back_for_the_one_awaited(tmp_path: Path, sentence: str) -> None:
    folder = campaign(tmp_path / "p", "turn-2", TWO)
    done = run("check", folder, "-", stdin=f"{sentence}\n")
    assert "    tour: 2\n" in done.err
    assert "Ces ordres sont pour le tour 1 ; attendu maintenant : tour 2." in done.err
    ahead = run("check", folder, "-", stdin="Anna, tour 3 : je vais à droite\n")
    assert "    tour: 3\n" in ahead.err


@pytest.mark.parametrize(
    "sentence",
    [
        "Anna, tour 1 : surtout pas à droite",
        "je ne vais pas à droite. Anna",
        "au tour d’avant j’ai bougé à droite. Anna",
        "je vais à droite, ou plutôt à gauche. Anna",
        "si la case est libre je vais à droite. Anna",
        "Tour 1 : à droite\nTour 2 : viser (3;3)",
        "Anna, tour 1 : à droite puis en haut",
    ],
)
def test_no_value_is_proposed_where_a_sentence_denies_or_doubts_it(tmp_path: Path, sentence: str) -> None:
    told = given_back(campaign(tmp_path / "p", "turn-1", EVERY_ROLE), sentence)
    assert "  déplacement: …" in told


@pytest.mark.parametrize(
    "message",
    [
        "Anna, tour 1 : droite\nEDIT : en fait haut",
        "Anna, tour 1 : haut ?",
        "joueur: Anna\ntour: 1\nordres:\n  déplacement: droite # finalement bas",
        "joueur: Anna\ntour: 1\nordres:\n  déplacement: droite # bas",
        "joueur: Anna\ntour: 1\nordres:\n  déplacement: droite\n# en fait non je reste",
        "joueur: Anna\ntour: 1\nordres:\n  déplacement: droite\n\nje vote l’arrêt",
    ],
)
def test_what_takes_orders_back_is_asked_about_wherever_it_stands(tmp_path: Path, message: str) -> None:
    done = run("submit", campaign(tmp_path / "p", "turn-1", EVERY_ROLE), "-", stdin=f"{message}\n")
    assert (done.code, done.out) == (1, "")


def test_a_note_that_takes_orders_back_does_not_and_the_receipt_says_so(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    note = "en fait non, annule tout ça stp"
    done = good("submit", folder, "-", stdin=f"{orders('Anna', 1, 'rien')}note: {note}\n")
    assert f"Anna : tu ne fais rien ; ta note (« {note} ») est pour le MJ et ne change pas ces ordres." in done.out


def test_a_sentence_given_back_is_its_players_who_is_written_to(tmp_path: Path) -> None:
    """His orders that were there are not played meanwhile, as with any file of his that was refused."""
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    run("submit", folder, "-", stdin="Anna, tour 1 : en fait non, je vais plutôt à gauche\n")
    [refused] = good("status", folder, "--json").json()["refused"]
    assert refused["players"] == ["Anna"]
    [letter] = folder.glob("outbox/[0-9]*-turn-1/receipt-*.txt")
    assert "tes ordres sont refusés" in letter.read_text(encoding="utf-8")
    good("submit", folder, "-", stdin=orders("Anna", 1, "rien"))
    assert good("status", folder, "--json").json()["refused"] == []


def test_of_two_files_in_one_message_both_are_told(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    for name in ("two-files", "two-files-parted", "two-files-the-second-a-correction"):
        told = run("check", folder, MESSAGES / "asked" / f"{name}.txt").err
        assert "de deux façons" in told
        assert "déplacement: droite" in told and "déplacement: bas" in told
        assert "donné deux fois" not in told


def test_a_proposal_that_would_be_refused_says_why(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    assert "est hors du plateau" in run("check", folder, "-", stdin="Luc, tour 1 : je me téléporte en (99;9)\n").err


@pytest.mark.parametrize(
    "sentence", ["je monte d’une case, puis j’échange. Nina", "Nina, tour 1 : j’échange ou je monte", "j’échange. Nina"]
)
def test_what_a_role_cannot_order_is_not_to_be_sent_though_its_value_is_missing(tmp_path: Path, sentence: str) -> None:
    told = run("check", campaign(tmp_path / "p", "turn-1", EVERY_ROLE), "-", stdin=sentence).err.replace("\u00a0", " ")
    assert "renvoie ces lignes" not in told
    assert "« échanger » est un pouvoir d’un autre rôle (Tacticien)." in told


def test_what_a_verb_tells_is_no_word_of_a_file(tmp_path: Path) -> None:
    """A sentence is never played, nor is one word of it."""
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    for text in (
        "Anna, tour 1 : monte",
        "joueur: Anna\ntour: 1\nordres: monte",
        orders("Anna", 1, "{déplacement: monte}"),
    ):
        assert run("check", folder, "-", stdin=text).code == 1


def test_one_line_needs_no_colon_and_may_be_followed_by_thanks(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    for line in ("Anna tour 1 droite", "ANNA TOUR 1 : DROITE !!!!", "Anna, tour 1 : droite. Merci pour ton travail !"):
        assert "Anna : tu te déplaces vers la droite" in good("check", folder, "-", stdin=f"{line}\n").out


def test_status_shows_the_lines_too(tmp_path: Path) -> None:
    """The MJ copies them to whom they concern."""
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE)
    run("submit", folder, "-", stdin="Salut ! Je vais à droite, bisous\n")
    lines = ["joueur: …", "tour: 1", "ordres:", "  déplacement: à droite"]
    assert "\n".join(f"      {line}" for line in lines) in good("status", folder).out


def test_a_pair_that_is_not_known_is_never_left_out(tmp_path: Path) -> None:
    """Above all not in a table of the MJ, whose next line may be somebody's orders."""
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    done = run("check", folder, "-", stdin="tour: 1\njoueurs:\n  Anna: rien\n  Bob: {déplacement: haut}\n")
    assert done.code == 1
    assert "« Bob » n’est pas un joueur" in done.err
    for more in ("bouger: haut", "Viseur: (3;3)", "deplacment: bas"):
        done = run("check", folder, "-", stdin=f"Salut\n{orders('Anna', 1, 'rien')}\n{more}\n")
        assert done.code == 1, more


def test_standing_orders_alone_say_how_they_were_read(tmp_path: Path) -> None:
    folder = campaign(tmp_path / "p", "turn-1", EVERY_ROLE + "absents: permanents\n")
    out = good("submit", folder, "-", stdin="Salut !\njoueur: Anna\ntour: 1\npermanents:\ndéplacement = droite\n").out
    assert "lu ainsi : sans les mots autour, « Salut ! »" in out
    assert "déplacement droite" in out


# A reading that puts right turns no order into another ------------------------------------------------------------

GOOD = {
    "Anna": "joueur: Anna\ntour: 1\nordres:\n  déplacement: droite\nnote: à bientôt\n",
    "Luc": "joueur: Luc\ntour: 1\nordres:\n  téléport: (3;2)\n  arrêter: oui\n",
    "Omar": "joueur: Omar\ntour: 1\nordres:\n  déplacement: droite\n  déplacement supplémentaire: haut\n",
    "Jean-Paul": (
        "joueur: Jean-Paul\ntour: 1\nordres:\n  modifier:\n    action: terreur rouge\n    avant: visée bleu\n"
        "permanents:\n  déplacement: droite\n"
    ),
    "Null": "joueur: Null\ntour: 1\nordres:\n  attirer: gauche\n  abandonner: oui\n",
    "Rien": "joueur: Rien\ntour: 1\nordres:\n  échanger: (9;3)\n",
}


def mutated(text: str, chance: random.Random) -> str:
    """Return a good file as a person may spoil it: its dress, its spaces, its signs; no word of an order is lost."""
    lines = text.splitlines()
    at = chance.randrange(len(lines))
    spoil = chance.choice(SPOILS)
    return "\n".join(spoil(lines, at, chance)) + "\n"


Lines = list[str]


def one_moved(lines: Lines, at: int, chance: random.Random) -> Lines:
    return [*lines[:at], " " * chance.randrange(4) + lines[at].strip(), *lines[at + 1 :]]


def something_between(lines: Lines, at: int, chance: random.Random) -> Lines:
    more = chance.choice(["blabla", "", "PS : merci", "-- ", "Envoyé de mon iPhone", "---"])
    return [*lines[:at], more, *lines[at:]]


SPOILS: tuple[Callable[[Lines, int, random.Random], Lines], ...] = (
    one_moved,
    something_between,
    lambda lines, at, chance: [line.strip() for line in lines],
    lambda lines, at, chance: [line.replace("  ", "\t") for line in lines],
    lambda lines, at, chance: [line.replace(" ", "\u00a0") for line in lines],
    lambda lines, at, chance: [line.replace(": ", ":") for line in lines],
    lambda lines, at, chance: [line.replace(": ", " = ") for line in lines],
    lambda lines, at, chance: ["Salut,", "", *lines, "", "Merci, à plus"],
    lambda lines, at, chance: ["[code]", *lines, "[/code]", "Anna a écrit :", *(f"> {line}" for line in lines[:3])],
    lambda lines, at, chance: [f"- {line}" if chance.random() < 0.5 else line for line in lines],
    lambda lines, at, chance: ["[quote]", *lines[: at + 1], "[/quote]", *lines],
    lambda lines, at, chance: [chance.choice(["  ", " ", "\t", ""]) + line.strip() for line in lines],
    lambda lines, at, chance: [line.rstrip() + chance.choice(["", " ", "\u200b", ".", " # hm"]) for line in lines],
    lambda lines, at, chance: [*lines[:at], f"[b]{lines[at]}[/b]", *lines[at + 1 :]],
)


def said(progress: Progress, text: str) -> tuple[object, ...] | None:
    submission = judge(text.encode(), "o.txt", progress)
    return (submission.orders, submission.standing, submission.players) if submission.accepted else None


@pytest.mark.parametrize("rounds", [100, *deep(20_000)])
def test_a_spoiled_file_gives_the_same_orders_or_none(progress: Progress, rounds: int) -> None:
    chance = random.Random("spoiled")
    wanted = {player: said(progress, text) for player, text in GOOD.items()}
    assert None not in wanted.values()
    count: Counter[str] = Counter()
    for _ in range(rounds):
        player = chance.choice(list(GOOD))
        text = GOOD[player]
        for _ in range(chance.choice([1, 1, 2, 3])):
            text = mutated(text, chance)
        found = said(progress, text)
        count["refused or asked" if found is None else "the same" if found == wanted[player] else "another"] += 1
        assert found in (None, wanted[player]), text
    print(count)
    assert count["the same"] > rounds // 3


def test_messages_do_not_stop_a_game(tmp_path: Path) -> None:
    """All of them in one inbox: those that are good count, and the turn is played."""
    folder = campaign(tmp_path / "p", "turn-1", TWO)
    for path in (*messages("read"), *messages("asked"), *messages("refused")):
        (folder / "inbox" / path.name).write_bytes(path.read_bytes())
    assert run("submit", folder).code == 1
    send(folder, TURNS[0])
    good("resolve", folder)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("*move:* up", "move: up"),
        ("*move*: up", "move: up"),
        ("*move :*up", "move :up"),
        ("**move:** ***up***", "move: up"),
        ("* *Boris* : Archer", "* Boris : Archer"),
        ("see: *(1;2)*", "see: (1;2)"),
        ("/move/: _up_", "move: up"),
        ("*_move:_* up", "move: up"),
        ("*orders:\nmove: up*", "orders:\nmove: up"),
        *(
            (text, text)
            for text in ("up*\n*if he goes", "2*3*4", "* up\n* down", "[*]a[*]b", "a_b_c", "3/2/1", "*", "****")
        ),
        *((text, text) for text in ("left / up / down", "https://a.example/b/ c", "&a *a", "x: [*a, *b]", "")),
    ],
)
def test_signs_of_bold_are_taken_out_in_pairs(text: str, bare: str) -> None:
    assert unstressed(text, []) == bare


def test_signs_that_names_hold_stay() -> None:
    text = "*Zoé*: /up/ _x_"
    assert unstressed(text, ["*Zoé*"]) == "*Zoé*: up x"
    assert unstressed(text, ["Zoé", "_x_", "a/b"]) == "Zoé: /up/ _x_"
