"""The headers and pages of outgoing mails, and each campaign as incoming mail sees it.

:class:`Envelopes` makes a mail of a letter. :func:`games_below` says who may send orders to which campaign, from which
address and with which keys.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.editions import read_record
from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.seats import absences_in
from adjudicator.campaign.stages import progress_of
from adjudicator.core.context import address_of, name_of, people_in
from adjudicator.desk.scheduler import campaigns_below
from adjudicator.mail.arrived import plain_address
from adjudicator.mail.outbox import (
    RECEIPT,
    REPORT,
    Envelope,
    Letter,
    campaign_mark,
    is_sendable,
    mail_bytes,
    message_id,
    message_ids,
    thread_id,
)
from adjudicator.mail.routing import MailedCampaign, Secrets
from adjudicator.orders.keys import mj_key, order_key
from adjudicator.post.messages import DueLetter
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError, read_file
from adjudicator.store.layout import CAMPAIGN_FILE, ORDERS, REPORTS, TURNS

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts


class Envelopes:
    """Makes mails of letters, sent ``now`` from the address of these ``accounts``."""

    def __init__(self, accounts: Accounts, now: datetime) -> None:
        """Start with no campaign examined."""
        self.accounts, self.now = accounts, now
        self.sharing: dict[Path, set[str]] = {}
        """By campaign folder, the addresses that several players share."""

    def mail(self, due: DueLetter, letter: Letter, identity: str) -> bytes:
        """Return a letter as the mail to one person, with ``identity`` as its Message-ID."""
        return mail_bytes(self._of_whom(due, letter), self._envelope(due, letter, identity), _page(due))

    def _of_whom(self, due: DueLetter, letter: Letter) -> Letter:
        """Return a letter, with the player's name in its subject if several players share the address."""
        campaign = due.batch.campaign
        if campaign is None or not letter.player:
            return letter
        if due.batch.folder not in self.sharing:
            people = people_of(campaign, self.now)
            self.sharing[due.batch.folder] = {address for address, players in people.items() if len(players) > 1}
        shared = plain_address(due.person.email) in self.sharing[due.batch.folder]
        return letter._replace(subject=f"{letter.subject} ({letter.player})") if shared else letter

    def _seed(self, campaign: Campaign | None) -> str:
        """Return the secret from which Message-IDs are made; for letters of no campaign it is simply the address."""
        return campaign.seed if campaign is not None else self.accounts.address

    def identity(self, due: DueLetter, data: bytes) -> str:
        """Return the Message-ID of a letter with these ``data`` to one person."""
        again = str(due.marks["again"])
        parts = (due.path.name, due.person.email, again, sha256(data).hexdigest())
        return message_id(self._seed(due.batch.campaign), due.stage, parts, self.accounts.domain)

    def _envelope(self, due: DueLetter, letter: Letter, identity: str) -> Envelope:
        campaign, accounts = due.batch.campaign, self.accounts
        # Replies go to the campaign's own address if it belongs to the account, else to the account's address.
        own = str(campaign.plain.get("email", "")) if campaign is not None else ""
        local, _, domain = own.rpartition("@")
        ours = f"{local.partition('+')[0]}@{domain}".lower()
        reply_to = own if is_sendable(own) and ours == accounts.address.lower() else accounts.address
        return Envelope(
            accounts.address,
            campaign.title if campaign is not None else "",
            due.person,
            identity,
            thread_id(self._seed(campaign), due.person.email, accounts.domain),
            self.now,
            reply_to,
            str(campaign.plain.get("title") or campaign.folder.resolve().name) if campaign is not None else "",
            _answers(due),
            "auto-replied" if due.is_receipt or letter.answers else "auto-generated",
            campaign.language if campaign is not None else accounts.language,
        )


