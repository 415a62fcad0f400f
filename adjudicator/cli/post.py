"""The commands ``posted``, ``receive`` and ``mail``, and what ``run`` does with the mail of a folder of campaigns."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli import console
from adjudicator.speech.voice import TROUBLES, Voice, told, voice_of
from adjudicator.store.disk import UnusableError
from adjudicator.store.layout import ACCOUNTS_FILES, BUREAU, MISNAMED_ACCOUNTS, NOT_KEPT, accounts_file

if TYPE_CHECKING:
    from adjudicator.desk.visit import Visit, VisitLine
    from adjudicator.mail.accounts import Accounts
    from adjudicator.post.bureau import Item
    from adjudicator.post.incoming import FetchResult


@click.command("posted", cls=console.Command)
@console.folder_argument
@click.argument("numbers", nargs=-1, cls=console.Argument, metavar="[N|N-N]...")
@console.option("--all", "everything", is_flag=True, help="option.posted-all")
@console.option("--again", is_flag=True, help="option.again")
@console.json_option
@console.language_option
def posted(folder: str, numbers: Sequence[str], everything: bool, again: bool, as_json: bool) -> None:
    """Record what the MJ has posted by hand; without numbers, list what waits."""
    if (everything and (numbers or again)) or (again and not numbers):
        raise click.UsageError(console.common_voice().say("posted.which"))
    named = [number for text in numbers for number in _numbers(text)]
    if not named and not everything:
        items, voice = _waiting(folder)
    else:
        items, voice = _noted(folder, named, everything, again, as_json)
    if as_json:
        console.print_json([_row(item, voice) for item in items])
    else:
        _tell(items, voice, folder)


_MOST = 10_000
"""Maximum size of a range of numbers."""


def _numbers(text: str) -> Iterator[int]:
    """Yield the numbers in an argument such as ``3`` or ``3-5``. Raise ``UsageError`` if it has another form."""
    found = re.fullmatch(r"(\d{1,9})(?:[-–](\d{1,9}))?,?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 0 < first <= last < first + _MOST:
        raise click.UsageError(console.common_voice().say("posted.bad-number", text=text))
    yield from range(first, last + 1)


def _waiting(folder: str) -> tuple[list[Item], Voice]:
    """Return what waits to be posted; only missing numbers are written."""
    from adjudicator.post.bureau import number_all, waiting
    from adjudicator.table.situation import situation_of

    campaign, voice = console.open_seated(folder)
    items = waiting(situation_of(campaign, console.now()))
    if all(item.number for item in items):
        return items, voice
    with console.at_work(folder) as (table, voice):
        return number_all(table.situation), voice


def _noted(
    folder: str, named: Sequence[int], everything: bool, again: bool, silently: bool
) -> tuple[list[Item], Voice]:
    """Record what was posted, or was not, and return what waits then. Raise ``UnusableError`` for an unknown number."""
    from adjudicator.post.bureau import known_of, number_all

    with console.at_work(folder) as (table, voice):
        before = number_all(table.situation)
        if everything:
            named = [item.number for item in before]
        known = {one["number"] for one in known_of(table.campaign.folder, table.now)["items"].values()}
        if unknown := [number for number in named if number not in known]:
            raise UnusableError("posted.unknown", numbers=voice.list(map(str, unknown)), folder=folder)
        table.posted(named, not again)
        after = number_all(table.situation)
        changed = {item.number for item in before} ^ {item.number for item in after}
        if not silently:
            click.echo(voice.count("posted.again" if again else "posted.noted", len(changed)))
        return after, voice


def _row(item: Item, voice: Voice) -> dict[str, object]:
    """Return the JSON data about an item."""
    return {
        "number": item.number,
        "stage": item.stage,
        "kind": item.kind,
        "name": item.name,
        "to": [person.forum or person.name for person in item.to],
        "subject": item.subject,
        "file": str(item.path),
        "said": voice.say("posted.row", number=item.number, stage=item.about, what=_what(item, voice)),
    }


def _tell(items: Sequence[Item], voice: Voice, folder: str) -> None:
    """Print the items that wait to be posted."""
    if not items:
        console.say(voice, "posting.nothing")
        return
    click.echo(voice.count("status.bureau", len(items), file=str(Path(folder) / BUREAU)))
    for item in items:
        console.say(voice, "posted.row", number=item.number, stage=item.about, what=_what(item, voice))


def _what(item: Item, voice: Voice) -> str:
    """Return what an item is, in words."""
    if item.kind == "public":
        return voice.say("posted.report")
    if item.kind == "camp":
        return voice.say("posted.camp", name=item.name)
    if item.kind == "all":
        return voice.say("posted.text", subject=item.subject)
    names = voice.list(person.forum or person.name for person in item.to)
    key = "posted.letter.refused" if item.refused else "posted.letter"
    return voice.say(key, names=names, subject=item.subject, said=item.refused)


# What ``run`` does with the mail of a root folder: fetch it before campaigns are visited, and send letters afterwards.


def get_mail(roots: Sequence[str], moment: datetime, silently: bool) -> tuple[list[FetchResult], list[Path]]:
    """Fetch the mail of each root that has accounts; return the results and the roots whose accounts are faulty."""
    gotten: list[FetchResult] = []
    faulty: list[Path] = []
    for root in {Path(root).resolve(): Path(root) for root in roots if Path(root).is_dir()}.values():
        notes = list[str]()
        if accounts_file(root) is not None or _is_file(root / NOT_KEPT):
            from adjudicator.post.inbox_run import not_kept

            notes = [console.common_voice().phrase(said) for said in not_kept(root, moment)]
        try:
            accounts = _accounts_of(root)
        except TROUBLES as error:
            faulty.append(root.resolve())
            for sentence in (*told(error, console.common_voice().language), *notes):
                console.complain(console.common_voice().say("run.look", line=sentence))
            continue
        if accounts is not None:
            from adjudicator.post.inbox_run import get

            gotten.append(get(root, accounts, moment))
            gotten[-1].troubles[:0] = notes
            if not silently:
                _tell_mail(root, gotten[-1])
        else:
            for sentence in notes:
                console.complain(console.common_voice().say("run.look", line=sentence))
    return gotten, faulty


def tell_unread_accounts(roots: Sequence[str], folders: Sequence[Path]) -> bool:
    """Print which accounts files are not read because they are beside a game and not in a root, or are misnamed.

    Return whether there are any.
    """
    voice, given = console.common_voice(), {Path(root).resolve() for root in roots}
    below = [Path(path) for folder in folders for name in ACCOUNTS_FILES if _is_file(path := f"{folder}/{name}")]
    unread = [path for path in below if path.parent.resolve() not in given]
    misnamed = [file for root in roots for name in MISNAMED_ACCOUNTS if _is_file(file := Path(root) / name)]
    found = [("run.accounts.below", path) for path in unread] + [("run.accounts.name", path) for path in misnamed]
    lines = [voice.say(key, file=str(path), folder=str(path.parent)) for key, path in found]
    for line in lines:
        console.complain(voice.say("run.look", line=line))
    return bool(lines)


def _is_file(path: Path | str) -> bool:
    """Return whether a file exists; False if its folder is unreadable, which is reported elsewhere."""
    return os.path.isfile(path)  # noqa: PTH113 - asked of each campaign, each time


def _accounts_of(root: Path) -> Accounts | None:
    """Return the accounts of a root; None, without more imports, if it has none. Raise what ``load_accounts`` does."""
    if accounts_file(root) is None:
        return None
    from adjudicator.mail.accounts import load_accounts

    return load_accounts(root, console.explicit_language())


_KINDS = ("played", "refused", "to-see")
_MOST_TOLD = 10
"""Maximum number of mails to look at that are printed one by one, so that a flood of them does not swamp the output."""


def _tell_mail(root: Path, gotten: FetchResult) -> None:
    """Print how many mails came, and which of them somebody should look at."""
    voice = console.common_voice()
    kinds = [voice.count(f"run.mail.{kind}", gotten.counts[kind]) for kind in _KINDS if kind in gotten.counts]
    if kinds:
        click.echo(voice.count("run.mail", sum(gotten.counts.values()), root=str(root), kinds=voice.list(kinds)))
        for mail in gotten.to_see[:_MOST_TOLD]:
            click.echo(f"  {voice.phrase(mail.said)}")
        if len(gotten.to_see) > _MOST_TOLD:
            click.echo(f"  {voice.count('run.mail.seen.more', len(gotten.to_see) - _MOST_TOLD)}")
    if gotten.waiting:
        click.echo(voice.count("run.mail.waiting", gotten.waiting, root=str(root)))


def _asked(accounts: Accounts, found: Visit, lines: list[VisitLine]) -> Visit:
    """Write the MJ a letter with a campaign's open questions; return the visit without that reason to look.

    If the letter cannot be written, the problem is added to ``lines``, and the visit is returned as it was.
    """
    if found.questions is None:
        return found
    from adjudicator.desk.visit import VisitLine
    from adjudicator.post.handlers import questions

    try:
        questions(accounts, found.questions)
    except OSError as error:
        lines += [VisitLine(sentence, "unsent") for sentence in told(error, console.common_voice().language)]
        return found
    return replace(found, line=replace(found.line, reason=None))


def send_mail(post: FetchResult, visits: Sequence[Visit], moment: datetime, silently: bool, everything: bool) -> bool:
    """Write to the MJ if somebody must look, and send all letters; return whether something needs attention.

    A problem is printed once a day, but each time if ``everything`` is true or the output is a terminal.
    """
    from adjudicator.desk.visit import VisitLine
    from adjudicator.post.delivery import SendingResult, send
    from adjudicator.post.digest import NewsItem, ToldNews, digest
    from adjudicator.post.inbox_run import told_all

    own = [found for found in visits if found.folder.resolve().is_relative_to(post.root)]
    lines = [VisitLine(sentence, "unread") for sentence in post.troubles]
    voice = voice_of("", post.accounts.language)
    seen = [NewsItem(voice.phrase(mail.said), mail.reason, mail.wakes) for mail in post.to_see if not mail.his_own]

    own = [_asked(post.accounts, found, lines) for found in own]
    given = [said for found in own for said in found.to_give]

    def last(done: SendingResult) -> None:
        events = [*seen, *(NewsItem(said, gives=True) for said in (*given, *done.to_give))]
        try:
            digest(post.accounts, own, moment, lines, events)
        except (OSError, UnusableError) as error:
            done.lines += [VisitLine(sentence, "unsent") for sentence in told(error, console.common_voice().language)]
        else:
            told_all(post)

    done = send(post.accounts.root, post.accounts, moment, console.explicit_language(), last)
    lines += done.lines
    heard, looks_on = ToldNews(post.accounts, moment), everything or sys.stdout.isatty()
    for line in lines:
        if line.reason is None:
            if not silently:
                click.echo(line.text)
        elif line.text in done.to_give or heard.is_news(line.text) or looks_on:
            console.complain(console.common_voice().say("run.look", line=line.text))
    heard.keep()
    return any(line.reason is not None for line in lines)


# ``adjudicator receive``: receive one mail on standard input, from a mail server.


TRY_AGAIN = 75
"""Exit status that asks the mail server to deliver the mail again later (``EX_TEMPFAIL``)."""


@click.command("receive", cls=console.Command)
@click.argument("root", cls=console.Argument, metavar="ROOT")
@console.language_option
def receive(root: str) -> None:
    """Receive one mail."""
    from adjudicator.mail.accounts import load_accounts
    from adjudicator.mail.mailbox import mail_in
    from adjudicator.post.inbox_run import take_in

    status, said = 0, ""
    try:
        mail = mail_in("", sys.stdin.buffer)
        accounts = load_accounts(Path(root))
        if accounts is None:
            raise UnusableError("error.no-accounts", folder=root)
        troubles = take_in(Path(root), accounts, mail, console.now()).troubles
    except Exception as error:  # any error: with another status the server would give up the mail
        from adjudicator.post.inbox_run import note_not_kept, said_to_server

        note_not_kept(Path(root), error, console.now())
        voice = console.common_voice()
        status, troubles, said = TRY_AGAIN, told(error, voice.language), voice.phrase(said_to_server(error))
    if sys.stderr.isatty():
        for sentence in troubles:
            console.complain(sentence)
    elif said:  # the server forwards this to the player, so it names nothing of the MJ's
        console.complain(said)
    click.get_current_context().exit(status)


# ``adjudicator mail``: report step by step whether the accounts of a root folder work.


@click.command("mail", cls=console.Command)
@click.argument("root", cls=console.Argument, metavar="ROOT")
@console.option("--send", is_flag=True, help="option.mail-send")
@console.language_option
def mail(root: str, send: bool) -> None:
    """Try out the accounts of a root folder."""
    from adjudicator.mail.accounts import load_accounts
    from adjudicator.post.check import tried_out

    voice = console.common_voice()
    if not Path(root).is_dir():
        raise UnusableError("error.no-folder", folder=root)
    accounts = load_accounts(Path(root), console.explicit_language())
    if accounts is None:
        raise UnusableError("error.no-accounts", folder=root)
    failed = False
    for step in tried_out(accounts, console.now(), voice, send):
        mark = "trial.note" if step.is_note else "trial.fails" if step.troubles else "trial.works"
        console.say(voice, mark, tried=step.tried)
        for sentence in step.troubles:
            console.complain(f"  {sentence}")
        failed = failed or bool(step.troubles)
    if not failed:
        console.say(voice, "trial.all-well" if send or accounts.sending is None else "trial.all-well.unsent", root=root)
    click.get_current_context().exit(1 if failed else 0)
