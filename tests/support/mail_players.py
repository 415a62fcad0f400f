"""Players who play by mail alone: they read what comes to their mailbox, and answer it as people do.

Each has a habit of his own: he quotes what he answers and signs, writes HTML, attaches a file, writes from somewhere
else with his key, or sends the bare order. All make mistakes, and mend them when they are told.
"""

from __future__ import annotations

import html
import imaplib
import itertools
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adjudicator.campaign.loading import load_campaign
from adjudicator.core.words import slug
from adjudicator.desk import publishing
from adjudicator.mail import outbox, smtp
from adjudicator.mail.accounts import load_accounts
from adjudicator.mail.smtp import DeliveryOutcome
from adjudicator.post import delivery, envelopes, inbox_run
from adjudicator.reports import writing
from adjudicator.store.layout import CAMPAIGN_FILE, CHAIN, TURNS
from adjudicator.table.situation import situation_of
from support.commands import plain, unsealed
from support.leaks import NOON, Pair, Patch, S, Side, published_on_disk, spoil
from support.mail_server import DOMAIN, MailServer
from support.mail_servers import Dovecot
from support.posted import ADDRESS, mail

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


# What looks for leaks in mails: who cannot tell two stages apart is sent the same mails after both, head and all.
#
# A stage of a pair is announced in a campaign whose players have addresses; the reader writes, and so do others, after
# one stage of the pair more of them than after the other. What is sent to the reader is then compared. What hangs on a
# secret of the campaign and tells nobody anything is masked, where it stands and nowhere else: the end of a Message-ID,
# the head of the chain, the code of a receipt.


class Sent(NamedTuple):
    """A mail that was sent."""

    to: str
    data: bytes


class Posted(NamedTuple):
    """What came of a stage: the mails in the order in which they went, and the folders of the mailbox."""

    mails: list[Sent]
    folders: set[str]
    head: str


def address(player: str) -> str:
    """Return where a player is reached."""
    return f"{slug(player)}@example.org"


def posted(side: Side, folder: Path, reader: str, others: int) -> Posted:
    """Announce a stage, let the reader write once, others so many times, and send what is to be sent."""
    campaign = folder / "partie"
    published_on_disk(side, campaign, **writing.all_reports(side.campaign, side.played))
    _with_addresses(campaign / CAMPAIGN_FILE)
    publishing.announce(situation_of(load_campaign(campaign), NOON), "cron")
    mailbox = folder / "Maildir"
    for part in ("new", "cur", "tmp"):
        (mailbox / part).mkdir(parents=True)
    text = "adresse: %s\nmj: mj@example.org\nréception: {maildir: %s}\nenvoi: {smtp: localhost, sécurité: aucune}\n"
    (folder / "courrier.yaml").write_text(f"{text % (ADDRESS, mailbox)}par heure: 99\n", encoding="utf-8")
    for number, data in enumerate(_written(side, reader, others)):
        (mailbox / "new" / f"{number:04d}").write_bytes(data)
    accounts = load_accounts(folder)
    assert accounts is not None
    gone: list[Sent] = []

    class Taking:
        def __init__(self, account: object, deadline: object = None) -> None:
            pass

        def send(self, sender: str, person: str, data: bytes, about_to: Callable[[], None]) -> DeliveryOutcome:
            about_to()
            gone.append(Sent(person, data))
            return DeliveryOutcome("sent", 250, "")

        def close(self) -> None:
            pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(smtp, "Smtp", Taking)
        gotten = inbox_run.get(folder, accounts, NOON)
        assert (gotten.troubles, gotten.waiting) == ([], 0)
        told = delivery.send(folder, accounts, NOON)
        assert not told.look, told
    stage = max(path for path in (campaign / TURNS).iterdir() if (path / CHAIN).is_file())
    head = json.loads((stage / CHAIN).read_bytes())["head"]
    return Posted(gone, {path.name for path in mailbox.iterdir()}, head)


def _with_addresses(path: Path) -> None:
    """Give all players of a campaign addresses."""
    plain = json.loads(path.read_text(encoding="utf-8"))
    for side in plain.get("camps", {"": plain}).values():
        people = [one if isinstance(one, dict) else {"name": one} for one in side["players"]]
        side["players"] = [{**one, "email": address(one["name"])} for one in people]
    path.write_text(json.dumps(plain, ensure_ascii=False), encoding="utf-8")


def _written(side: Side, reader: str, others: int) -> Iterator[bytes]:
    """Give mails: of ``others`` before the reader's own and after it; none says anything that is accepted."""
    known = [player for player in side.campaign.players if player != reader]
    senders = [known[number % len(known)] for number in range(others)]
    for number, player in enumerate([*senders, reader, *senders]):
        text = f"ordres: {{vote: peut-être}}\nnote: {'le mien' if player == reader else number}\n"
        identity = "<mine@mails.example>" if player == reader else f"<{number}.{others}@mails.example>"
        yield mail(text, address(player), Message_ID=identity)


# Compared --------------------------------------------------------------------------------------------------------

_OURS = re.compile(r"(<[0-9a-f]{16}\.[\w-]+\.)[0-9a-f]{16}(@)")
_THREAD = re.compile(r"<[0-9a-f]{16}\.[0-9a-f]{16}@")


def shown(sent: Sent, head: str) -> tuple[Any, ...]:
    """Return all that a mail shows: its head line by line, its parts, how long it is."""
    raw, _, _ = sent.data.partition(b"\r\n\r\n")
    parsed = message_from_bytes(sent.data, policy=policy.default)
    lines = [_OURS.sub(r"\1…\2", line) for line in raw.decode().split("\r\n")]
    lines = [re.sub(r'boundary="=+\d+=+"', "boundary", line) for line in lines]
    parts = [
        (part.get_content_type(), unsealed(part.get_content().encode()).replace(head.encode(), b"HEAD"))
        for part in parsed.walk()
        if not part.is_multipart()
    ]
    return sent.to, lines, parts, len(sent.data)


