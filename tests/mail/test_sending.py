"""A letter as a mail: its head says what it shall and nothing else, whatever anybody is called."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import SEED
from support.depth import examples

from adjudicator.mail.outbox import (
    Envelope,
    Letter,
    Person,
    campaign_mark,
    is_sendable,
    mail_bytes,
    mark_in,
    message_id,
    message_ids,
    read_letter,
    stage_in,
    subject_of,
    tag,
    thread_id,
)

WHEN = datetime(2026, 11, 24, 20, 5, tzinfo=UTC)
ZOE = Person("Zoé", "zoe@exemple.fr", "zozo")
LETTER = Letter("Zoé", (ZOE,), "La partie, tour 1\u00a0: ton rapport", "Tu avances.\n. Un point\n")
FIELDS = {
    "Message-ID",
    "In-Reply-To",
    "References",
    "From",
    "To",
    "Subject",
    "Date",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "Content-Type",
    "Content-Transfer-Encoding",
    "MIME-Version",
}


def envelope(**changes: Any) -> Envelope:
    identity = message_id(SEED, "0003-turn-1", ("report-01-zoe", "zoe@exemple.fr"), "exemple.fr")
    thread = thread_id(SEED, "zoe@exemple.fr", "exemple.fr")
    usual = Envelope("orders@exemple.fr", "La partie", ZOE, identity, thread, WHEN, title="La partie")
    return usual._replace(**changes)


def read(data: bytes) -> EmailMessage:
    found = message_from_bytes(data, policy=policy.default)
    assert isinstance(found, EmailMessage) and not found.defects
    return found


def test_a_letter_is_read_as_it_lies_in_an_outbox() -> None:
    data = (
        "Player: Zoé\nTo: Zoé <zoe@exemple.fr>\nForum: zozo\nTo: Max\nSubject: La partie, tour 1\u00a0: ton rapport\n"
        "\nTu avances.\n\nFin.\n"
    )
    assert read_letter(data.encode()) == Letter(
        "Zoé", (ZOE, Person("Max")), "La partie, tour 1\u00a0: ton rapport", "Tu avances.\n\nFin.\n"
    )


@pytest.mark.parametrize("data", [b"", b"\n\n", b"To: a\n\ntext", b"nonsense", b"\xff\n\n", b"a\n\nb"])
def test_what_is_no_letter_is_none(data: bytes) -> None:
    assert read_letter(data) is None


def test_a_mail_has_this_head_and_no_other_field() -> None:
    data = mail_bytes(LETTER, envelope())
    mail = read(data)
    assert data.isascii() and set(mail.keys()) == FIELDS and len(mail.keys()) == len(FIELDS)
    assert mail["Subject"] == "[La partie] Tour 1\u00a0: ton rapport"
    assert (mail["From"], mail["To"]) == ("La partie <orders@exemple.fr>", "Zoé <zoe@exemple.fr>")
    assert mail["Date"] == "Tue, 24 Nov 2026 20:05:00 +0000" and mail["Auto-Submitted"] == "auto-generated"
    assert mail.get_content().replace("\r\n", "\n") == LETTER.text


def test_a_page_is_the_same_in_another_form() -> None:
    mail = read(mail_bytes(LETTER, envelope(), "<p>Tu avances : é</p>"))
    plain, page = mail.iter_parts()
    assert (mail.get_content_type(), plain.get_content_type(), page.get_content_type()) == (
        "multipart/alternative",
        "text/plain",
        "text/html",
    )
    assert page.get_content().strip() == "<p>Tu avances : é</p>"


def test_the_same_letter_to_the_same_person_is_the_same_mail() -> None:
    assert mail_bytes(LETTER, envelope()) == mail_bytes(LETTER, envelope())


def test_all_letters_of_a_campaign_to_one_person_are_one_thread() -> None:
    mails = [read(mail_bytes(LETTER, envelope(message_id=f"<{number}@a.fr>"))) for number in range(3)]
    assert len({mail["References"] for mail in mails}) == 1
    assert all(mail["References"] == mail["In-Reply-To"] for mail in mails)


def test_a_receipt_answers_the_mail_that_it_answers() -> None:
    letter = LETTER._replace(answers=("<one@a.fr>",))
    mail = read(mail_bytes(letter, envelope(answers=("<two@a.fr>", "<evil\r\nBcc: x@y.z>"), automatic="auto-replied")))
    assert mail["In-Reply-To"] == "<two@a.fr>"
    assert mail["References"].split() == [envelope().thread, "<one@a.fr>", "<two@a.fr>"]
    assert mail["Auto-Submitted"] == "auto-replied" and "Bcc" not in mail


def test_where_to_reply_is_said_where_it_is_elsewhere() -> None:
    assert (
        read(mail_bytes(LETTER, envelope(reply_to="orders+partie@exemple.fr")))["Reply-To"]
        == "orders+partie@exemple.fr"
    )
    assert read(mail_bytes(LETTER, envelope(reply_to="orders@exemple.fr")))["Reply-To"] is None


def test_identities_tell_nothing_but_the_campaign_and_the_stage() -> None:
    one = message_id(SEED, "0003-turn-1", ("receipt-0001-01-zoe", "zoe@exemple.fr"), "exemple.fr")
    assert mark_in(one) == campaign_mark(SEED) == mark_in(envelope().thread)
    assert "receipt" not in one and "zoe" not in one and SEED not in one
    assert (stage_in(one), stage_in(envelope().thread), stage_in("<abc@exemple.fr>")) == ("0003-turn-1", "", "")
    assert mark_in("<abc@exemple.fr>") is None and campaign_mark(SEED + "x") != campaign_mark(SEED)


def test_a_long_identity_stays_on_one_line() -> None:
    domain = ".".join(["a" * 60] * 3)
    identity = message_id(SEED, "0003-turn-1", ("a",), domain)
    data = mail_bytes(LETTER, envelope(message_id=identity))
    assert f"Message-ID: {identity}\r\n".encode() in data


@pytest.mark.parametrize(
    ("title", "expected"),
    [("La partie", "[La partie]"), ("A]B[C", "[A)B(C]"), (" a \n b ", "[a b]"), ("[x]", "[(x)]")],
)
def test_a_tag_has_one_pair_of_brackets(title: str, expected: str) -> None:
    assert tag(title) == expected


def test_a_subject_without_the_title_keeps_all_it_says() -> None:
    assert subject_of(LETTER, "Autre") == "[Autre] La partie, tour 1\u00a0: ton rapport"
    assert subject_of(LETTER, "") == LETTER.subject


ODD = st.text(st.characters(exclude_categories=("Cs",)), max_size=80) | st.sampled_from(
    [
        "a\r\nBcc: evil@exemple.org",
        "a\nBcc: evil@exemple.org\n\nbody",
        "a\u2028Bcc: evil@exemple.org",
        "a\x0bBcc: x@y.z",
        "a\x85Bcc: x@y.z",
        "a\x1eBcc: x@y.z",
        'Zoé" <evil@exemple.org>, "',
        "evil@exemple.org, Zoé",
        "=?utf-8?q?=0ABcc=3A_evil=40exemple=2Eorg?=",
        "a" * 200,
        "é" * 200,
        ("é, " * 20),
        "\u202eeo\u00a0Z",
        "undisclosed-recipients:;",
    ]
)


@given(name=ODD, title=ODD, subject=ODD, text=ODD)
@examples(100)
def test_nobody_can_write_into_a_head_by_what_he_is_called(name: str, title: str, subject: str, text: str) -> None:
    letter = Letter("x", (), subject, text)
    data = mail_bytes(letter, envelope(person=Person(name, "zoe@exemple.fr"), sender_name=title, title=title))
    head, _, body = data.partition(b"\r\n\r\n")
    mail = read(data)
    assert set(mail.keys()) == FIELDS and len(mail.keys()) == len(FIELDS)
    assert [a.addr_spec for a in mail["To"].addresses] == ["zoe@exemple.fr"]
    assert [a.addr_spec for a in mail["From"].addresses] == ["orders@exemple.fr"]
    assert b"\n" not in head.replace(b"\r\n", b"") and b"\r" not in head.replace(b"\r\n", b"")
    assert max(map(len, data.split(b"\r\n"))) < 998 and b"\0" not in data and data.isascii()
    assert "Bcc" not in mail and isinstance(mail.get_content(), str) and body is not None


@given(ODD | st.from_regex(r"<[^>]{0,30}@[^>]{0,30}>"))
@examples(100)
def test_identities_of_others_are_sent_on_only_where_they_are_harmless(text: str) -> None:
    mail = read(mail_bytes(LETTER, envelope(answers=(text,))))
    assert set(mail.keys()) == FIELDS
    assert all(found in text for found in message_ids(text))


@pytest.mark.parametrize(
    "address",
    [
        "a@b.fr",
        "zoe.martin+jeu@sous.exemple.fr",
        "o'neil@b.fr",
        "a_b-c@b-c.fr",
        "zoé@exemple.fr",
        "a@éxemple.fr",
        "a@localhost",
    ],
)
def test_addresses_of_mailboxes_are_sent_to(address: str) -> None:
    assert is_sendable(address)
    mail = read(mail_bytes(LETTER, envelope(person=Person("x", address))))
    assert len(mail["To"].addresses) == 1


@pytest.mark.parametrize(
    "address",
    [
        "",
        "a",
        "a@",
        "@b",
        "-oQ/tmp@b.fr",
        "a b@c.fr",
        '"a b"@c.fr',
        "a@b@c.fr",
        "a,b@c.fr",
        "a@b.fr,c",
        "a@-b",
        "a@b..fr",
        "a\n@b.fr",
        "a@b.fr\n",
        "a:b@c.fr",
        "a@[1.2.3.4]",
        "=?utf-8?q?a=0ABcc=3Ab?=@b.fr",
        "a@" + "b" * 300,
    ],
)
def test_what_could_mean_more_than_a_mailbox_is_not(address: str) -> None:
    assert not is_sendable(address)
