"""Mail from a real server through ``run``: with TLS, and with the connection cut at any byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.commands import received, run
from support.depth import few, sample
from support.mail_servers import PASSWORD, USER, Dovecot, cut, dovecot
from support.posted import ADDRESS, MJ, NOW, PAUL, kinds, mail, root_of

from adjudicator.mail.mailbox import folder_name

RIGHT, LEFT = (f"tour: 1\nordres: {{déplacement: {where}}}\n" for where in ("droite", "gauche"))
FOLDERS = ("INBOX", *(folder_name(name) for name in ("joué", "refusé", "à voir")))


@pytest.fixture(scope="module")
def running() -> Iterator[Dovecot]:
    with dovecot() as server:
        yield server


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_NOW", NOW)
    monkeypatch.setenv("SESAME", PASSWORD)


def root_at(folder: Path, port: int, more: str) -> Path:
    root = root_of(folder, "duo")
    server = f"{{imap: localhost, port: {port}, utilisateur: {USER}, mot de passe: {{variable: SESAME}}, {more}}}"
    text = f"adresse: {ADDRESS}\nmj: {MJ}\nréception: {server}\n"
    (root / "courrier.yaml").write_text(text, encoding="utf-8")
    return root


def delivered(server: Dovecot) -> list[bytes]:
    """Put three mails into an empty mailbox."""
    client = server.client()
    for folder in FOLDERS:
        if client.select(f'"{folder}"')[0] == "OK" and client.search(None, "ALL")[1] != [b""]:
            client.store("1:*", "+FLAGS", r"(\Deleted)")
            client.expunge()
    client.logout()
    texts = [(RIGHT, "anna@example.org"), (LEFT, PAUL), (LEFT, "anna@evil.example")]
    mails = [mail(text, sender).replace(b"\n", b"\r\n") for text, sender in texts]
    server.deliver(*mails)
    return mails


def holds(server: Dovecot) -> list[list[bytes]]:
    return [server.holds(folder) for folder in FOLDERS]


@few(1)
@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_orders_come_over_tls_and_are_moved(tmp_path: Path, running: Dovecot, security: str) -> None:
    first, second, third = delivered(running)
    port = running.secure if security == "tls" else running.port
    root = root_at(tmp_path / "root", port, f"sécurité: {security}, certificat: {running.certificate}")
    done = run("run", root)
    assert "3 courriels reçus" in done.out, done
    assert holds(running) == [[], [first, second], [], [third]]


def test_a_password_that_is_wrong_is_told_and_the_campaigns_go_on(
    tmp_path: Path, running: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    mails = delivered(running)
    monkeypatch.setenv("SESAME", "ferme-toi")
    root = root_at(tmp_path / "root", running.port, "sécurité: aucune")
    done = run("run", root)
    assert (done.code, "mot de passe d’application" in done.err, "en attente" in done.out) == (1, True, True)
    assert "ferme-toi" not in done.out + done.err
    assert holds(running) == [mails, [], [], []]


BYTES = 5000
"""More than pass in a run that is not cut."""


@few(1)
@pytest.mark.parametrize("after", sample(range(40, BYTES, 37), 37))
def test_cut_at_any_byte_nothing_is_lost_and_nothing_taken_twice(tmp_path: Path, running: Dovecot, after: int) -> None:
    mails = delivered(running)
    with cut(running.port, after) as way:
        root = root_at(tmp_path / "root", way.port, "sécurité: aucune")
        run("run", root)
        assert {one for folder in holds(running) for one in folder} == set(mails)
    with cut(running.port) as way:
        accounts = root / "courrier.yaml"
        lines = accounts.read_text(encoding="utf-8").splitlines()
        accounts.write_text("\n".join([*lines[:2], root_line(way.port), ""]), encoding="utf-8")
        done = run("run", root)
        assert way.passed < BYTES
    assert done.err == "", done
    taken = [one.replace(b"\r\n", b"\n") for one in received(root / "duo", "turn-1")]
    assert sorted(taken) == sorted([RIGHT.encode(), LEFT.encode()])
    assert kinds(root) == [("played", ""), ("played", ""), ("to-see", "unknown")]
    left, played, refused, to_see = holds(running)
    assert (left, refused, set(played), set(to_see)) == ([], [], set(mails[:2]), set(mails[2:]))


def root_line(port: int) -> str:
    return (
        f"réception: {{imap: localhost, port: {port}, utilisateur: {USER}, mot de passe: {{variable: SESAME}}, "
        "sécurité: aucune}"
    )
