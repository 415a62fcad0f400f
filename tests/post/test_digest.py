"""The MJ has a letter when somebody must look: whenever the reasons change, and not again before."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from support.clocked import START, paris

from adjudicator.desk.visit import Visit, VisitLine
from adjudicator.mail.accounts import Accounts, read_accounts
from adjudicator.mail.outbox import read_letter
from adjudicator.post import messages
from adjudicator.post.digest import NewsItem, digest

NOW = paris(START)


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    return read_accounts(b"adresse: orders@exemple.fr\nmj: mj@exemple.fr\n", tmp_path / "courrier.yaml")


def letters(accounts: Accounts) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(accounts.state.glob("outbox/*/*.txt"))]


def leaves(accounts: Accounts) -> None:
    """Let the letters that lie there be sent."""
    for path in accounts.state.glob("outbox/*/*.txt"):
        mark = messages.ended(messages.begun(None, "<x@y>", NOW), "sent", 250, "", NOW)
        marks: messages.Marks = {
            "letter": sha256(path.read_bytes()).hexdigest(),
            "again": 0,
            "to": {accounts.mj: mark},
        }
        messages.keep(accounts.state / "sent" / path.parent.name / f"{path.stem}.json", marks)


WELL = Visit(Path("parties/a"), "waiting", VisitLine("on attend Luc"))
HELD = Visit(
    Path("parties/b"),
    "held",
    VisitLine("suspendue", "held"),
    remarks=(VisitLine("rien"), VisitLine("Max est absent", "away")),
)


def test_a_letter_says_what_is_to_be_looked_at_and_no_more(accounts: Accounts) -> None:
    assert digest(accounts, [WELL, HELD], NOW, [VisitLine("serveur en panne", "unsent"), VisitLine("envoyé")])
    (text,) = letters(accounts)
    letter = read_letter(text.encode())
    assert letter is not None and [person.email for person in letter.to] == ["mj@exemple.fr"]
    assert letter.subject == "À voir\u00a0: 1 partie"
    for said in ("parties/b", "suspendue", "Max est absent", "serveur en panne"):
        assert said in letter.text
    assert not [
        said
        for said in ("parties/a", "Luc", "rien", "envoyé")
        if said in letter.text.replace("Ce qui suit", "").split("parties/b")[1]
    ]


def test_the_same_reasons_are_written_once_and_others_anew(accounts: Accounts) -> None:
    assert [digest(accounts, visits, NOW) for visits in ([WELL, HELD], [WELL, HELD], [HELD])] == [True, False, False]
    leaves(accounts)
    other = replace(HELD, remarks=(VisitLine("Eve est absente", "away"),))
    assert digest(accounts, [other], NOW)
    leaves(accounts)
    assert not digest(accounts, [WELL], NOW)  # all is well: no letter
    assert digest(accounts, [HELD], NOW)  # and then not
    assert len(letters(accounts)) == 3


def test_a_letter_that_has_not_left_becomes_the_next_and_is_not_sent_when_all_is_well(accounts: Accounts) -> None:
    down = [VisitLine("le serveur refuse le mot de passe", "unread")]
    for besides in (
        down,
        [*down, VisitLine("le disque est plein", "unread")],
        [VisitLine("le disque est plein", "unread")],
    ):
        assert digest(accounts, [], NOW, besides)
    (text,) = letters(accounts)
    assert "disque" in text and "mot de passe" not in text
    assert digest(accounts, [], NOW, down, [NewsItem("à voir\u00a0: « x »", "r")])
    assert not digest(accounts, [], NOW)
    (text,) = letters(accounts)
    assert "mot de passe" not in text and "« x »" in text  # what has happened is told all the same
    leaves(accounts)
    assert digest(accounts, [], NOW, down) and not digest(accounts, [], NOW)
    assert letters(accounts) == [text]


def test_what_happens_is_told_once_and_when_it_is_past_nothing_is_written(accounts: Accounts) -> None:
    assert digest(
        accounts, [HELD], NOW, (), [NewsItem("à voir\u00a0: « x »", "r"), NewsItem("À donner à Boris", gives=True)]
    )
    leaves(accounts)
    (text,) = letters(accounts)
    assert "suspendue" in text and text.count("« x »") == text.count("Boris") == 1
    assert not digest(accounts, [HELD], NOW)
    assert digest(accounts, [HELD], NOW, (), [NewsItem("À donner à Eve", gives=True)])
    assert "« x »" not in letters(accounts)[-1] and "Eve" in letters(accounts)[-1]


def test_what_is_like_what_was_told_today_waits_for_the_next_letter_or_the_next_day(accounts: Accounts) -> None:
    def comes(hours: float, *events: NewsItem) -> bool:
        written = digest(accounts, [], NOW + timedelta(hours=hours), (), events)
        leaves(accounts)
        return written

    assert comes(0, NewsItem("« a »", "inconnu")) and not comes(1, NewsItem("« b »", "inconnu"))
    assert not comes(2, NewsItem("« absent »", "programme", wakes=False)) and not comes(3)
    assert comes(4, NewsItem("« c »", "Anna sans clé"))
    assert all(said in letters(accounts)[1] for said in ("« b »", "« absent »", "« c »"))
    assert not comes(5, NewsItem("« d »", "inconnu"))
    assert not comes(24)  # of these it was told at four
    assert comes(28) and "« d »" in letters(accounts)[2] and "« b »" not in letters(accounts)[2]


def test_a_flood_is_counted_and_hides_nothing_of_a_player(accounts: Accounts) -> None:
    flood = [NewsItem(f"« n{number} »", "inconnu") for number in range(30)]
    away = [NewsItem(f"« absent{number} »", "programme", wakes=False) for number in range(30)]
    gives = [NewsItem(f"À donner : {number}", gives=True) for number in range(12)]
    assert digest(accounts, [], NOW, (), [*flood, *away, NewsItem("« Anna »", "Anna"), *gives])
    (text,) = letters(accounts)
    assert "« Anna »" in text and text.count("« ") == 10 and "et 51 autres à voir" in text
    assert text.count("À donner : ") == 12
    leaves(accounts)
    written = [digest(accounts, [], NOW, (), [NewsItem("x", f"chaque fois autre chose {n}")]) for n in range(30)]
    assert sum(written) < 10


def test_where_all_is_well_nothing_is_written(accounts: Accounts) -> None:
    assert not digest(accounts, [WELL], NOW)
    assert letters(accounts) == []


def test_of_mails_alone_or_of_letters_to_give_the_subject_says_so(accounts: Accounts) -> None:
    assert digest(accounts, [], NOW, (), [NewsItem("À donner à Boris", gives=True)])
    assert "Subject: À donner de votre main\n" in letters(accounts)[0]
    assert digest(accounts, [], NOW, (), [NewsItem("« x »", "r")])
    assert "Subject: À voir\u00a0: le courrier\n" in letters(accounts)[0]
