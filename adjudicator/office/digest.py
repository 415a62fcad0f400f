"""What the MJ is told by mail when somebody must look: one letter whenever the reasons change, and none in between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.mail.outbox import letter_text
from adjudicator.office.heard import without_what_varies
from adjudicator.speech.text import one_line
from adjudicator.speech.voice import voice_of
from adjudicator.store import disk
from adjudicator.store.layout import OUTBOX

if TYPE_CHECKING:
    from adjudicator.mail.accounts import Accounts
    from adjudicator.office.visit import Line, Visit

DIGEST = "digest"
KNOWN = "told.json"
"""Beside the accounts: the reasons of the last letter."""


def digest(accounts: Accounts, visits: Sequence[Visit], now: datetime, besides: Sequence[Line] = ()) -> bool:
    """Write to the MJ if there are other reasons to look than the last time; tell whether there are any to write of.

    ``besides`` is what is told of no campaign, as of a server. Nothing is sent here: the letter lies in the outbox of
    the post. Raises ``OSError``.
    """
    path = accounts.state / KNOWN
    before = (read_record("digest", path) or {"reasons": [], "number": 0}) if accounts.state.is_dir() else None
    reasons = list(_reasons(visits, besides))
    if before is None:
        disk.make_folder(accounts.state)
        before = {"reasons": [], "number": 0}
    if reasons == before["reasons"]:
        return False
    number = before["number"] + bool(reasons)
    if reasons:
        folder = accounts.state / OUTBOX / DIGEST
        disk.make_folder(folder)
        disk.write_whole(folder / f"{DIGEST}-{number:04d}.txt", _letter(accounts, visits, besides).encode())
    disk.write_whole(path, record_bytes(DIGEST, {"at": now.isoformat(), "reasons": reasons, "number": number}))
    return bool(reasons)


def _reasons(visits: Sequence[Visit], besides: Sequence[Line]) -> Iterator[str]:
    """Give why somebody must look, in no words that a number changes."""
    for visit in visits:
        if visit.look:
            happened = [line.text for line in visit.events if line.reason is not None]
            yield from (f"{visit.folder}\n{reason}" for reason in (*visit.looked, *happened))
    yield from (without_what_varies(line.text) for line in besides if line.reason is not None)


def _letter(accounts: Accounts, visits: Sequence[Visit], besides: Sequence[Line]) -> str:
    """Return a letter as it lies in an outbox: for each campaign what is to be looked at."""
    voice = voice_of("", accounts.language)
    looked = [visit for visit in visits if visit.look]
    lines = [voice.say("digest.opening")]
    for visit in looked:
        told = [line for line in (visit.line, *visit.events, *visit.remarks) if line.reason is not None]
        lines += ["", str(visit.folder), *(voice.say("letter.item", line=line.text) for line in told)]
    others = [line.text for line in besides if line.reason is not None]
    lines += ["", *(voice.say("letter.item", line=line) for line in others)] if others else []
    subject = voice.count("digest.subject", len(looked)) if looked else voice.say("digest.subject.post")
    to = f"{accounts.mj} <{accounts.mj}>"
    return letter_text([("Player", ""), ("To", to), ("Subject", subject)], list(map(one_line, lines)))
