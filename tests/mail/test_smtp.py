"""What becomes of a letter handed to a server, and what is said of a server that cannot be used."""

from __future__ import annotations

import os
import signal
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from aiosmtpd.controller import Controller
from support import mail_servers
from support.depth import HANG, few
from support.mail_servers import Scripted, Trouble, scripted, trickling

from adjudicator.mail import smtp
from adjudicator.mail.accounts import PostError, Secret, Sendmail, Server
from adjudicator.mail.smtp import DeliveryOutcome, Program, Smtp, as_sent
from adjudicator.speech.voice import told

MAIL = b"Subject: a\r\n\r\n.dot\r\n..two\r\nend\r\n"
HIDDEN = "hunter2-Zq"


def account(server: Scripted, **settings: Any) -> Server:
    return Server("localhost", server.port, **{"security": "none", **settings})


def sent(server: Scripted, **settings: Any) -> DeliveryOutcome:
    connection = Smtp(account(server, **settings))
    try:
        return connection.send("orders@exemple.fr", "zoe@exemple.fr", MAIL)
    finally:
        connection.close()


def refused(server: Scripted, **settings: Any) -> str:
    with pytest.raises(PostError) as caught:
        sent(server, **settings)
    assert HIDDEN not in " ".join(told(caught.value, "en"))
    return caught.value.key


@pytest.fixture
def secret(tmp_path: Path) -> Iterator[Secret]:
    path = tmp_path / "password"
    path.write_text("secret\n", encoding="utf-8")
    path.chmod(0o600)
    yield Secret(path)


def test_a_mail_arrives_byte_for_byte() -> None:
    with scripted() as server:
        assert sent(server) == DeliveryOutcome("sent", 250, "taken")
    assert [(mail.sender, mail.person, mail.data) for mail in server.taken] == [
        ("orders@exemple.fr", "zoe@exemple.fr", MAIL)
    ]
    assert server.said[0].upper() == "EHLO [127.0.0.1]"  # nothing of this machine


def test_line_ends_and_dots_are_as_servers_want_them() -> None:
    assert as_sent(b".a\n.\n\rb") == b"..a\r\n..\r\n\r\nb\r\n.\r\n"


@pytest.mark.parametrize("security", ["tls", "starttls"])
def test_a_server_with_a_good_certificate_takes_login_and_mail(tmp_path: Path, security: str, secret: Secret) -> None:
    with scripted(context=mail_servers.context(), at_once=security == "tls") as server:
        trusted = mail_servers.trusted(tmp_path)
        done = sent(server, security=security, user="orders", password=secret, certificate=trusted)
        assert done.what == "sent"
    assert ("STARTTLS" in server.said) == (security == "starttls")


@pytest.mark.parametrize("security", ["tls", "starttls"])
@pytest.mark.parametrize("kind", ["expired", "early", "other-name", "unknown"])
def test_a_bad_certificate_is_told_and_no_password_given(
    tmp_path: Path, security: str, kind: str, secret: Secret
) -> None:
    with scripted(context=mail_servers.context(kind), at_once=security == "tls") as server:
        settings = {"security": security, "user": "orders", "password": secret}
        said = refused(server, **settings, certificate=mail_servers.trusted(tmp_path))
    assert said == f"post.certificate.{kind}"
    assert not [line for line in server.said if line.startswith(("AUTH", "MAIL"))]


def test_a_certificate_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty.pem").write_bytes(b"no")
    with scripted() as server:
        for name in ("empty.pem", "none.pem"):
            assert refused(server, security="tls", certificate=tmp_path / name) == "post.certificate"


def test_no_password_goes_over_a_connection_that_cannot_be_secured(secret: Secret) -> None:
    with scripted() as server:
        assert refused(server, security="starttls", user="orders", password=secret) == "post.no-starttls"
        assert refused(server, security="tls", user="orders", password=secret) == "post.no-tls"
    assert not [line for line in server.said if line.startswith("AUTH")]


def test_a_wrong_password_is_told_without_it(secret: Secret) -> None:
    assert secret.file is not None
    secret.file.write_text(HIDDEN, encoding="utf-8")
    with scripted() as server:
        assert refused(server, user="orders", password=secret) == "post.password"


def test_a_password_may_have_accents(secret: Secret) -> None:
    assert secret.file is not None
    secret.file.write_text("été-Œuf", encoding="utf-8")
    with scripted(password="été-Œuf") as server:
        assert sent(server, user="zoé", password=secret).what == "sent"
    with scripted() as server:
        assert refused(server, user="zoé", password=secret) == "post.password"


