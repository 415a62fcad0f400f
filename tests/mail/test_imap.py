"""A mailbox on a real server: opened in each way, read without a trace, its mails moved; what goes wrong is said."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import mail_servers
from support.depth import few, sample
from support.mail_servers import PASSWORD, USER, Dovecot, cut, dovecot, free_port, trickling

from adjudicator.core.faults import Phrase
from adjudicator.mail.accounts import Server
from adjudicator.mail.imap import Imap, _bodies, open_imap, quoted
from adjudicator.mail.mailbox import END, GAP, MOST, MailboxError, folder_name


@pytest.fixture(scope="module")
def running() -> Iterator[Dovecot]:
    with dovecot() as server:
        yield server


@pytest.fixture
def server(running: Dovecot) -> Iterator[Dovecot]:
    yield running
    client = running.client()
    for folder in running.folders():
        client.select(f'"{folder}"')
        if client.search(None, "ALL")[1] != [b""]:
            client.store("1:*", "+FLAGS", r"(\Deleted)")
        client.close()
        if folder != "INBOX":
            client.delete(f'"{folder}"')
    client.logout()


class Login(NamedTuple):
    server: Server
    password: str = "b"


def at(server: Dovecot, security: str = "none", password: str = PASSWORD, **other: Any) -> Login:
    port = server.secure if security == "tls" else server.port
    return Login(Server(**{"host": "localhost", "port": port, "security": security, "user": USER, **other}), password)


@contextmanager
def opened(login: Login) -> Iterator[Imap]:
    box = open_imap(*login)
    try:
        yield box
    finally:
        box.close()


def mail(number: int, size: int = 0) -> bytes:
    head = f"From: anna@example.org\r\nSubject: ordres {number}\r\nMessage-ID: <{number}@example.org>\r\n\r\n"
    return (head + "joueur: Anna\r\n" + "x" * size).encode()


def trouble(server: Login) -> MailboxError:
    with pytest.raises(MailboxError) as caught, opened(server) as box:
        list(box.mails())
    return caught.value


@few(1)
@pytest.mark.parametrize("security", ["tls", "starttls", "none"])
def test_mails_are_read_and_moved_however_it_is_opened(
    server: Dovecot, security: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(server.certificate))
    server.deliver(mail(1), mail(2), mail(3))
    with opened(at(server, security)) as box:
        mails = list(box.mails())
        assert [one.data for one in mails] == [mail(1), mail(2), mail(3)]
        assert all(one.whole for one in mails)
        box.file([mails[0].uid, mails[2].uid], "joué")
        box.file([mails[1].uid], "à voir")
        assert box.waiting() == []
    assert server.holds(folder_name("joué")) == [mail(1), mail(3)]
    assert server.holds(folder_name("à voir")) == [mail(2)]


def test_to_read_a_mail_leaves_no_trace(server: Dovecot) -> None:
    server.deliver(mail(1))
    with opened(at(server)) as box:
        assert len(list(box.mails())) == 1
    client = server.client()
    client.select(readonly=True)
    assert client.search(None, "UNSEEN")[1] == [b"1"]
    client.logout()


def test_what_is_known_is_not_read_again(server: Dovecot) -> None:
    server.deliver(mail(1), mail(2))
    with opened(at(server)) as box:
        first, _ = box.mails()
        assert [one.data for one in box.mails({first.uid})] == [mail(2)]
    with opened(at(server)) as box:
        assert first.uid in box.waiting()


def test_of_a_mail_that_is_too_large_the_beginning_and_the_end_are_read(server: Dovecot) -> None:
    large = mail(1, 4 * MOST)
    server.deliver(large, mail(2), mail(3, MOST - len(mail(3))))
    with opened(at(server)) as box, cut(server.port) as way:
        box.close()
        with opened(at(server, port=way.port)) as there:
            first, second, third = there.mails()
            there.file([first.uid], "à voir")
        assert way.passed < 3 * MOST
    assert not first.whole and first.data == large[:MOST] + GAP + large[-END:]
    assert (second.whole, second.data, third.whole, len(third.data)) == (True, mail(2), True, MOST)
    assert server.holds(folder_name("à voir")) == [large]


def test_numbers_that_the_server_has_given_anew_mean_nothing(server: Dovecot) -> None:
    server.deliver(mail(1))
    with opened(at(server)) as box:
        (one,) = box.mails()
        box.file([f"{box.validity + 1}.{one.uid.partition('.')[2]}"], "joué")
        assert box.waiting() == [one.uid]
        box.file([one.uid, one.uid], "joué")
        box.file([one.uid], "joué")  # it has gone
    assert server.holds(folder_name("joué")) == [mail(1)]


def test_where_mails_cannot_be_moved_they_are_copied_and_removed(server: Dovecot) -> None:
    server.deliver(mail(1), mail(2), mail(3))
    client = server.client()
    client.select()
    client.store("3", "+FLAGS", r"(\Deleted)")  # by somebody else, who has not made up his mind
    for without in (("MOVE",), ("MOVE", "UIDPLUS")):
        with opened(at(server)) as box:
            box.client.capabilities = tuple(c for c in box.client.capabilities if c not in without)
            box.file(box.waiting()[:1], "refusé")
            assert len(box.waiting()) == (1 if without == ("MOVE",) else 0)
    assert server.holds(folder_name("refusé")) == [mail(1), mail(2)]
    client.select()
    assert client.search(None, "DELETED")[1][0].split() == [b"1", b"2"]
    client.logout()


@pytest.mark.deep
def test_folders_stand_below_the_inbox_where_the_server_wants_them_there() -> None:
    with dovecot(separator=".", prefix="INBOX.") as there:
        there.deliver(mail(1), mail(2))
        with opened(at(there)) as box:
            first, second = box.waiting()
            box.file([first], "joué")
            box.file([second], "INBOX.à voir")
            box.make("refusé")
        names = {f"INBOX.{folder_name(name)}" for name in ("joué", "à voir", "refusé")}
        assert names <= there.folders()
        assert there.holds(f"INBOX.{folder_name('à voir')}") == [mail(2)]


@contextmanager
def answering(greeting: bytes, capability: bytes = b"") -> Iterator[int]:
    """Listen for one client: greet it, and say what one is capable of where that is told; yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            there, _ = listening.accept()
            with there:
                there.sendall(greeting)
                if capability:
                    tag = there.recv(4096).partition(b" ")[0]
                    there.sendall(b"* CAPABILITY " + capability + b"\r\n" + tag + b" OK done\r\n")
                there.shutdown(socket.SHUT_WR)
                while there.recv(4096):
                    pass

        thread = threading.Thread(target=answer)
        thread.start()
        yield listening.getsockname()[1]
        thread.join()


