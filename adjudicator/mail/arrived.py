"""What a mail is that has come: who wrote it, to whom, in answer to what, and what in it may be orders.

Whatever the bytes are, nothing is raised, and nothing is looked at more often than it is long.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.mail.authentication import results_in
from adjudicator.mail.contents import Content, contents_of, orders_in
from adjudicator.mail.mime import Part, in_words, mail_in
from adjudicator.mail.senders import ADDRESS, Sender, addresses_in, sender_in

LARGEST = 50 * 1024 * 1024
"""Bytes of a mail that is looked into."""
_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_MOST_IDS = 50


class Arrived(NamedTuple):
    """A mail, as far as it can be known from its bytes."""

    sender: str | None
    """The address of who wrote it, its domain in small letters; None where its head leaves doubt."""
    doubt: Phrase | None = None
    """Why nobody can say who wrote it, or what it holds."""
    shown_name: str = ""
    """The name that it shows its sender by: anybody may write any name."""
    message_id: str = ""
    """Its own, with its brackets; empty for none."""
    references: tuple[str, ...] = ()
    """The identifiers of the mails that it answers, with their brackets: the one it answers first."""
    recipients: tuple[str, ...] = ()
    """The addresses to which it went, as far as it says so."""
    subject: str = ""
    date: datetime | None = None
    """When it says that it was sent, in UTC: by its sender's clock."""
    received: datetime | None = None
    """When the last server that had it took it, in UTC; None where its head does not say."""
    automatic: bool = False
    """Whether its head says that a program wrote it: it is nobody's orders."""
    answerable: bool = True
    """Whether it may be answered. Who wrote it does not hang on this: a list or a gateway adds such fields too."""
    list_address: str = ""
    """The address of the mailing list by which it came, as far as that is told."""
    undelivered: bool = False
    """Whether it says that another mail was not delivered."""
    failed: str = ""
    """The address at which that did not arrive, as far as it can be read."""
    results: tuple[tuple[str, str], ...] = ()
    """What servers that had it say of its sender, the last first: who says so, and what; see ``authentication``."""
    contents: tuple[Content, ...] = ()
    """What may be orders, what is trusted most first."""

    unread: tuple[str, ...] = ()
    """The names of what it holds besides that nobody reads, as pictures."""

    @property
    def orders(self) -> Content | None:
        """What of it is taken for an order file; None where it holds nothing that anybody has written."""
        return orders_in(self.contents)


def arrived(data: bytes) -> Arrived:
    """Return what a mail is; whatever its bytes are, nothing is raised."""
    try:
        head, body = mail_in(data, LARGEST)
        whole = _by_head(head)
    except Exception:  # whatever somebody sends, it is a mail that cannot be read
        return Arrived(None, Phrase("mail.doubt.unread"))
    if len(data) > LARGEST:
        return whole._replace(sender=None, doubt=Phrase("mail.doubt.large", {"size": len(data) >> 20}))
    try:
        if whole.automatic or _DAEMON.match(whole.sender or ""):
            undelivered, failed = not_delivered(head, body, whole.sender or "")
            whole = whole._replace(undelivered=undelivered, failed=failed)
        contents, unread = contents_of(head)
        return whole._replace(contents=contents, unread=unread)
    except Exception:  # so are its parts
        return whole._replace(sender=None, doubt=Phrase("mail.doubt.unread"))


def _by_head(head: Part) -> Arrived:
    sender = sender_in(head)
    automatic = is_automatic(head)
    ids = head.all("in-reply-to") + [" ".join(reversed(_ID.findall(value))) for value in head.all("references")]
    answered = [found for value in ids for found in _ID.findall(value)]
    own = _ID.search(head.first("message-id"))
    return Arrived(
        sender.address,
        sender.doubt,
        sender.name,
        own[0] if own else "",
        tuple(dict.fromkeys(answered))[:_MOST_IDS],
        addresses_in(head, "to", "cc", "delivered-to", "x-original-to", "envelope-to"),
        in_words(head.first("subject")),
        _date(head.first("date")),
        _date(head.first("received").rpartition(";")[2]),
        automatic,
        not automatic and may_be_answered(head, sender),
        list_address=list_in(head),
        results=results_in(head.all("authentication-results")),
    )


def _date(text: str) -> datetime | None:
    from email.utils import parsedate_to_datetime

    try:
        sent = parsedate_to_datetime(text)
        return (sent if sent.tzinfo else sent.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError, TypeError, IndexError):
        return None


_KINDS = ("multipart/report", "message/delivery-status", "message/disposition-notification", "message/feedback-report")