@pytest.mark.parametrize(
    ("step", "what", "key"),
    [
        ("connect", "drop", "post.hung-up"),
        ("connect", "554 no", "post.refuses"),
        ("connect", "421 later", "post.refuses"),
        ("connect", "babble", "post.nonsense"),
        ("EHLO", "drop", "post.hung-up"),
        ("EHLO", "550 no", "post.refuses"),
        ("EHLO", "babble", "post.nonsense"),
        ("AUTH", "drop", "post.hung-up"),
        ("AUTH", "454 later", "post.password.later"),
        ("AUTH", "babble", "post.password"),
        ("MAIL", "drop", "post.hung-up"),
        ("MAIL", "550 not you", "post.sender"),
        ("MAIL", "421 bye", "post.closing"),
        ("MAIL", "babble", "post.nonsense"),
        ("RCPT", "drop", "post.hung-up"),
        ("RCPT", "421 bye", "post.closing"),
        ("RCPT", "babble", "post.nonsense"),
        ("DATA", "drop", "post.hung-up"),
        ("DATA", "babble", "post.nonsense"),
    ],
)
def test_what_the_server_itself_does_is_no_letters_fault(step: str, what: str, key: str, secret: Secret) -> None:
    with scripted(Trouble(step, what)) as server:
        settings = {"user": "orders", "password": secret}
        if (step, what) == ("AUTH", "babble"):
            with pytest.raises(PostError):
                sent(server, **settings)
        else:
            assert refused(server, **settings) == key
        assert server.taken == []
        assert sent(server, **settings).what == "sent"


@pytest.mark.parametrize(
    ("step", "what", "outcome"),
    [
        ("MAIL", "451 later", "later"),
        ("RCPT", "450 later", "later"),
        ("RCPT", "550 nobody", "refused"),
        ("DATA", "452 full", "later"),
        ("DATA", "554 no", "refused"),
        ("dot", "451 later", "later"),
        ("dot", "552 full", "refused"),
        ("dot", "drop", "lost"),
        ("dot", "took", "lost"),
        ("dot", "babble", "lost"),
        ("after", "drop", "sent"),
    ],
)
def test_what_it_says_of_a_letter_is_the_letters(step: str, what: str, outcome: str) -> None:
    with scripted(Trouble(step, what)) as server:
        assert sent(server).what == outcome


def test_a_refused_letter_leaves_the_connection_for_the_next() -> None:
    with scripted(refused={"no@exemple.fr": "550 nobody"}) as server:
        connection = Smtp(account(server))
        people = ("no@exemple.fr", "zoe@exemple.fr", "no@exemple.fr", "max@exemple.fr")
        outcomes = [connection.send("orders@exemple.fr", person, MAIL).what for person in people]
        connection.close()
    assert outcomes == ["refused", "sent", "refused", "sent"] and server.connections == 1


def test_nobody_and_a_name_that_is_none_are_told() -> None:
    with scripted() as server:
        pass  # it is gone
    assert refused(server) == "post.nobody"
    with pytest.raises(PostError) as caught:
        Smtp(Server("nowhere.invalid", 25, "tls"))
    assert caught.value.key == "post.no-host"


def test_a_server_that_talks_without_end_is_not_listened_to_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.mail.smtp._MOST_SAID", 5000)
    with scripted(Trouble("EHLO", "\r\n".join(["250-more"] * 2000 + ["250 end"]))) as server:
        assert refused(server) == "post.nonsense"


