"""The outbox: messages to players as files in ``outbox/``, one folder per stage, and their form as mails.

A message file has header fields, a blank line and the text. The fields are ``Player`` (whom the message is about), a
``To`` for each recipient (the player and any substitutes), each followed by ``Forum`` for a recipient with a forum
name, and ``Subject``. A message for everybody has only a ``Subject``. The file name is made of the subject matter and
the player, so that a message written again replaces its file.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.seats import absences_in
from adjudicator.core.context import address_of, name_of, people_in
from adjudicator.core.words import slug
from adjudicator.speech.voice import capitalised, one_line
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX


class PlayerMessage(NamedTuple):
    """A message to ``player`` and any substitutes; ``about`` is used in its file name and ``lines`` are its text."""

    player: str
    """Empty for a text for everybody, which the MJ posts and nobody is sent."""
    about: str
    subject: str
    lines: Sequence[str]


def put(campaign: Campaign, stage: str, messages: Sequence[PlayerMessage], now: datetime) -> None:
    """Write messages to the folder of ``stage``; the caller holds the campaign's lock.

    Messages to players who have left are dropped, because their seats are empty.
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
    """Return the text of a message file: header fields, a blank line, and the message."""
    if not message.player:
        return letter_text([("Subject", message.subject)], message.lines)
    fields = [("Player", message.player)]
    player, *substitutes = recipients(campaign, message.player, now)
    for person in (player, *substitutes):
        fields.append(("To", f"{person.name} <{person.email}>" if person.email else person.name))
        if person.forum:
            fields.append(("Forum", person.forum))
    fields.append(("Subject", message.subject))
    return letter_text(fields, [*_for_substitutes(campaign, player, substitutes), *message.lines])


def letter_text(fields: Sequence[tuple[str, str]], lines: Sequence[str]) -> str:
    """Return the text of a letter from its header fields and its lines."""
    head = "".join(f"{name}: {one_line(value)}\n" for name, value in fields)
    return head + "\n" + "\n".join(lines) + "\n"


def _for_substitutes(campaign: Campaign, player: Person, substitutes: Sequence[Person]) -> Iterator[str]:
    """Yield a line that tells each substitute whose orders to send, then a blank line; nothing without substitutes."""
    voice = campaign.voice()
    word = voice.word("envelope", "player")
    for person in substitutes:
        yield voice.say("letter.substitute", name=person.name, player=player.name, word=word)
    if substitutes:
        yield ""


def recipients(campaign: Campaign, player: str, now: datetime) -> list[Person]:
    """Return the recipients of a message for ``player``: first the player, then everyone who is a substitute now."""
    known = {name_of(person): person for people in people_in(campaign.plain).values() for person in people}
    away = [absence for absence in absences_in(campaign.plain) if absence.player == player and absence.at(now)]
    substitutes = [absence.substitute for absence in away if absence.substitute is not None]
    people = [known[player], *(known.get(name_of(one), one) for one in substitutes)]
    return [Person(**address_of(person)) for person in people]


# A letter as a mail to one person: its bytes, Message-ID and thread. Nothing here sends mail. Each recipient gets a
# mail of their own, so that nobody sees who else gets it; the same letter to the same person always has the same
# Message-ID.


RECEIPT = "receipt-"
"""Prefix of the names of letters that answer an order file."""
ASKED = "mail-"
"""Prefix of the names of letters that answer a mail that is not an order file."""
REPORT = "report-"
"""Prefix of the names of letters that contain one report of a player."""
REPORTS_OF = "report"
"""Prefix of the names of letters that contain one or more reports."""
EXTENSION = "extension-"
"""Prefix of the names of letters that announce an extended deadline."""
PUBLIC = "public-"
"""Prefix of the names of letters for everybody, which are posted and not sent."""
REMINDER = "reminder-"
"""Prefix of the names of letters that tell a player that orders are missing."""


class Person(NamedTuple):
    """A recipient as the letter names them, with their mail address and forum name if given."""

    name: str
    email: str = ""
    forum: str = ""


class Letter(NamedTuple):
    """A letter in an outbox."""

    player: str
    """The player it is about; empty for a letter that belongs to no campaign."""
    to: tuple[Person, ...]
    subject: str
    text: str
    answers: tuple[str, ...] = ()
    """The Message-IDs of the mails that it answers, the most recent last, from its ``In-Reply-To`` field."""


class Envelope(NamedTuple):
    """What a mail needs in addition to its letter."""

    sender: str
    """The address that the mail is sent from."""
    sender_name: str
    person: Person
    message_id: str
    thread: str
    """The Message-ID, never sent itself, that all mails of a campaign to one person answer to form a thread."""
    date: datetime
    reply_to: str = ""
    title: str = ""
    """The title of the campaign; see :func:`tag`."""
    answers: tuple[str, ...] = ()
    """The Message-IDs of the mails that this one answers."""
    automatic: str = "auto-generated"
    language: str = ""


# Reading letters from an outbox --------------------------------------------------------------------------------


_TO = re.compile(r"(.*?) ?<([^\s@<>]+@[^\s@<>]+)>")


def read_letter(data: bytes) -> Letter | None:
    """Return the letter in the bytes of an outbox file, or None if they are none; one for everybody is to nobody."""
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
    """Return the valid Message-IDs in a text from outside, at most the last ``_MOST_IDS``."""
    return tuple(found for found in _ID.findall(text[:100_000]) if len(found) <= _LONGEST_ID)[-_MOST_IDS:]


# Message-IDs ---------------------------------------------------------------------------------------------------


_PURPOSE = b"adjudicator: letters"


def campaign_mark(seed: str) -> str:
    """Return the string that starts the Message-IDs of a campaign's letters.

    It does not reveal the ``seed`` it is made of.
    """
    return _digest(seed, "mark")


