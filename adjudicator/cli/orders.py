"""The commands ``submit``, ``check`` and ``template``: storing or checking orders, and printing forms to fill in.

Orders come from files, standard input or saved pages of a forum.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from adjudicator.campaign.campaign import Campaign
from adjudicator.campaign.loading import refuse_no_campaign
from adjudicator.campaign.stages import Progress, progress_of
from adjudicator.cli import console
from adjudicator.core.faults import Listed, Phrase
from adjudicator.orders.inbox import LARGEST, DroppedFile, Inbox, look_into, not_taken, read_some, source_name
from adjudicator.orders.keys import order_schema, takes_words
from adjudicator.orders.received import record_of
from adjudicator.orders.submission import MOST_AHEAD, Submission
from adjudicator.speech.voice import Voice, one_line, short
from adjudicator.store.disk import UnusableError, holds, make_folder, read_file, write_all
from adjudicator.store.layout import CAMPAIGN_FILE
from adjudicator.store.published import json_bytes
from adjudicator.table.situation import Situation, situation_of

if TYPE_CHECKING:
    from adjudicator.desk.forum_posts import ForumRow, SortedPages
    from adjudicator.reading.forum_message import Page


def _orders_arguments(command: console.Decorated) -> console.Decorated:
    """Add what commands take that read order files: the folder, the files, pages of a forum, JSON and the language."""
    for add in (
        console.language_option,
        console.json_option,
        console.option("--messages", type=click.IntRange(1), metavar="N", help="option.messages"),
        console.option("--from", "origin", type=click.Choice(("forum",)), help="option.from"),
        click.argument("files", cls=console.Argument, metavar="[FILE]…", nargs=-1),
        console.folder_argument,
    ):
        command = add(command)
    return command


@click.command("submit", cls=console.Command)
@_orders_arguments
def submit(folder: str, files: tuple[str, ...], origin: str | None, messages: int | None, as_json: bool) -> None:
    """Check orders and store those that are good."""
    if origin or messages is not None:
        submit_pages(folder, files, origin, messages, as_json)
        return

    refuse_no_campaign(Path(folder))  # before anybody types orders
    by_hand = read_files(files, folder)
    with console.at_work(folder) as (table, voice):
        received = table.receive(by_hand)
    tell(received.submissions, table.campaign, voice, as_json, stored=True)
    tell_not_taken(table.campaign, voice)
    received.refuse()
    taken = received.submissions
    if not as_json and (agreed := readings_agreed(received.submissions, by_hand, voice)):
        with console.at_work(folder) as (table, voice):
            again = table.receive([*agreed.values()])
        tell(again.submissions, table.campaign, voice, as_json, stored=True)
        taken = [one for one in taken if one.source not in agreed] + again.submissions
    exit_if_refused(taken)


# ``adjudicator check``: check orders without storing them.


@click.command("check", cls=console.Command)
@_orders_arguments
def check(folder: str, files: tuple[str, ...], origin: str | None, messages: int | None, as_json: bool) -> None:
    """Check orders without storing them."""
    if origin or messages is not None:
        check_pages(folder, files, origin, messages, as_json)
        return
    from adjudicator.desk.reception import judged

    campaign, voice = console.open_seated(folder)
    situation = situation_of(campaign, console.now())
    inbox = Inbox(read_files(files, folder)) if files else look_into(campaign)
    verdicts = judged(situation, inbox.files, console.explicit_language())
    submissions = [submission for submission, _ in verdicts]
    tell(submissions, campaign, voice, as_json, stored=False)
    if not files:
        tell_not_taken(campaign, voice)
    inbox.refuse()
    exit_if_refused(submissions)


# What ``submit`` and ``check`` share: reading files, and printing the result for each.


def read_files(names: Sequence[str], folder: str) -> list[DroppedFile]:
    """Read the named files for the campaign in ``folder``; ``-`` is standard input.

    Raise ``OSError`` when one cannot be read.
    """
    return [
        DroppedFile("-", standard_input(folder, LARGEST), "pasted")
        if name == "-"
        else DroppedFile(source_name(name), read_some(Path(name)))
        for name in names
    ]


def standard_input(folder: str, most: int) -> bytes:
    """Read up to ``most`` bytes of standard input; on a terminal first print what is expected and how to end it."""
    if sys.stdin.isatty():
        _, voice = console.open_campaign(folder)
        key = "submit.paste.windows" if sys.platform == "win32" else "submit.paste"
        click.echo(voice.say(key), err=True)
    return sys.stdin.buffer.read(most)


def tell(submissions: Sequence[Submission], campaign: Campaign, voice: Voice, as_json: bool, stored: bool) -> None:
    """Print a receipt or the faults for each file."""
    if as_json:
        rows = []
        for submission in submissions:
            fates = {player: voice.phrase(fate) for player, fate in submission.fates.items()}
            code = {"code": submission.code} if submission.code else {}
            rows.append({**record_of(submission, campaign, voice.language), "next": fates, **code})
        console.print_json(rows)
    elif not submissions:
        console.say(voice, "submit.nothing")
    else:
        for submission in submissions:
            tell_one(submission, voice, stored)


def tell_not_taken(campaign: Campaign, voice: Voice) -> None:
    """Print what the inbox contains that is never received: whoever put it there may think that it has arrived."""
    if names := not_taken(campaign):
        console.complain(voice.count("status.not-taken", len(names), names=voice.list(names)))


def readings_agreed(
    submissions: Sequence[Submission], by_hand: Sequence[DroppedFile], voice: Voice
) -> dict[str, DroppedFile]:
    """Return, by source, the orders read in sentences of refused files that the user of a terminal accepts.

    The user is asked only if the sentence has a single and complete reading and nothing else is wrong with the file.
    """
    from adjudicator.reading.lines import BLANK

    whole = [one for one in submissions if [fault.code for fault in one.faults] in _OF_ONE_READING]
    whole = [one for one in whole if not any(BLANK in line for line in one.faults[0].lines)]
    named = {dropped.source for dropped in by_hand}
    agreed_to = [
        one for one in whole if one.source in named and console.asks(yes=False) and console.agreed(voice, "submit.take")
    ]
    return {
        one.source: DroppedFile(one.source, "".join(f"{line}\n" for line in one.faults[0].lines).encode(), "pasted")
        for one in agreed_to
    }


_OF_ONE_READING = (["prose"], ["prose-rest"])
"""Fault codes of a file whose only problem is a sentence with a single reading."""


def exit_if_refused(submissions: Sequence[Submission]) -> None:
    """Exit with status 1 when a file was refused."""
    if not all(submission.accepted for submission in submissions):
        click.get_current_context().exit(1)


def tell_one(submission: Submission, voice: Voice, stored: bool) -> None:
    """Print the result for one file."""
    if submission.accepted:
        console.say(voice, "submit.accepted" if stored else "check.accepted", source=submission.source)
        for phrase in submission.decided:
            console.say(voice, "submit.decided", what=phrase)
        for player, phrases in submission.receipts.items():
            console.say(voice, "submit.receipt", player=player, receipt=voice.receipt(phrases))
            if player in submission.warnings:
                console.say(voice, "submit.warning", what=Listed(tuple(submission.warnings[player])))
        for said in dict.fromkeys(voice.phrase(fate) for fate in submission.fates.values()):
            console.say(voice, "submit.fate", fate=said)
        if submission.code:
            console.say(voice, "submit.code", code=submission.code)
        return
    for fault in submission.faults:
        console.complain(voice.placed(fault, submission.source))
    count = len(submission.faults)
    console.complain(voice.count("submit.refused" if stored else "check.refused", count, source=submission.source))


# ``adjudicator template``: print or write an order file to fill in.


@click.command("template", cls=console.Command)
@console.folder_argument
@console.option("--for", "player", metavar="PLAYER", help="option.for-player")
@console.option("--into", metavar="FOLDER", help="option.into")
@console.option("--schema", is_flag=True, help="option.schema")
@console.option("--html", is_flag=True, help="option.form-html")
@console.language_option
def template(folder: str, player: str | None, into: str | None, schema: bool, html: bool) -> None:
    """Print or write order files to fill in, or the schema with which editors check them."""
    from adjudicator.forms.order_form import order_form

    campaign, voice = console.open_seated(folder)
    if schema and player and not into and not html:
        console.print_json(_other_schema(campaign, player, voice))
        return
    if schema == bool(player or into) or (schema and html):
        raise UnusableError("template.which")
    situation = situation_of(campaign, console.now())
    if player is not None and not html and is_mj(campaign, player):
        _give_mj(situation, into, voice)
        return
    found = _player(campaign, player) if player else None
    if schema:
        console.print_json(_schema(situation.progress, voice))
    elif into is not None:
        _write(situation, Path(into), found, voice, html)
    elif found is not None and html:
        from adjudicator.forms.click_page import form_pages

        [page] = form_pages(situation, [found], voice).values()
        click.echo(page, nl=False)
    elif found is not None:
        click.echo(order_form(situation, found, voice), nl=False)


def _give_mj(situation: Situation, into: str | None, voice: Voice) -> None:
    """Print the form for the MJ's answers, or write it and its schema ``into`` a folder."""
    from adjudicator.forms.editor_schema import answers_schema
    from adjudicator.forms.order_form import answer_form, answers_name, awaited_stage, schema_line

    campaign = situation.campaign
    refuse_idle_mj(campaign)
    form = answer_form(situation, voice)
    if into is None:
        click.echo(form, nl=False)
        return
    name, schema = answers_name(voice, "yaml"), answers_name(voice, "schema.json")
    found = json_bytes(answers_schema(campaign, awaited_stage(situation.progress), voice))
    _put(campaign, Path(into), {name: f"{schema_line(schema)}\n{form}".encode(), schema: found})
    click.echo(str(Path(into) / name))


