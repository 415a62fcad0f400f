"""The letter that tells the MJ that something needs attention, and the record of problems already reported.

A letter is written when the reasons to look change or a new event occurs. An event (a mail set aside, a letter that the
MJ must deliver) is reported once. If the previous letter has not been sent yet, it is replaced instead of followed by a
second one, and what no longer holds is dropped from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from adjudicator.campaign.editions import read_record, record_bytes
from adjudicator.campaign.records import DigestRecord
from adjudicator.mail.outbox import letter_text
from adjudicator.post import messages
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
"""The file beside the accounts that records what the last letter said and what the next one will say."""
_MOST = 10
"""How many events of a kind a letter lists one by one, so that a flood of mails does not fill it."""
_MOST_A_DAY = 10
"""How many reasons within a day cause a letter at once, so that thousands of mails do not cause as many letters."""


class NewsItem(NamedTuple):
    """An event that is reported once."""

    text: str
    reason: str = ""
    """Identifies similar events, which cause no further letter on the same day; empty if every such event counts."""
    wakes: bool = True
    """Whether the event causes a letter at once; otherwise it waits for the next letter."""
    gives: bool = False
    """Whether the event is a letter that the MJ must deliver."""


_NOTHING: DigestRecord = {"reasons": [], "number": 0, "events": [], "pending": [], "more": 0, "heard": {}}


def digest(
    accounts: Accounts,
    visits: Sequence[Visit],
    now: datetime,
    besides: Sequence[VisitLine] = (),
    events: Sequence[NewsItem] = (),
) -> bool:
    """Write a letter to the MJ if the reasons to look have changed or there is news; return whether that was done.

    ``besides`` holds lines that belong to no campaign, such as a problem with a server; each of the ``events`` is
    reported once. The letter is only put into the outbox of the root's mail folder. Raises ``OSError``.
    """
    found = read_record(DIGEST, accounts.state / KNOWN) if accounts.state.is_dir() else None
    before: DigestRecord = {**_NOTHING, **(found or {})}  # type: ignore[typeddict-item]
    reasons = list(_reasons(visits, besides))
    heard = {reason: at for reason, at in before["heard"].items() if not _is_past(at, now)}
    pending, more = _bounded([*starmap(NewsItem, before["pending"]), *events])
    more += before["more"]
    changed = reasons != before["reasons"]
    wanted = (changed and bool(reasons)) or any(event.wakes and _is_news(event, heard) for event in pending)
    if not (wanted or changed or events):
        return False
    disk.make_folder(accounts.state)
    unsent = _unsent(accounts, before["number"]) if before["number"] and (wanted or changed) else None
    known: DigestRecord = {**before, "reasons": reasons, "heard": heard, "pending": [*pending], "more": more}
    told = list(starmap(NewsItem, before["events"])) if unsent is not None else []
    if wanted or (unsent is not None and (told or reasons)):
        told, beyond = _bounded([*told, *(pending if wanted else ())])
        beyond += more if wanted else 0
        number = before["number"] + (unsent is None)
        text = _letter(accounts, visits, besides, told, beyond)
        known |= {"number": number, "events": [*told]}
        if wanted:
            news = {event.reason: now.isoformat() for event in pending if event.reason}
            known |= {"pending": [], "more": 0, "heard": {**heard, **news}}
        disk.make_folder(_path(accounts, number).parent)
        disk.write_whole(_path(accounts, number), text.encode())
    elif unsent is not None:
        unsent.unlink()
    disk.write_whole(accounts.state / KNOWN, record_bytes(DIGEST, known))
    return wanted


def _is_past(at: str, now: datetime) -> bool:
    """Return whether what was told ``at`` a time in ISO format is to be told again."""
    then = datetime.fromisoformat(at)
    return to_be_told_again(then, then, now)


def _is_news(event: NewsItem, heard: Mapping[str, str]) -> bool:
    """Return whether an event causes a letter at once, given the reasons ``heard`` within the day."""
    return not event.reason or (event.reason not in heard and len(heard) < _MOST_A_DAY)


def _bounded(events: Sequence[NewsItem]) -> tuple[list[NewsItem], int]:
    """Return the events to list one by one, and the number of mails left out.

    Events that cause no letter, and further events with the same reason, are left out first.
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
    """Return the letter with a number if no server can have accepted it yet, else None. Raises ``OSError``."""
    path = _path(accounts, number)
    with suppress(FileNotFoundError):
        data = disk.read_file(path)
        kept = accounts.state / messages.SENT / DIGEST / f"{path.stem}.json"
        mark = messages.marks_of(kept, data, 0)["to"].get(accounts.mj)
        return path if mark is None or mark["state"] == "waiting" else None
    return None


def _reasons(visits: Sequence[Visit], besides: Sequence[VisitLine]) -> Iterator[str]:
    """Yield the reasons to look, without the parts that vary from run to run."""
    for visit in visits:
        if visit.look:
            happened = [line.text for line in visit.events if line.reason is not None]
            yield from (f"{visit.folder}\n{reason}" for reason in (*visit.looked, *happened))
    yield from (without_what_varies(line.text) for line in besides if line.reason is not None)


def _letter(
    accounts: Accounts, visits: Sequence[Visit], besides: Sequence[VisitLine], events: Sequence[NewsItem], more: int
) -> str:
    """Return the letter's text: the lines that need attention by campaign, then the other lines and the events."""
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


# Problems with the mail are reported once a day and not at each run of cron.


HEARD = "heard.json"
"""The file beside the accounts with the sentences of the last runs, each with the time of its report."""


class ToldNews:
    """The problems with the mail of some ``accounts`` that the MJ has been told about."""

    def __init__(self, accounts: Accounts, now: datetime) -> None:
        """Read the record; an unreadable record counts as empty."""
        self.accounts, self.now = accounts, now
        self._before: dict[str, str] = {}
        self._now: dict[str, str] = {}
        with suppress(OSError, UnusableError):
            known = read_record("heard", accounts.state / HEARD)
            self._before = known["lines"] if known is not None else {}

    def is_news(self, sentence: str) -> bool:
        """Return whether a problem must be reported now: it is new, or was last reported a day ago."""
        lasting = without_what_varies(sentence)
        told = self._before.get(lasting)
        news = told is None or _is_past(told, self.now)
        self._now[lasting] = self.now.isoformat() if news else str(told)
        return news

    def keep(self) -> None:
        """Write the record without the problems that are gone; if that fails, the problems are reported again."""
        if self._now == self._before:
            return
        with suppress(OSError):
            disk.write_all(self.accounts.state, {HEARD: record_bytes("heard", {"lines": self._now})}, synced=False)


def without_what_varies(sentence: str) -> str:
    """Return a sentence without parentheses and words with digits, which may differ each time a server replies."""
    return " ".join(re.sub(r"\([^()]*\)|\S*\d\S*", "", sentence).split())
