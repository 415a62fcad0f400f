"""What a mail is, from its bytes: who wrote it, what it answers, what in it is his own; whatever the bytes are."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import ROOT, calls
from support.depth import deep, examples, few, sample

from adjudicator.mail.arrived import LARGEST, Arrived, arrived
from adjudicator.mail.mime import in_words, mail_in, text_in
from adjudicator.mail.order_parts import KINDS, Content, files_inside, orders_in, signed_inside
from adjudicator.mail.text import fenced, text_of_page, words_in
from adjudicator.reading.unquote import is_marked

SHAPES = sorted((ROOT / "tests" / "mail" / "shapes").glob("*.eml"))
BYTES = {path.stem: path.read_bytes() for path in SHAPES}


def mail(text: str = "joueur: Anna\n", **fields: str) -> bytes:
    """Return a mail with these fields in its head, by their names with underscores."""
    said = {"From": "anna@example.org", **{name.replace("_", "-"): value for name, value in fields.items()}}
    return "".join(f"{name}: {value}\n" for name, value in said.items()).encode() + b"\n" + text.encode()


# The head ----------------------------------------------------------------------------------------------------------


def test_what_the_head_says() -> None:
    found = arrived(BYTES["gmail-web"])
    assert found.message_id == "<CAF0001.7f3a@mail.example.org>"
    assert found.references == (
        "<kamenka.0003.turn-1@orders.example.org>",
        "<kamenka.0002.placement@orders.example.org>",
    )
    assert found.recipients == ("orders+kamenka@example.org",)
    assert found.subject == "Re: [La grande partie] tour 1"
    assert found.date == datetime(2026, 11, 19, 17, 2, 11, tzinfo=UTC)
    assert found.results == ()


def test_all_to_whom_it_went_once() -> None:
    found = arrived(
        mail(
            To='"x, y" <orders+a@EXAMPLE.org>, mj@example.org',
            Cc="Zoé <orders+b@example.org>",
            Delivered_To="orders+a@example.org",
            X_Original_To="orders+c@example.org",
        )
    )
    assert found.recipients == (
        "orders+a@example.org",
        "mj@example.org",
        "orders+b@example.org",
        "orders+c@example.org",
    )


def test_what_servers_say_of_the_sender_the_last_first() -> None:
    head = (
        "Authentication-Results: mx.example.org 1; dmarc=pass header.from=example.org;\n spf=pass\n"
        "Received: from a by b\nAuthentication-Results: evil.example.net; dmarc=pass\n"
        "Authentication-Results: none\nAuthentication-Results: a.example.org dmarc=pass\n"
    )
    found = arrived(head.encode() + mail())
    assert found.results == (
        ("mx.example.org", "dmarc=pass header.from=example.org; spf=pass"),
        ("evil.example.net", "dmarc=pass"),
        ("none", ""),
        ("", ""),
    )


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("anna@example.org", "anna@example.org"),
        ("<anna@example.org>", "anna@example.org"),
        ("Anna <anna@example.org>", "anna@example.org"),
        ('"Duval, Anna (club)" <anna@example.org>', "anna@example.org"),
        ("Anna Duval <Anna.D@Example.ORG>", "Anna.D@example.org"),
        ("anna@example.org <anna@example.org>", "anna@example.org"),
        ("\"'anna@example.org'\" <anna@example.org>", "anna@example.org"),
        ("anna+jeu@example.org (Anna)", "anna+jeu@example.org"),
        ("=?utf-8?b?QW5uYQ==?= <anna@example.org>", "anna@example.org"),
        ("Zoé <zoé@exämple.org>", "zoé@exämple.org"),
        ("Anna <anna@EXÄMPLE.org>", "anna@exÄmple.org"),
        ("anna@xn--exmple-cua.org", "anna@xn--exmple-cua.org"),
    ],
)
def test_one_address_that_reads_in_one_way(line: str, address: str) -> None:
    found = arrived(mail(From=line))
    assert (found.sender, found.doubt) == (address, None)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Anna",
        "anna@example.org, zoe@example.org",
        "Anna <anna@example.org>, Zoé <zoe@example.org>",
        "anna@example.org <zoe@example.org>",
        "<anna@example.org> <zoe@example.org>",
        "Anna <anna@example.org> zoe@example.org",
        "anna@example.org zoe@example.org",
        '"anna@example.org" <zoe@example.org>',
        "=?utf-8?q?anna=40example=2Eorg?= <zoe@example.org>",
        "=?utf-8?q?Anna_=3Canna=40example=2Eorg=3E?= <zoe@example.org>",
        "zoe@example.org (anna@example.org)",
        "anna@example.org <zoe@example.org",
        "Anna: anna@example.org;",
        "<@a.example.org,@b.example.org:anna@example.org>",
        '"anna x"@example.org',
        '"anna"@example.org',
        "anna@[192.0.2.1]",
        "anna@@example.org",
        "anna@example..org",
        "anna@-example.org",
        "an na@example.org",
        "anna@example.org\u200b",
        "an\u00adna@example.org",
        "anna\u202e@example.org",
        "Anna (x <zoe@example.org>) <anna@example.org>",
        "anna＠example.org <zoe@example.org>",
        "<>",
        "anna@example.org" + " " * 9000 + ", zoe@example.org",
        "(" * 5000 + "anna@example.org",
        "a" * 300 + "@example.org",
    ],
)
def test_nobody_where_a_line_reads_in_several_ways(line: str) -> None:
    found = arrived(mail(From=line))
    assert found.sender is None
    assert found.doubt is not None
    assert found.doubt.key.startswith("mail.doubt.")


@pytest.mark.parametrize(
    "data",
    [
        mail() + b"From: zoe@example.org\n" and b"From: zoe@example.org\n" + mail(),
        b"no field\n" + mail(),
        b"Subject: a\rFrom: zoe@example.org\n" + mail(),
        b"Subject: \0\n" + mail(),
        b"Subject: x\n" * 2000 + mail(),
        b"X: " + b"y" * 200_000 + b"\n" + mail(),
        mail().replace(b"\n", b"\r"),
        b"\n" + mail(),
        b"",
    ],
)
def test_nobody_where_programs_may_disagree_on_the_head(data: bytes) -> None:
    assert arrived(data).sender is None


ONCE = (
    *("Date: Tue, 24 Nov 2026 11:59:00 +0100", "Message-ID: <new@x.example>", "Subject: x", "To: orders+x@example.org"),
    *("Content-Type: text/html", "content-transfer-encoding: base64", "In-Reply-To: <a@b>", "References: <a@b>"),
    "Cc: orders+x@example.org",
)


@pytest.mark.parametrize("line", ONCE)
def test_nobody_where_a_line_stands_twice_that_each_mail_has_once(line: str) -> None:
    whole = "".join(f"{one}\n" for one in ONCE).encode() + mail()
    assert arrived(whole).sender == "anna@example.org"
    doubt = arrived(line.encode() + b"\n" + whole).doubt
    assert doubt is not None and doubt.key == "mail.doubt.twice"
    assert str(doubt.values["field"]).lower() == line.partition(":")[0].lower()


def test_what_servers_write_on_their_way_may_stand_there_often() -> None:
    lines = ("Received: a", "Return-Path: <anna@example.org>", "DKIM-Signature: a", "Delivered-To: a@b", "X-Spam: no")
    assert arrived("".join(f"{line}\n{line}\n" for line in lines).encode() + mail()).sender == "anna@example.org"


def test_a_line_of_a_mailbox_above_a_mail_is_none_of_it() -> None:
    assert arrived(b"From anna@example.org Thu Nov 19 18:02:11 2026\n" + mail()).sender == "anna@example.org"
    assert arrived(b">From MAILER Thu Nov 19 18:02:11 2026\n" + mail()).sender == "anna@example.org"


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: auto-generated",
        "Auto-submitted: auto-replied; owner-email=x",
        "Auto-Submitted: auto-notified (by cron)",
        "Auto-Submitted: no\nAuto-Submitted: auto-replied",
        "Return-Path: <>",
        "X-Failed-Recipients: zoe@example.org",
        "Content-Type: multipart/report; boundary=x",
        "Content-Type: message/disposition-notification",
    ],
)
def test_a_head_may_say_that_a_program_wrote_the_mail(field: str) -> None:
    found = arrived(field.encode() + b"\n" + mail())
    assert (found.automatic, found.answerable) == (True, False)


@pytest.mark.parametrize(
    "field",
    [
        "Precedence: bulk",
        "Precedence: auto_reply",
        "List-Id: <x.example.org>",
        "List-Unsubscribe: <https://gateway.example/u/1>",
        "X-Auto-Response-Suppress: All",
        "X-Autoreply: yes",
        "Subject: =?utf-8?q?R=C3=A9ponse_automatique_:?= tour 1",
        "Subject: Out of office: turn 1",
    ],
)
def test_what_wants_no_answer_may_be_somebodys_all_the_same(field: str) -> None:
    found = arrived(field.encode() + b"\n" + mail())
    assert (found.automatic, found.answerable) == (False, False)


@pytest.mark.parametrize("sender", ["No-Reply <no-reply@example.org>", "Mail Delivery <mailer-daemon@example.org>"])
def test_nobody_reads_what_is_sent_to_such_an_address(sender: str) -> None:
    assert not arrived(mail(From=sender)).answerable


@pytest.mark.parametrize("field", ["Auto-Submitted: no", "Precedence: first-class", "Return-Path: <anna@example.org>"])
def test_what_a_person_wrote_is_answered(field: str) -> None:
    for subject in ("Re: [x] absent au tour 3 ?", "Absence du 3 au 5, mes ordres", "Échec de mon tir ?"):
        found = arrived(field.encode() + b"\n" + mail(Subject=subject))
        assert (found.automatic, found.answerable) == (False, True)


BY_HAND = {
    "Gmail": (
        "Return-Path: <anna@gmail.example>\nX-Google-Smtp-Source: AGHT+IF\nX-Gm-Message-State: AOJu0Yy\n"
        "X-Received: by 2002:a05:6402:1f8f:b0:5c8 with SMTP id x\nX-Gm-Gg: ASbGnc\nX-Google-DKIM-Signature: v=1; a=x"
    ),
    "Proton": (
        "Feedback-ID: 12345678:user:proton\nX-Pm-Message-ID: 3f9c0b7e\nX-Pm-Origin: external\n"
        "X-Pm-Content-Encryption: end-to-end\nX-Attached: orders.yaml"
    ),
    "Fastmail": (
        "Feedback-ID: i4f7c46b1:Fastmail\nX-ME-Sender: <xms:AbCd>\nX-ME-Received: <xmr:AbCd>\nX-ME-Proxy: <xmx:AbCd>\n"
        "X-ME-Proxy-Cause: gggruggvucftvghtrhho\nX-Mailer: MessagingEngine.com Webmail Interface\nX-ThreadId: A1"
    ),
    "Outlook": (
        "X-MS-Has-Attach:\nX-MS-TNEF-Correlator:\nX-MS-PublicTrafficType: Email\nX-MS-Exchange-AntiSpam-RelayCountry:\n"
        "X-MS-Exchange-MessageSentRepresentingType: 1\nX-MS-Exchange-CrossTenant-AuthAs: Internal\n"
        "X-Microsoft-Antispam: BCL:0;\nThread-Topic: tour 1\nThread-Index: AQHb"
    ),
    "Yahoo": (
        "X-YMail-OSG: 1Ab.kMkVM1n\nX-Sonic-MF: <anna@yahoo.example>\nX-Sonic-ID: 0c1\n"
        "X-Mailer: WebService/1.1.22806 YMailNorrin"
    ),
    "iCloud": (
        "X-Mailer: Apple Mail (2.3774.600.62)\nX-Proofpoint-GUID: x1\nX-Proofpoint-Spam-Details: rule=notspam "
        "bulkscore=0 clxscore=1015\nX-Apple-Action: x\nX-Universally-Unique-Identifier: 1"
    ),
    "Orange": "X-ME-engine: default\nX-me-spamrating: 36.0\nX-ME-Helo: [192.168.1.2]\nX-ME-User-Auth: a@orange.example",
    "Free": "X-Mailer: Zimbra 7.2.0-GA2598\nX-Originating-IP: [127.0.0.1]\nX-Authenticated-User: anna@free.example",
    "La Poste": "X-Mailer: LaPoste webmail\nX-VR-SPAMSTATE: OK\nX-VR-SPAMSCORE: 0\nX-LPSCORE: 10",
    "GMX": "X-UI-Sender-Class: 724b4f7f\nX-Provags-ID: V03:K1:x\nImportance: normal\nX-Priority: 3",
    "Infomaniak": "X-Infomaniak-Routing: alpha\nX-WS-User-Origin: x\nX-WS-User-Mbox: y",
    "Zoho": "X-ZohoMailClient: External\nX-Zoho-Virus-Status: 1\nX-Mailer: Zoho Mail",
    "Brevo": "Feedback-ID: 185.41.28.9:1234_-1:1234:Sendinblue\nX-Mailin-EID: MTIz",
    "a phone": "X-Mailer: iPhone Mail (22B91)\nMIME-Version: 1.0 (1.0)\nPriority: normal",
    "a receipt wanted": "Disposition-Notification-To: anna@example.org\nReturn-Receipt-To: anna@example.org",
    "one who says so": "Auto-Submitted: no\nPrecedence: normal",
}
"""What large providers put on the mails that people write there by hand, and programs of mail."""


@pytest.mark.parametrize("provider", BY_HAND)
def test_what_providers_add_to_a_mail_written_by_hand_changes_nothing(provider: str) -> None:
    found = arrived(BY_HAND[provider].encode() + b"\n" + mail())
    assert (found.automatic, found.answerable, found.sender) == (False, True, "anna@example.org")


def test_nothing_that_is_shown_has_lines_or_signs_that_turn_others() -> None:
    found = arrived(mail(From="=?utf-8?q?a=0D=0ABcc:_x?= <anna@example.org>", Subject="=?utf-8?q?a=0D=0Ab=E2=80=AEc?="))
    assert found.subject.isprintable()
    assert found.subject == "a  b c"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("=?utf-8?Q?d=C3=A9placement?=", "déplacement"),
        ("=?utf-8?b?ZMOpcGxh?= =?utf-8?b?Y2VtZW50?=", "déplacement"),
        ("=?iso-8859-1?q?d=E9_a?= b", "dé a b"),
        ("=?x-unknown?q?d=E9?=", "dé"),
        ("=?utf-8?b?!!!?=", ""),
        ("=?utf-8*fr?q?d=C3=A9?=", "dé"),
        ("tour 1", "tour 1"),
    ],
)
def test_encoded_words(value: str, words: str) -> None:
    assert in_words(value) == words


# Encodings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["rot13", "punycode", "idna", "zlib", "unicode_escape", "undefined", "os", "\0", "x" * 99]
)
def test_codecs_that_are_none_of_texts_are_not_used(name: str) -> None:
    assert text_in("déplacement".encode(), name) == "déplacement"
    assert text_in("déplacement".encode("latin-1"), name) == "déplacement"


@given(st.binary(max_size=300), st.one_of(st.text(max_size=12), st.sampled_from(["utf-16", "utf-7", "cp1252", "big5"])))
def test_any_bytes_are_some_text(data: bytes, charset: str) -> None:
    assert isinstance(text_in(data, charset), str)


# Own words ---------------------------------------------------------------------------------------------------------

_LINES = st.one_of(
    st.text(alphabet=st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=30),
    st.sampled_from(
        [
            *(
                "",
                "> x",
                ">",
                "-- ",
                "--",
                "```",
                "```yaml",
                "[code]",
                "[/code]",
                "De : Anna",
                "Envoyé : jeudi",
                "À : x",
            ),
            *("Le 19/11 Zoé a écrit :", "On Thu, Nov 19", "Zoé <z@example.org> wrote:", "_" * 20, "From: a", "Sent: b"),
            *(
                "-----Message d'origine-----",
                "Envoyé de mon iPhone",
                "Ce message est confidentiel",
                "  déplacement: haut",
            ),
            *("joueur: Anna", "tour: 1", "ordres:", "note: il a écrit : non", "---", "...", "Subject: x", "To: a@b"),
        ]
    ),
)


@examples(120)
@given(st.lists(_LINES, max_size=30))
def test_cutting_never_changes_a_line_of_a_block_of_code(lines: list[str]) -> None:
    """Nor any other line: each that is left is one that was there, at its place, or empty."""
    kept = words_in("\n".join(lines)).own.split("\n")
    inside = fenced(lines)
    if all(is_marked(line) for line in kept if line.strip()):
        return  # nothing was its sender's own
    assert len(kept) <= len(lines)
    for number, line in enumerate(kept):
        assert line.rstrip() in (lines[number].rstrip(), "")
        assert not inside[number] or line.rstrip() == lines[number].rstrip()


@examples(80)
@given(st.lists(_LINES, max_size=12), st.lists(_LINES, max_size=12))
def test_a_block_above_all_quotations_is_left_whole(block: list[str], below: list[str]) -> None:
    body = [line for line in block if "```" not in line and "[code" not in line and "[/code" not in line]
    text = "\n".join(["Bonjour", "```", *body, "```", *below])
    assert words_in(text).own.split("\n")[: len(body) + 3] == ["Bonjour", "```", *body, "```"]


@pytest.mark.parametrize(
    "text",
    [
        "joueur: Anna\n---\nordres: rien\n...",
        "joueur: Anna\nnote: Le 20 on attaque, il a écrit : non\nordres: rien",
        "joueur: Anna\nnote: Anna a dit\nordres: rien",
        "de: (1;1)\nà: (2;2)",
        "__________\njoueur: Anna",
        "--\n" + "ligne\n" * 40 + "fin",
    ],
)
def test_what_only_looks_like_a_quotation_is_kept(text: str) -> None:
    assert words_in(text).own == text


def test_a_mail_of_quotations_alone_is_marked_as_such() -> None:
    said = words_in(
        "---------- Forwarded message ---------\nDe : Luc\nDate: jeudi\nObjet: x\n\ndéplacement: haut\n> a"
    ).own
    assert all(map(is_marked, said.split("\n")))
    assert "> déplacement: haut" in said


# A page ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>a</p><p>b</p>", "a\nb"),
        ("a<br>b<br/>c", "a\nb\nc"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("<div>a  \n b</div>", "a b"),
        ("a &lt; b &amp; c&nbsp;d", "a < b & c\u00a0d"),
        ("<div>1 < 2</div>", "1 < 2"),
        ('<a title="x>y">z</a>', "z"),
        ("<!-- a --><style>b</style><script>c < d</script>e", "e"),
        ("<blockquote>a<br>b</blockquote>c", "> a\n> b\nc"),
        ('<span style="display:none">a</span>b', "b"),
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("a <s>b</s> c", "a [s][/s] c"),
        ("a <strike>b <del>c</del> d</strike> e", "a [s][/s] e"),
        ('a<p style="color:red; text-decoration: underline line-through">b</p>c', "a\n[s][/s]\nc"),
        ('a <span style="text-decoration-line:line-through">b<br>c</span> d', "a [s][/s]\nd"),
        ("a <s> <br></s>b", "a\nb"),
        ("a <s>b <p>c", "a [s][/s]"),
        ("<div><div>a</div></div>", "a"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
        ("<", "<"),
        ("<a", ""),
        ('<a href="x', ""),
        ("</p></div>", ""),
        ("a</p>b</div>c", "a\nb\nc"),
        ("<p>a<p>b</p></p>c", "a\nb\nc"),
        ("<!-->a<!--[if mso]><p>b</p><![endif]--><![if !mso]>c<![endif]><o:p></o:p>d", "acd"),
        ("<title>a</p></title><STYLE>b</STYLE >c", "c"),
        ("<textarea><p>a</textarea><select><option>b</select>c", "c"),
        ('<p hidden>a</p><p style="mso-hide: all">b</p><p style="Display : None !important">c</p>d', "d"),
        ('<div class="">a</div><DIV ID=yahoo_quoted_1>b</DIV><div title=\'class="yahoo_quoted"\'>c</div>', "a\nb\nc"),
        ('<div CLASS=yahoo_quoted class="x">a</div>b', "> a\nb"),
        ("<p title=it's>a</p><p title='b'>c</p>", "a\nc"),
        ("a&#" + "9" * 5000 + ";b&#233;", "a\ufffdb\u00e9"),
        *deep(("<br>" * 100_001 + "a", "")),
    ],
)
def test_a_page_as_it_is_seen(page: str, text: str) -> None:
    assert text_of_page(page) == text


@examples(80)
@given(
    st.lists(
        st.sampled_from(["<div>", "</div>", "<p>", "<br>", "a", " ", "<blockquote>", "</blockquote>", "<pre>", "\n"])
    )
)
def test_any_page_has_a_text(parts: list[str]) -> None:
    assert isinstance(text_of_page("".join(parts)), str)


# Files -------------------------------------------------------------------------------------------------------------


def test_a_file_is_read_with_the_words_beside_it() -> None:
    file, text = Content("attachment", "a.yaml", "joueur: Anna\n"), Content("text", "", "Bonjour\njoueur: Anna\n")
    assert orders_in([file, text]) == Content("attachment", "a.yaml", "[code]joueur: Anna\n[/code]\n\nBonjour\n")
    assert orders_in([file]) == file
    assert orders_in([file, text._replace(text="joueur: Anna")]) == file
    assert orders_in([text]) == text
    assert orders_in([]) is None
    coded = file._replace(text="```\njoueur: Anna\n```\n")
    assert orders_in([coded, text]) == coded
    large = file._replace(text="a" * 9000)
    assert orders_in([large, text]) == large


def test_the_bytes_of_a_file_alone_are_those_that_were_attached() -> None:
    orders = arrived(BYTES["attachment-alone"]).orders
    assert orders is not None
    assert (orders.name, orders.text) == ("ordres.yaml", "joueur: Anna\ntour: 1\nordres:\n  déplacement: droite\n")


# Whatever the bytes are --------------------------------------------------------------------------------------------


def sound(data: bytes) -> Arrived:
    """Return what a mail is, having looked whether it is what it may be."""
    found = arrived(data)
    assert (found.sender is None) <= (found.doubt is not None)
    if found.sender is not None:
        assert re.search(rb"^From:", data, re.MULTILINE | re.IGNORECASE)
        assert found.sender.count("@") == 1 and found.sender.isprintable() and " " not in found.sender
    ranks = [KINDS.index(content.kind) for content in found.contents]
    assert ranks == sorted(ranks)
    assert sum(len(content.text) for content in found.contents) <= 8 * (1 << 20)
    for text in (found.subject, found.message_id, *found.recipients, *found.references):
        assert text.replace("\u00a0", "").replace("\u202f", "").isprintable()
    assert found.orders is None or isinstance(found.orders.text.encode(), bytes)
    return found


@examples(120)
@given(st.binary(max_size=2000))
def test_any_bytes_are_a_mail(data: bytes) -> None:
    sound(data)
    sound(b"From: anna@example.org\nContent-Type: text/html\n\n" + data)
    sound(b"From: anna@example.org\nContent-Type: multipart/mixed; boundary=x\n\n--x\n" + data)
    sound(b"From: anna@example.org\nContent-Type: application/pkcs7-mime\n\n" + data)
    sound(b"From: anna@example.org\nContent-Type: application/ms-tnef\n\n\x78\x9f\x3e\x22" + data)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return a mail with a few places cut out, doubled, changed, or filled with what stands in another one."""
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at = chance.randrange(len(data) + 1)
        size = chance.choice((1, 2, 8, 60, 400))
        other = BYTES[chance.choice(list(BYTES))]
        start = chance.randrange(len(other))
        put = chance.choice(
            (
                b"",
                bytes([chance.randrange(256)]),
                data[at : at + size] * 2,
                other[start : start + size],
                b"\r",
                b"\0",
                b"\n\n",
            )
        )
        data = data[:at] + put + data[at + chance.choice((0, len(put), size)) :]
    return data


