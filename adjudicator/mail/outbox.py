"""What is to be sent to players: one file a message in ``outbox/``, in a folder for each stage.

A message is text with a head like a mail's: ``Player`` whom it is about, a ``To`` for each person to whom it goes (the
player and who stands in for him), ``Forum`` below who has a name there, ``Subject``; then a blank line and the text.
One for everybody has its ``Subject`` alone.
The name of its file is made of what it is about and for whom, so that one written again is the same file.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.seats import absences_in
from adjudicator.core.context import address_of, name_of, people_in
from adjudicator.core.words import slug
from adjudicator.speech.voice import capitalised, one_line
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX

Address: TypeAlias = dict[str, str]
"""The ``name`` of a person, and ``email`` and ``forum`` where they are known."""


class PlayerMessage(NamedTuple):
    """A message to ``player``, and to who stands in for him; ``about`` makes its name, ``lines`` are its text."""

    player: str
    """Empty for a text for everybody, which nobody is sent: the MJ posts it."""
    about: str
    subject: str
    lines: Sequence[str]


def put(campaign: Campaign, stage: str, messages: Sequence[PlayerMessage], now: datetime) -> None:
    """Write messages about ``stage`` (the name of its folder); the caller holds the campaign's lock.

    Nobody writes to who has left: his seat is empty.
    """
    gone = campaign.seats.empty
    messages = [message for message in messages if message.player not in gone]
    if not messages:
        return
    folder = campaign.folder / OUTBOX / stage
    disk.make_folder(folder)
    disk.clean(folder)
    files = {_name(campaign, message): _written(campaign, message, now).encode() for message in messages}
    disk.write_all(folder, files)


def _name(campaign: Campaign, message: PlayerMessage) -> str:
    if not message.player:
        return f"{PUBLIC}{message.about}.txt"
    number = campaign.players.index(message.player) + 1
    return f"{message.about}-{number:02d}-{slug(message.player)}".rstrip("-") + ".txt"


def _written(campaign: Campaign, message: PlayerMessage, now: datetime) -> str:
    """Return a message as it is written: fields like those of a mail, a blank line, the text."""
    if not message.player:
        return letter_text([("Subject", message.subject)], message.lines)
    fields = [("Player", message.player)]
    player, *substitutes = recipients(campaign, message.player, now)
    for person in (player, *substitutes):
        fields.append(("To", f"{person['name']} <{person['email']}>" if "email" in person else person["name"]))
        if "forum" in person:
            fields.append(("Forum", person["forum"]))
    fields.append(("Subject", message.subject))
    return letter_text(fields, [*_for_substitutes(campaign, player, substitutes), *message.lines])


def letter_text(fields: Sequence[tuple[str, str]], lines: Sequence[str]) -> str:
    """Return a letter as it is written, of the fields of its head and the lines of its text."""
    head = "".join(f"{name}: {one_line(value)}\n" for name, value in fields)
    return head + "\n" + "\n".join(lines) + "\n"


def _for_substitutes(campaign: Campaign, player: Address, substitutes: Sequence[Address]) -> Iterator[str]:
    """Tell those who stand in for a player whose orders they send, and a blank line; nothing where nobody does."""
    voice = campaign.voice()
    word = voice.word("envelope", "player")
    for person in substitutes:
        yield voice.say("letter.substitute", name=person["name"], player=player["name"], word=word)
    if substitutes:
        yield ""


def recipients(campaign: Campaign, player: str, now: datetime) -> list[Address]:
    """Return to whom a message for ``player`` goes: himself, and who stands in for him now."""
    known = {name_of(person): person for people in people_in(campaign.plain).values() for person in people}
    away = [absence for absence in absences_in(campaign.plain) if absence.player == player and absence.at(now)]
    substitutes = [absence.substitute for absence in away if absence.substitute is not None]
    return [address_of(person) for person in (known[player], *(known.get(name_of(one), one) for one in substitutes))]


# One letter of an outbox as a mail to one person: its bytes, its Message-ID, the thread that it belongs to.
#
# Nothing here sends. A letter is made into one mail for each person to whom it goes, so that nobody sees by whom else
# it is read; the same letter to the same person is the same Message-ID for ever.


RECEIPT = "receipt-"
"""What begins the names of the letters that answer an order file."""
ASKED = "mail-"
"""And of those that answer a mail that is none."""
REPORT = "report-"
"""And of those that hold a player's report."""
REPORTS_OF = "report"
"""And of those that hold one or more."""
EXTENSION = "extension-"
"""And of those that say until when orders are now awaited."""
PUBLIC = "public-"
"""And of those for everybody, which are posted and not sent."""
REMINDER = "reminder-"
"""And of those that say that his orders are missing."""


class Person(NamedTuple):
    """To whom a letter goes: his name, and where he is reached, as the letter says it."""

    name: str
    email: str = ""
    forum: str = ""