def is_mj(campaign: Campaign, name: str) -> bool:
    """Return whether ``name`` means the MJ; a player may have that name."""
    return name.casefold() in ("mj", "gm") and campaign.names.find(name) is None


def refuse_idle_mj(campaign: Campaign) -> None:
    """Raise ``UnusableError`` for a game that asks its MJ nothing."""
    if not campaign.game.rules.decisions:
        raise UnusableError("template.asks-nothing")


def _other_schema(campaign: Campaign, name: str, voice: Voice) -> dict[str, object]:
    """Return the schema of the MJ's answers or of the campaign's file. Raise ``UnusableError`` for another ``name``."""
    from adjudicator.forms.editor_schema import answers_schema, campaign_schema
    from adjudicator.forms.order_form import awaited_stage

    if name == CAMPAIGN_FILE:
        return campaign_schema(campaign, voice)
    if not is_mj(campaign, name):
        raise UnusableError("template.which")
    refuse_idle_mj(campaign)
    return answers_schema(campaign, awaited_stage(progress_of(campaign)), voice)


def _player(campaign: Campaign, player: str) -> str:
    """Return the player of that name, or of that character in a game that uses characters.

    Raise ``UnusableError`` if there is none, or if the player has left.
    """
    found = campaign.names.find(player)
    if found in campaign.left:
        raise UnusableError("fault.left", found=player)
    if found is None and (gone := campaign.seats.gone_fault(player)):
        raise UnusableError(f"fault.{gone.code}", found=player, player=gone.values["player"])
    if found is None:
        raise UnusableError("error.no-such-player", campaign.names.nearest(player), player=player)
    return found