@examples(150)
@given(st.randoms(use_true_random=False))
def test_no_mutation_of_a_mail_is_too_much(chance: random.Random) -> None:
    sound(mutated(BYTES[chance.choice(list(BYTES))], chance))


@examples(100)
@given(st.binary(max_size=400))
def test_any_bytes_may_be_wrapped(data: bytes) -> None:
    assert isinstance(signed_inside(data), bytes)
    assert isinstance(signed_inside(b"\x30\x80" * 9 + data), bytes)
    assert isinstance(files_inside(b"\x78\x9f\x3e\x22\0\0" + data, 5), list)


def nested(depth: int) -> bytes:
    head = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(depth))
    return mail("").rstrip(b"\n") + b"\n" + head.encode() + b"Content-Type: text/plain\n\njoueur: Anna\n"


def test_three_thousand_parts_in_one_another_and_beside() -> None:
    assert sound(nested(3000)).sender == "anna@example.org"
    assert sound(nested(8)).contents
    many = mail("--x\n\njoueur: Anna\n" * 3000, Content_Type="multipart/mixed; boundary=x")
    assert sound(many).contents == ()
    assert len(sound(mail("--x\n\njoueur: Anna\n" * 1000, Content_Type="multipart/mixed; boundary=x")).contents) == 1
    assert calls(lambda: arrived(nested(3000))) < 40_000
    assert calls(lambda: arrived(many)) < 200_000