def _digest(seed: str, *parts: str) -> str:
    """Return 16 hexadecimal digits that reveal nothing about ``parts`` without the ``seed``."""
    key = hmac.digest(seed.encode(), _PURPOSE, "sha256")
    return hmac.digest(key, "\0".join(parts).encode(), "sha256").hex()[:16]


def message_id(seed: str, stage: str, parts: Sequence[str], domain: str) -> str:
    """Return the Message-ID of a letter about ``stage`` (a folder name); ``parts`` say which letter it is and for whom.

    The parts are hashed because a letter's name may count earlier letters, which the Message-ID must not reveal.
    """
    return f"<{campaign_mark(seed)}.{stage}.{_digest(seed, stage, *parts)}@{_plain_domain(domain)}>"


def thread_id(seed: str, address: str, domain: str) -> str:
    """Return the Message-ID, never sent itself, that all letters of a campaign to one ``address`` answer."""
    return f"<{campaign_mark(seed)}.{_digest(seed, 'thread', address)}@{_plain_domain(domain)}>"


def mark_in(identity: str) -> str | None:
    """Return the :func:`campaign_mark` in the Message-ID of one of our letters, or None for any other Message-ID."""
    found = _OURS.fullmatch(identity)
    return found[1] if found else None


def stage_in(identity: str) -> str:
    """Return the folder name of the stage that one of our letters is about, from its Message-ID, or an empty string."""
    found = _OURS.fullmatch(identity)
    return (found[2] or "") if found else ""


_OURS = re.compile(r"<([0-9a-f]{16})\.(?:([\w-]+)\.)?[0-9a-f]{16}@[^@<>\s]+>", re.ASCII)


def _plain_domain(domain: str) -> str:
    """Return a domain that is valid in a Message-ID: the given one or, if it is not valid, ``localhost``."""
    return domain if re.fullmatch(r"[A-Za-z0-9.-]+", domain) else "localhost"


def tag(title: str) -> str:
    """Return the tag that marks a campaign in subjects, like « [Sorlin] »; brackets in the title become parentheses."""
    return "[" + " ".join(one_line(title).translate(_BRACKETS).split()) + "]"


_BRACKETS = str.maketrans("[]", "()")


# Building a mail -----------------------------------------------------------------------------------------------


def is_sendable(address: str) -> bool:
    """Return whether mail can be sent to an address as it stands: it names exactly one mailbox."""
    local, _, domain = address.rpartition("@")
    return (
        len(address) <= _LONGEST_ADDRESS
        and bool(_LOCAL.fullmatch(local))
        and bool(_DOMAIN.fullmatch(domain))
        and ascii_domain(domain) is not None
    )


_LONGEST_ADDRESS = 254
_LOCAL = re.compile(r"(?!-|.*=\?)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*")
"""An unquoted local part. It may not begin with a hyphen, which a mail program would read as an option."""
_DOMAIN = re.compile(r"\w(?:[\w-]*\w)?(?:\.\w(?:[\w-]*\w)?)*")


def ascii_domain(domain: str) -> str | None:
    """Return a domain in ASCII as mail servers use it, or None if that is impossible."""
    try:
        return domain.encode("ascii" if domain.isascii() else "idna").decode()
    except UnicodeError:
        return None


def wire_address(address: str) -> str:
    """Return a sendable address with its domain in ASCII. The local part may still contain other characters."""
    local, _, domain = address.rpartition("@")
    return f"{local}@{ascii_domain(domain)}"


def subject_of(letter: Letter, title: str) -> str:
    """Return the subject of a mail: the campaign's tag, and the letter's subject without the campaign's title."""
    said, whole = one_line(letter.subject), one_line(title)
    begun = next((whole + mark for mark in (", ", "\u00a0: ", ": ", " : ") if said.startswith(whole + mark)), "")
    if title:
        said = f"{tag(title)} {capitalised(said.removeprefix(begun)) if begun else said}"
    return _TAGGED.sub("= ?", said)


_TAGGED = re.compile(r"=\?")
"""The start of an encoded word. Python would decode one, including line breaks, before it writes the header."""


def mail_bytes(letter: Letter, envelope: Envelope, html: str = "") -> bytes:
    """Return a letter as a mail with CRLF line ends; ``html``, if not empty, is the same content as a page.

    The result is ASCII unless the local part of an address is not.
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
    # Characters that a mail may not contain become spaces.
    text = letter.text.removesuffix("\n").replace("\r", " ").replace("\0", " ")
    mail.set_content(f"{text}\n", cte="quoted-printable")
    if html:
        mail.add_alternative(html, subtype="html", cte="base64")
    return _identities(letter, envelope) + mail.as_bytes()


def _identities(letter: Letter, envelope: Envelope) -> bytes:
    """Return the header fields that contain Message-IDs, written by hand because Python would fold long ones."""
    answered = message_ids(" ".join((*letter.answers, *envelope.answers)))
    fields = {
        "Message-ID": envelope.message_id,
        "In-Reply-To": answered[-1] if answered else envelope.thread,
        "References": "\r\n ".join(dict.fromkeys((envelope.thread, *answered))),
    }
    return "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode()


def _addressed(name: str, address: str) -> object:
    """Return an address with its owner's name, stripped of characters that could change how the address is read."""
    from email.headerregistry import Address

    shown = " ".join(_NOT_IN_NAMES.sub(" ", one_line(name)).split())[:_LONGEST_NAME]
    local, _, domain = wire_address(address).rpartition("@")
    return Address(display_name=shown, username=local, domain=domain)


_NOT_IN_NAMES = re.compile(r'["(),:;<>@\[\]\\=?]')
"""Characters with a meaning in a header; for ``=?`` see ``_TAGGED``."""
_LONGEST_NAME = 60
