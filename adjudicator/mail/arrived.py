"""What a mail is that has come: who wrote it, to whom, in answer to what, and what in it may be orders.

Whatever the bytes are, nothing is raised, and nothing is looked at more often than it is long.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from adjudicator.core.faults import Phrase
from adjudicator.core.words import slug
from adjudicator.mail.mime import MailPart, in_words, mail_in
from adjudicator.mail.order_parts import Content, contents_of, orders_in

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


def _by_head(head: MailPart) -> Arrived:
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


def is_automatic(head: MailPart) -> bool:
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


def may_be_answered(head: MailPart, sender: Sender) -> bool:
    """Tell whether a mail may be answered: where a program may read the answer, it may answer that for ever."""
    return not (
        any(name in head for name in _UNWANTED)
        or head.first("precedence").strip().lower() in _PRECEDENCE
        or _NOBODY.match(sender.address or head.first("from").rpartition("<")[2])
        or _AWAY.match(in_words(head.first("subject")))
    )


_POSTED_TO = re.compile(r"<mailto:([^?>\s]+)", re.IGNORECASE)
_LIST = re.compile(r"<([^\s<>@.]+)\.([^\s<>@]+)>\s*\Z")


def list_in(head: MailPart) -> str:
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


def not_delivered(head: MailPart, body: bytes, sender: str) -> tuple[bool, str]:
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


# Who wrote a mail: one address, where its head leaves no doubt; nobody where it does.


_LONGEST = 254
_ATEXT = (
    r"[^\s\x00-\x20\x7f()<>\[\]:;@\\,.\"\u0080-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u2060-\u206f\u3000\ufeff\ufffd]"
)
_LABEL = rf"(?!-){_ATEXT}{{1,63}}"
ADDRESS = re.compile(rf"{_ATEXT}+(?:\.{_ATEXT}+)*@(?:{_LABEL}\.)*{_LABEL}")
"""An address as people have it: no text in quotation marks, no number in place of a domain."""
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
"""The lines that tell when a mail was sent, what it is called, for which game it is, and how it is read."""


class Sender(NamedTuple):
    """Who wrote a mail: his ``address`` or the ``doubt`` that there is, and the name that he is shown by."""

    address: str | None
    doubt: Phrase | None
    name: str = ""


def sender_in(head: MailPart) -> Sender:
    """Return who wrote a mail, by its head: there is one line « From », with one address, which reads in one way.

    An address is never looked at as another that is like it: its domain alone is put into small letters.
    """
    lines = head.all("from")
    if (doubt := _doubt(head, len(lines))) is not None:
        return Sender(None, doubt, _shown(lines))
    [line] = lines
    odd = Sender(None, Phrase("mail.doubt.odd", {"from": in_words(line, 100)}), _shown(lines))
    match = _NAMED.fullmatch(line) or _ALONE.fullmatch(line)
    if match is None or len(match["address"]) > _LONGEST or not ADDRESS.fullmatch(match["address"]):
        return odd
    address = in_small_letters(match["address"])
    said = [in_words(text) for text in (match.groupdict().get("name"), match["said"]) if text]
    others = [text for text in said if _LIKE_ONE.search(text)]
    if any(in_small_letters(text.strip(" '\"<>")) != address for text in others):
        return Sender(None, Phrase("mail.doubt.name", {"from": in_words(line, 100)}), _shown(lines))
    if _as_others_read(line) != match["address"]:
        return odd
    return Sender(address, None, _shown(lines))


def _doubt(head: MailPart, senders: int) -> Phrase | None:
    """Return what is wrong with a head, whoever is said to have written.

    A line that each mail has once (RFC 5322, 3.6) may not stand there twice: a signature holds good below what somebody
    puts on top, and a mail of before would be another, with a new name, of today, for another game.
    """
    if not head.is_sound:
        return Phrase("mail.doubt.head")
    if senders != 1:
        return Phrase("mail.doubt.several" if senders else "mail.doubt.nobody")
    twice = next((name for name in _ONCE if len(head.all(name)) > 1), None)
    return Phrase("mail.doubt.twice", {"field": _ONCE[twice]}) if twice is not None else None


def in_small_letters(address: str) -> str:
    """Return an address with its domain in small letters, where these are ASCII's; no other letter is changed."""
    local, at, domain = address.rpartition("@")
    return local + at + "".join(sign.lower() if sign.isascii() else sign for sign in domain)