def _page(due: DueLetter) -> str:
    """Return the HTML report of the letter's player if the letter is a report, else an empty string."""
    if due.batch.campaign is None or not due.path.name.startswith(REPORT):
        return ""
    name = f"player-{due.path.stem.removeprefix(REPORT)}.html"
    try:
        page = disk.read_file(due.batch.folder / TURNS / due.stage / REPORTS / name).decode()
        return page.replace("<details><summary>", "<details open><summary>")  # many mail programs show no drawing
    except (OSError, UnusableError, UnicodeDecodeError):
        return ""


def _answers(due: DueLetter) -> tuple[str, ...]:
    """Return the Message-ID of the mail that a receipt answers; nothing if it answers no mail or an unknown one."""
    if due.batch.campaign is None or not due.is_receipt:
        return ()
    number = due.path.name.removeprefix(RECEIPT).partition("-")[0]
    try:
        came = read_record("came", due.batch.folder / TURNS / due.stage / ORDERS / f"{number}.came.json")
    except (OSError, UnusableError):
        return ()
    return message_ids(str(came.get("message_id", ""))) if came is not None else ()


# The campaigns of a root as incoming mail sees them: who may send orders, from which addresses, with which keys.


def games_below(root: Path, now: datetime, confirmed: Collection[tuple[str, str, str]] = ()) -> list[MailedCampaign]:
    """Return the campaigns below ``root``; for one that cannot be loaded, return the bytes of its file.

    ``confirmed`` holds triples of campaign, address and player: that player has confirmed that mails with his key come
    from that address. Raises ``OSError`` if ``root`` cannot be read.
    """
    return [_game(root, folder, now, confirmed) for folder in campaigns_below(root)]


def _game(root: Path, folder: Path, now: datetime, confirmed: Collection[tuple[str, str, str]]) -> MailedCampaign:
    told = folder.relative_to(root).as_posix()
    try:
        campaign = load_campaign(folder)
        if campaign.seats.lent:
            from adjudicator.desk.seating import seated_at

            campaign = seated_at(campaign, now)
    except Exception:  # the visit reports the problem; the campaign's mails wait
        raw = b""
        with suppress(Exception):
            raw = read_file(folder / CAMPAIGN_FILE).lower()
        return MailedCampaign(told, (folder.resolve().name,), {}, raw=raw)
    # Subject tags use square brackets, so brackets in a title are also accepted as parentheses.
    title = str(campaign.plain.get("title", ""))
    called = (folder.resolve().name, title, title.translate(str.maketrans("[]", "()")))
    names = tuple(dict.fromkeys(filter(None, called)))
    own = tuple((plain_address(address), player) for where, address, player in confirmed if where == told)
    people, mark = people_of(campaign, now), campaign_mark(campaign.seed)
    return MailedCampaign(told, names, people, campaign.proof, mark, own, lambda: _secrets(campaign))


def people_of(campaign: Campaign, now: datetime) -> dict[str, tuple[str, ...]]:
    """Return the players whose orders may come from each address: their own, or that of a current substitute."""
    known = {name_of(person): address_of(person) for side in people_in(campaign.plain).values() for person in side}
    found: dict[str, list[str]] = {}
    sent = [(person.get("email"), player) for player, person in known.items()]
    for absence in absences_in(campaign.plain):
        if absence.at(now) and absence.substitute is not None:
            stands_in = known.get(name_of(absence.substitute), address_of(absence.substitute))
            sent.append((stands_in.get("email"), absence.player))
    for address, player in sent:
        if address and player in known and player not in campaign.seats.empty:
            players = found.setdefault(plain_address(address), [])
            players += [] if player in players else [player]
    return {address: tuple(players) for address, players in found.items()}


def _secrets(campaign: Campaign) -> Secrets:
    try:
        stage = progress_of(campaign).stage
    except Exception:  # the visit reports the problem; the campaign's mails wait
        return Secrets({}, damaged=True)
    if stage is None:
        return Secrets({}, over=True)
    seed, seats = campaign.seed, campaign.seats
    keys = {order_key(seed, stage, seats.holder(player)).replace("-", ""): player for player in campaign.players}
    return Secrets(keys, mj_key(seed, stage))
