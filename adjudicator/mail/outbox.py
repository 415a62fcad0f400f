"""What is to be sent to players: one file a message in ``outbox/``, in a folder for each stage.

A message is text with a head like a mail's: ``Player`` whom it is about, a ``To`` for each person to whom it goes (the
player and who stands in for him), ``Forum`` below who has a name there, ``Subject``; then a blank line and the text.
One for everybody has its ``Subject`` alone.
The name of its file is made of what it is about and for whom, so that one written again is the same file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.seats import absences_in
from adjudicator.core.context import address_of, name_of, people_in
from adjudicator.core.words import slug
from adjudicator.mail.sending import PUBLIC
from adjudicator.speech.voice import one_line
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX

Address: TypeAlias = dict[str, str]
"""The ``name`` of a person, and ``email`` and ``forum`` where they are known."""


class Message(NamedTuple):
    """A message to ``player``, and to who stands in for him; ``about`` makes its name, ``lines`` are its text."""

    player: str
    """Empty for a text for everybody, which nobody is sent: the MJ posts it."""
    about: str
    subject: str
    lines: Sequence[str]


def put(campaign: Campaign, stage: str, messages: Sequence[Message], now: datetime) -> None:
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


def _name(campaign: Campaign, message: Message) -> str:
    if not message.player:
        return f"{PUBLIC}{message.about}.txt"
    number = campaign.players.index(message.player) + 1
    return f"{message.about}-{number:02d}-{slug(message.player)}".rstrip("-") + ".txt"


def _written(campaign: Campaign, message: Message, now: datetime) -> str:
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