def _as_others_read(line: str) -> str:
    """Return the address that the standard library finds; nothing where it finds several that differ."""
    from email.utils import getaddresses

    found = {address for _, address in getaddresses([line])}
    return found.pop() if len(found) == 1 else ""


def _shown(lines: list[str]) -> str:
    """Return the name by which the first of some lines shows who wrote."""
    before, bracket, _ = in_words(lines[0] if lines else "").rpartition("<")
    return before.strip(" \"'")[:100] if bracket else ""


_IN_TEXT = re.compile(r"[^\s<>,;:\"()\[\]\\@]{1,64}@[^\s<>,;:\"()\[\]\\@]{1,190}")
_MOST = 100


def addresses_in(head: MailPart, *names: str) -> tuple[str, ...]:
    """Return the addresses that the fields of these names hold, each once, in their order."""
    found = [in_small_letters(address) for value in head.all(*names) for address in _IN_TEXT.findall(value)]
    found = [address for address in found if address.isprintable()]
    return tuple(dict.fromkeys(found))[:_MOST]


# What the servers that had a mail say of its sender: the lines ``Authentication-Results`` (RFC 8601).
#
# Anybody may write such a line into a mail that he sends. Believed is the topmost alone, which the receiving server has
# put there last, and only where it can be read as a whole: of one that cannot, nobody knows where its results begin.


_MOST_RESULTS = 20
_LONGEST_RESULT = 1 << 13
"""Characters of a line: a longer one has been cut, and what stood behind may have said something else."""
_AUTHENTICATION_ID = re.compile(r"\s*([^\s;()\"]{1,253})(?:\s+\d{1,9})?\s*\Z")


class Result(NamedTuple):
    """What a line says: by which server, which calls itself so; empty where the line cannot be read."""

    server: str
    said: str = ""


def results_in(lines: Sequence[str]) -> tuple[Result, ...]:
    """Return what lines say, in their order, the last written first; one that cannot be read has its place too."""
    return tuple(_result(line) for line in lines[:_MOST_RESULTS])


def _result(line: str) -> Result:
    plain = bare(line) if len(line) < _LONGEST_RESULT else None
    first, _, said = (plain or "").partition(";")
    server = _AUTHENTICATION_ID.match(first)
    return Result(server[1].lower(), said.strip()) if server else Result("")


def vouched(results: Sequence[tuple[str, str]], trust: str, sender: str) -> bool:
    """Tell whether the server called ``trust`` says that a mail comes from the domain of its ``sender``.

    Its word is the topmost; what stands below may be anybody's. DMARC, where it fails, has the last word: it knows what
    the domain wants. Of SPF and DKIM what passed must be of that domain.
    """
    if not results or not results[0][0] or results[0][0].strip().lower() != trust.strip().lower():
        return False
    said = bare(results[0][1])
    parts = [_words(part) for part in said.split(";")] if said is not None else []
    if any(method == "dmarc" and result == "fail" for method, result, _ in parts):
        return False
    return any(_passes(method, result, told, sender.rpartition("@")[2]) for method, result, told in parts)


_OF = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom", "smtp.mail", "smtp.from"),
}


def _words(part: str) -> tuple[str, str, dict[str, str]]:
    """Return the method of a result, what came of it, and of what it speaks."""
    words = re.sub(r"\s*=\s*", "=", part.lower()).split()
    method, _, result = words[0].partition("=") if words else ("", "", "")
    return method.partition("/")[0], result, dict(word.partition("=")[::2] for word in words[1:])