def _schema(progress: Progress, voice: Voice) -> dict[str, object]:
    """Return the schema of order files for the awaited stage."""
    from adjudicator.forms.editor_schema import editor_schema
    from adjudicator.forms.order_form import awaited_stage

    campaign = progress.campaign
    later = campaign.game.orders.later_phase(progress.state.phase, progress.phase.mode)
    return editor_schema(
        campaign, awaited_stage(progress), voice, order_schema(progress), MOST_AHEAD if later is not None else 0
    )


def _write(situation: Situation, folder: Path, player: str | None, voice: Voice, html: bool) -> None:
    """Write a form for ``player``, or for each awaited player if it is None, with the schema; overwrite nothing.

    HTML pages need no schema.
    """
    from adjudicator.forms.order_form import form_names, order_form, schema_name

    campaign = situation.campaign
    everybody = takes_words(situation.progress)  # players who are not awaited may send their word
    due = [
        each for each in (campaign.players if everybody else situation.attendance.awaited) if each not in campaign.left
    ]
    awaited = due if player is None else [player]
    if html:
        from adjudicator.forms.click_page import form_pages

        files = form_pages(situation, awaited, voice)
        forms = list(files)
    else:
        names = form_names(campaign.players, voice)
        forms = [names[each] for each in awaited]
        files = {names[each]: order_form(situation, each, voice).encode() for each in awaited}
        files[schema_name(voice)] = json_bytes(_schema(situation.progress, voice))
    _put(campaign, folder, files)
    for each, name in zip(awaited, forms, strict=True):
        click.echo(voice.say("pair", name=each, what=str(folder / name)))


