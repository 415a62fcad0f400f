"""What the MJ is told by mail when somebody must look: one letter whenever the reasons change, and none in between.

What happens once (a mail set aside, a letter that he has to give to somebody himself) is told in one letter and no
more. A letter that has not left yet is not joined by the next, but becomes it: what is no longer so is told to nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.mail.outbox import letter_text
from adjudicator.post import delivery_log
from adjudicator.speech.voice import one_line, voice_of
from adjudicator.store import disk
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import OUTBOX
from adjudicator.table.decision import to_be_told_again

if TYPE_CHECKING:
    from adjudicator.desk.visit import Visit, VisitLine
    from adjudicator.mail.accounts import Accounts


DIGEST = "digest"
KNOWN = "told.json"
"""Beside the accounts: what the last letter told, and what the next one will."""
_MOST = 10
"""Things of a kind that a letter tells one by one: a flood of them fills none."""
_MOST_A_DAY = 10
"""Reasons within a day for which a letter is written at once: who sends mails by the thousand wakes nobody."""


class NewsItem(NamedTuple):
    """Something that has happened, and is told once."""

    text: str
    reason: str = ""
    """By what others like it are known, that need no letter of their own on the same day; empty for nothing."""
    wakes: bool = True
    """Whether a letter is written for it; else it is told in the next one."""
    gives: bool = False
    """Whether it is a letter that he has to give to somebody."""


class _Known(TypedDict):
    """What is remembered."""

    reasons: list[str]
    """Why somebody had to look, the last time."""
    number: int
    """That of the last letter."""
    events: list[list[object]]
    """What has happened that it told."""
    pending: list[list[object]]
    """What will be told in the next one."""
    more: int
    """How many mails besides these are not told one by one."""
    heard: dict[str, str]
    """The reasons of what was told within the day, with when."""


_NOTHING: _Known = {"reasons": [], "number": 0, "events": [], "pending": [], "more": 0, "heard": {}}


def digest(
    accounts: Accounts,
    visits: Sequence[Visit],
    now: datetime,
    besides: Sequence[VisitLine] = (),
    events: Sequence[NewsItem] = (),
) -> bool:
    """Write to the MJ if there are other reasons to look than the last time, or news; tell whether that was done.

    ``besides`` is what is told of no campaign, as of a server; ``events`` are told once. Nothing is sent here: the
    letter lies in the outbox of the post. Raises ``OSError``.
    """
    before = _known(accounts)
    reasons = list(_reasons(visits, besides))
    heard = {reason: at for reason, at in before["heard"].items() if not _is_past(at, now)}
    pending, more = _bounded([*map(_event, before["pending"]), *events])
    more += before["more"]
    changed = reasons != before["reasons"]
    wanted = (changed and bool(reasons)) or any(event.wakes and _is_news(event, heard) for event in pending)
    if not (wanted or changed or events):
        return False
    disk.make_folder(accounts.state)
    unsent = _unsent(accounts, before["number"]) if before["number"] and (wanted or changed) else None
    known: _Known = {**before, "reasons": reasons, "heard": heard, "pending": list(map(list, pending)), "more": more}
    told = list(map(_event, before["events"])) if unsent is not None else []
    if wanted or (unsent is not None and (told or reasons)):
        told, beyond = _bounded([*told, *(pending if wanted else ())])
        beyond += more if wanted else 0
        number = before["number"] + (unsent is None)
        text = _letter(accounts, visits, besides, told, beyond)
        known |= {"number": number, "events": list(map(list, told))}
        if wanted:
            news = {event.reason: now.isoformat() for event in pending if event.reason}
            known |= {"pending": [], "more": 0, "heard": {**heard, **news}}
        disk.make_folder(_path(accounts, number).parent)
        disk.write_whole(_path(accounts, number), text.encode())
    elif unsent is not None:
        unsent.unlink()
    disk.write_whole(accounts.state / KNOWN, record_bytes(DIGEST, {**known, "at": now.isoformat()}))
    return wanted


def _known(accounts: Accounts) -> _Known:
    found = read_record(DIGEST, accounts.state / KNOWN) if accounts.state.is_dir() else None
    return {**_NOTHING, **(found or {})}  # type: ignore[typeddict-item]


def _event(row: Sequence[object]) -> NewsItem:
    text, reason, wakes, gives = row
    return NewsItem(str(text), str(reason), bool(wakes), bool(gives))


def _is_past(at: str, now: datetime) -> bool:
    then = datetime.fromisoformat(at)
    return to_be_told_again(then, then, now)


def _is_news(event: NewsItem, heard: Mapping[str, str]) -> bool:
    """Tell whether for an event a letter is written at once, by what was ``heard`` within the day."""
    return not event.reason or (event.reason not in heard and len(heard) < _MOST_A_DAY)


def _bounded(events: Sequence[NewsItem]) -> tuple[list[NewsItem], int]:
    """Return of each kind of events as many as are told one by one, and how many mails are left out.

    What wakes nobody, and what is like another, is left out first.
    """
    seen: dict[str, int] = {}
    ranked = []
    for number, event in enumerate(dict.fromkeys(events)):
        like = seen[event.reason] = seen.get(event.reason, -1) + 1
        ranked.append((event.gives, not event.wakes, like if event.reason else 0, number, event))
    ranked.sort()
    mails = [row for row in ranked if not row[0]]
    kept = [*mails[:_MOST], *(row for row in ranked if row[0])]
    return [row[-1] for row in sorted(kept, key=lambda row: row[3])], len(mails[_MOST:])


def _path(accounts: Accounts, number: int) -> Path:
    return accounts.state / OUTBOX / DIGEST / f"{DIGEST}-{number:04d}.txt"


def _unsent(accounts: Accounts, number: int) -> Path | None:
    """Return the letter of a number, as long as no server can have taken it; else None. Raises ``OSError``."""
    path = _path(accounts, number)
    with suppress(FileNotFoundError):
        data = disk.read_file(path)
        kept = accounts.state / delivery_log.SENT / DIGEST / f"{path.stem}.json"
        mark = delivery_log.marks_of(kept, data, 0)["to"].get(accounts.mj)
        return path if mark is None or mark["state"] == "waiting" else None
    return None


def _reasons(visits: Sequence[Visit], besides: Sequence[VisitLine]) -> Iterator[str]:
    """Give why somebody must look, in no words that a number changes."""
    for visit in visits:
        if visit.look:
            happened = [line.text for line in visit.events if line.reason is not None]
            yield from (f"{visit.folder}\n{reason}" for reason in (*visit.looked, *happened))
    yield from (without_what_varies(line.text) for line in besides if line.reason is not None)


def _letter(
    accounts: Accounts, visits: Sequence[Visit], besides: Sequence[VisitLine], events: Sequence[NewsItem], more: int
) -> str:
    """Return a letter as it lies in an outbox: for each campaign what is to be looked at, and what has happened."""
    voice = voice_of("", accounts.language)
    looked = [visit for visit in visits if visit.look]
    lines = [voice.say("digest.opening")]
    for visit in looked:
        told = [line for line in (visit.line, *visit.events, *visit.remarks) if line.reason is not None]
        lines += ["", str(visit.folder), *(voice.say("letter.item", line=line.text) for line in told)]
    others = [line.text for line in besides if line.reason is not None]
    gives = [event.text for event in events if event.gives]
    mails = [event.text for event in events if not event.gives]
    mails += [voice.count("run.mail.seen.more", more)] if more else []
    for said in filter(None, (others, mails, gives)):
        lines += ["", *(voice.say("letter.item", line=line) for line in said)]
    if looked:
        subject = voice.count("digest.subject", len(looked))
    else:
        subject = voice.say("digest.subject.post" if others or mails else "digest.subject.give")
    to = f"{accounts.mj} <{accounts.mj}>"
    return letter_text([("Player", ""), ("To", to), ("Subject", subject)], list(map(one_line, lines)))


# What is wrong with the post is told once a day, and not at each visit of cron: what the MJ has heard, and when.


HEARD = "heard.json"
"""Beside the accounts: the sentences of the last runs, each with when it was told."""


class HeardNews:
    """What the MJ has heard of the post of some ``accounts``."""

    def __init__(self, accounts: Accounts, now: datetime) -> None:
        """Read it; where it cannot be read, he has heard nothing."""
        self.accounts, self.now = accounts, now
        self._before: dict[str, str] = {}
        self._now: dict[str, str] = {}
        with suppress(OSError, UnusableError):
            known = read_record("heard", accounts.state / HEARD)
            self._before = known["lines"] if known is not None else {}

    def is_news(self, sentence: str) -> bool:
        """Tell whether what is wrong is to be told now: it is new, or was told a day ago."""
        lasting = without_what_varies(sentence)
        told = self._before.get(lasting)
        at = datetime.fromisoformat(told) if told is not None else None
        news = at is None or to_be_told_again(at, at, self.now)
        self._now[lasting] = self.now.isoformat() if news else str(told)
        return news

    def keep(self) -> None:
        """Write it down; what is no longer wrong is forgotten. Where that cannot be done, all is told once more."""
        if self._now == self._before:
            return
        with suppress(OSError):
            disk.write_all(self.accounts.state, {HEARD: record_bytes("heard", {"lines": self._now})}, synced=False)


def without_what_varies(sentence: str) -> str:
    """Return a sentence without what a server says otherwise each time: brackets, and words with digits in them."""
    return " ".join(re.sub(r"\([^()]*\)|\S*\d\S*", "", sentence).split())