class Letter(NamedTuple):
    """A letter of an outbox."""

    player: str
    """Whom it is about; empty for one of no campaign."""
    to: tuple[Person, ...]
    subject: str
    text: str
    answers: tuple[str, ...] = ()
    """The Message-IDs of the mails that it answers, the last one last; see ``In-Reply-To`` in the letter."""


class Envelope(NamedTuple):
    """What a mail says besides what its letter does."""

    sender: str
    """The address from which it goes."""
    sender_name: str
    person: Person
    message_id: str
    thread: str
    """The Message-ID, never sent, that all mails of a campaign to one person answer."""
    date: datetime
    reply_to: str = ""
    title: str = ""
    """That of the campaign; see :func:`tag`."""
    answers: tuple[str, ...] = ()
    """The Message-IDs of the mails that it answers."""
    automatic: str = "auto-generated"
    language: str = ""


# A letter as it lies in an outbox -------------------------------------------------------------------------------


_TO = re.compile(r"(.*?) ?<([^\s@<>]+@[^\s@<>]+)>")


def read_letter(data: bytes) -> Letter | None:
    """Return the letter that the bytes of a file of an outbox are; None where they are none."""
    letter = _read(data)
    return letter if letter is not None and letter.to else None


def read_public(data: bytes) -> Letter | None:
    """Return the text for everybody that they are; None where they are none."""
    letter = _read(data)
    return letter if letter is not None and not letter.to else None


def _read(data: bytes) -> Letter | None:
    try:
        head, found, text = data.decode("utf-8").partition("\n\n")
    except UnicodeDecodeError:
        return None
    player, subject, people, answers = "", "", list[Person](), tuple[str, ...]()
    for line in head.split("\n"):
        name, colon, value = line.partition(": ")
        if name == "Player":
            player = value
        elif name == "To":
            named = _TO.fullmatch(value)
            people.append(Person(named[1], named[2]) if named else Person(value))
        elif name == "Forum" and people:
            people[-1] = people[-1]._replace(forum=value)
        elif name == "Subject":
            subject = value
        elif name == "In-Reply-To":
            answers = message_ids(value)
        elif not colon:
            return None
    return Letter(player, tuple(people), subject, text, answers) if found and subject else None


_ID = re.compile(r"<[!-;=?-~]+@[!-;=?-~]+>")
_LONGEST_ID = 250
_MOST_IDS = 20


def message_ids(text: str) -> tuple[str, ...]:
    """Return the Message-IDs in a text that somebody else wrote, those that can be sent on, the last ones."""
    return tuple(found for found in _ID.findall(text[:100_000]) if len(found) <= _LONGEST_ID)[-_MOST_IDS:]


# Known again ---------------------------------------------------------------------------------------------------


_PURPOSE = b"adjudicator: letters"


def campaign_mark(seed: str) -> str:
    """Return by what the Message-IDs of a campaign's letters begin, of its ``seed``, of which it tells nothing."""
    return _digest(_key(seed), "mark")


def _key(seed: str) -> bytes:
    return hmac.digest(seed.encode(), _PURPOSE, "sha256")


def _digest(key: bytes, *parts: str) -> str:
    """Return 16 letters and digits of which nobody without the ``key`` can tell of what they were made."""
    text = "\0".join(parts).encode()
    return hmac.new(key, text, "sha256").hexdigest()[:16]


def message_id(seed: str, stage: str, parts: Sequence[str], domain: str) -> str:
    """Return the Message-ID of a letter about ``stage``, the name of its folder; ``parts`` are what it is, to whom.

    What a letter is called counts what came before it, so that it may not be read in it.
    """
    digest = _digest(_key(seed), stage, *parts)
    return f"<{campaign_mark(seed)}.{stage}.{digest}@{_plain_domain(domain)}>"


def thread_id(seed: str, address: str, domain: str) -> str:
    """Return the Message-ID, never sent, that all letters of a campaign to one ``address`` answer."""
    return f"<{campaign_mark(seed)}.{_digest(_key(seed), 'thread', address)}@{_plain_domain(domain)}>"


def mark_in(identity: str) -> str | None:
    """Return the :func:`campaign_mark` in the Message-ID of one of our letters; None in any other."""
    found = _OURS.fullmatch(identity)
    return found[1] if found else None


def stage_in(identity: str) -> str:
    """Return the stage that one of our letters is about, by the name of its folder, by its Message-ID; else nothing."""
    found = _OURS.fullmatch(identity)
    return (found[2] or "") if found else ""


_OURS = re.compile(r"<([0-9a-f]{16})\.(?:([\w-]+)\.)?[0-9a-f]{16}@[^@<>\s]+>", re.ASCII)


def _plain_domain(domain: str) -> str:
    """Return a domain as it can stand in a Message-ID."""
    return domain if re.fullmatch(r"[A-Za-z0-9.-]+", domain) else "localhost"


