"""What is answered to mails that no campaign has judged: questions, and what the MJ is told of his commands.

Nobody is written to but those whose addresses stand in ``campaign.yaml`` or ``courrier.yaml``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from adjudicator.core.faults import Filling, Listed
from adjudicator.mail import outbox
from adjudicator.mail.arrived import plain_address
from adjudicator.mail.outbox import tag
from adjudicator.speech.voice import voice_of
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.campaign.campaign import Campaign
    from adjudicator.mail.accounts import Accounts
    from adjudicator.office.session import Session
    from adjudicator.office.visit import Questions

OF_NO_GAME = "post"
"""The folder of the outbox of a root in which letters lie that belong to no campaign."""


def to_player(table: Session, player: str, about: str, what: str, **values: Filling) -> None:
    """Write to a player of the campaign that is held, ``what`` of the sentences of the post."""
    campaign = table.campaign
    if player not in campaign.players:
        return
    voice = campaign.voice()
    subject = voice.say(f"post.{what}.subject", title=campaign.title, **values)
    letter = outbox.Message(player, about, subject, [voice.say(f"post.{what}", title=campaign.title, **values)])
    outbox.put(campaign, table.situation.progress.stage_folder.name, [letter], table.now)


def to_address(table: Session, accounts: Accounts, sender: str, players: Sequence[str], about: str, what: str) -> None:
    """Write to an address that several ``players`` share, by nobody's name: which of them has written is not known."""
    campaign = table.campaign
    people = [person for player in players for person in outbox.recipients(campaign, player, table.now)]
    known = [person["email"] for person in people if plain_address(person.get("email", "")) == plain_address(sender)]
    if not known:
        return
    voice = campaign.voice()
    line = f"{voice.word('envelope', 'player')}: {players[-1]}"
    subject = voice.say(f"post.{what}.subject", title=tag(campaign.title))
    _put(accounts.state, about, known[0], subject, voice.say(f"post.{what}", title=campaign.title, line=line))


def which_game(accounts: Accounts, address: str, about: str, titles: Sequence[str]) -> None:
    """Ask somebody who plays in the campaigns with these ``titles`` which of them he means."""
    voice = voice_of("", accounts.language)
    subject = voice.say("post.which-game.subject")
    _put(accounts.state, about, address, subject, voice.say("post.which-game", titles=Listed(tuple(titles))))


def to_mj(accounts: Accounts, about: str, what: str, campaign: Campaign | None = None, **values: Filling) -> None:
    """Write to the MJ, ``what`` of the sentences of the post."""
    voice = voice_of(campaign.game.id if campaign else "", accounts.language)
    title = campaign.title if campaign else ""
    subject = voice.say(f"post.{what}.subject", title=title, **values)
    _put(accounts.state, about, accounts.mj, subject, voice.say(f"post.{what}", title=title, **values))


def questions(accounts: Accounts, asked: Questions) -> None:
    """Write to the MJ what he has to decide, with the form of his answers: once, whatever becomes of the letter."""
    voice = voice_of("", accounts.language)
    values: dict[str, Filling] = {"title": asked.title, "stage": asked.stage}
    if not _path(accounts.state, f"questions-{asked.mark}").exists():
        text = f"{voice.say('post.questions', **values)}\n\n{asked.form.rstrip()}"
        _put(
            accounts.state, f"questions-{asked.mark}", accounts.mj, voice.say("post.questions.subject", **values), text
        )


def _path(state: Path, about: str) -> Path:
    return state / OUTBOX / OF_NO_GAME / f"{about}.txt"


def _put(state: Path, about: str, address: str, subject: str, text: str) -> None:
    path = _path(state, about)
    disk.make_folder(path.parent)
    fields = [("Player", ""), ("To", f"{address} <{address}>"), ("Subject", subject)]
    disk.write_whole(path, outbox.letter_text(fields, [text]).encode())


def dated(campaign: Campaign, when: datetime) -> Filling:
    """Say a moment by the clock of a campaign."""
    from adjudicator.table.clock import moment

    return moment(campaign, when, year=True)
