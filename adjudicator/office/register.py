"""The campaigns of a root as the post knows them: who may send orders, from where, and what is made of their seeds."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.campaign.loading import load_campaign
from adjudicator.campaign.seats import absences_in
from adjudicator.campaign.stages import progress_of
from adjudicator.core.context import address_of, name_of, people_in
from adjudicator.mail.arrived import plain_address
from adjudicator.mail.outbox import campaign_mark
from adjudicator.mail.routing import Game, Secrets
from adjudicator.office.rounds import campaigns_below
from adjudicator.orders.keys import mj_key, order_key
from adjudicator.store.disk import read_file
from adjudicator.store.layout import CAMPAIGN_FILE

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign


def games_below(root: Path, now: datetime, confirmed: Collection[tuple[str, str, str]] = ()) -> list[Game]:
    """Return the campaigns below ``root``, each by itself: of one that cannot be read, what its file holds.

    ``confirmed`` are campaigns, addresses and players whose keys were confirmed from there. Raises ``OSError`` when
    ``root`` cannot be read.
    """
    return [_game(root, folder, now, confirmed) for folder in campaigns_below(root)]


def told_as(root: Path, folder: Path) -> str:
    """Return by what the campaign in a ``folder`` is told: its path as seen from the root."""
    return folder.relative_to(root).as_posix()


def _game(root: Path, folder: Path, now: datetime, confirmed: Collection[tuple[str, str, str]]) -> Game:
    told = told_as(root, folder)
    try:
        campaign = load_campaign(folder)
        if campaign.seats.lent:
            from adjudicator.office.seating import seated_at  # most campaigns keep their people

            campaign = seated_at(campaign, now)
    except Exception:  # the visit says what is wrong with it; its mails wait
        return Game(told, (folder.resolve().name,), {}, raw=_raw(folder))
    names = _names(campaign, folder)
    own = tuple((plain_address(address), player) for where, address, player in confirmed if where == told)
    people, mark = people_of(campaign, now), campaign_mark(campaign.seed)
    return Game(told, names, people, campaign.proof, mark, own, lambda: _secrets(campaign))


def _raw(folder: Path) -> bytes:
    try:
        return read_file(folder / CAMPAIGN_FILE).lower()
    except Exception:
        return b""


def _names(campaign: Campaign, folder: Path) -> tuple[str, ...]:
    """Return what a campaign may be called in a subject or an address; a title's brackets are parentheses in tags."""
    title = str(campaign.plain.get("title", ""))
    plain = title.translate(str.maketrans("[]", "()"))
    return tuple(dict.fromkeys(name for name in (folder.resolve().name, title, plain) if name))


def people_of(campaign: Campaign, now: datetime) -> dict[str, tuple[str, ...]]:
    """Return the players whose orders may come from an address: their own, or of who stands in for them now."""
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
    except Exception:  # the visit says what is wrong with it; its mails wait
        return Secrets({}, damaged=True)
    if stage is None:
        return Secrets({}, over=True)
    seed, seats = campaign.seed, campaign.seats
    keys = {order_key(seed, stage, seats.holder(player)).replace("-", ""): player for player in campaign.players}
    return Secrets(keys, mj_key(seed, stage))
