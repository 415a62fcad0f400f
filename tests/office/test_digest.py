"""The MJ has a letter when somebody must look: whenever the reasons change, and not again before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from clocked import START, paris

from adjudicator.mail.accounts import Accounts, read_accounts
from adjudicator.mail.sending import read_letter
from adjudicator.office.digest import digest
from adjudicator.office.visit import Line, Visit

NOW = paris(START)


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    return read_accounts(b"adresse: orders@exemple.fr\nmj: mj@exemple.fr\n", tmp_path / "courrier.yaml")


def letters(accounts: Accounts) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(accounts.state.glob("outbox/*/*.txt"))]


WELL = Visit(Path("parties/a"), "waiting", Line("on attend Luc"))
HELD = Visit(
    Path("parties/b"), "held", Line("suspendue", "held"), remarks=(Line("rien"), Line("Max est absent", "away"))
)


def test_a_letter_says_what_is_to_be_looked_at_and_no_more(accounts: Accounts) -> None:
    assert digest(accounts, [WELL, HELD], NOW, [Line("serveur en panne", "unsent"), Line("envoyé")])
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
    other = replace(HELD, remarks=(Line("Eve est absente", "away"),))
    assert digest(accounts, [other], NOW)
    assert not digest(accounts, [WELL], NOW)  # all is well: no letter
    assert digest(accounts, [HELD], NOW)  # and then not
    assert len(letters(accounts)) == 3


def test_where_all_is_well_nothing_is_written(accounts: Accounts) -> None:
    assert not digest(accounts, [WELL], NOW)
    assert letters(accounts) == []