def _put(campaign: Campaign, folder: Path, files: dict[str, bytes]) -> None:
    """Write files into a folder. Raise ``UnusableError`` for the inbox, or if a file exists with other contents."""
    if folder.resolve() in (campaign.inbox.resolve(), campaign.folder.resolve()):
        raise UnusableError("template.inbox", folder=str(folder))
    for name, data in files.items():
        path = folder / name
        if path.exists() and not holds(path, data):
            raise UnusableError("template.taken", file=str(path))
    make_folder(folder)
    write_all(folder, files)


# Forum pages: what ``submit --from forum`` and ``check --from forum`` read and print.


SAVED = (".html", ".htm", ".xhtml")
"""File name endings of pages that browsers save."""


class Source(NamedTuple):
    """A page as it was given: its name, its bytes and when it was saved."""

    name: str
    data: bytes
    at: datetime | None = None

    @property
    def saved(self) -> bool:
        """Whether a browser saved it as HTML."""
        return self.name.lower().endswith(SAVED)


def submit_pages(folder: str, files: Sequence[str], origin: str | None, messages: int | None, as_json: bool) -> None:
    """Receive the messages of pages, and print the result for each."""
    from adjudicator.desk.reception import LettersOwedError

    refuse_misuse(origin, files, messages)
    refuse_no_campaign(Path(folder))
    sources = read_pages(files, folder)
    with console.at_work(folder) as (table, voice):
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


def check_pages(folder: str, files: Sequence[str], origin: str | None, messages: int | None, as_json: bool) -> None:
    """Print what would become of each message of pages; receive none."""
    from adjudicator.desk.reception import judged

    refuse_misuse(origin, files, messages)
    campaign, voice = console.open_seated(folder)
    situation = situation_of(campaign, console.now())
    pages = cut(read_pages(files, folder), situation, messages)
    brought = [row.file for row in pages.sorted.new if row.file is not None]
    submissions = [each for each, _ in judged(situation, brought, console.explicit_language())]
    tell_pages(pages, submissions, campaign, voice, as_json, stored=False)
    exit_if_refused(submissions)
    exit_if_doubtful(pages)


def refuse_misuse(origin: str | None, files: Sequence[str], messages: int | None) -> None:
    """Raise ``UsageError`` for options that do not fit: no page, or a number of messages without exactly one page."""
    if origin is None and messages is not None:
        raise click.UsageError(console.common_voice().say("forum.messages-alone"))
    if origin is not None and not files:
        raise click.UsageError(console.common_voice().say("forum.no-file"))
    if messages is not None and len(files) > 1:
        raise click.UsageError(console.common_voice().say("forum.messages-of-several"))


def read_pages(names: Sequence[str], folder: str) -> list[Source]:
    """Read the named pages for the campaign in ``folder``; ``-`` is standard input.

    Raise ``OSError`` when one cannot be read.
    """
    return [_read_page(name, folder) for name in names]


def _read_page(name: str, folder: str) -> Source:
    from adjudicator.reading.forum_page import LARGEST_PAGE

    if name == "-":
        return Source("-", standard_input(folder, LARGEST_PAGE + 1))
    data = read_file(name, LARGEST_PAGE + 1)
    return Source(source_name(name), data, datetime.fromtimestamp(int(Path(name).stat().st_mtime), UTC))


class Pages(NamedTuple):
    """Pages cut into messages, and the state of each message."""

    sources: list[Source]
    pages: list[Page]
    sorted: SortedPages


def cut(sources: Sequence[Source], situation: Situation, messages: int | None) -> Pages:
    """Cut pages into messages, and find out who wrote each, when, and whether it is new.

    On a saved page, « today » is the day when it was saved.
    """
    from adjudicator.desk.forum_posts import names_shown, sorted_out
    from adjudicator.reading.forum_page import page

    progress, when = situation.progress, situation.clock.now
    campaign = progress.campaign
    names = names_shown(campaign, when)
    pages = [
        page(each.data, min(when, each.at or when).astimezone(campaign.zone), names, messages, each.saved)
        for each in sources
    ]
    return Pages(list(sources), pages, sorted_out(progress, pages, when, situation.clock.due))