HOSTILE = {
    "multiparts around lines": lambda n: nested(12) + b"\n" * n,
    "boundaries": lambda n: mail("--x\n" * (n // 4), Content_Type="multipart/mixed; boundary=x"),
    "near boundaries": lambda n: nested(12) + b"--b0x" * (n // 5),
    "tags": lambda n: mail("<a " * (n // 3), Content_Type="text/html"),
    "quotes of tags": lambda n: mail("<a \"'" * (n // 5), Content_Type="text/html"),
    "open elements": lambda n: mail("<b>" * (n // 8) + "</i>" * (n // 8), Content_Type="text/html"),
    "comments": lambda n: mail("<!--" * (n // 4), Content_Type="text/html"),
    "styles": lambda n: mail("<style>" * (n // 7), Content_Type="text/html"),
    "charrefs": lambda n: mail("&amp" * (n // 4), Content_Type="text/html"),
    "signatures": lambda n: mail("--\n" * (n // 3)),
    "codes": lambda n: mail("[code]\n" * (n // 7)),
    "fences": lambda n: mail("```\nx\n" * (n // 6)),
    "attributions": lambda n: mail("Le 1 a écrit\n" * (n // 13)),
    "dashes": lambda n: mail("-- message " + "-" * n + "x"),
    "spaces": lambda n: mail(" " * n + "x"),
    "marks": lambda n: mail(">" * n),
    "encoded words": lambda n: mail(Subject="=?a?q?" * (n // 6)),
    "brackets": lambda n: mail(From="<" * n, References="<" * n, To="<" * n),
    "parameters": lambda n: mail(Content_Type="text/plain" + "; a*0*=b" * (n // 8)),
    "zeros": lambda n: mail("") + b"\0" * n,
    "base64": lambda n: mail("A" * n, Content_Transfer_Encoding="base64"),
    "flowed": lambda n: mail("a \n" * (n // 3), Content_Type="text/plain; format=flowed"),
    "fields": lambda n: b"A:\n" * (n // 3) + mail(),
    "carriage returns": lambda n: nested(8) + b"\r" * n,
    "attached mails": lambda n: mail("Content-Type: message/rfc822\n\n" * (n // 30), Content_Type="message/rfc822"),
    "parameters of a part": lambda n: nested(1).replace(b"text/plain", b"text/plain" + b"; a*0*=b" * (n // 8)),
    "fields of a part": lambda n: nested(1).replace(b"text/plain", b"text/plain" + b"\nA: b" * (n // 5)),
    "codecs": lambda n: mail("é" * (n // 2), Content_Type="text/plain; charset=punycode"),
    "octets": lambda n: mail("", Content_Type="application/pkcs7-mime") + b"\x30\x80" * (n // 2),
}


@few(2)
@pytest.mark.parametrize("name", sample(HOSTILE, 2))
def test_the_work_grows_as_the_mail_does(name: str) -> None:
    """Calls of functions are counted: what is done in one is bounded by how its patterns are written."""
    small, large = HOSTILE[name](20_000), HOSTILE[name](80_000)
    sound(large)
    assert calls(lambda: arrived(large)) < 6 * calls(lambda: arrived(small)) + 20_000


def tnef(*values: tuple[int, bytes]) -> bytes:
    """A ``winmail.dat`` of attributes, by their numbers."""
    written = b"".join(
        b"\2" + number.to_bytes(2, "little") + b"\1\0" + len(value).to_bytes(4, "little") + value + b"\0\0"
        for number, value in values
    )
    return b"\x78\x9f\x3e\x22\0\0" + written


def test_of_a_winmail_dat_few_files_are_read_and_none_twice() -> None:
    names = [(0x8010, f"{number}.yaml".encode()) for number in range(2000)]
    assert files_inside(tnef((0x800F, b"a: b"), *names), 5) == [("0.yaml", b"a: b")]
    many = [one for number in range(9) for one in ((0x800F, b"%d" % number), (0x8010, b"%d.yaml" % number))]
    assert files_inside(tnef(*many), 5) == [(f"{number}.yaml", b"%d" % number) for number in range(5)]


def test_a_page_of_one_endless_line_is_read_once() -> None:
    """To put the line together anew for each piece of it would take hours."""
    page = "😀" + "<" * 4_000_000 + "<b>x</b>" * 20_000
    text = text_of_page(page)
    assert (text[:3], text[-2:], len(text)) == ("😀<<", "xx", 4_020_001)


def test_a_quotation_of_outlook_is_one() -> None:
    outlook = "border:none;border-left:solid #CCCCCC 1.0pt;padding:0cm 0cm 0cm 6.0pt"
    for style, quoted in (
        (outlook, True),
        ("border: none; padding: 0px", False),
        ("border:none;border-left:none", False),
    ):
        text = text_of_page(f"<p>merci</p><blockquote style='{style}'><p>viser: (1;2)</p></blockquote>")
        assert text.split("\n")[1].startswith(">") is quoted, style


def test_what_is_too_large_is_not_looked_into() -> None:
    found = arrived(mail("x" * (LARGEST + 1)))
    assert found.sender is None and found.contents == ()
    assert found.doubt is not None and found.doubt.key == "mail.doubt.large"


def test_a_text_beyond_all_orders_is_cut_and_refused() -> None:
    [content] = arrived(mail("joueur: Anna\n" * 200_000)).contents
    assert (1 << 16) < len(content.text) <= (1 << 17) + 1
    own = "joueur: Anna\n\nLe 19/11/2026 à 17:30, MJ a écrit :\n" + "> a\n" * 200_000
    assert [content.text for content in arrived(mail(own)).contents] == ["joueur: Anna\n"]


def test_a_head_and_what_is_below_it() -> None:
    head, below = mail_in(b"A: b\r\n c\r\nB:d\r\n\r\nx\r\n", LARGEST)
    assert (head.items(), head.is_sound, below) == ([("A", "b c"), ("B", "d")], True, b"x\r\n")
    assert mail_in(b"\r\nx", LARGEST)[1] == b"x"


def test_no_bytes_of_another_mail_are_needed(tmp_path: Path) -> None:
    """The same bytes are always the same mail."""
    assert all(arrived(data) == arrived(data) for data in BYTES.values())
