"""A trial of the mail accounts of a root: each step says what works and how to fix what does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import islice
from typing import NamedTuple

from adjudicator.campaign.loading import load_campaign
from adjudicator.core.faults import Listed, Phrase
from adjudicator.desk.scheduler import campaigns_below
from adjudicator.mail.accounts import Accounts, MaildirAccount, Secret, Sendmail, Server, Source
from adjudicator.mail.arrived import arrived, is_ours
from adjudicator.mail.mailbox import Mailbox
from adjudicator.mail.outbox import Envelope, Letter, Person, mail_bytes, message_id, thread_id
from adjudicator.mail.smtp import Carrier, carrier_of
from adjudicator.mail.spool import Spool
from adjudicator.post.envelopes import people_of
from adjudicator.post.inbox_run import open_source
from adjudicator.speech.voice import TROUBLES, Voice, told
from adjudicator.store import disk


class Step(NamedTuple):
    """A step of the trial: what was tried, and the problems found (none if it works)."""

    tried: Phrase
    troubles: tuple[str, ...] = ()
    is_note: bool = False
    """Whether the step is only a hint about a setting that may be unintended, and nothing was tried."""


def tried_out(accounts: Accounts, now: datetime, voice: Voice, send: bool = False) -> Iterator[Step]:
    """Try out the accounts and yield one step at a time; ``send`` also sends one letter to the MJ.

    Steps that depend on a failed step are left out. Problems are yielded and never raised, and no mail is changed.
    """
    yield Step(Phrase("trial.read", {"file": str(accounts.file), "address": accounts.address, "mj": accounts.mj}))
    if is_ours(accounts.mj, accounts.address):
        own = voice.say("dispatch.own.mj", file=str(accounts.file), address=accounts.mj)
        yield Step(Phrase("trial.addresses", {"folder": str(accounts.root)}), (own,))
    yield from _addresses(accounts, now, voice)
    yield from _list(accounts, voice)
    yield _step(Phrase("trial.state", {"folder": str(accounts.state)}), voice, lambda: disk.make_folder(accounts.state))
    for source in accounts.receiving:
        yield from _received(source, accounts, voice)
    if not accounts.receiving:
        yield Step(Phrase("trial.no-receiving"))
    yield from _sent(accounts, now, voice, send)
    secrets = [accounts.discord, accounts.discourse.key if accounts.discourse is not None else None]
    for secret in secrets:
        if secret is not None:
            yield _step(_of_secret(secret), voice, secret.read)


def _addresses(accounts: Accounts, now: datetime, voice: Voice) -> Iterator[Step]:
    """Check the players' addresses in the campaigns below a root, and skip campaigns that cannot be loaded."""
    try:
        folders = campaigns_below(accounts.root)
    except TROUBLES as error:
        yield Step(Phrase("trial.addresses", {"folder": str(accounts.root)}), tuple(told(error, voice.language)))
        return
    for folder in folders:
        try:
            campaign = load_campaign(folder)
        except Exception:  # one broken campaign must not stop the check of the others
            continue
        camps = {player: camp for camp, players in campaign.camps.items() for player in players}
        for address, players in people_of(campaign, now).items():
            if is_ours(address, accounts.address):
                own = voice.say("dispatch.own", file=str(folder), address=address)
                yield Step(Phrase("trial.addresses", {"folder": str(folder)}), (own,))
            elif len({camps.get(player, player) for player in players}) > 1:
                people = Listed(players)
                shared = Phrase("trial.shared", {"folder": str(folder), "names": people, "address": address})
                yield Step(shared, (), True)


def _list(accounts: Accounts, voice: Voice) -> Iterator[Step]:
    """Warn about a mailing list: all its readers would see the orders, and no mail would be answered."""
    try:
        kept = list(Spool(accounts.state).latest(_LATEST))
    except OSError:  # no mail has arrived yet
        kept = []
    if _came_by_list(kept, accounts):
        yield _listed(accounts, voice)
    elif _OF_LISTS.search(accounts.domain):
        yield Step(Phrase("trial.like-a-list", {"address": accounts.address}), (), True)


def _came_by_list(mails: Iterable[bytes], accounts: Accounts) -> bool:
    """Return whether one of these mails came through a mailing list whose address is the address for players."""
    return any(is_ours(arrived(data).list_address, accounts.address) for data in mails)


def _listed(accounts: Accounts, voice: Voice) -> Step:
    tried = Phrase("trial.address", {"address": accounts.address})
    return Step(tried, (voice.say("trial.list", address=accounts.address),))