# Output about forum pages.


def tell_pages(
    pages: Pages, submissions: Sequence[Submission], campaign: Campaign, voice: Voice, as_json: bool, stored: bool
) -> None:
    """Print the result for each message; ``submissions`` are those of the new messages that were received, in order."""
    judged = {id(row): each for row, each in zip(pages.sorted.new, submissions, strict=False)}
    if as_json:
        rows = iter(pages.sorted.rows)
        told = [
            {
                "file": source.name,
                **({"doubt": voice.phrase(each.doubt)} if each.doubt else {}),
                "messages": [
                    _as_data(row, judged.get(id(row)), campaign, voice) for row in [next(rows) for _ in each.posts]
                ],
            }
            for source, each in zip(pages.sources, pages.pages, strict=True)
        ]
        console.print_json(told)
        return
    for source, each in zip(pages.sources, pages.pages, strict=True):
        if each.doubt:
            console.complain(voice.say("forum.uncut", source=voice.source(source.name), why=each.doubt))
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
    """Exit with status 1 if the MJ must look at a page that cannot be cut, or at a message."""
    if any(each.doubt for each in pages.pages) or any(row.state == "doubt" or row.to_see for row in pages.sorted.rows):
        click.get_current_context().exit(1)


def _line(row: ForumRow, submission: Submission | None, campaign: Campaign, voice: Voice, stored: bool) -> list[str]:
    """Return a message's author, its date, and one or more lines about its result."""
    who = short(row.post.author) or "?"
    if row.player is not None and row.player != row.post.author:
        who = voice.say("forum.who", author=who, player=row.player)
    notes = [voice.say("forum.warned", what=note) for note in row.notes if row.state != "seen"]
    return [who, _when(row, voice), *_what_became(row, submission, campaign, voice, stored), *notes]


def _when(row: ForumRow, voice: Voice) -> str:
    """Return a message's date as text; as it is written on the page if it could not be read."""
    when = row.post.when
    if when is None:
        return short(row.post.written) or "?"
    day = {"day": f"{when:%d}", "month": f"{when:%m}", "year": f"{when:%Y}"}
    return voice.say("forum.when", **day, time=f"{when:%H:%M}")


def _what_became(
    row: ForumRow, submission: Submission | None, campaign: Campaign, voice: Voice, stored: bool
) -> list[str]:
    """Return the lines about a message's result, without its notes."""
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


def _show(pages: Pages, row: ForumRow) -> None:
    """Print the line of the page to which a doubt refers."""
    number = row.why.values.get("line") if row.why else None
    if not isinstance(number, int):
        return
    page_of = next(n for n, each in enumerate(pages.pages) if row.post in each.posts)
    lines = pages.sources[page_of].data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    if 0 < number <= len(lines) and lines[number - 1].strip():
        click.echo(f"    {number} | {one_line(lines[number - 1].strip())[:100]}")


def _tell_more(pages: Pages, voice: Voice) -> None:
    """Print how doubts can be removed."""
    doubts = {row.why.key for row in pages.sorted.rows if row.state == "doubt" and row.why}
    if doubts == {"forum.doubt.typed"} and len(pages.pages) == 1:
        console.complain(voice.count("forum.count-them", pages.pages[0].heads))
    elif doubts:
        console.complain(voice.say("forum.save-it"))
    if not pages.sorted.rows and not any(each.doubt for each in pages.pages):
        console.say(voice, "submit.nothing")


def _as_data(row: ForumRow, submission: Submission | None, campaign: Campaign, voice: Voice) -> dict[str, Any]:
    """Return the JSON data about a message."""
    state = row.state if submission is None else "taken" if submission.accepted else "refused"
    told: dict[str, Any] = {"author": row.post.author, "player": row.player, "line": row.post.line}
    told |= {"when": row.post.when.isoformat() if row.post.when else None, "written": row.post.written, "is": state}
    if row.why is not None:
        told["why"] = voice.phrase(row.why)
    if row.notes:
        told["notes"] = [voice.phrase(note) for note in row.notes]
    return told | ({"orders": record_of(submission, campaign, voice.language)} if submission else {})
