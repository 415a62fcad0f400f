"""Players who play by mail alone: they read what comes to their mailbox, and answer it as people do.

Each has a habit of his own: he quotes what he answers and signs, writes HTML, attaches a file, writes from somewhere
else with his key, or sends the bare order. All make mistakes, and mend them when they are told.
"""

from __future__ import annotations

import html
import imaplib
import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any

from commands import plain
from dovecot import Dovecot
from mail_server import DOMAIN, MailServer

ORDERS, MJ = "orders", "mj"
KEY = re.compile(r"Ta clé pour[^:]*:\s+([A-Z2-9]{4}-[A-Z2-9]{4})\b")


def at_domain(name: str) -> str:
    """Return the address of a reader."""
    return f"{name}@{DOMAIN}"


def mails_in(server: Dovecot, user: str, after: int = 0) -> list[EmailMessage]:
    """Return the mails in the inbox of a reader but for so many, the oldest first."""
    client = imaplib.IMAP4("127.0.0.1", server.port)
    client.login(user, user)
    try:
        number = int(client.select("INBOX", readonly=True)[1][0] or b"")
        found = client.fetch(f"{after + 1}:*", "(BODY.PEEK[])")[1] if number > after else []
    finally:
        client.logout()
    read = [message_from_bytes(part[1], policy=policy.default) for part in found if isinstance(part, tuple)]
    return [mail for mail in read if isinstance(mail, EmailMessage)]


def text_of(mail: EmailMessage) -> str:
    """Return the text of a mail, with plain spaces."""
    body = mail.get_body(("plain",))
    assert body is not None
    return plain(str(body.get_content()))


def is_answer(mail: EmailMessage) -> bool:
    """Tell whether a letter answers a mail of a player."""
    return mail["Auto-Submitted"] == "auto-replied"


def invitation() -> EmailMessage:
    """Return what a MJ writes to all before a game begins, by himself."""
    mail = EmailMessage()
    mail["From"] = at_domain(ORDERS)
    mail["Subject"] = "On commence !"
    mail["Message-ID"] = f"<invitation@mail.{DOMAIN}>"
    mail.set_content("Envoyez vos ordres à cette adresse.\n")
    return mail


@dataclass
class Player:
    """Somebody with a mailbox, who plays."""

    name: str
    user: str
    habit: Callable[[Player, EmailMessage, str], EmailMessage]
    imap: Dovecot
    smtp: MailServer
    elsewhere: str = ""
    """Another address, from which he writes where that is his habit."""
    letters: list[EmailMessage] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    """The Message-IDs of his mails."""

    @property
    def address(self) -> str:
        """The one that the campaign knows."""
        return at_domain(self.user)

    def read(self) -> list[EmailMessage]:
        """Read his mailbox; return the letters that are new."""
        new = mails_in(self.imap, self.user, len(self.letters))
        self.letters += new
        return new

    def last(self) -> EmailMessage:
        """Return the last letter that answers nothing: a report; before any came, what the MJ told everybody."""
        return next((mail for mail in reversed(self.letters) if not is_answer(mail)), invitation())

    def key(self) -> str:
        """Return his key, as his last report tells it; nothing before the first one."""
        found = [key for mail in self.letters for key in KEY.findall(text_of(mail))]
        return str(found[-1]) if found else ""

    def answer(self, text: str, now: datetime) -> None:
        """Send orders, in his way, as an answer to the letter that he had last."""
        mail = self.habit(self, self.last(), text)
        self.post(mail, self.last(), now)

    def post(self, mail: EmailMessage, letter: EmailMessage, now: datetime) -> None:
        """Send a mail that answers a letter."""
        identity = f"<{self.user}.{len(self.sent)}@mail.{DOMAIN}>"
        if "From" not in mail:
            mail["From"] = f"{self.name} <{self.address}>"
        mail["To"] = str(letter["Reply-To"] or letter["From"])
        mail["Subject"] = f"Re: {letter['Subject']}"
        mail["Message-ID"] = identity
        mail["In-Reply-To"] = str(letter["Message-ID"])
        mail["References"] = f"{letter['References'] or ''} {letter['Message-ID']}".strip()
        mail["Date"] = format_datetime(now)
        to = str(mail["To"].addresses[0].addr_spec)
        self.smtp.deliver(mail.as_bytes(policy=policy.SMTP), mail["From"].addresses[0].addr_spec, to)
        self.sent.append(identity)