def mail_leaks(looked_at: list[Pair[S]], folder: Path) -> Iterator[str]:
    """Yield the players whose mails are not the same after the two stages of a pair, and mails that name others."""
    for number, pair in enumerate(looked_at):
        for reader in (one for one in pair.readers if one.kind == "player"):
            where = folder / f"{number}-{slug(reader.name)}"
            one = posted(pair.one, where / "one", reader.name, 1)
            two = posted(pair.two, where / "two", reader.name, 3)
            his, other = (
                [shown(sent, side.head) for sent in side.mails if sent.to == address(reader.name)]
                for side in (one, two)
            )
            goes_on = pair.one.campaign.game.rules.stage(pair.one.played.outcome.state) is not None
            answers = ["Auto-Submitted: auto-replied" in lines for _, lines, _, _ in his]
            assert his and any(answers) == goes_on
            if his != other:
                yield f"mails to {reader}: {pair.changes}\n{his}\n{other}"
            if one.folders != two.folders:
                yield f"folders of the mailbox: {one.folders} {two.folders}"
            yield from named(one, pair.one)


def named(posted: Posted, side: Side) -> Iterator[str]:
    """Yield the mails in which the address of somebody else stands, or a thread that is not the reader's."""
    threads: dict[str, set[str]] = {}
    for sent in posted.mails:
        parsed = message_from_bytes(sent.data, policy=policy.default)
        text = sent.data.decode("ascii", "replace") + "".join(
            part.get_content() for part in parsed.walk() if not part.is_multipart()
        )
        for player in side.campaign.players:
            if address(player) in text and address(player) != sent.to:
                yield f"{sent.to} reads the address of {player}"
        threads.setdefault(sent.to, set()).update(_THREAD.findall(text))
    for one, other in itertools.combinations(threads, 2):
        if threads[one] & threads[other]:
            yield f"{one} and {other} are in one thread"


# Planted ---------------------------------------------------------------------------------------------------------


def _respoken(patch: Patch, change: Callable[[bytes, Path, Any], bytes]) -> None:
    """Let mails be changed as they are made; ``change`` is given one, its campaign's folder, and its envelope."""
    honest, folders = envelopes.Envelopes._envelope, list[Path]()

    def envelope(self: Any, due: Any, letter: Any, identity: str) -> Any:
        folders[:] = [due.batch.folder]
        return honest(self, due, letter, identity)

    patch.setattr(envelopes.Envelopes, "_envelope", envelope)
    spoil(patch, envelopes, "mail_bytes", lambda data, letter, said, *_: change(data, folders[0], said))


def how_many_mails_came_in_the_message_id(patch: Patch) -> None:
    """Let it be read there."""

    def counted(data: bytes, folder: Path, envelope: Any) -> bytes:
        came = len(list(folder.glob("turns/*/orders/*.eml"))) or len(list(folder.glob("turns/*/orders/*.yaml")))
        return data.replace(b"Message-ID: <", b"Message-ID: <%d." % came, 1)

    _respoken(patch, counted)


def the_name_of_the_letter_in_the_message_id(patch: Patch) -> None:
    """Let the Message-ID be what the letter is called, with its number, in place of a digest."""
    patch.setattr(envelopes, "message_id", lambda seed, stage, parts, domain: f"<x.{stage}.{parts[0]}@{domain}>")


def what_is_hidden_in_the_subject(patch: Patch) -> None:
    """Let every subject tell the state."""

    def told(data: bytes, folder: Path, envelope: Any) -> bytes:
        state = max(folder.glob("turns/*/result/state.json")).read_bytes()
        return data.replace(b"Subject: ", b"Subject: %d " % (hash(state) % 10**9), 1)

    _respoken(patch, told)


def the_others_in_copy(patch: Patch) -> None:
    """Let a mail go to all at once."""

    def copied(data: bytes, folder: Path, envelope: Any) -> bytes:
        people = ", ".join(address(player) for player in load_campaign(folder).players)
        return f"Cc: {people}\r\n".encode() + data

    _respoken(patch, copied)


def one_thread_for_all(patch: Patch) -> None:
    """Let all mails of a campaign be in one thread."""
    patch.setattr(envelopes, "thread_id", lambda seed, person, domain: outbox.thread_id(seed, "", domain))


def an_answer_to_the_mail_of_another(patch: Patch) -> None:
    """Let a letter answer the mail that came last, whoever sent it."""

    def answered(honest: Mapping[str, Any], due: Any) -> tuple[str, ...]:
        came = sorted(due.batch.folder.glob("turns/*/orders/*.came.json"))
        return (f"<{json.loads(came[-1].read_bytes())['name']}@mails.example>",) if came else ()

    spoil(patch, envelopes, "_answers", answered)


def a_folder_for_each_player(patch: Patch) -> None:
    """Let mails be moved to a folder that says how many came."""
    original = inbox_run._file

    def filed(box: Any, accounts: Any, spool: Any, places: dict[str, str]) -> None:
        folders = replace(accounts.folders, refused=f"refusé {len(places)}")
        original(box, replace(accounts, folders=folders), spool, places)

    patch.setattr(inbox_run, "_file", filed)


PLANTED = (
    how_many_mails_came_in_the_message_id,
    the_name_of_the_letter_in_the_message_id,
    what_is_hidden_in_the_subject,
    the_others_in_copy,
    one_thread_for_all,
    an_answer_to_the_mail_of_another,
    a_folder_for_each_player,
)