def _passes(method: str, result: str, told: dict[str, str], domain: str) -> bool:
    if method not in _OF or result != "pass":
        return False
    named = {told[key].rpartition("@")[2].strip(".") for key in _OF[method] if key in told}
    return bool(named) and all(_aligned(name, domain) for name in named)


def _aligned(name: str, domain: str) -> bool:
    """Tell whether who may speak for ``name`` may speak for ``domain``: it is the same, or one above it."""
    return name == domain or ("." in name and domain.endswith(f".{name}"))


def bare(text: str) -> str | None:
    """Return a field without its comments and quotes: what a sender could write into these is no result.

    None where a comment or a quotation does not end, or a comment holds half a quotation: it was ended by what a sender
    had quoted, and what follows may be his.
    """
    kept, depth, quoted, skip, quotes = [], 0, False, False, 0
    for character in text:
        if skip:
            skip = False
            kept.append(character if quoted and not depth and character not in _SIGNS else "")
        elif character == "\\" and (depth or quoted):
            skip = True
        elif quoted:
            quoted = character != '"'
            kept.append(character if quoted and character not in _SIGNS else "")
        elif character == '"':
            quotes += 1 if depth else 0
            quoted = not depth
        elif character == "(":
            kept.append(" " if not depth else "")
            depth += 1
        elif character == ")" and depth:
            depth -= 1
            if not depth and quotes % 2:
                return None
            quotes = quotes if depth else 0
        elif not depth:
            kept.append(character)
    return None if depth or quoted or skip else "".join(kept)


_SIGNS = '; \t\r\n=()"\\'


# Addresses as they are compared, and ours among those to which a mail went.


def plain_address(address: str) -> str:
    """Return an address by which it is compared: capitals from A to Z are small, its domain is as servers write it.

    Nothing else is changed: another sign that looks the same, or is folded into the same one, makes another address.
    """
    local, at, domain = address.rpartition("@")
    if not domain.isascii():
        domain = ".".join(map(_as_servers_write, domain.split(".")))
    return (local + at + domain).translate(_SMALL)


def _as_servers_write(label: str) -> str:
    """Return a part of a domain in letters of ASCII (``xn--…``), if that stands for just what is written; else it."""
    small = label.lower()
    if len(label) > _LONGEST_LABEL or label.isascii() or any(_is_folded(letter) for letter in label):
        return label
    try:
        coded = small.encode("idna")
        return coded.decode() if coded.decode("idna") == small else label
    except UnicodeError:
        return label


def _is_folded(letter: str) -> bool:
    """Tell whether a letter that is none of ASCII's becomes one as a small letter, as the sign of Kelvin does."""
    return not letter.isascii() and letter.lower().isascii()


_LONGEST_LABEL = 63
_SMALL = {capital: capital + 32 for capital in range(ord("A"), ord("Z") + 1)}


def forms_of(address: str) -> tuple[str, ...]:
    """Return how a plain address may be written: its domain as servers write it, and in the letters of its language."""
    local, at, domain = address.rpartition("@")
    try:
        read = domain.encode("ascii").decode("idna") if "xn--" in domain else domain
    except UnicodeError:
        read = domain
    return (address,) if read == domain else (address, local + at + read)


def tag_of(address: str, ours: str) -> str:
    """Return what stands behind the ``+`` of an address to which a mail went, if it is ours with one; else nothing."""
    local, _, domain = plain_address(address.lower()).rpartition("@")
    own, _, own_domain = plain_address(ours.lower()).rpartition("@")
    name, plus, tag = local.partition("+")
    return slug(tag) if plus and name == own and domain == own_domain else ""


def is_ours(address: str, ours: str) -> bool:
    """Tell whether a mail to an address would come back to the mailbox whose address is ``ours``, with a tag or not."""
    plain, own = plain_address(address).lower(), plain_address(ours).lower()
    local, _, domain = plain.rpartition("@")
    return own in (plain, f"{local.partition('+')[0]}@{domain}")
