"""Changes of seats that the MJ asks for, judged before they are recorded.

A change says who takes or leaves a seat, until when, and who becomes captain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.campaign_file import forum_name_owner, is_inner, strange_names
from adjudicator.campaign.new_campaign import misnamed
from adjudicator.campaign.records import Taken
from adjudicator.campaign.seats import SeatHolder, Seats, absences_in
from adjudicator.core.context import address_of, name_of
from adjudicator.core.faults import Fault, Mark, Objection
from adjudicator.core.words import LONGEST, composed, fold
from adjudicator.reading.schemas import load_schema
from adjudicator.store.disk import UnusableError


class Change(NamedTuple):
    """Seats that change together, as an act records them, and the captains named with the change, by camp."""

    seats: list[Taken]
    captains: dict[str, str]


class SeatingWish(NamedTuple):
    """What the MJ asks for in addition to seats and names; None where he asks for nothing."""

    email: str | None = None
    forum: str | None = None
    until: datetime | None = None
    captain: str | None = None


def replacing(campaign: Campaign, pairs: Sequence[tuple[str, str]], wish: SeatingWish, now: datetime) -> Change:
    """Return the change by which new people take seats; each of ``pairs`` is a seat or its holder, and the new name.

    Raises ``UnusableError`` if the change is not possible.
    """
    taken = {_seat_named(campaign, text): composed(" ".join(name.split()), LONGEST) for text, name in pairs}
    if len(taken) < len(pairs):
        raise UnusableError("seats.twice")
    if len(pairs) > 1 and (wish.email is not None or wish.forum is not None):
        raise UnusableError("seats.one-address")
    given = _address(wish)
    seats = [_taking(campaign, seat, name, given, wish.until) for seat, name in taken.items()]
    for (seat, name), change in zip(taken.items(), seats, strict=True):
        if name == campaign.seats.name_of(seat) and (given or campaign.seats.stays(change)):
            continue  # the same person gets another address or stays until another date
        _refuse_name(campaign, seat, name, taken)
        _refuse_stand_in(campaign, seat, name, now)
    after = _after(campaign, seats)
    objection: Objection
    for objection in after.game.setup.objections(after.plain):  # such as to a character that somebody else plays
        raise UnusableError(f"fault.{objection.code}", objection.nearest, after.game.id, **objection.values)
    _refuse_forum_names(after, [name for name in taken.values() if name not in campaign.players], given, seats)
    return Change(seats, _captains(after, wish.captain))


def leaving(campaign: Campaign, text: str, captain: str | None) -> Change:
    """Return the change by which somebody leaves a seat that stays empty.

    Raises ``UnusableError`` if the seat is unknown or already empty, or ``captain`` cannot be captain.
    """
    seat = _seat_named(campaign, text)
    name = campaign.seats.name_of(seat)
    if name in campaign.seats.empty:
        raise UnusableError("seats.left-already", name=name)
    seats: list[Taken] = [{"seat": seat, "name": name, "left": True}]
    return Change(seats, _captains(_after(campaign, seats), captain))


def returning(seats: Seats, now: datetime) -> list[Taken]:
    """Return the seats that go back to their owners because the time of their present holders is over.

    An owner who holds another seat now does not get his own back.
    """
    due = {seat: lent.owner for seat, lent in seats.lent.items() if lent.until <= now}
    others = {sitter.name for seat, sitter in seats.sitters.items() if seat not in due}
    return [owner.taking(seat) for seat, owner in due.items() if owner.name not in others]


# Which seat, and who may take it --------------------------------------------------------------------------------------


def _seat_named(campaign: Campaign, text: str) -> str:
    """Return the seat of the player called ``text``. Raises ``UnusableError`` if no player is called that."""
    name = campaign.names.find(text)
    if name is not None:
        return campaign.seats.seat_of(name)
    if fault := campaign.seats.gone_fault(text):
        raise _refusal(fault, campaign)
    raise UnusableError("seats.unknown", campaign.names.nearest(text), name=text)


def _address(wish: SeatingWish) -> dict[str, str]:
    """Return the address that the MJ gives. Raises ``UnusableError`` if the e-mail address is not valid."""
    if wish.email is not None and not re.search(
        load_schema("urn:adjudicator:common")["$defs"]["email"]["pattern"], wish.email
    ):
        raise UnusableError("seats.bad-email", email=wish.email)
    given = {"email": wish.email, "forum": wish.forum}
    return {key: text for key, text in given.items() if text}


def _taking(campaign: Campaign, seat: str, name: str, given: Mapping[str, str], until: datetime | None) -> Taken:
    """Return the record of ``name`` taking ``seat``; a new address alone keeps the date until which he has it."""
    taken: Taken = {**SeatHolder(name, {**_known(campaign, name), **given}).taking(seat)}
    if given and until is None and seat in campaign.seats.lent and name == campaign.seats.name_of(seat):
        until = campaign.seats.lent[seat].until
    return {**taken, "until": until.isoformat()} if until is not None else taken


def _known(campaign: Campaign, name: str) -> dict[str, str]:
    """Return the address of a person who is a player or a substitute now; empty for anybody else.

    Former players are not looked up, because another person may have the same name.
    """
    there = {sitter.name: dict(sitter.address) for sitter in campaign.all_seats.sitters.values()}
    stand_ins = [absence.substitute for absence in absences_in(campaign.plain) if absence.substitute is not None]
    addresses = {name_of(person): address_of(person) for person in stand_ins}
    known = there.get(name) or addresses.get(name) or {}
    return {key: text for key, text in known.items() if key != "name"}


def _after(campaign: Campaign, seats: Sequence[Taken]) -> Campaign:
    return campaign.with_seats(campaign.all_seats.changed(seats))


def _captains(after: Campaign, captain: str | None) -> dict[str, str]:
    """Return the captain whom the MJ names, by camp. Raises ``UnusableError`` if he cannot be captain there."""
    if captain is None:
        return {}
    seat = _seat_named(after, captain)
    name = after.seats.name_of(seat) if after.seats.acts else seat
    camp = next((camp for camp, players in after.camps.items() if name in players), None)
    if camp is None or not after.game.setup.spokesman(after.setting, camp):
        raise UnusableError("seats.no-captains", name=captain)
    if name in after.seats.empty:
        raise UnusableError("seats.captain-gone", name=name)
    return {camp: seat}


# What is refused ------------------------------------------------------------------------------------------------------


def _refuse_name(campaign: Campaign, seat: str, name: str, taken: Mapping[str, str]) -> None:
    """Raise ``UnusableError`` for a name that is not allowed or could be confused with another one."""
    for fault in misnamed(name):
        raise _refusal(fault, campaign)
    before = campaign.seats.name_of(seat)
    if fold(name) == fold(before) and before not in campaign.seats.empty:
        raise UnusableError("seats.same", name=before)
    staying = [other for other in campaign.players if campaign.seats.seat_of(other) not in taken]
    others = [*staying, *(other for one, other in taken.items() if one != seat)]
    for other in others:
        if fold(other) == fold(name):
            raise UnusableError("seats.plays", name=other)
    for fault in strange_names((Mark(), each) for each in [*others, *campaign.camps, name]):
        if fault.found == name or fault.code == "name-invisible":
            raise _refusal(fault, campaign)
    if _is_word(name, campaign):
        # Propose a free name similar to the word of the game: «Loup» or «Loup 2» for «loup»
        written, known = name.capitalize(), set(map(fold, others))
        tried = (written, *(f"{written} {number}" for number in range(2, len(others) + 3)))
        free = next(each for each in tried if fold(each) not in known and not _is_word(each, campaign))
        raise UnusableError("seats.word", name=name, instead=free)
    if is_inner(seat, campaign.game.id, campaign.camps) and name != seat:
        raise UnusableError("seats.seat-is-word", seat=seat)


def _is_word(name: str, campaign: Campaign) -> bool:
    return is_inner(name, campaign.game.id, campaign.camps) or fold(name) in map(fold, campaign.camps)


def _refuse_stand_in(campaign: Campaign, seat: str, name: str, now: datetime) -> None:
    """Raise ``UnusableError`` if an absence in ``campaign.yaml`` would apply to the wrong person or reveal too much.

    An absence under the same name may be meant for another person. A substitute reads what the absent player may know,
    so he may only take a seat in the same camp.
    """
    sides = {player: camp for camp, players in campaign.camps.items() for player in players}
    before = campaign.seats.name_of(seat)
    for absence in absences_in(campaign.plain):
        if absence.end <= now:
            continue
        if fold(absence.player) == fold(name):
            raise UnusableError("seats.absence", name=name)
        stands_in = absence.substitute is not None and fold(name_of(absence.substitute)) == fold(name)
        there = absence.player in campaign.players and absence.player != before
        if stands_in and there and (not sides or sides[absence.player] != sides[before]):
            raise UnusableError("seats.stands-in", name=name, player=absence.player)


def _refuse_forum_names(after: Campaign, come: Sequence[str], given: Mapping[str, str], seats: Sequence[Taken]) -> None:
    """Raise ``UnusableError`` if a new person or a new forum name could be mistaken for another player on the forum."""
    called = [(name, name) for name in come]
    called += [(taken["name"], given["forum"]) for taken in seats if "forum" in given]
    for name, text in called:
        if other := forum_name_owner(after.plain, text, name):
            raise UnusableError("fault.forum-taken", found=text, other=other)


def _refusal(fault: Fault, campaign: Campaign) -> UnusableError:
    values = {"found": fault.found or "", "expected": "", **fault.values}
    return UnusableError(f"fault.{fault.code}", fault.nearest, campaign.game.id, **values)