def test_a_server_that_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    monkeypatch.setattr("adjudicator.mail.smtp.TIMEOUT", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(PostError) as caught:
        Smtp(Server("127.0.0.1", silent.getsockname()[1], "none"))
    assert caught.value.key == "post.silent"


TALKS = {
    "greeting": (b"220 ",),
    "EHLO": (b"220 here\r\n", b"250-"),
    "MAIL": (b"220 here\r\n", b"250 here\r\n", b"250 "),
    "RCPT": (b"220 here\r\n", b"250 here\r\n", b"250 ok\r\n", b"250 "),
    "DATA": (b"220 here\r\n", b"250 here\r\n", *[b"250 ok\r\n"] * 2, b"354 "),
}


@few(1)
@pytest.mark.parametrize("step", TALKS)
@pytest.mark.parametrize("security", ["none", "tls"])
def test_a_server_that_says_one_byte_after_the_other_is_not_waited_for(
    step: str, security: str, tmp_path: Path
) -> None:
    context, more = mail_servers.context() if security == "tls" else None, {"patience": 1}
    with trickling(*TALKS[step], context=context) as server, pytest.raises(PostError) as caught:
        trusted = mail_servers.trusted(tmp_path)
        account = Server("localhost", server.port, security, certificate=trusted, **more)
        Smtp(account).send("orders@exemple.fr", "zoe@exemple.fr", MAIL)
    assert caught.value.key == "post.slow"


def test_nor_while_it_looks_at_a_letter_and_nobody_knows_then_whether_it_took_it() -> None:
    talk = (*TALKS["DATA"][:-1], b"354 go on\r\n", b"250 ")
    with trickling(*talk) as server:
        there = Smtp(Server("localhost", server.port, "none", patience=1))
        assert there.send("orders@exemple.fr", "zoe@exemple.fr", MAIL).what == "lost"
        there.close()


class Box:
    """What an aiosmtpd server took."""

    def __init__(self) -> None:
        self.taken: list[tuple[list[str], bytes]] = []

    async def handle_DATA(self, server: object, session: object, envelope: Any) -> str:  # noqa: N802 - its name there
        self.taken.append((envelope.rcpt_tos, envelope.original_content))
        return "250 OK"


def test_a_server_written_by_others_takes_the_same_bytes() -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    box = Box()
    controller = Controller(box, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        connection = Smtp(Server("127.0.0.1", port, "none"))
        assert connection.send("orders@exemple.fr", "zoe@exemple.fr", MAIL).what == "sent"
        connection.close()
    finally:
        controller.stop()
    assert box.taken == [(["zoe@exemple.fr"], MAIL)]


# A program ------------------------------------------------------------------------------------------------------


def program(tmp_path: Path, *lines: str) -> Sendmail:
    path = tmp_path / "sendmail"
    path.write_text("\n".join(["#!/bin/sh", *lines]) + "\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return Sendmail(path)


def test_a_program_is_given_the_mail_and_the_address(tmp_path: Path) -> None:
    account = program(tmp_path, f'echo "$@" > {tmp_path}/args', f"cat > {tmp_path}/mail")
    assert Program(account).send("orders@exemple.fr", "zoe@exemple.fr", MAIL).what == "sent"
    assert (tmp_path / "args").read_text() == "-i -f orders@exemple.fr zoe@exemple.fr\n"
    assert (tmp_path / "mail").read_bytes() == MAIL.replace(b"\r\n", b"\n")


def test_a_program_that_lies_in_the_folder_where_one_stands_is_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = program(tmp_path, "cat > mail")
    monkeypatch.chdir(tmp_path)
    assert Program(Sendmail(Path(account.path.name))).send("a@b.fr", "c@d.fr", MAIL).what == "sent"
    assert (tmp_path / "mail").is_file()


@pytest.mark.parametrize(
    ("status", "outcome"), [(75, "later"), (67, "refused"), (65, "refused"), (1, "later"), (127, "later")]
)
def test_how_a_program_ends_says_what_became_of_the_mail(tmp_path: Path, status: int, outcome: str) -> None:
    account = program(tmp_path, "cat > /dev/null", "echo sorry >&2", f"exit {status}")
    assert Program(account).send("a@b.fr", "c@d.fr", MAIL) == DeliveryOutcome(outcome, status, "sorry")


def test_what_a_program_leaves_behind_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds all that it was given, for ever: who waits for it takes the letter for lost."""
    monkeypatch.setattr(smtp, "PROGRAM_TIMEOUT", 30.0)
    account = program(tmp_path, "cat > /dev/null", "tail -f /dev/null &", f"echo $! > {tmp_path}/left", "exit 0")
    try:
        assert Program(account).send("a@b.fr", "c@d.fr", MAIL) == DeliveryOutcome("sent")
    finally:
        os.kill(int((tmp_path / "left").read_text()), signal.SIGKILL)


def ends(process: str) -> bool:
    """Whether a process is gone, or soon is: one that is killed ends only when the machine next has time for it."""
    status = Path("/proc") / process / "status"
    for _ in range(HANG * 10):
        try:
            if "State:\tZ" in status.read_text():
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.1)
    return False


def test_a_program_that_does_not_end_is_stopped_with_what_it_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "PROGRAM_TIMEOUT", 2.0)
    account = program(tmp_path, "tail -f /dev/null &", f"echo $! > {tmp_path}/left", "wait")
    assert Program(account).send("a@b.fr", "c@d.fr", MAIL) == DeliveryOutcome("lost", hangs=True)
    assert ends((tmp_path / "left").read_text().strip())


def test_of_a_program_that_says_much_the_beginning_is_read(tmp_path: Path) -> None:
    account = program(tmp_path, "echo sorry", "head -c 3000000 /dev/zero", "exit 75")
    with patch.object(smtp, "one_line", wraps=smtp.one_line) as shown:
        found = Program(account).send("a@b.fr", "c@d.fr", MAIL)
    assert (found.what, found.code, found.text[:5]) == ("later", 75, "sorry")
    assert max(len(call.args[0]) for call in shown.call_args_list) <= 1 << 12


def test_a_program_that_is_killed_leaves_doubt_and_none_is_told(tmp_path: Path) -> None:
    assert Program(program(tmp_path, "kill -9 $$")).send("a@b.fr", "c@d.fr", MAIL).what == "lost"
    with pytest.raises(PostError):
        Program(Sendmail(tmp_path / "none"))