# Habits ----------------------------------------------------------------------------------------------------------


def quoted(letter: EmailMessage) -> str:
    """Return what a program puts below an answer."""
    lines = [f"> {line}".rstrip() for line in text_of(letter).splitlines()]
    return "\n".join([f"Le mar. 24 nov. 2026 à 10:00, {letter['From']} a écrit :", "", *lines])


def quotes_and_signs(player: Player, letter: EmailMessage, text: str) -> EmailMessage:
    mail = EmailMessage()
    mail.set_content(f"Bonjour,\n\n{text}\nBonne journée !\n-- \n{player.name}\n06 12 34 56 78\n\n{quoted(letter)}\n")
    return mail


def writes_html(player: Player, letter: EmailMessage, text: str) -> EmailMessage:
    rows = "".join(f"<div>{html.escape(line).replace('  ', '&nbsp; ')}</div>" for line in text.splitlines())
    below = "<br>".join(map(html.escape, text_of(letter).splitlines()))
    who = html.escape(str(letter["From"]))
    mail = EmailMessage()
    mail.set_content(
        f'<div dir="ltr">{rows}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Le mar. 24 nov.'
        f' 2026 à 10:00, {who} a écrit&nbsp;:<br></div><blockquote class="gmail_quote">{below}</blockquote></div>',
        subtype="html",
    )
    return mail


def attaches(player: Player, letter: EmailMessage, text: str) -> EmailMessage:
    mail = EmailMessage()
    mail.set_content(f"Voici mes ordres.\n\n{player.name}\n\n{quoted(letter)}\n")
    mail.add_attachment(text.encode(), maintype="application", subtype="x-yaml", filename="ordres été.yaml")
    return mail


def is_elsewhere(player: Player, letter: EmailMessage, text: str) -> EmailMessage:
    if not player.key():
        return quotes_and_signs(player, letter, text)
    mail = EmailMessage()
    mail["From"] = f"{player.name} <{player.elsewhere}>"
    mail.set_content(f"clé: {player.key()}\n{text}")
    return mail


def bare(player: Player, letter: EmailMessage, text: str) -> EmailMessage:
    mail = EmailMessage()
    kept = [line for line in text.splitlines() if not line.startswith(("joueur:", "tour:"))]
    mail.set_content("\n".join(kept) + "\n")
    return mail


HABITS = (quotes_and_signs, writes_html, attaches, is_elsewhere, bare)


# What they write -------------------------------------------------------------------------------------------------


def written(name: str, turn: int, orders: Mapping[str, Any]) -> str:
    """Return orders as a player writes them; before the first turn nothing stands around them."""
    lines = [f"{key}: {_said(value)}" for key, value in orders.items()]
    if not turn:
        return "\n".join([f"joueur: {name}", *lines, ""])
    return "\n".join([f"joueur: {name}", f"tour: {turn}", "ordres:", *(f"  {line}" for line in lines), ""])


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "oui" if value else "non"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


MISTAKES = ("word", "turn", "other", "before", "twice")


def mistaken(chance: random.Random, name: str, others: list[str], turn: int, text: str, before: str) -> tuple[str, ...]:
    """Return what a player sends first, and has to mend: nothing of it may count in the end.

    ``before`` is what he may order too, and does not want any more.
    """
    what = chance.choice(MISTAKES)
    if what == "word":
        return (re.sub(r": [^:\n]*\n$", ": n’importe quoi\n", text),)
    if what == "turn" and turn > 1:
        return (text.replace(f"tour: {turn}", f"tour: {turn - 1}"),)
    if what == "other":
        return (text.replace(f"joueur: {name}", f"joueur: {chance.choice(others)}"),)
    if what == "before":
        return (before,)
    return text, text