def why(server: Login) -> str:
    """Return what is wrong with a server that cannot be opened, by the key of the sentence that says what to do."""
    found = trouble(server)
    assert found.key == "mailbox.unopened"
    reason = found.values["reason"]
    assert isinstance(reason, Phrase)
    return reason.key


def test_what_is_wrong_with_the_account_is_said(
    server: Dovecot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert trouble(at(server, password="plutôt pas")).key == "mailbox.login"
    assert trouble(at(server, password="wrong")).key == "mailbox.login"
    assert trouble(at(server, host="192.0.2.1")).key == "mailbox.plain"
    assert why(at(server, port=free_port())) == "post.nobody"
    assert why(at(server, host="nowhere.invalid", security="tls")) == "post.no-host"
    assert why(at(server, "tls")) == "post.certificate.unknown"
    assert why(at(server, "starttls")) == "post.certificate.unknown"
    assert why(at(server, "tls", certificate=tmp_path / "none.pem")) == "post.certificate"
    assert why(at(server, "tls", port=server.port)) in ("post.no-tls", "post.hung-up")
    monkeypatch.setenv("SSL_CERT_FILE", str(server.certificate))
    assert why(at(server, "tls", host="127.0.0.1")) == "post.certificate.other-name"


def test_a_server_without_starttls_is_said() -> None:
    with answering(b"* OK ready\r\n", b"IMAP4rev1") as port:
        assert why(Login(Server("localhost", port, "starttls", "a"))) == "post.no-starttls"


def test_a_server_of_another_kind_is_said() -> None:
    with answering(b"220 mail.example.org ESMTP\r\n") as port:
        assert why(Login(Server("localhost", port, "none", "a"))) == "post.nonsense"


@pytest.mark.deep
def test_a_mailbox_that_is_full_is_said_and_keeps_its_mails() -> None:
    quota = "mail_plugins = $mail_plugins quota\nplugin {\n  quota = count:User quota\n"
    quota += "  quota_vsizes = yes\n  quota_rule = *:storage=2K\n  quota_grace = 0\n}\n"
    with dovecot(quota) as there:
        there.deliver(mail(1, 1500))
        with opened(at(there)) as box:
            box.client.capabilities = tuple(c for c in box.client.capabilities if c != "MOVE")
            with pytest.raises(MailboxError, match=r"mailbox\.full"):
                box.file(box.waiting(), "joué")
        assert there.holds() == [mail(1, 1500)]


def test_a_server_that_says_where_it_is_not_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setattr("adjudicator.mail.imap.REPLY_TIMEOUT", 0.05)
        assert why(Login(Server("localhost", silent.getsockname()[1], "none", "a"))) == "post.silent"


@few(1)
@pytest.mark.parametrize("said", [(), (b"* OK ready\r\n",), (b"* OK ready\r\n", b"* CAPABILITY IMAP4rev1\r\n")])
@pytest.mark.parametrize("security", ["none", "tls"])
def test_a_server_that_says_one_byte_after_the_other_is_not_waited_for(
    said: tuple[bytes, ...], security: str, tmp_path: Path
) -> None:
    context, more = mail_servers.context() if security == "tls" else None, {"patience": 1}
    with trickling(*(said or (b"* ",)), context=context) as there:
        trusted = mail_servers.trusted(tmp_path)
        server = Server("localhost", there.port, security, "a", certificate=trusted, **more)
        assert why(Login(server)) == "post.slow"


@pytest.mark.deep
def test_nor_one_that_talks_without_end() -> None:
    with trickling(b"* OK ready\r\n", b"* OK\r\n", endless=b"* OK more\r\n", pause=0) as there:
        assert why(Login(Server("localhost", there.port, "none", "a", patience=1))) == "post.slow"


@few(1)
@pytest.mark.parametrize("after", [900, 1400, 2500])
def test_what_a_slow_server_has_given_is_kept_and_the_next_run_goes_on(server: Dovecot, after: int) -> None:
    mails = [mail(number, 300) for number in range(1, 5)]
    server.deliver(*mails)
    with (
        cut(server.port, after, slow=True) as way,
        pytest.raises(MailboxError) as caught,
        opened(at(server, port=way.port, patience=1)) as box,
    ):
        assert [one.data for one in box.mails()] == mails
        box.file(box.waiting(), "joué")
    assert caught.value.key in ("mailbox.slow", "mailbox.unopened")
    assert {*server.holds(), *server.holds(folder_name("joué"))} == set(mails)
    with opened(at(server, patience=1)) as box:
        assert {one.data for one in box.mails()} == set(server.holds())


NONSENSE = (
    b"",
    b"220 mail.example.org ESMTP\r\n",
    b"HTTP/1.1 400 Bad Request\r\n\r\n",
    b"* OK\r\n" * 3,
    b"* PREAUTH ready\r\n* CAPABILITY IMAP4rev1\r\n* SEARCH un deux\r\n",
    b"* OK [CAPABILITY IMAP4rev1] ready\r\n" + b"* " + b"x" * 200_000 + b"\r\n",
    b"* OK [CAPABILITY] \xff\xfe\r\n+ go on\r\n",
    b"* BYE too many\r\n",
)


@pytest.mark.parametrize("said", NONSENSE)
def test_a_server_that_speaks_nonsense_is_said(said: bytes) -> None:
    with answering(said) as port:
        found = trouble(Login(Server("localhost", port, "none", "a")))
    assert found.key in ("mailbox.unopened", "mailbox.login", "mailbox.refused")


def test_the_order_of_what_stands_in_an_answer_is_the_servers() -> None:
    answer = [
        (b"1 (UID 7 BODY[]<0> {3}", b"abc"),
        b")",
        b"9 (FLAGS (\\Seen))",
        (b"2 (BODY[]<0> {3}", b"def"),
        b" UID 8 FLAGS ())",
        b'3 (UID 9 BODY[]<0> "a\\"b")',
        b"4 (UID 10 BODY[]<0> NIL)",
    ]
    assert _bodies(answer) == {7: b"abc", 8: b"def", 9: b'a"b', 10: b""}


def test_names_of_folders_are_written_as_servers_write_them() -> None:
    assert folder_name("joué") == "jou&AOk-"
    assert folder_name("à voir") == "&AOA- voir"
    assert folder_name("R&D") == "R&-D"
    assert folder_name("台北") == "&U,BTFw-"
    assert quoted('a"\\') == '"a\\"\\\\"'


@given(st.text(max_size=20))
def test_any_name_of_a_folder_is_plain_text_on_one_line(name: str) -> None:
    written = folder_name(name)
    assert written.isascii()
    assert written.isprintable()


BYTES = 4200
"""More than pass while four mails are read and moved, see the test."""


@few(2)
@pytest.mark.parametrize("after", sample(range(0, BYTES, 23), 47))
def test_cut_at_any_byte_nothing_is_lost_and_the_next_run_ends_it(server: Dovecot, after: int) -> None:
    mails = [mail(number) for number in range(1, 5)]
    server.deliver(*mails)
    kept: set[bytes] = set()
    for most in (after, None):
        with cut(server.port, most) as way:
            try:
                with opened(at(server, port=way.port)) as box:
                    read = []
                    for one in box.mails():
                        kept.add(one.data)
                        read.append(one)
                    box.file([one.uid for one in read[:2]], "joué")
                    box.file([one.uid for one in read[2:]], "à voir")
            except MailboxError as error:
                assert most is not None, error
        assert most is not None or way.passed < BYTES
        lying = {*server.holds(), *server.holds(folder_name("joué")), *server.holds(folder_name("à voir"))}
        assert lying == set(mails)
        assert {*mails} - {*server.holds()} <= kept
    assert (server.holds(), kept) == ([], set(mails))
