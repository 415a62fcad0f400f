"""Analysis of a received mail: who wrote it, what it answers, what in it may be orders, and whether to answer it.

The module also reads ``Authentication-Results`` and normalises addresses so that they can be compared. ``arrived``
never raises, whatever the bytes are, and its running time is proportional to their length.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.utils import getaddresses, parsedate_to_datetime
from typing import NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.core.words import slug
from adjudicator.mail.mime import MailPart, in_words, mail_in
from adjudicator.mail.order_parts import Content, contents_of, orders_in

LARGEST = 50 * 1024 * 1024
"""The size in bytes up to which a mail is analysed."""
_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_MOST_IDS = 50


class Arrived(NamedTuple):
    """What the bytes of a mail reveal about it."""

    sender: str | None
    """The address of the author, with its domain in lower case; None if the header leaves doubt."""
    doubt: Phrase | None = None
    """Why the author or the content cannot be determined; None if there is no doubt."""
    message_id: str = ""
    """Its own Message-ID with the angle brackets; empty if it has none."""
    references: tuple[str, ...] = ()
    """The Message-IDs of the mails it answers, with angle brackets, the direct one first."""
    recipients: tuple[str, ...] = ()
    """The addresses it was sent to, as far as its header lists them."""
    subject: str = ""
    date: datetime | None = None
    """When it was sent according to the sender's clock, in UTC."""
    received: datetime | None = None
    """When the last server received it, in UTC; None if the header does not say."""
    automatic: bool = False
    """Whether its header says that a program wrote it; such a mail holds nobody's orders."""
    answerable: bool = True
    """Whether it may be answered.

    This does not affect the sender: lists and gateways add the same fields to real mail.
    """
    list_address: str = ""
    """The address of the mailing list it came through, if the header names one; else empty."""
    undelivered: bool = False
    """Whether it reports that another mail was not delivered."""
    failed: str = ""
    """The address that could not be reached, if it can be read; else empty."""
    results: tuple[tuple[str, str], ...] = ()
    """Its ``Authentication-Results`` as (server, result) pairs, the most recent first; see ``vouched``."""
    contents: tuple[Content, ...] = ()
    """The contents that may be orders, the most trusted first."""

    unread: tuple[str, ...] = ()
    """The names of other contents that are never read, such as pictures."""

    @property
    def orders(self) -> Content | None:
        """The content that is taken as the order file, or None if nobody wrote anything in the mail."""
        return orders_in(self.contents)


def arrived(data: bytes) -> Arrived:
    """Return the analysis of a mail. Never raise, whatever its bytes are."""
    try:
        head, body = mail_in(data, LARGEST)
        whole = _by_head(head)
    except Exception:  # malformed input may fail in any way: report the mail as unreadable
        return Arrived(None, Phrase("mail.doubt.unread"))
    if len(data) > LARGEST:
        return whole._replace(sender=None, doubt=Phrase("mail.doubt.large", {"size": len(data) >> 20}))
    try:
        if whole.automatic or _DAEMON.match(whole.sender or ""):
            undelivered, failed = not_delivered(head, body, whole.sender or "")
            whole = whole._replace(undelivered=undelivered, failed=failed)
        contents, unread = contents_of(head)
        return whole._replace(contents=contents, unread=unread)
    except Exception:  # the same holds for its parts
        return whole._replace(sender=None, doubt=Phrase("mail.doubt.unread"))


