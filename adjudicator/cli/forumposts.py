"""Pages of a forum on the command line: what ``submit --from forum`` and ``check --from forum`` read and say."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from adjudicator.cli.console import (
    at_work,
    common_voice,
    complain,
    explicit_language,
    now,
    open_seated,
    print_json,
    say,
)
from adjudicator.cli.submitting import exit_if_refused, standard_input, tell, tell_not_taken
from adjudicator.core.faults import Phrase
from adjudicator.orders.inbox import source_name
from adjudicator.reading.forum_message import Page
from adjudicator.reading.forum_page import LARGEST_PAGE, page
from adjudicator.speech.voice import one_line, short
from adjudicator.store.disk import read_file

if TYPE_CHECKING:
    from adjudicator.campaign.campaign import Campaign
    from adjudicator.desk.forum_posts import Row, Sorted
    from adjudicator.orders.submission import Submission
    from adjudicator.speech.voice import Voice
    from adjudicator.table.situation import Situation

SAVED = (".html", ".htm", ".xhtml")
"""Endings of the names under which browsers save pages."""


class Source(NamedTuple):
    """A page as it was brought: its name, its bytes, and when it was saved."""

    name: str
    data: bytes
    at: datetime | None = None

    @property
    def saved(self) -> bool:
        """Whether a browser has saved it as HTML."""
        return self.name.lower().endswith(SAVED)


def submit(folder: str, files: Sequence[str], origin: str | None, messages: int | None, as_json: bool) -> None:
    """Take the messages of pages, and say of each what became of it."""
    from adjudicator.campaign.loading import refuse_no_campaign
    from adjudicator.desk.reception import LettersOwedError

    refuse_misuse(origin, files, messages)
    refuse_no_campaign(Path(folder))
    sources = read_pages(files, folder)
    with at_work(folder) as (table, voice):
        pages = cut(sources, table.situation, messages)
        brought = [row.file for row in pages.sorted.new if row.file is not None]
        received = table.receive(brought)
    whole = received.trouble is None or isinstance(received.trouble, LettersOwedError)
    others = len(received.submissions) - (len(brought) if whole else 0)
    if others and not as_json:
        tell(received.submissions[:others], table.campaign, voice, as_json=False, stored=True)
    tell_pages(pages, received.submissions[others:], table.campaign, voice, as_json, stored=True)
    tell_not_taken(table.campaign, voice)
    received.refuse()
    exit_if_refused(received.submissions)
    exit_if_doubtful(pages)


def check(folder: str, files: Sequence[str], origin: str | None, messages: int | None, as_json: bool) -> None:
    """Say of the messages of pages what would become of each, and take none."""
    from adjudicator.desk.reception import judged
    from adjudicator.table.situation import situation_of

    refuse_misuse(origin, files, messages)
    campaign, voice = open_seated(folder)
    situation = situation_of(campaign, now())
    pages = cut(read_pages(files, folder), situation, messages)
    brought = [row.file for row in pages.sorted.new if row.file is not None]
    submissions = [each for each, _ in judged(situation, brought, explicit_language())]
    tell_pages(pages, submissions, campaign, voice, as_json, stored=False)
    exit_if_refused(submissions)
    exit_if_doubtful(pages)


def refuse_misuse(origin: str | None, files: Sequence[str], messages: int | None) -> None:
    """Raise ``UsageError`` where options say what cannot be: a page that is not named, a number of which page."""
    if origin is None and messages is not None:
        raise click.UsageError(common_voice().say("forum.messages-alone"))
    if origin is not None and not files:
        raise click.UsageError(common_voice().say("forum.no-file"))
    if messages is not None and len(files) > 1:
        raise click.UsageError(common_voice().say("forum.messages-of-several"))


def read_pages(names: Sequence[str], folder: str) -> list[Source]:
    """Read the pages named, for the campaign in ``folder``; ``-`` is standard input.

    Raises ``OSError`` when one cannot be read.
    """
    return [_read(name, folder) for name in names]


def _read(name: str, folder: str) -> Source:
    if name == "-":
        return Source("-", standard_input(folder, LARGEST_PAGE + 1))
    data = read_file(name, LARGEST_PAGE + 1)
    return Source(source_name(name), data, datetime.fromtimestamp(int(Path(name).stat().st_mtime), UTC))


class Pages(NamedTuple):
    """Pages cut into messages, and what these are."""

    sources: list[Source]
    pages: list[Page]
    sorted: Sorted


def cut(sources: Sequence[Source], situation: Situation, messages: int | None) -> Pages:
    """Cut pages into messages, and sort these: who, when, new or not.

    What a page calls today is the day on which it was saved.
    """
    from adjudicator.desk.forum_posts import names_shown, sorted_out

    progress, when = situation.progress, situation.clock.now
    campaign = progress.campaign
    names = names_shown(campaign, when)
    pages = [
        page(each.data, min(when, each.at or when).astimezone(campaign.zone), names, messages, each.saved)
        for each in sources
    ]
    return Pages(list(sources), pages, sorted_out(progress, pages, when, situation.clock.due))


# What is said ------------------------------------------------------------------------------------------------


def tell_pages(
    pages: Pages, submissions: Sequence[Submission], campaign: Campaign, voice: Voice, as_json: bool, stored: bool
) -> None:
    """Print what became of each message; ``submissions`` are those of the new ones, in their order, that were taken."""
    judged = {id(row): each for row, each in zip(pages.sorted.new, submissions, strict=False)}
    if as_json:
        rows = iter(pages.sorted.rows)
        told = [
            {
                "file": source.name,
                **({"doubt": voice.phrase(each.doubt)} if each.doubt else {}),
                "messages": [_as_data(row, judged.get(id(row)), campaign, voice) for row in _next(rows, each)],
            }
            for source, each in zip(pages.sources, pages.pages, strict=True)
        ]
        print_json(told)
        return
    for source, each in zip(pages.sources, pages.pages, strict=True):
        if each.doubt:
            complain(voice.say("forum.uncut", source=voice.source(source.name), why=each.doubt))
    table = [_line(row, judged.get(id(row)), campaign, voice, stored) for row in pages.sorted.rows]
    widths = [max((len(line[column]) for line in table), default=0) for column in (0, 1)]
    for row, (who, when, *what) in zip(pages.sorted.rows, table, strict=True):
        for first, text in zip((True, *(False for _ in what)), what, strict=False):
            begin = f"{who:<{widths[0]}}  {when:<{widths[1]}}" if first else " " * (sum(widths) + 2)
            click.echo(f"{begin}  {text}".rstrip())
        if row.state == "doubt":
            _show(pages, row)
    _tell_more(pages, voice)


def exit_if_doubtful(pages: Pages) -> None:
    """Exit with status 1 where the MJ must look: a page or a message that cannot be cut, or taken."""
    if any(each.doubt for each in pages.pages) or any(row.state == "doubt" or row.to_see for row in pages.sorted.rows):
        click.get_current_context().exit(1)


def _next(rows: Any, of: Page) -> list[Row]:
    return [next(rows) for _ in of.posts]


def _line(row: Row, submission: Submission | None, campaign: Campaign, voice: Voice, stored: bool) -> list[str]:
    """Return who wrote a message, when, and in one or more lines what became of it."""
    who = short(row.post.author) or "?"
    if row.player is not None and row.player != row.post.author:
        who = voice.say("forum.who", author=who, player=row.player)
    return [who, _when(row, voice), *_became(row, submission, campaign, voice, stored)]


def _when(row: Row, voice: Voice) -> str:
    when = row.post.when
    if when is None:
        return short(row.post.written) or "?"
    day = {"day": f"{when:%d}", "month": f"{when:%m}", "year": f"{when:%Y}"}
    return voice.say("forum.when", **day, time=f"{when:%H:%M}")


def _became(row: Row, submission: Submission | None, campaign: Campaign, voice: Voice, stored: bool) -> list[str]:
    notes = [voice.say("forum.warned", what=note) for note in row.notes if row.state != "seen"]
    return [*_what_became(row, submission, campaign, voice, stored), *notes]


def _what_became(row: Row, submission: Submission | None, campaign: Campaign, voice: Voice, stored: bool) -> list[str]:
    if row.state == "new" and submission is None:
        return [voice.say("forum.waits")]
    if submission is None:
        key = {"empty": "forum.unknown", "seen": "forum.seen", "doubt": "forum.doubt"}.get(row.state, "forum.unknown")
        return [voice.say(key, why=row.why or Phrase("forum.quotes-only"))]
    if not submission.accepted:
        said = [(voice.say("forum.refused", line=f.mark.line, why=voice.fault(f)), f) for f in submission.faults]
        return [line for sentence, fault in said for line in voice.with_lines(sentence, fault).split("\n")]
    key = "forum.taken" if stored else "forum.good"
    receipts = [voice.receipt(phrases) for phrases in submission.receipts.values()]
    warned = [voice.say("forum.warned", what=phrase) for each in submission.warnings.values() for phrase in each]
    return [voice.say(key, what=" ".join(receipts)), *warned]


def _show(pages: Pages, row: Row) -> None:
    """Print the line of a page that a doubt speaks of."""
    number = row.why.values.get("line") if row.why else None
    if not isinstance(number, int):
        return
    page_of = next(n for n, each in enumerate(pages.pages) if row.post in each.posts)
    lines = pages.sources[page_of].data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    if 0 < number <= len(lines) and lines[number - 1].strip():
        click.echo(f"    {number} | {one_line(lines[number - 1].strip())[:100]}")


def _tell_more(pages: Pages, voice: Voice) -> None:
    """Say how doubts can be removed."""
    doubts = {row.why.key for row in pages.sorted.rows if row.state == "doubt" and row.why}
    if doubts == {"forum.doubt.typed"} and len(pages.pages) == 1:
        complain(voice.count("forum.count-them", pages.pages[0].heads))
    elif doubts:
        complain(voice.say("forum.save-it"))
    if not pages.sorted.rows and not any(each.doubt for each in pages.pages):
        say(voice, "submit.nothing")


def _as_data(row: Row, submission: Submission | None, campaign: Campaign, voice: Voice) -> dict[str, Any]:
    from adjudicator.orders.verdict import record_of

    state = row.state if submission is None else "taken" if submission.accepted else "refused"
    told: dict[str, Any] = {"author": row.post.author, "player": row.player, "line": row.post.line}
    told |= {"when": row.post.when.isoformat() if row.post.when else None, "written": row.post.written, "is": state}
    if row.why is not None:
        told["why"] = voice.phrase(row.why)
    if row.notes:
        told["notes"] = [voice.phrase(note) for note in row.notes]
    return told | ({"orders": record_of(submission, campaign, voice.language)} if submission else {})