_LATEST = 20
"""How many of the latest mails are examined, both of those kept and of those in a mailbox."""
_OF_LISTS = re.compile(r"(?:lists|listes|groups|groupes)\.", re.IGNORECASE)
"""Matches domains that usually host mailing lists, such as ``googlegroups.com`` or ``lists.example.org``."""


def _step(tried: Phrase, voice: Voice, act: Callable[[], object]) -> Step:
    try:
        act()
    except TROUBLES as error:
        return Step(tried, tuple(told(error, voice.language)))
    return Step(tried)


def _of_secret(secret: Secret) -> Phrase:
    if secret.file is not None:
        return Phrase("trial.secret.file", {"file": str(secret.file)})
    return Phrase("trial.secret.variable", {"variable": secret.variable})


def _password(server: Server, voice: Voice) -> Iterator[Step]:
    if server.password is not None:
        yield _step(_of_secret(server.password), voice, server.password.read)


# Receiving -----------------------------------------------------------------------------------------------------


def _received(source: Source, accounts: Accounts, voice: Voice) -> Iterator[Step]:
    """Try out a mailbox: its password, the connection and login, and the folders to which mails are moved."""
    if isinstance(source, MaildirAccount):
        tried = Phrase("trial.maildir", {"folder": str(source.path)})
    else:
        for step in _password(source, voice):
            yield step
            if step.troubles:
                return
        tried = Phrase("trial.imap", {"host": source.host, "port": source.port, "user": source.user})
    yield from _folders(tried, accounts, voice, lambda: open_source(source))


def _folders(tried: Phrase, accounts: Accounts, voice: Voice, opened: Callable[[], Mailbox]) -> Iterator[Step]:
    """Open a mailbox, look at its mails, and create the folders to which mails are moved."""
    try:
        mailbox = opened()
    except TROUBLES as error:
        yield Step(tried, tuple(told(error, voice.language)))
        return
    try:
        yield (looked := _step(tried, voice, mailbox.waiting))
        if not looked.troubles:
            lying = list[bytes]()
            with suppress(*TROUBLES):  # later steps report what is wrong
                lying += (mail.data for mail in islice(mailbox.mails(), _LATEST))
            if _came_by_list(lying, accounts):
                yield _listed(accounts, voice)
            for name in accounts.folders.values():
                yield _step(Phrase("trial.folder", {"folder": name}), voice, partial(mailbox.make, name))
    finally:
        mailbox.close()


# Sending -------------------------------------------------------------------------------------------------------


def _sent(accounts: Accounts, now: datetime, voice: Voice, send: bool) -> Iterator[Step]:
    """Try out how letters are sent; with ``send``, send one to the MJ."""
    account = accounts.sending
    if account is None:
        yield Step(Phrase("trial.no-sending"))
        return
    if isinstance(account, Server):
        for step in _password(account, voice):
            yield step
            if step.troubles:
                return
    try:
        carrier = carrier_of(account)
    except TROUBLES as error:
        yield Step(_way(account), tuple(told(error, voice.language)))
        return
    try:
        yield Step(_way(account))
        if send:
            yield _to_himself(accounts, now, voice, carrier)
    finally:
        carrier.close()


def _way(account: Server | Sendmail) -> Phrase:
    if isinstance(account, Sendmail):
        return Phrase("trial.sendmail", {"file": str(account.path)})
    return Phrase("trial.smtp", {"host": account.host, "port": account.port, "user": account.user})


def _to_himself(accounts: Accounts, now: datetime, voice: Voice, carrier: Carrier) -> Step:
    """Send a letter to the MJ, so that he can see that it arrives."""
    tried, person = Phrase("trial.sent", {"address": accounts.mj}), Person("", accounts.mj)
    text = voice.say("trial.letter", address=accounts.address) + "\n"
    letter = Letter("", (person,), voice.say("trial.letter.subject"), text)
    identity = message_id(accounts.address, "mail", (now.isoformat(),), accounts.domain)
    thread = thread_id(accounts.address, accounts.mj, accounts.domain)
    envelope = Envelope(accounts.address, "", person, identity, thread, now, language=voice.language)
    try:
        outcome = carrier.send(accounts.address, accounts.mj, mail_bytes(letter, envelope), lambda: None)
    except TROUBLES as error:
        return Step(tried, tuple(told(error, voice.language)))
    if outcome.what == "sent":
        return Step(tried)
    said = f"{outcome.code} {outcome.text}" if outcome.code > 0 else outcome.text
    return Step(tried, (voice.say("trial.not-sent", address=accounts.mj, said=said),))