def _by_head(head: MailPart) -> Arrived:
    sender = sender_in(head)
    automatic = is_automatic(head)
    ids = head.all("in-reply-to") + [" ".join(reversed(_ID.findall(value))) for value in head.all("references")]
    answered = [found for value in ids for found in _ID.findall(value)]
    own = _ID.search(head.first("message-id"))
    return Arrived(
        sender.address,
        sender.doubt,
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
    try:
        sent = parsedate_to_datetime(text)
        return (sent if sent.tzinfo else sent.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError, TypeError, IndexError):
        return None


_KINDS = ("multipart/report", "message/delivery-status", "message/disposition-notification", "message/feedback-report")


def is_automatic(head: MailPart) -> bool:
    """Return whether a header says that a program wrote the mail.

    There are three such signs: ``Auto-Submitted`` with a value other than ``no`` (RFC 3834), a delivery report, and an
    empty return path. Other fields prove nothing about the author: mail programs, gateways and providers add
    ``List-Unsubscribe``, ``Precedence`` or ``Feedback-ID`` to mail that people write by hand.
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
"""Header fields of mailing lists, of autoresponders, and of senders who ask autoresponders not to answer."""
_PRECEDENCE = ("bulk", "junk", "list", "auto_reply")
_NOBODY = re.compile(r"(?:mailer-daemon|postmaster|no-?reply|ne-?pas-?repondre|bounces?)(?:[+._-].*)?@", re.IGNORECASE)
_AWAY = re.compile(
    r"\s*(?:réponse automatique|absen(?:te?|ce) du bureau|message d.absence|automatic reply|auto(?:matic)?[ -]?reply"
    r"|out of (?:the )?office|undeliver(?:ed|able)|mail delivery|delivery status"
    r"|non distribué|échec de (?:la )?distribution)",
    re.IGNORECASE,
)


def may_be_answered(head: MailPart, sender: Sender) -> bool:
    """Return whether a mail may be answered.

    Where a program may read the answer, the two could answer each other for ever.
    """
    return not (
        any(name in head for name in _UNWANTED)
        or head.first("precedence").strip().lower() in _PRECEDENCE
        or _NOBODY.match(sender.address or head.first("from").rpartition("<")[2])
        or _AWAY.match(in_words(head.first("subject")))
    )


_POSTED_TO = re.compile(r"<mailto:([^?>\s]+)", re.IGNORECASE)
_LIST = re.compile(r"<([^\s<>@.]+)\.([^\s<>@]+)>\s*\Z")


def list_in(head: MailPart) -> str:
    """Return the address of the mailing list a mail came through, or an empty string.

    It is the address to post to (RFC 2369) or, without one, the address built from the list's name (RFC 2919).
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


def not_delivered(head: MailPart, body: bytes, sender: str) -> tuple[bool, str]:
    """Return whether a program's mail reports that another mail was not delivered, and the failed address.

    The address is empty if it cannot be read. A notice that delivery is late and will be retried does not count.
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


# The sender of a mail: a single address, or nobody if the header leaves any doubt.


_LONGEST = 254
_ATEXT = (
    r"[^\s\x00-\x20\x7f()<>\[\]:;@\\,.\"\u0080-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u2060-\u206f\u3000\ufeff\ufffd]"
)
_LABEL = rf"(?!-){_ATEXT}{{1,63}}"
ADDRESS = re.compile(rf"{_ATEXT}+(?:\.{_ATEXT}+)*@(?:{_LABEL}\.)*{_LABEL}")
"""An ordinary address: no quoted local part and no number in place of the domain."""
_QUOTED = r'"(?:[^"\\]|\\.)*"'
_NAMED = re.compile(rf"(?P<name>(?:{_QUOTED}|[^\"<>,;:()\[\]\\])*)<(?P<address>[^<>\s]*)>\s*(?:\((?P<said>[^()]*)\))?")
_ALONE = re.compile(r"(?P<address>[^<>\s(),;:\"]+)\s*(?:\((?P<said>[^()]*)\))?")
_LIKE_ONE = re.compile(r"\S@\S|\S\s?\uff20\s?\S")


_ONCE = {
    name.lower(): name
    for name in (
        *("Date", "Message-ID", "Subject", "To", "Cc", "In-Reply-To", "References"),
        *("Content-Type", "Content-Transfer-Encoding"),
    )
}
"""Fields that may appear only once: they determine the date, identity, game and encoding of a mail."""


class Sender(NamedTuple):
    """The author of a mail: an ``address`` or the reason for ``doubt``."""

    address: str | None
    doubt: Phrase | None


def sender_in(head: MailPart) -> Sender:
    """Return the author of a mail, who is certain only if one « From » line holds one unambiguous address.

    Addresses are never replaced by similar ones: only the domain is put into lower case.
    """
    lines = head.all("from")
    if (doubt := _doubt(head, len(lines))) is not None:
        return Sender(None, doubt)
    [line] = lines
    odd = Sender(None, Phrase("mail.doubt.odd", {"from": in_words(line, 100)}))
    match = _NAMED.fullmatch(line) or _ALONE.fullmatch(line)
    if match is None or len(match["address"]) > _LONGEST or not ADDRESS.fullmatch(match["address"]):
        return odd
    address = in_small_letters(match["address"])
    # A display name or comment that shows a different address would mislead whoever reads the mail.
    said = [in_words(text) for text in (match.groupdict().get("name"), match["said"]) if text]
    others = [text for text in said if _LIKE_ONE.search(text)]
    if any(in_small_letters(text.strip(" '\"<>")) != address for text in others):
        return Sender(None, Phrase("mail.doubt.name", {"from": in_words(line, 100)}))
    if {found for _, found in getaddresses([line])} != {match["address"]}:  # the standard library reads another one
        return odd
    return Sender(address, None)


def _doubt(head: MailPart, senders: int) -> Phrase | None:
    """Return what is wrong with a header whoever the author is, or None.

    A field that a mail has only once (RFC 5322, 3.6) may not be repeated. A signature remains valid for the lower copy
    when somebody adds another on top, so an old mail could be given a new identity, a new date and another game.
    """
    if not head.is_sound:
        return Phrase("mail.doubt.head")
    if senders != 1:
        return Phrase("mail.doubt.several" if senders else "mail.doubt.nobody")
    twice = next((name for name in _ONCE if len(head.all(name)) > 1), None)
    return Phrase("mail.doubt.twice", {"field": _ONCE[twice]}) if twice is not None else None


def in_small_letters(address: str) -> str:
    """Return an address with the ASCII letters of its domain in lower case; all other characters stay as they are."""
    local, at, domain = address.rpartition("@")
    return local + at + "".join(sign.lower() if sign.isascii() else sign for sign in domain)


_IN_TEXT = re.compile(r"[^\s<>,;:\"()\[\]\\@]{1,64}@[^\s<>,;:\"()\[\]\\@]{1,190}")
_MOST = 100


def addresses_in(head: MailPart, *names: str) -> tuple[str, ...]:
    """Return the addresses in the fields with these names, each once, in their order of appearance."""
    found = [in_small_letters(address) for value in head.all(*names) for address in _IN_TEXT.findall(value)]
    found = [address for address in found if address.isprintable()]
    return tuple(dict.fromkeys(found))[:_MOST]


# What the servers that handled a mail say of its sender: the ``Authentication-Results`` lines (RFC 8601).
# Anybody may write such a line into a mail they send. Only the topmost one counts, which the receiving server added
# last, and only if the whole line can be parsed: in any other line it is unclear where the results begin.


_MOST_RESULTS = 20
_LONGEST_RESULT = 1 << 13
"""Maximum characters of a line: a longer one was truncated, and the missing part may have said something else."""
_AUTHENTICATION_ID = re.compile(r"\s*([^\s;()\"]{1,253})(?:\s+\d{1,9})?\s*\Z")


class Result(NamedTuple):
    """What a line says, and the name that the server gives itself; the name is empty if the line cannot be read."""

    server: str
    said: str = ""


def results_in(lines: Sequence[str]) -> tuple[Result, ...]:
    """Return the results of the lines in their order, the last written first; an unreadable line keeps its place."""
    results = []
    for line in lines[:_MOST_RESULTS]:
        plain = bare(line) if len(line) < _LONGEST_RESULT else None
        first, _, said = (plain or "").partition(";")
        server = _AUTHENTICATION_ID.match(first)
        results.append(Result(server[1].lower(), said.strip()) if server else Result(""))
    return tuple(results)


def vouched(results: Sequence[tuple[str, str]], trust: str, sender: str) -> bool:
    """Return whether the server called ``trust`` confirms that a mail comes from the domain of its ``sender``.

    Only the topmost result counts, since anybody may have written those below. A failed DMARC check is decisive,
    because it applies the policy of the domain. A passed check counts only if it concerns the sender's domain or a
    parent of it.
    """
    if not results or not results[0][0] or results[0][0].strip().lower() != trust.strip().lower():
        return False
    said, domain = bare(results[0][1]), sender.rpartition("@")[2]
    parts = [_words(part) for part in said.split(";")] if said is not None else []
    if any(method == "dmarc" and result == "fail" for method, result, _ in parts):
        return False
    passed = [(method, told) for method, result, told in parts if result == "pass" and method in _OF]
    for method, told in passed:
        named = {told[key].rpartition("@")[2].strip(".") for key in _OF[method] if key in told}
        if named and all(name == domain or ("." in name and domain.endswith(f".{name}")) for name in named):
            return True
    return False


_OF = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom", "smtp.mail", "smtp.from"),
}


def _words(part: str) -> tuple[str, str, dict[str, str]]:
    """Return the method, the result and the properties of one part of a line, all in lower case."""
    words = re.sub(r"\s*=\s*", "=", part.lower()).split()
    method, _, result = words[0].partition("=") if words else ("", "", "")
    return method.partition("/")[0], result, dict(word.partition("=")[::2] for word in words[1:])


def bare(text: str) -> str | None:
    """Return a field without comments and quotes, into which a sender could write text that looks like a result.

    Return None if a comment or quotation is not closed, or if a comment holds half a quotation: text quoted from the
    sender may then have closed the comment, and whatever follows may come from the sender.
    """
    kept, at = list[str](), 0
    while at < len(text):
        if text[at] == "(":
            end = _end_of_comment(text, at)
            kept.append(" ")
        elif text[at] == '"':
            quotation = _QUOTATION.match(text, at)
            end = quotation.end() if quotation else None
            kept.append(text[at:end].translate(_WITHOUT_SIGNS))
        else:
            end = next((n for n in range(at, len(text)) if text[n] in '("'), len(text))
            kept.append(text[at:end])
        if end is None:
            return None
        at = end
    return "".join(kept)


def _end_of_comment(text: str, at: int) -> int | None:
    """Return where the comment that begins ``at`` a parenthesis ends; None if it is open or holds half a quotation."""
    depth = quotes = 0
    for found in _IN_COMMENT.finditer(text, at):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        quotes += found[0] == '"'
        if not depth:
            return found.end() if quotes % 2 == 0 else None
    return None


_QUOTATION = re.compile(_QUOTED, re.DOTALL)
_IN_COMMENT = re.compile(r'\\.|[()"]', re.DOTALL)
_WITHOUT_SIGNS = dict.fromkeys(map(ord, '; \t\r\n=()"\\'))


# Addresses: normalising them for comparison, and recognising our own address among recipients.


def plain_address(address: str) -> str:
    """Return an address in the form used for comparison: A to Z in lower case, and the domain in its ASCII form.

    Nothing else changes: a character that looks like another, or is case-folded into it, makes a different address.
    """
    local, at, domain = address.rpartition("@")
    if not domain.isascii():
        domain = ".".join(map(_as_servers_write, domain.split(".")))
    return (local + at + domain).translate(_SMALL)


def _as_servers_write(label: str) -> str:
    """Return a part of a domain in ASCII (``xn--…``) if that decodes to exactly the same text, else unchanged.

    It stays unchanged too if lower-casing turns one of its letters into an ASCII one, as it does the Kelvin sign.
    """
    small = label.lower()
    folded = any(letter.lower().isascii() for letter in label if not letter.isascii())
    if len(label) > _LONGEST_LABEL or label.isascii() or folded:
        return label
    try:
        coded = small.encode("idna")
        return coded.decode() if coded.decode("idna") == small else label
    except UnicodeError:
        return label


_LONGEST_LABEL = 63
_SMALL = {capital: capital + 32 for capital in range(ord("A"), ord("Z") + 1)}


def forms_of(address: str) -> tuple[str, ...]:
    """Return the ways to write a plain address: as it is and, if that differs, with its domain decoded from ASCII."""
    local, at, domain = address.rpartition("@")
    try:
        read = domain.encode("ascii").decode("idna") if "xn--" in domain else domain
    except UnicodeError:
        read = domain
    return (address,) if read == domain else (address, local + at + read)


def tag_of(address: str, ours: str) -> str:
    """Return the tag after the ``+`` of a recipient's address if the address is ours, or an empty string.

    For example ``sorlin`` for ``orders+sorlin@…``.
    """
    local, _, domain = plain_address(address.lower()).rpartition("@")
    own, _, own_domain = plain_address(ours.lower()).rpartition("@")
    name, plus, tag = local.partition("+")
    return slug(tag) if plus and name == own and domain == own_domain else ""


def is_ours(address: str, ours: str) -> bool:
    """Return whether mail to ``address`` would reach the mailbox whose address is ``ours``, with or without a tag."""
    plain, own = plain_address(address).lower(), plain_address(ours).lower()
    local, _, domain = plain.rpartition("@")
    return own in (plain, f"{local.partition('+')[0]}@{domain}")
