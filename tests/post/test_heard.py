"""What is wrong with the post is told once a day, however often cron comes, and however the server words it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from support.clocked import START, paris
from support.commands import run
from support.mail_servers import free_port
from support.posted import NOW, deliver, letters, mail, root_of

from adjudicator.desk.visit import VisitLine
from adjudicator.mail.accounts import Accounts, read_accounts
from adjudicator.post.digest import ToldNews, digest, without_what_varies

SAID = "« smtp » refuse le mot de passe de « o » : le vérifier (535 5.7.8 not accepted {} - gsmtp)."


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_NOW", NOW)


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    (tmp_path / "courrier").mkdir()
    return read_accounts(b"adresse: orders@exemple.fr\nmj: mj@exemple.fr\n", tmp_path / "courrier.yaml")


def told(accounts: Accounts, hours: float, *sentences: str) -> list[str]:
    heard = ToldNews(accounts, paris(START) + timedelta(hours=hours))
    news = [sentence for sentence in sentences if heard.is_news(sentence)]
    heard.keep()
    return news


def test_it_is_told_once_a_day(accounts: Accounts) -> None:
    assert [bool(told(accounts, hour, "la boîte est fermée")) for hour in (0, 0.25, 12, 22.9, 23, 24)] == [
        *(True, False, False, False),
        *(True, False),
    ]


def test_what_was_well_meanwhile_is_told_anew(accounts: Accounts) -> None:
    assert told(accounts, 0, "a") and not told(accounts, 1, "a") and not told(accounts, 2)
    assert told(accounts, 3, "a")


def test_a_server_that_words_it_otherwise_says_nothing_new(accounts: Accounts) -> None:
    assert told(accounts, 0, SAID.format("a640c23a62f3a-45"))
    assert not told(accounts, 1, SAID.format("b1f-46"))
    assert "mot de passe" in without_what_varies(SAID)
    now = paris(START)
    assert digest(accounts, [], now, [VisitLine(SAID.format("a640c23a62f3a-45"), "unread")])
    assert not digest(accounts, [], now, [VisitLine(SAID.format("b1f-46"), "unread")])


def test_cron_that_comes_every_quarter_of_an_hour_says_it_once(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "mare")
    server = f"{{imap: localhost, port: {free_port()}, sécurité: aucune}}"
    (root / "courrier.yaml").write_text(f"adresse: o@exemple.fr\nmj: mj@exemple.fr\nréception: {server}\n", "utf-8")
    first, second, asked = (run("run", *more, root) for more in ((), (), ("--all",)))
    assert [done.code for done in (first, second, asked)] == [1, 1, 1]
    assert "À VOIR" in first.err and second.err == "" and "À VOIR" in asked.err


def test_of_a_mail_to_be_looked_at_it_is_said_why(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "mare")
    deliver(root, mail("coucou", sender="x@evil.example", subject="gagnez\x1b[31m"))
    deliver(root, mail("coucou", sender="a@a.example, b@b.example", subject="deux"))
    done = run("run", root)
    assert "2 à voir" in done.out
    assert "  à voir : « gagnez" in done.out and "x@evil.example : personne ici n’a cette adresse" in done.out
    assert "  à voir : « deux » : sa ligne « From »" in done.out
    assert "\x1b" not in done.out
    assert not [place for place in letters(root) if place.startswith("courrier")]


def test_a_player_reads_the_lines_of_his_mail_and_no_name_of_a_file(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "mare")
    deliver(root, mail("tour: 1\nordres: {dplacement: droite}\n"))
    run("run", root)
    (text,) = [text for place, text in letters(root).items() if "dplacement" in text]
    assert "\nLigne 2\u00a0: «\u00a0dplacement\u00a0»" in text and "courriel-" not in text


def test_a_flood_of_them_is_counted(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "mare")
    deliver(root, *(mail("coucou", sender=f"x{n}@evil.example") for n in range(13)))
    done = run("run", root)
    assert done.out.count("evil.example") == 10 and "et 3 autres à voir" in done.out


NOTICE = "Reporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; paul@example.net\nAction: {}\nStatus: 5.1.1\n"


def digests(root: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(root.glob("courrier/outbox/digest/*.txt"))]


def test_the_mj_is_written_to_of_mails_that_were_set_aside(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "mare")
    run("run", root)
    before = digests(root)
    deliver(root, mail("je suis absent", subject="Absence du bureau"))
    run("run", root)
    assert digests(root) == before  # what a program wrote wakes nobody
    deliver(root, mail("déplacement: haut", sender="paul@ailleurs.example", subject="[La mare] mes ordres"))
    deliver(root, mail(NOTICE.format("failed"), sender="MAILER-DAEMON@mx.example", subject="Undelivered Mail"))
    deliver(root, mail(NOTICE.format("delayed"), sender="MAILER-DAEMON@mx.example", subject="Delayed"))
    run("run", root)
    (text,) = digests(root)
    told = text.replace("\u00a0", " ")
    assert "« [La mare] mes ordres », de paul@ailleurs.example : personne ici n’a cette adresse" in told
    assert "avis de non-remise : rien n’arrive à paul@example.net" in told
    assert "Absence du bureau" in text and text.count("par un programme") == 2
    run("run", root)
    assert digests(root) == [text]


def test_and_of_those_that_receive_took(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "mare")
    run("receive", root, stdin=mail("x", sender="paul@ailleurs.example", subject="[La mare] mes ordres"))
    run("run", root, "--quiet")
    assert "de paul@ailleurs.example" in digests(root)[0]