def is_automatic(head: Part) -> bool:
    """Tell whether a head says that a program wrote the mail.

    It does so in three ways: ``Auto-Submitted`` that is not ``no`` (RFC 3834), the report of a delivery, and a sender
    to whom nothing can be returned. No other field says who wrote it: programs of mail, gateways and providers add
    ``List-Unsubscribe``, ``Precedence`` or ``Feedback-ID`` to what people write by hand.
    """
    submitted = {_SUBMITTED.split(value.strip().lower(), maxsplit=1)[0] for value in head.all("auto-submitted")}
    kind = head.first("content-type").partition(";")[0].strip().lower()
    return (
        bool(submitted - {"", "no"})
        or "x-failed-recipients" in head
        or ("return-path" in head and head.first("return-path").replace(" ", "") in ("<>", ""))
        or kind in _KINDS
    )


_SUBMITTED = re.compile(r"[\s;(]")
_UNWANTED = (
    *("list-id", "list-post", "list-unsubscribe", "mailing-list", "x-mailing-list", "x-autoreply", "x-autorespond"),
    *("x-auto-response-suppress", "x-ms-exchange-generated-message-source", "x-autoreply-from", "x-mail-autoreply"),
)
"""Fields of lists, of programs that answer, and of who wants no answer from one."""
_PRECEDENCE = ("bulk", "junk", "list", "auto_reply")
_NOBODY = re.compile(r"(?:mailer-daemon|postmaster|no-?reply|ne-?pas-?repondre|bounces?)(?:[+._-].*)?@", re.IGNORECASE)
_AWAY = re.compile(
    r"\s*(?:réponse automatique|absen(?:te?|ce) du bureau|message d.absence|automatic reply|auto(?:matic)?[ -]?reply"
    r"|out of (?:the )?office|undeliver(?:ed|able)|mail delivery|delivery status"
    r"|non distribué|échec de (?:la )?distribution)",
    re.IGNORECASE,
)


def may_be_answered(head: Part, sender: Sender) -> bool:
    """Tell whether a mail may be answered: where a program may read the answer, it may answer that for ever."""
    return not (
        any(name in head for name in _UNWANTED)
        or head.first("precedence").strip().lower() in _PRECEDENCE
        or _NOBODY.match(sender.address or head.first("from").rpartition("<")[2])
        or _AWAY.match(in_words(head.first("subject")))
    )


_POSTED_TO = re.compile(r"<mailto:([^?>\s]+)", re.IGNORECASE)
_LIST = re.compile(r"<([^\s<>@.]+)\.([^\s<>@]+)>\s*\Z")


def list_in(head: Part) -> str:
    """Return the address of the list by which a mail came: to it one writes, or its name is made of it; else nothing.

    See RFC 2369 and RFC 2919.
    """
    posted, named = _POSTED_TO.search(head.first("list-post")), _LIST.search(head.first("list-id"))
    return posted[1] if posted else f"{named[1]}@{named[2]}" if named else ""


_REPORT = re.compile(r"report-type\s*=\s*\"?delivery-status", re.IGNORECASE)
_DAEMON = re.compile(r"(?:mailer-daemon|postmaster)@", re.IGNORECASE)
_UNDELIVERED = re.compile(
    r"\s*(?:undeliver(?:ed|able)|mail delivery failed|delivery status notification \(failure\)|failure notice"
    r"|returned mail|non distribu|non remis|échec de (?:la )?(?:distribution|remise))",
    re.IGNORECASE,
)
_RECIPIENT = re.compile(
    rb"^(?:final|original)-recipient[ \t]*:[^\n;]*;[ \t]*<?([^\s<>;]{1,254})", re.IGNORECASE | re.MULTILINE
)
_ACTION = re.compile(rb"^action[ \t]*:[ \t]*(\w+)", re.IGNORECASE | re.MULTILINE)
_LOOKED_AT = 1 << 17


def not_delivered(head: Part, body: bytes, sender: str) -> tuple[bool, str]:
    """Tell whether a mail of a program says that another was not delivered, and to which address, if it does.

    One that says that it is late, and will be tried again, does not.
    """
    begun = body[:_LOOKED_AT]
    action = _ACTION.search(begun)
    if action is not None and action[1].lower() != b"failed":
        return False, ""
    named = _RECIPIENT.search(begun)
    told = addresses_in(head, "x-failed-recipients") or ((named[1].decode("ascii", "replace"),) if named else ())
    address = next((one for one in told if ADDRESS.fullmatch(one)), "")
    says_so = _UNDELIVERED.match(in_words(head.first("subject"))) and _DAEMON.match(sender)
    return bool(address or says_so or _REPORT.search(head.first("content-type"))), address
