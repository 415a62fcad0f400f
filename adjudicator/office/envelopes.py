"""What a mail says besides its letter: whose it is, what it answers, by what it is known again."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import read_record
from adjudicator.mail.arrived import plain_address
from adjudicator.mail.outbox import (
    RECEIPT,
    REPORT,
    Envelope,
    Letter,
    is_sendable,
    mail_bytes,
    message_id,
    message_ids,
    thread_id,
)
from adjudicator.office.mailbag import Due
from adjudicator.office.register import people_of
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ORDERS, REPORTS, TURNS

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.mail.accounts import Accounts


class Envelopes:
    """The envelopes into which letters go ``now``, from the address of these ``accounts``."""

    def __init__(self, accounts: Accounts, now: datetime) -> None:
        """No letter has been looked at."""
        self.accounts, self.now = accounts, now
        self.sharing: dict[Path, set[str]] = {}
        """By campaign the addresses from which several players send."""

    def mail(self, due: Due, letter: Letter, identity: str) -> bytes:
        """Return a letter as the mail that goes to one person under a Message-ID, its ``identity``."""
        return mail_bytes(self._of_whom(due, letter), self._envelope(due, letter, identity), _page(due))

    def _of_whom(self, due: Due, letter: Letter) -> Letter:
        """Return a letter of which the subject tells whose it is, where several players share the address."""
        campaign = due.bag.campaign
        if campaign is None or not letter.player:
            return letter
        if due.bag.folder not in self.sharing:
            people = people_of(campaign, self.now)
            self.sharing[due.bag.folder] = {address for address, players in people.items() if len(players) > 1}
        shared = plain_address(due.person.email) in self.sharing[due.bag.folder]
        return letter._replace(subject=f"{letter.subject} ({letter.player})") if shared else letter

    def _seed(self, campaign: Campaign | None) -> str:
        """Return of what Message-IDs are made; the letters of no campaign hold no secret."""
        return campaign.seed if campaign is not None else self.accounts.address

    def identity(self, due: Due, data: bytes) -> str:
        """Return the Message-ID of a letter to one person that says these ``data``."""
        again = str(due.marks["again"])
        parts = (due.path.name, due.person.email, again, sha256(data).hexdigest())
        return message_id(self._seed(due.bag.campaign), due.stage, parts, self.accounts.domain)

    def _envelope(self, due: Due, letter: Letter, identity: str) -> Envelope:
        campaign, accounts = due.bag.campaign, self.accounts
        return Envelope(
            accounts.address,
            campaign.title if campaign is not None else "",
            due.person,
            identity,
            thread_id(self._seed(campaign), due.person.email, accounts.domain),
            self.now,
            _reply_to(campaign, accounts),
            str(campaign.plain.get("title") or campaign.folder.resolve().name) if campaign is not None else "",
            _answers(due),
            "auto-replied" if due.is_receipt or letter.answers else "auto-generated",
            campaign.language if campaign is not None else accounts.language,
        )


def _page(due: Due) -> str:
    """Return the report of the player whom a letter is about as a page, where the letter is a report."""
    if due.bag.campaign is None or not due.path.name.startswith(REPORT):
        return ""
    name = f"player-{due.path.stem.removeprefix(REPORT)}.html"
    try:
        page = disk.read_file(due.bag.folder / TURNS / due.stage / REPORTS / name).decode()
        return page.replace("<details><summary>", "<details open><summary>")  # many programs of mail show no drawing
    except (OSError, UnusableError, UnicodeDecodeError):
        return ""


def _answers(due: Due) -> tuple[str, ...]:
    """Return the mail that a receipt answers, where the order file came by one that is known."""
    if due.bag.campaign is None or not due.is_receipt:
        return ()
    number = due.path.name.removeprefix(RECEIPT).partition("-")[0]
    try:
        came = read_record("came", due.bag.folder / TURNS / due.stage / ORDERS / f"{number}.came.json")
    except (OSError, UnusableError):
        return ()
    return message_ids(str(came.get("message_id", ""))) if came is not None else ()


def _reply_to(campaign: Campaign | None, accounts: Accounts) -> str:
    """Return to where is replied: to the campaign's own address, where it is one of this account's."""
    own = str(campaign.plain.get("email", "")) if campaign is not None else ""
    local, _, domain = own.rpartition("@")
    ours = f"{local.partition('+')[0]}@{domain}".lower()
    return own if is_sendable(own) and ours == accounts.address.lower() else accounts.address
