"""``adjudicator mail``: what works of the accounts is said step by step, and what does not, with what to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support import mail_servers
from support.clocked import fresh_clock
from support.commands import plain, run
from support.mail_servers import Trouble, scripted
from support.posted import game

HIDDEN = "hunter2-Zq"


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    yield from fresh_clock()


def accounts(root: Path, *lines: str) -> Path:
    root.mkdir(exist_ok=True)
    (root / "courrier.yaml").write_text(
        "\n".join(["adresse: orders@exemple.fr", "mj: mj@exemple.fr", *lines]) + "\n", encoding="utf-8"
    )
    return root


def maildir(folder: Path) -> Path:
    for name in ("cur", "new", "tmp"):
        (folder / name).mkdir(parents=True)
    return folder


def secret(root: Path, text: str = "secret", mode: int = 0o600) -> None:
    root.mkdir(exist_ok=True)
    (root / "mdp").write_text(text, encoding="utf-8")
    (root / "mdp").chmod(mode)


def sending(port: int) -> str:
    server = f"smtp: 127.0.0.1, port: {port}, sécurité: aucune"
    return f"envoi: {{{server}, utilisateur: o, mot de passe: {{fichier: mdp}}}}"


def marks(out: str) -> str:
    return "".join(line[0] for line in out.splitlines() if line[:1] in "✓✗")


def by_list(**head: str) -> bytes:
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in head.items()]
    return "\n".join(["From: anna@example.org", "To: parties@example.org", *lines, "", "vote: oui", ""]).encode()


LISTS = {
    "mailman": by_list(List_Id="Les parties <parties.example.org>", List_Unsubscribe="<mailto:leave@example.org>"),
    "sympa": by_list(List_Post="<mailto:Parties@example.org>", Precedence="list"),
}


@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("way", ["inbox", "kept"])
def test_a_list_as_the_address_for_players_is_named(tmp_path: Path, kind: str, way: str) -> None:
    folder = maildir(tmp_path / "Maildir")
    root = accounts(tmp_path / "root", f"réception: {{maildir: {folder}}}")
    path = root / "courrier.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("orders@exemple.fr", "parties@example.org"), "utf-8")
    game(root / "duo")
    assert "liste de diffusion" not in run("mail", root).out
    (folder / "new" / "1").write_bytes(LISTS[kind])
    if way == "kept":
        run("run", root)
    done = run("mail", root)
    assert done.code == 1 and "parties@example.org est une liste de diffusion" in plain(done.err)


def test_a_list_by_which_somebody_else_writes_is_none_of_ours(tmp_path: Path) -> None:
    folder = maildir(tmp_path / "Maildir")
    root = accounts(tmp_path / "root", f"réception: {{maildir: {folder}}}")
    (folder / "new" / "1").write_bytes(LISTS["mailman"])
    assert run("mail", root).code == 0


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("parties@googlegroups.com", True),
        ("parties@framalistes.org", True),
        ("parties@lists.example.org", True),
        ("parties@groups.io", True),
        ("parties@example.org", False),
        ("parties@listening.example", False),
    ],
)
def test_an_address_that_looks_like_one_is_asked_about(tmp_path: Path, address: str, named: bool) -> None:
    root = accounts(tmp_path / "root")
    path = root / "courrier.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("orders@exemple.fr", address), "utf-8")
    done = run("mail", root)
    assert (f"{address} a l’air d’une liste de diffusion" in plain(done.out), done.code) == (named, 0)


def test_all_that_works_is_said_and_one_letter_is_sent(tmp_path: Path) -> None:
    secret(tmp_path / "root")
    with scripted() as server:
        root = accounts(
            tmp_path / "root",
            f"réception: {{maildir: {maildir(tmp_path / 'Maildir')}}}",
            sending(server.port),
        )
        done = run("mail", root)
        assert (done.code, done.err, server.taken) == (0, "", []) and "--send" in done.out
        done = run("mail", root, "--send")
    assert (done.code, done.err) == (0, "") and set(marks(done.out)) == {"✓"}
    (mail,) = server.taken
    assert (mail.person, mail.mail["Subject"]) == ("mj@exemple.fr", "Essai du courrier")
    assert "orders@exemple.fr" in mail.mail.get_content()


def test_no_accounts_is_told(tmp_path: Path) -> None:
    assert run("mail", tmp_path).code == 2
    assert run("mail", tmp_path / "none").code == 2
    (tmp_path / "courrier.yaml").write_text("adresse: x\n")
    assert "courrier.yaml:1:10" in run("mail", tmp_path).err


def test_what_fails_is_one_sentence_and_the_rest_goes_on(tmp_path: Path) -> None:
    secret(tmp_path / "root", HIDDEN, 0o644)
    with scripted() as server:
        root = accounts(
            tmp_path / "root",
            f"réception: {{maildir: {tmp_path / 'none'}}}",
            sending(server.port),
        )
        done = run("mail", root, "--send")
        assert done.code == 1 and marks(done.out) == "✓✓✗✗" and len(done.err.splitlines()) == 2
        assert "chmod 600" in done.err and HIDDEN not in done.out + done.err
        secret(tmp_path / "root", HIDDEN)
        done = run("mail", root, "--send")
        assert done.code == 1 and marks(done.out) == "✓✓✗✓✗" and HIDDEN not in done.out + done.err
    assert "refuse le mot de passe de « o »" in done.err


@pytest.mark.parametrize(
    ("kind", "said"), [("expired", "périmé"), ("other-name", "n’est pas celui"), ("unknown", "d’un inconnu")]
)
def test_a_bad_certificate_says_what_to_do(tmp_path: Path, kind: str, said: str) -> None:
    trusted = mail_servers.trusted(tmp_path)
    with scripted(context=mail_servers.context(kind), at_once=True) as server:
        root = accounts(
            tmp_path / "root", f"envoi: {{smtp: localhost, port: {server.port}, sécurité: tls, certificat: {trusted}}}"
        )
        done = run("mail", root)
    assert done.code == 1 and said in done.err


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        (Trouble("connect", "babble"), "nul serveur de courrier"),
        (Trouble("connect", "drop"), "coupé la connexion"),
        (Trouble("dot", "552 mailbox full"), "552 mailbox full"),
        (Trouble("RCPT", "550 nobody"), "550 nobody"),
    ],
)
def test_a_server_that_will_not_is_told(tmp_path: Path, trouble: Trouble, said: str) -> None:
    with scripted(trouble) as server:
        root = accounts(tmp_path / "root", f"envoi: {{smtp: localhost, port: {server.port}, sécurité: aucune}}")
        done = run("mail", root, "--send")
    assert done.code == 1 and said in done.err


def test_nobody_there_is_told_in_english_too(tmp_path: Path) -> None:
    with scripted() as server:
        pass
    root = accounts(tmp_path / "root", f"envoi: {{smtp: localhost, port: {server.port}, sécurité: aucune}}")
    assert "Nobody answers at “localhost”" in run("mail", root, "--language", "en").err


def test_addresses_that_are_not_what_was_meant_are_told(tmp_path: Path) -> None:
    """The mailbox's own would write to itself; one of two players of different camps shows each what is the other's."""
    root = accounts(tmp_path / "root")
    game(root / "duo", people={"Anna": "zoe@exemple.fr", "Paul": "Zoe@exemple.fr"})
    done = run("mail", root)
    assert done.code == 0
    assert f"⚠ {root / 'duo'} : plusieurs joueurs ont l’adresse zoe@exemple.fr : Anna, Paul." in plain(done.out)
    game(root / "solo", people={"Anna": "orders+x@Exemple.fr"})
    done = run("mail", root)
    assert (done.code, done.err.count("chaque lettre reviendrait")) == (1, 1)
    assert "orders+x@exemple.fr" in done.err
    text = (root / "courrier.yaml").read_text(encoding="utf-8")
    (root / "courrier.yaml").write_text(text.replace("mj@exemple.fr", "Orders@exemple.fr"), encoding="utf-8")
    assert run("mail", root).err.count("chaque lettre reviendrait") == 2
