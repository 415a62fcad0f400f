"""Servers that answer one byte after the other: each is given up after a while, and every campaign is visited."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.commands import run
from support.depth import few
from support.mail_servers import PASSWORD, USER, Trickling, cut, dovecot, trickling
from support.posted import ADDRESS, ANNA, MJ, NOW, PAUL, kinds, mail, root_of

from adjudicator.mail.mailbox import folder_name

ORDERS = "tour: {}\nordres: rien\n"
DEADLINE = 'échéance: {jours: 1, heure: "20:00", fuseau: Europe/Paris}\nabsents: permanents\n'


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_NOW", NOW)
    monkeypatch.setenv("SESAME", PASSWORD)


def accounts(root: Path, *lines: str) -> None:
    text = f"adresse: {ADDRESS}\nmj: {MJ}\npatience: 1\n" + "".join(f"{line}\n" for line in lines)
    (root / "courrier.yaml").write_text(text, encoding="utf-8")


def server(key: str, port: int) -> str:
    place = "réception" if key == "imap" else "envoi"
    more = f", utilisateur: {USER}, mot de passe: {{variable: SESAME}}" if key == "imap" else ""
    return f"{place}: {{{key}: localhost, port: {port}, sécurité: aucune{more}}}"


@pytest.mark.deep
def test_all_campaigns_are_visited_whatever_the_mailbox_does(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "jour", "nuit")
    with trickling(b"* OK") as slow:
        accounts(root, server("imap", slow.port))
        done = run("run", root)
    assert done.out.count("en attente") == 2
    assert done.code == 1 and "si lentement que rien n’avance" in done.err


def test_what_lies_in_a_slow_mailbox_is_not_lost_nor_is_anything_played_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = root_of(tmp_path / "root", "duo")
    with (root / "duo" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write(DEADLINE)

    def visited(when: str, port: int) -> str:
        monkeypatch.setenv("ADJUDICATOR_NOW", when)
        accounts(root, server("imap", port))
        done = run("run", "--all", root)
        return done.out + done.err

    with dovecot() as there:
        there.deliver(mail(ORDERS.format(1), date=""), mail(ORDERS.format(1), PAUL, date=""))
        visited(NOW, there.port)
        run("resolve", root / "duo")
        visited("2026-11-25T12:00:00+00:00", there.port)
        there.deliver(mail(ORDERS.format(2), date=""), mail(ORDERS.format(2), PAUL, date=""))
        with cut(there.port, 300, slow=True) as way:
            told = visited("2026-11-26T19:05:00+00:00", way.port)
        assert "oîte aux lettres n’a pas pu être lue" in told and "joué, tour 2" not in told
        assert len(there.holds()) == 2
        assert "joué, tour 2" in visited("2026-11-26T19:10:00+00:00", there.port)
        assert len(there.holds(folder_name("joué"))) == 4
    assert [kind for kind, _ in kinds(root)] == ["played"] * 4


@few(1)
@pytest.mark.parametrize("talk", [(b"220 ",), (b"220 here\r\n", b"250 ok\r\n", b"250 ")])
def test_letters_wait_for_a_slow_server_and_the_mj_is_told(talk: tuple[bytes, ...], tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    accounts(root)
    run("receive", root, stdin=mail(ORDERS.format(1)))
    with trickling(*talk) as slow:
        accounts(root, server("smtp", slow.port))
        done = run("run", root, "--all")
    assert "en attente" in done.out and done.code == 1
    assert "si lentement que rien n’avance" in done.err or "le serveur d’envoi est trop lent" in done.err
    assert {mark["state"] for mark in marks(root)} <= {"waiting"}


def marks(root: Path) -> list[dict[str, str]]:
    """What is known of the letters of the stage awaited."""
    found = [json.loads(path.read_bytes()) for path in root.rglob("sent/*-turn-1/*.json")]
    return [mark for one in found for mark in one["to"].values()]


@pytest.mark.deep
def test_a_slow_channel_is_given_up(tmp_path: Path) -> None:
    root = root_of(tmp_path / "root", "duo")
    with trickling(b"HTTP/1.1 200") as slow:
        (root / "hook").write_text(f"http://127.0.0.1:{slow.port}/hook\n", encoding="utf-8")
        (root / "hook").chmod(0o600)
        accounts(root, f"annonces: {{discord: {{fichier: {root / 'hook'}}}}}")
        for sender in (ANNA, PAUL):
            run("receive", root, stdin=mail(ORDERS.format(1), sender))
        run("run", root)
        run("resolve", root / "duo")
        run("run", root)
        heard(slow)
    found = [json.loads(path.read_bytes())["to"]["discord"]["state"] for path in root.rglob("sent/*/public.json")]
    assert "waiting" in found


def heard(server: Trickling) -> None:
    assert server.connections