def tag(title: str) -> str:
    """Return the tag in subjects by which a campaign is known, with its brackets; a title's own are parentheses."""
    return "[" + " ".join(one_line(title).translate(_BRACKETS).split()) + "]"


_BRACKETS = str.maketrans("[]", "()")


# The mail ------------------------------------------------------------------------------------------------------


def is_sendable(address: str) -> bool:
    """Tell whether mail can be sent to an address as it stands: one that names a mailbox, and nothing else."""
    local, _, domain = address.rpartition("@")
    return (
        len(address) <= _LONGEST_ADDRESS
        and bool(_LOCAL.fullmatch(local))
        and bool(_DOMAIN.fullmatch(domain))
        and ascii_domain(domain) is not None
    )


_LONGEST_ADDRESS = 254
_LOCAL = re.compile(r"(?!-|.*=\?)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*")
"""Not in quotes; one that began with a hyphen would be an option for a program."""
_DOMAIN = re.compile(r"\w(?:[\w-]*\w)?(?:\.\w(?:[\w-]*\w)?)*")


def ascii_domain(domain: str) -> str | None:
    """Return a domain as servers know it; None for one that cannot be."""
    try:
        return domain.encode("ascii" if domain.isascii() else "idna").decode()
    except UnicodeError:
        return None


def wire_address(address: str) -> str:
    """Return a sendable address as servers know it: its domain in ASCII. What stands before may not be."""
    local, _, domain = address.rpartition("@")
    return f"{local}@{ascii_domain(domain)}"


def subject_of(letter: Letter, title: str) -> str:
    """Return the subject of a mail: the campaign's tag, and what the letter says besides the title."""
    return _TAGGED.sub("= ?", _with_tag(one_line(letter.subject), title))


_TAGGED = re.compile(r"=\?")
"""What begins a word in another alphabet: Python would read it before it writes the head, line breaks and all."""


def _with_tag(said: str, title: str) -> str:
    if not title:
        return said
    for mark in (", ", "\u00a0: ", ": ", " : "):
        if said.startswith(one_line(title) + mark):
            said = capitalised(said[len(one_line(title)) + len(mark) :])
            break
    return f"{tag(title)} {said}"


def mail_bytes(letter: Letter, envelope: Envelope, html: str = "") -> bytes:
    """Return a letter as a mail with CRLF line ends; ``html`` is the same as a page, where there is one.

    Its text is ASCII whatever the letter says; so are its addresses, unless what stands before the @ is not.
    """
    from email import policy
    from email.message import EmailMessage
    from email.utils import format_datetime

    rules = policy.SMTP if wire_address(envelope.person.email).isascii() else policy.SMTPUTF8
    mail = EmailMessage(policy=rules)
    mail["From"] = _addressed(envelope.sender_name, envelope.sender)
    mail["To"] = _addressed(envelope.person.name, envelope.person.email)
    if envelope.reply_to and envelope.reply_to != envelope.sender:
        mail["Reply-To"] = _addressed("", envelope.reply_to)
    mail["Subject"] = subject_of(letter, envelope.title)
    mail["Date"] = format_datetime(envelope.date)
    mail["Auto-Submitted"] = envelope.automatic
    mail["X-Auto-Response-Suppress"] = "All"
    if envelope.language:
        mail["Content-Language"] = envelope.language
    mail.set_content("\n".join(_lines(letter.text)), cte="quoted-printable")
    if html:
        mail.add_alternative(html, subtype="html", cte="base64")
    return _identities(letter, envelope) + mail.as_bytes()


def _identities(letter: Letter, envelope: Envelope) -> bytes:
    """Return the fields of a head that are Message-IDs; Python's own would fold a long one in two."""
    answered = message_ids(" ".join((*letter.answers, *envelope.answers)))
    fields = {
        "Message-ID": envelope.message_id,
        "In-Reply-To": answered[-1] if answered else envelope.thread,
        "References": "\r\n ".join(dict.fromkeys((envelope.thread, *answered))),
    }
    return "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode()


def _lines(text: str) -> Iterator[str]:
    """Give the lines of a text, none with what a mail may not carry."""
    for line in text.removesuffix("\n").split("\n"):
        yield line.replace("\r", " ").replace("\0", " ")
    yield ""


def _addressed(name: str, address: str) -> object:
    """Return an address with the name of its owner, from which nothing can be read but that."""
    from email.headerregistry import Address

    shown = " ".join(_NOT_IN_NAMES.sub(" ", one_line(name)).split())[:_LONGEST_NAME]
    local, _, domain = wire_address(address).rpartition("@")
    return Address(display_name=shown, username=local, domain=domain)


_NOT_IN_NAMES = re.compile(r'["(),:;<>@\[\]\\=?]')
"""What has a meaning in a head; of ``=?`` see ``_TAGGED``."""
_LONGEST_NAME = 60
